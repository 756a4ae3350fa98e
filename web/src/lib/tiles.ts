/** Polyomino tiles as drawings: one rounded outline, scored seams, a silhouette, and the printed signs as discs. */
import type { Piece } from '../wire'

export type Cells = [number, number][] // (row, column)
type Point = [number, number]

/** What tiles are made of; the colours are tokens. Other palettes get the one that comes nearest. */
const MATERIALS = ['wood', 'steel', 'wine', 'violet', 'moss', 'ochre', 'stone', 'gold', 'bone', 'frost'] as const
const LIKE: Record<string, (typeof MATERIALS)[number]> = {
  dawn: 'wine', day: 'moss', dusk: 'violet', fire: 'wine', gloom: 'stone', sand: 'ochre', sea: 'frost', night: 'stone',
  metal: 'steel', melee: 'steel', armor: 'steel', ranged: 'wood', wooden: 'wood', tools: 'ochre', food: 'ochre', magical: 'violet', evil: 'wine', elegant: 'wine', venomous: 'moss', outside: 'moss',
  black: 'stone', stealthy: 'stone', underground: 'stone', valuables: 'gold', musical: 'gold', sacred: 'bone', animals: 'bone', cold: 'frost',
}
export const materials = MATERIALS
export const material = (palette: string | undefined): string => ((MATERIALS as readonly string[]).includes(palette ?? '') ? palette! : (LIKE[palette ?? ''] ?? 'wood'))

// ---- shapes ----

export const normal = (cells: Cells): Cells => {
  const top = Math.min(...cells.map(([r]) => r)), left = Math.min(...cells.map(([, c]) => c))
  return cells.map(([r, c]) => [r - top, c - left] as [number, number]).sort((a, b) => a[0] - b[0] || a[1] - b[1])
}
export const size = (cells: Cells): { h: number; w: number } => ({ h: Math.max(0, ...cells.map(([r]) => r + 1)), w: Math.max(0, ...cells.map(([, c]) => c + 1)) })
export const turned = (cells: Cells): Cells => normal(cells.map(([r, c]) => [c, -r]))
export const flipped = (cells: Cells): Cells => normal(cells.map(([r, c]) => [r, -c]))
export const keyOf = (cells: Cells): string => cells.map(([r, c]) => `${r}.${c}`).join(' ')

/** The eight ways to lie, as first met. */
export function ways(cells: Cells): Cells[] {
  const found = new Map<string, Cells>()
  for (let side = normal(cells), i = 0; i < 8; i++) {
    found.set(keyOf(side), side)
    side = i === 3 ? flipped(normal(cells)) : turned(side)
  }
  return [...found.values()]
}

/** One key for all ways in which a shape can lie. */
export const canonical = (cells: Cells): string => ways(cells).map(keyOf).sort()[0]

const PICTURES: Record<string, string> = {
  '1': 'X', '1x2': 'XX', I3: 'XXX', V3: 'XX/X.', I4: 'XXXX', L4: 'XXX/X..', S4: 'XX./.XX', T4: 'XXX/.X.', O4: 'XX/XX', I5: 'XXXXX', L5: 'XXXX/X...', P5: 'XX/XX/X.', U5: 'X.X/XXX',
  V5: 'XXX/X../X..', Y5: 'XXXX/.X..', T5: 'XXX/.X./.X.', N5: 'XXX./..XX', W5: 'XX./.XX/..X', X5: '.X./XXX/.X.', Z5: 'XX./.X./.XX', F5: '.XX/XX./.X.',
}
const NAMES = new Map(Object.entries(PICTURES).map(([name, picture]) => [canonical(picture.split('/').flatMap((line, r) => [...line].flatMap((sign, c) => (sign === 'X' ? [[r, c] as [number, number]] : [])))), name]))
/** What people call a shape: "L4". */
export const shapeName = (cells: Cells): string => NAMES.get(canonical(cells)) ?? `${cells.length}`

// ---- drawings ----

/** The outline as loops of corners, clockwise, each moved inwards by `inset`. */
function loops(cells: Cells, S: number, inset: number): Point[][] {
  const has = new Set(cells.map(([r, c]) => `${r},${c}`))
  const next = new Map<string, [number, number][]>()
  const edge = (a: [number, number], b: [number, number]) => { const k = `${a[0]},${a[1]}`; next.set(k, [...(next.get(k) ?? []), b]) }
  for (const [r, c] of cells) {
    if (!has.has(`${r - 1},${c}`)) edge([c, r], [c + 1, r])
    if (!has.has(`${r},${c + 1}`)) edge([c + 1, r], [c + 1, r + 1])
    if (!has.has(`${r + 1},${c}`)) edge([c + 1, r + 1], [c, r + 1])
    if (!has.has(`${r},${c - 1}`)) edge([c, r + 1], [c, r])
  }
  const out: Point[][] = []
  while (next.size) {
    const start = next.keys().next().value!.split(',').map(Number) as [number, number]
    const loop: [number, number][] = []
    let at = start, from: [number, number] = [0, 0]
    for (;;) {
      const key = `${at[0]},${at[1]}`
      const ends = next.get(key)
      if (!ends) break
      // where two corners touch, the loop turns right, so that it stays with its own cells
      const i = ends.length > 1 ? Math.max(0, ends.findIndex((e) => (e[0] - at[0]) * -from[1] + (e[1] - at[1]) * from[0] > 0)) : 0
      const [to] = ends.splice(i, 1)
      if (!ends.length) next.delete(key)
      loop.push(at)
      from = [to[0] - at[0], to[1] - at[1]]
      at = to
      if (at[0] === start[0] && at[1] === start[1]) break
    }
    const corners = loop.filter((p, i) => { const a = loop[(i + loop.length - 1) % loop.length], b = loop[(i + 1) % loop.length]; return (a[0] - p[0]) * (b[1] - p[1]) !== (a[1] - p[1]) * (b[0] - p[0]) })
    out.push(corners.map((p, i) => {
      const a = corners[(i + corners.length - 1) % corners.length], b = corners[(i + 1) % corners.length]
      const d1 = [Math.sign(p[0] - a[0]), Math.sign(p[1] - a[1])], d2 = [Math.sign(b[0] - p[0]), Math.sign(b[1] - p[1])]
      // inwards is to the right of the way round
      return [p[0] * S - (d1[1] + d2[1]) * inset, p[1] * S + (d1[0] + d2[0]) * inset] as Point
    }))
  }
  return out
}

const n = (x: number): string => String(Math.round(x * 10) / 10)

/** The outline as a path with rounded corners. */
export function outline(cells: Cells, S: number, inset: number, radius: number): string {
  return loops(cells, S, inset).map((pts) => pts.map((p, i) => {
    const a = pts[(i + pts.length - 1) % pts.length], b = pts[(i + 1) % pts.length]
    const near = (q: Point): Point => { const far = Math.hypot(q[0] - p[0], q[1] - p[1]), k = Math.min(radius, far / 2) / (far || 1); return [p[0] + (q[0] - p[0]) * k, p[1] + (q[1] - p[1]) * k] }
    const [x1, y1] = near(a), [x2, y2] = near(b)
    return `${i ? 'L' : 'M'}${n(x1)} ${n(y1)}Q${n(p[0])} ${n(p[1])} ${n(x2)} ${n(y2)}`
  }).join('') + 'Z').join('')
}

/** The upper left cell of a 2 by 2 block, or the busiest cell. */
function heart(cells: Cells): { r: number; c: number; big: boolean } {
  const has = new Set(cells.map(([r, c]) => `${r},${c}`))
  for (const [r, c] of cells) if (has.has(`${r},${c + 1}`) && has.has(`${r + 1},${c}`) && has.has(`${r + 1},${c + 1}`)) return { r, c, big: true }
  const busy = ([r, c]: [number, number]) => [[r, c + 1], [r, c - 1], [r + 1, c], [r - 1, c]].filter(([y, x]) => has.has(`${y},${x}`)).length
  const { h, w } = size(cells)
  const off = ([r, c]: [number, number]) => Math.abs(r - (h - 1) / 2) + Math.abs(c - (w - 1) / 2)
  const [r, c] = [...cells].sort((a, b) => busy(b) - busy(a) || off(a) - off(b))[0]
  return { r, c, big: false }
}

/** Where the discs of the signs go, in cells: on free cells first, then at the corners of the picture. */
function discs(cells: Cells, count: number): Point[] {
  if (!count) return []
  const { r, c, big } = heart(cells)
  const taken = (y: number, x: number) => (big ? y - r >= 0 && y - r < 2 && x - c >= 0 && x - c < 2 : y === r && x === c)
  const far = ([y, x]: [number, number]) => Math.abs(y - r) + Math.abs(x - c)
  const free = cells.filter(([y, x]) => !taken(y, x)).sort((a, b) => far(b) - far(a) || b[0] - a[0] || a[1] - b[1])
  if (!free.length) {
    const side = big ? 2 : 1, all: Point[] = [[c + side - 0.27, r + side - 0.27], [c + side - 0.77, r + side - 0.27], [c + side - 0.27, r + 0.27], [c + 0.27, r + 0.27]]
    if (big) all[1] = [c + side - 0.77, r + side - 0.27]
    return all.slice(0, count)
  }
  const each = Math.ceil(count / free.length)
  const spots: Point[] = []
  for (const [y, x] of free) {
    const here = Math.min(each, count - spots.length)
    const within: Point[] = here === 1 ? [[0.5, 0.5]] : here === 2 ? [[0.25, 0.5], [0.75, 0.5]] : here === 3 ? [[0.5, 0.27], [0.26, 0.73], [0.74, 0.73]] : [[0.27, 0.27], [0.73, 0.27], [0.27, 0.73], [0.73, 0.73]]
    spots.push(...within.slice(0, here).map(([dx, dy]) => [x + dx, y + dy] as Point))
    if (spots.length >= count) break
  }
  return spots
}

const made = new Map<string, string>()

/**
 * The inside of an svg of `size(cells)` times `S`: outline, seams, silhouette, discs.
 *
 * shade: the turn in degrees that the tile will be given, so that its shadow falls the same way as the others'; none
 * without it. Icons come from the sheet of symbols (Icons.svelte), so a drawing never waits for one.
 */
export function drawing(piece: Piece, cells: Cells, S: number, shade?: number): string {
  const marks = piece.marks ?? []
  const key = [piece.id, piece.icon, piece.palette, keyOf(cells), S, shade, marks.map((m) => m.icon)].join('|')
  const kept = made.get(key)
  if (kept !== undefined) return kept
  const m = material(piece.palette)
  const R = Math.min(7, S * 0.17), edge = outline(cells, S, 1.6, R)
  const has = new Set(cells.map(([r, c]) => `${r},${c}`))
  let out = ''
  if (shade !== undefined) {
    const a = (-shade * Math.PI) / 180, cast = (dx: number, dy: number) => `${n(dx * Math.cos(a) - dy * Math.sin(a))} ${n(dx * Math.sin(a) + dy * Math.cos(a))}`
    out += `<path class="cast far" d="${edge}" transform="translate(${cast(0.6, 3.2)})"/><path class="cast" d="${edge}" transform="translate(${cast(0.4, 1.6)})"/>`
  }
  out += `<path class="body" d="${edge}" fill="url(#m-${m})" style="stroke:var(--m-${m}-edge)"/><path class="rim" d="${outline(cells, S, 4.2, Math.max(2, R - 2))}"/>`
  const gap = Math.min(5, S * 0.125)
  const seams = cells.flatMap(([r, c]) => [
    ...(has.has(`${r},${c + 1}`) ? [`M${n((c + 1) * S)} ${n(r * S + gap)}v${n(S - 2 * gap)}`] : []), ...(has.has(`${r + 1},${c}`) ? [`M${n(c * S + gap)} ${n((r + 1) * S)}h${n(S - 2 * gap)}`] : []),
  ]).join('')
  if (seams) out += `<path class="seam" d="${seams}" style="stroke:var(--m-${m}-edge)"/>`
  if (piece.icon) {
    const h = heart(cells), side = S * (h.big ? 1.62 : cells.length === 1 ? 0.8 : 0.92), room = h.big ? 2 * S : S
    const at = cells.length === 1 ? [S * 0.04, S * 0.04] : [(room - side) / 2, (room - side) / 2]
    const x = h.c * S + at[0], y = h.r * S + at[1]
    const use = (dx: number, dy: number, how: string) => `<use href="#gi-${piece.icon}" x="${n(x + dx)}" y="${n(y + dy)}" width="${n(side)}" height="${n(side)}" ${how}/>`
    out += use(S * 0.02, S * 0.025, 'class="print"') + use(0, 0, `style="fill:var(--m-${m}-ink)"`)
  }
  const spots = discs(cells, marks.length)
  const r = S * (marks.length > 3 && spots.length > cells.length ? 0.23 : 0.2545)
  marks.forEach((mark, i) => {
    const spot = spots[i]
    if (!spot) return
    out += `<g class="disc" transform="translate(${n(spot[0] * S)} ${n(spot[1] * S)})"><circle r="${n(r)}" style="stroke:var(--m-${m}-edge)"/><use href="#gi-${mark.icon}" x="${n(-r * 0.66)}" y="${n(-r * 0.66)}" width="${n(r * 1.32)}" height="${n(r * 1.32)}"/></g>`
  })
  if (made.size > 1500) made.clear()
  made.set(key, out)
  return out
}

/** What the printed signs of a tile say: "Melee weapons counts, Metal". */
export const markWords = (piece: Piece): string => (piece.marks ?? []).map((m) => (m.tone === 'good' ? `${m.label} counts` : m.tone === 'bad' ? `${m.label} is forbidden` : m.label)).join(', ')
