/**
 * Draws a point-to-point map as an inked, hand-tinted chart: everything is derived from its spaces, roads and regions.
 *
 * Land is a scalar field (distance to the nearest point or road, plus noise); the zero contour is the coast. A region's
 * wash is a contour of (distance to the nearest foreign point - distance to the nearest own one). Lakes, ridges and
 * rivers go where no road goes. Colours are CSS custom properties, so that one drawing serves both themes.
 */

export interface ChartSpace { id: string; x: number; y: number; kind: string; region: string; name: string; icon: string }
export interface ChartData {
  width: number
  height: number
  spaces: ChartSpace[]
  roads: [string, string][]
  regions: Record<string, string>
}
export interface Label { id: string; kind: string; name: string; anchor: 'start' | 'middle' | 'end'; x: number; y: number }
export interface Chart {
  under: string
  roads: { a: string; b: string; d: string }[]
  labels: Label[]
  decor: { icon: string; x: number; y: number; s: number }[]
}

export const VERSION = 6
export const RADIUS: Record<string, number> = { city: 20, quest: 21, encounter: 17, special: 17, waypoint: 7, expansion: 8, class: 20 }
export const radius = (kind: string): number => RADIUS[kind] ?? 17

type P = [number, number]
const CELL = 6
const SEED = 11

const BIOMES = ['heartland', 'forest', 'lakes', 'tundra', 'desert', 'jungle'] as const
type Biome = (typeof BIOMES)[number]
const GROWTH: Record<Biome, [string[], number, number]> = {
  tundra: [['fir', 'fir', 'drift', 'fir'], 15, 0.9],
  forest: [['oak-a', 'oak-b', 'oak-a', 'fir'], 13, 1],
  heartland: [['tuft', 'hill', 'tuft', 'field', 'oak-b', 'tuft', 'field'], 25, 0.9],
  lakes: [['reed', 'oak-b', 'tuft', 'hill', 'reed'], 24, 0.9],
  desert: [['dune', 'dune', 'cactus', 'dune-b'], 22, 0.9],
  jungle: [['palm', 'bush', 'bush', 'oak-b', 'palm'], 12, 1],
}
const RUGGED: Record<Biome, number> = { tundra: 1.7, heartland: 0.8, desert: 1, lakes: 0.7, forest: 0.6, jungle: 0.5 }

/** The kind of country of each region: by its own name where that is one, else in turn. */
export function biomes(regions: string[]): Record<string, Biome> {
  const out: Record<string, Biome> = {}
  const left = BIOMES.filter((b) => !regions.includes(b))
  regions.forEach((r) => (out[r] = (BIOMES as readonly string[]).includes(r) ? (r as Biome) : (left.shift() ?? 'heartland')))
  return out
}

function hash(i: number, j: number, s: number): number {
  let n = (Math.imul(i, 374761393) + Math.imul(j, 668265263) + Math.imul(s, 974711)) >>> 0
  n = Math.imul(n ^ (n >>> 13), 1274126177) >>> 0
  return (((n ^ (n >>> 16)) & 0xffff) / 0xffff) * 2 - 1
}

function noise(x: number, y: number, s = 0, octaves = 4): number {
  let total = 0, amp = 1, norm = 0
  for (let o = 0; o < octaves; o++) {
    const i = Math.floor(x), j = Math.floor(y)
    let u = x - i, v = y - j
    u = u * u * (3 - 2 * u)
    v = v * v * (3 - 2 * v)
    const a = hash(i, j, s + o), b = hash(i + 1, j, s + o), c = hash(i, j + 1, s + o), d = hash(i + 1, j + 1, s + o)
    total += amp * ((a + (b - a) * u) * (1 - v) + (c + (d - c) * u) * v)
    norm += amp
    amp *= 0.55
    x *= 2
    y *= 2
  }
  return total / norm
}

/** A small seeded stream (mulberry32): the same map is drawn alike everywhere. */
function stream(seed: number): () => number {
  let a = seed >>> 0
  return () => {
    a = (a + 0x6d2b79f5) | 0
    let t = Math.imul(a ^ (a >>> 15), 1 | a)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

type Seg = [number, number, number, number]
function segDist(px: number, py: number, [ax, ay, bx, by]: Seg): number {
  const dx = bx - ax, dy = by - ay
  const t = Math.max(0, Math.min(1, ((px - ax) * dx + (py - ay) * dy) / (dx * dx + dy * dy || 1)))
  const x = px - ax - t * dx, y = py - ay - t * dy
  return Math.sqrt(x * x + y * y)
}

/** Math.hypot is ten times slower. */
const hyp = (x: number, y: number): number => Math.sqrt(x * x + y * y)
const dist = (a: P, b: P): number => hyp(a[0] - b[0], a[1] - b[1])

const CUTS: Record<number, string[]> = {
  1: ['LT'], 2: ['TR'], 3: ['LR'], 4: ['RB'], 5: ['LT', 'RB'], 6: ['TB'], 7: ['LB'], 8: ['BL'], 9: ['BT'], 10: ['TR', 'BL'], 11: ['BR'], 12: ['RL'], 13: ['RT'], 14: ['TL'],
}

/** Closed or open lines where a grid of values crosses a level (marching squares). */
function contours(field: Float64Array[], level: number): P[][] {
  const rows = field.length, cols = field[0].length
  const segs = new Map<string, [P, P]>()
  const key = (p: P): string => `${p[0]},${p[1]}`
  const cut = (r: number, c: number, r2: number, c2: number): P => {
    const a = field[r][c] - level, b = field[r2][c2] - level
    const t = a !== b ? a / (a - b) : 0.5
    return [Math.round((c + (c2 - c) * t) * CELL * 100) / 100, Math.round((r + (r2 - r) * t) * CELL * 100) / 100]
  }
  for (let r = 0; r < rows - 1; r++)
    for (let c = 0; c < cols - 1; c++) {
      const k = +(field[r][c] > level) | (+(field[r][c + 1] > level) << 1) | (+(field[r + 1][c + 1] > level) << 2) | (+(field[r + 1][c] > level) << 3)
      if (k === 0 || k === 15) continue
      const side = (s: string): P => (s === 'T' ? cut(r, c, r, c + 1) : s === 'R' ? cut(r, c + 1, r + 1, c + 1) : s === 'B' ? cut(r + 1, c, r + 1, c + 1) : cut(r, c, r + 1, c))
      for (const pair of CUTS[k]) {
        const a = side(pair[0])
        segs.set(key(a), [a, side(pair[1])])
      }
    }
  const out: P[][] = []
  while (segs.size) {
    const [first, [start, to]] = segs.entries().next().value as [string, [P, P]]
    segs.delete(first)
    const line: P[] = [start]
    let p = to
    for (let next = segs.get(key(p)); next; next = segs.get(key(p))) {
      line.push(p)
      segs.delete(key(p))
      p = next[1]
    }
    line.push(p)
    out.push(line)
  }
  return out
}

function smooth(line: P[], times = 2): P[] {
  const closed = dist(line[0], line[line.length - 1]) < 0.01
  for (let n = 0; n < times; n++) {
    const next: P[] = closed ? [] : [line[0]]
    for (let i = 1; i < line.length; i++) {
      const [ax, ay] = line[i - 1], [bx, by] = line[i]
      next.push([ax * 0.75 + bx * 0.25, ay * 0.75 + by * 0.25], [ax * 0.25 + bx * 0.75, ay * 0.25 + by * 0.75])
    }
    next.push(closed ? next[0] : line[line.length - 1])
    line = next
  }
  return line
}

function thin(line: P[], step = 3.2): P[] {
  const out = [line[0]]
  for (const p of line.slice(1, -1)) if (dist(p, out[out.length - 1]) >= step) out.push(p)
  return [...out, line[line.length - 1]]
}

const path = (line: P[], close = false): string => 'M' + line.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L') + (close ? 'Z' : '')

function wobble(pts: P[], amp: number, step: number, seed: number): P[] {
  const out: P[] = []
  for (let i = 1; i < pts.length; i++) {
    const [a, b] = [pts[i - 1], pts[i]]
    const k = Math.max(2, Math.floor(dist(a, b) / step))
    for (let n = 0; n < k; n++) {
      const x = a[0] + ((b[0] - a[0]) * n) / k, y = a[1] + ((b[1] - a[1]) * n) / k
      out.push([x + amp * noise(x / 40, y / 40, seed + 70), y + amp * noise(x / 40, y / 40, seed + 90)])
    }
  }
  return smooth([...out, pts[pts.length - 1]], 1)
}

type Box = [number, number, number, number]
const overlap = (a: Box, b: Box): number => Math.max(0, Math.min(a[2], b[2]) - Math.max(a[0], b[0])) * Math.max(0, Math.min(a[3], b[3]) - Math.max(a[1], b[1]))

export function draw(data: ChartData): Chart {
  const { width: W, height: H, spaces } = data
  const rng = stream(SEED)
  const at = new Map(spaces.map((s) => [s.id, s]))
  const roads = data.roads.filter(([a, b]) => at.has(a) && at.has(b))
  const segs: Seg[] = roads.map(([a, b]) => [at.get(a)!.x, at.get(a)!.y, at.get(b)!.x, at.get(b)!.y])
  const regions = Object.keys(data.regions)
  const country = biomes(regions)
  const rows = Math.floor(H / CELL) + 2, cols = Math.floor(W / CELL) + 2
  const grid = (): Float64Array[] => Array.from({ length: rows }, () => new Float64Array(cols))
  const land = grid(), far = grid()
  const regs: Record<string, Float64Array[]> = Object.fromEntries(regions.map((r) => [r, grid()]))
  const owner = spaces.map((p) => Math.max(0, regions.indexOf(p.region)))
  const nearest = new Float64Array(Math.max(1, regions.length))
  const xs = Float64Array.from(spaces, (p) => p.x), ys = Float64Array.from(spaces, (p) => p.y)
  const track = Float64Array.from(segs.flatMap(([ax, ay, bx, by]) => [ax, ay, bx - ax, by - ay, hyp(bx - ax, by - ay) ** 2 || 1]))
  const washes = regions.map((region) => regs[region])
  for (let r = 0; r < rows; r++)
    for (let c = 0; c < cols; c++) {
      const x = c * CELL, y = r * CELL
      let road = 1e18, point = 1e18 // squares of distances: one root is enough
      for (let n = 0; n < track.length; n += 5) {
        const px = x - track[n], py = y - track[n + 1], dx = track[n + 2], dy = track[n + 3]
        let t = (px * dx + py * dy) / track[n + 4]
        t = t < 0 ? 0 : t > 1 ? 1 : t
        const ex = px - t * dx, ey = py - t * dy, q = ex * ex + ey * ey
        if (q < road) road = q
      }
      const wx = x + 26 * noise(x / 70, y / 70, 21), wy = y + 26 * noise(x / 70, y / 70, 33)
      nearest.fill(1e12)
      for (let n = 0; n < owner.length; n++) {
        const ex = x - xs[n], ey = y - ys[n], q = ex * ex + ey * ey
        if (q < point) point = q
        const fx = wx - xs[n], fy = wy - ys[n], f = fx * fx + fy * fy
        if (f < nearest[owner[n]]) nearest[owner[n]] = f
      }
      road = Math.sqrt(road)
      point = Math.sqrt(point)
      for (let k = 0; k < nearest.length; k++) nearest[k] = Math.sqrt(nearest[k])
      far[r][c] = Math.min(road, point)
      const v = 50 - Math.min(road + 6, point) + 44 * noise(x / 105, y / 105, 3, 5)
      land[r][c] = Math.min(v, (Math.min(x, y, W - x, H - y) - 16) * 1.4)
      for (let k = 0; k < regions.length; k++) {
        let other = 1e6
        for (let i = 0; i < regions.length; i++) if (i !== k && nearest[i] < other) other = nearest[i]
        washes[k][r][c] = other - nearest[k] + 14
      }
    }
  for (const f of Object.values(regs))
    for (let r = 0; r < rows; r++) for (let c = 0; c < cols; c++) if (r === 0 || c === 0 || r === rows - 1 || c === cols - 1) f[r][c] = -60
  const cell = (v: number, most: number): number => Math.max(0, Math.min(most - 1, Math.round(v / CELL)))
  const height = (x: number, y: number): number => land[cell(y, rows)][cell(x, cols)]
  const remote = (x: number, y: number): number => far[cell(y, rows)][cell(x, cols)]
  const regionAt = (x: number, y: number): string => {
    let best = regions[0], v = -1e9
    for (const reg of regions) {
      const w = regs[reg][cell(y, rows)][cell(x, cols)]
      if (w > v) [best, v] = [reg, w]
    }
    return best
  }
  const biomeAt = (x: number, y: number): Biome => country[regionAt(x, y)] ?? 'heartland'
  // what the sea cannot reach is land: no accidental lakes
  const sea = new Uint8Array(rows * cols)
  const todo: [number, number][] = [[0, 0]]
  sea[0] = 1
  while (todo.length) {
    const [r, c] = todo.pop()!
    for (const [a, b] of [[r + 1, c], [r - 1, c], [r, c + 1], [r, c - 1]])
      if (a >= 0 && b >= 0 && a < rows && b < cols && !sea[a * cols + b] && land[a][b] < 4) {
        sea[a * cols + b] = 1
        todo.push([a, b])
      }
  }
  for (let r = 0; r < rows; r++) for (let c = 0; c < cols; c++) if (land[r][c] < 12 && !sea[r * cols + c]) land[r][c] = 12 + land[r][c] * 0.05
  const inland = (x: number, y: number, room: number): boolean => {
    for (let k = 0; k < 12; k++) if (height(x + room * Math.cos((k * Math.PI) / 6), y + room * Math.sin((k * Math.PI) / 6)) < 8) return false
    return height(x, y) > 8
  }
  // lakes where no road goes
  const lakes: [number, number, number, number][] = []
  const wet: { v: number; x: number; y: number; f: number }[] = []
  for (let y = 60; y < H - 60; y += CELL * 2)
    for (let x = 60; x < W - 60; x += CELL * 2) {
      const f = remote(x, y), b = biomeAt(x, y)
      if (f > 33 && b !== 'desert' && inland(x, y, Math.min(f, 56) + 6)) wet.push({ v: f * (b === 'lakes' ? 2.2 : b === 'jungle' ? 0.6 : 1), x, y, f })
    }
  wet.sort((a, b) => b.v - a.v)
  for (const w of wet) if (lakes.length < 4 && lakes.every((l) => hyp(l[0] - w.x, l[1] - w.y) > 130)) lakes.push([w.x, w.y, Math.min(50, w.f - 9), Math.min(29, (w.f - 9) * 0.6)])
  for (let r = 0; r < rows; r++)
    for (let c = 0; c < cols; c++)
      for (const [lx, ly, rx, ry] of lakes) {
        const x = c * CELL, y = r * CELL
        land[r][c] = Math.min(land[r][c], (hyp((x - lx) / rx, (y - ly) / ry) - 1) * Math.min(rx, ry) + 9 * noise(x / 26, y / 26, 8))
      }
  // ridges: short chains between the roads
  const ridges: P[][] = []
  const rocky: { v: number; x: number; y: number }[] = []
  for (let y = 50; y < H - 40; y += CELL)
    for (let x = 50; x < W - 50; x += CELL) {
      const f = remote(x, y)
      if (f > 22 && height(x, y) > 14) rocky.push({ v: Math.min(f, 44) * RUGGED[biomeAt(x, y)] * (1.2 + noise(x / 90, y / 90, 60, 2)), x, y })
    }
  rocky.sort((a, b) => b.v - a.v)
  for (const q of rocky) {
    if (ridges.length >= 18) break
    if (ridges.some((l) => l.some((p) => hyp(p[0] - q.x, p[1] - q.y) < 62)) || lakes.some((l) => hyp(l[0] - q.x, l[1] - q.y) < l[2] + 26)) continue
    let best: P[] = [], room = -1
    for (let k = 0; k < 8; k++) {
      const a = (k * Math.PI) / 8
      const line = [-1, 0, 1].map((n): P => [q.x + n * 27 * Math.cos(a), q.y + n * 15 * Math.sin(a)])
      const v = Math.min(...line.map((p) => Math.min(remote(...p), height(...p) * 2)))
      if (v > room) [best, room] = [line, v]
    }
    ridges.push(best)
  }
  // rivers: from far inland to the sea, the way that costs least
  const coastal = new Float64Array(rows * cols).fill(-1)
  let front: number[] = []
  for (let n = 0; n < rows * cols; n++) if (sea[n]) { coastal[n] = 0; front.push(n) }
  for (let step = 1; front.length; step++) {
    const next: number[] = []
    for (const n of front)
      for (const m of [n - 1, n + 1, n - cols, n + cols]) if (m >= 0 && m < rows * cols && coastal[m] < 0) { coastal[m] = step; next.push(m) }
    front = next
  }
  const inlandness = (p: P): number => coastal[cell(p[1], rows) * cols + cell(p[0], cols)]
  const sources = [...ridges.map((l) => l[1]), ...lakes.map((l): P => [l[0] + l[2] * 0.8, l[1]])].filter((p) => inlandness(p) > 6).sort((a, b) => inlandness(b) - inlandness(a))
  const rivers: P[][] = []
  const toll = new Float64Array(rows * cols) // rivers keep clear of places and don't follow roads
  for (let r = 0; r < rows; r++)
    for (let c = 0; c < cols; c++) {
      let near = 1e9
      for (const p of spaces) if (Math.abs(p.x - c * CELL) < 60 && Math.abs(p.y - r * CELL) < 60) near = Math.min(near, hyp(p.x - c * CELL, p.y - r * CELL) - radius(p.kind))
      toll[r * cols + c] = 1 + (near < 16 ? 30 : 0) + (far[r][c] < 9 ? 2.5 : 0) + 1.1 * (noise((c * CELL) / 50, (r * CELL) / 50, 5) + 1)
    }
  for (const s of sources) {
    if (rivers.length >= 7 || rivers.some((l) => l.some((p) => dist(p, s) < 110))) continue
    const line = flow(s)
    if (line.length > 5) rivers.push(line)
  }
  /** The cheapest way from a place to the sea (Dijkstra's, on the grid). */
  function flow(from: P): P[] {
    const start = cell(from[1], rows) * cols + cell(from[0], cols)
    const cost = new Float64Array(rows * cols).fill(Infinity), back = new Int32Array(rows * cols).fill(-1)
    const open: [number, number][] = [[0, start]] // a binary heap
    cost[start] = 0
    while (open.length) {
      const [d, n] = open[0], last = open.pop()!
      if (open.length) {
        let i = 0
        for (;;) {
          let k = 2 * i + 1
          if (k >= open.length) break
          if (k + 1 < open.length && open[k + 1][0] < open[k][0]) k++
          if (open[k][0] >= last[0]) break
          open[i] = open[k]
          i = k
        }
        open[i] = last
      }
      if (d > cost[n]) continue
      if (sea[n]) {
        const line: P[] = []
        for (let m = n; m >= 0; m = back[m]) line.unshift([(m % cols) * CELL, Math.floor(m / cols) * CELL])
        return line.filter((_, i) => i % 3 === 0 || i === line.length - 1)
      }
      const r = Math.floor(n / cols), c = n % cols
      for (const [a, b] of [[r + 1, c], [r - 1, c], [r, c + 1], [r, c - 1]]) {
        if (a < 0 || b < 0 || a >= rows || b >= cols) continue
        const m = a * cols + b, w = d + toll[m]
        if (w >= cost[m]) continue
        cost[m] = w
        back[m] = n
        let i = open.push([w, m]) - 1
        for (; i > 0 && open[(i - 1) >> 1][0] > w; i = (i - 1) >> 1) open[i] = open[(i - 1) >> 1]
        open[i] = [w, m]
      }
    }
    return []
  }

  const o: string[] = []
  const coast = contours(land, 0).filter((l) => l.length > 14).map((l) => thin(smooth(l)))
  const shape = coast.map((l) => path(l, true)).join('')
  // a compass where there is most sea, in a corner if it can be
  let compass: P = [W - 72, H - 94], clear = -1e9
  const open: { x: number; y: number; v: number }[] = []
  for (let y = 70; y <= H - 64; y += 12)
    for (let x = 60; x <= W - 60; x += 12) {
      let depth = 1e9
      for (let k = 0; k < 8; k++) depth = Math.min(depth, -height(x + 40 * Math.cos((k * Math.PI) / 4), y + 40 * Math.sin((k * Math.PI) / 4)))
      open.push({ x, y, v: depth })
      const v = Math.min(depth, 20) * 8 - Math.min(...[[W, H], [W, 0], [0, 0], [0, H]].map(([a, b], i) => hyp(a - x, b - y) * 0.4 + i * 45))
      if (v > clear) [compass, clear] = [[x, y], v]
    }
  const decor: Chart['decor'] = []
  for (const icon of ['sailboat', 'sea-serpent']) {
    const taken: P[] = [compass, ...decor.map((d): P => [d.x, d.y])]
    const best = open.filter((q) => q.v > 10 && taken.every((t) => dist(t, [q.x, q.y]) > 200)).sort((a, b) => b.v + rngAt(b) - a.v - rngAt(a))[0]
    if (best) decor.push({ icon, x: best.x, y: best.y, s: icon === 'sailboat' ? 50 : 58 })
  }
  function rngAt(q: { x: number; y: number }): number {
    return 10 * hash(q.x, q.y, 4)
  }
  o.push(
    `<defs><clipPath id="chart-land"><path d="${shape}" clip-rule="evenodd"/></clipPath>`,
    '<filter id="chart-wash" x="-5%" y="-5%" width="110%" height="110%"><feGaussianBlur stdDeviation="17"/></filter>',
    '<filter id="chart-soft" x="-5%" y="-5%" width="110%" height="110%"><feGaussianBlur stdDeviation="5"/></filter></defs>',
    `<rect class="sea" width="${W}" height="${H}"/>`,
  )
  const [cx, cy] = compass
  const rays = Array.from({ length: 16 }, (_, i) => (i * Math.PI) / 8)
  o.push('<g class="rhumb">' + rays.map((a) => `<path d="M${cx} ${cy}L${(cx + 1700 * Math.cos(a)).toFixed(0)} ${(cy + 1700 * Math.sin(a)).toFixed(0)}"/>`).join('') + '</g>')
  ;[-7, -15, -25, -37].forEach((level, i) => {
    o.push(`<path class="ripple r${i}" d="${contours(land, level).filter((l) => l.length > 24).map((l) => path(thin(smooth(l, 1), 4))).join('')}"/>`)
  })
  o.push(`<path class="coast-shade" d="${shape}"/><path class="land" d="${shape}" fill-rule="evenodd"/><g clip-path="url(#chart-land)">`)
  for (const reg of regions) o.push(`<path class="wash w-${country[reg]}" filter="url(#chart-wash)" d="${contours(regs[reg], 0).filter((l) => l.length > 10).map((l) => path(thin(smooth(l, 1), 7), true)).join('')}"/>`)
  o.push(`<path class="inner" filter="url(#chart-soft)" d="${shape}"/></g><path class="coast" d="${shape}"/>`)
  const streams: P[] = []
  rivers.forEach((line, n) => {
    let pts = wobble(line, 6, 12, n * 5)
    streams.push(...pts)
    pts = smooth(pts.filter(([x, y]) => height(x, y) > -3).filter((_, i) => i % 2 === 0), 2)
    if (pts.length < 6) return
    const third = Math.max(2, Math.floor(pts.length / 3))
    for (const [w, lo] of [[1.6, 0], [2.6, third], [3.6, 2 * third]])
      o.push(`<path class="river" stroke-width="${w}" d="${path(w < 3 ? pts.slice(Math.max(0, lo - 1), lo + third + 1) : pts.slice(lo - 1))}"/>`)
  })
  // labels before terrain, so that terrain keeps clear of them; a space without an icon has none
  const boxes: Box[] = [], labels: Label[] = []
  const blocks = spaces.map((p): Box => { const r = radius(p.kind) + 3; return [p.x - r, p.y - r, p.x + r, p.y + r] })
  const stands = spaces.filter((p) => p.icon).map((p): Box => [p.x - 36, p.y - 58, p.x + 36, p.y - 8]) // where figures stand
  for (const p of spaces) {
    if (!p.name || !p.icon) continue
    const { x, y, kind } = p
    const w = p.name.length * (kind === 'city' || kind === 'class' ? 8.9 : 8.1) + 4, h = 19, r = radius(kind)
    const tries: [number, number, Label['anchor'], number, number][] = [
      [x - w / 2, y + r + 6, 'middle', x, y + r + 20], [x - w / 2, y - r - h - 8, 'middle', x, y - r - 11],
      [x + r + 9, y - h / 2, 'start', x + r + 10, y + 6], [x - r - 9 - w, y - h / 2, 'end', x - r - 10, y + 6],
      [x + r * 0.6, y + r * 0.7, 'start', x + r * 0.6, y + r + 13], [x - r * 0.6 - w, y + r * 0.7, 'end', x - r * 0.6, y + r + 13],
      [x + r * 0.6, y - r - h, 'start', x + r * 0.6, y - r - 4], [x - r * 0.6 - w, y - r - h, 'end', x - r * 0.6, y - r - 4],
    ]
    let best: [number, Box, Label['anchor'], number, number] | null = null
    tries.forEach(([bx, by, anchor, tx, ty], order) => {
      const box: Box = [bx, by, bx + w, by + h]
      let cost = [0, 70, 12, 16, 26, 30, 74, 78][order]
      for (const b of boxes) cost += 6 * overlap(box, b)
      for (const b of blocks) cost += 4 * overlap(box, b)
      for (const b of stands) cost += 0.04 * overlap(box, b)
      for (const s of segs)
        for (let t = 0; t <= 10; t++) {
          const sx = s[0] + ((s[2] - s[0]) * t) / 10, sy = s[1] + ((s[3] - s[1]) * t) / 10
          if (box[0] < sx && sx < box[2] && box[1] < sy && sy < box[3]) cost += 22
        }
      if (bx < 20 || bx + w > W - 20 || by < 20 || by + h > H - 16) cost += 900
      if (!best || cost < best[0]) best = [cost, box, anchor, tx, ty]
    })
    boxes.push(best![1])
    labels.push({ id: p.id, kind, name: p.name, anchor: best![2], x: Math.round(best![3]), y: Math.round(best![4]) })
  }
  const dots = Float64Array.from(segs.flatMap((s) => Array.from({ length: 13 }, (_, t) => [s[0] + ((s[2] - s[0]) * t) / 12, s[1] + ((s[3] - s[1]) * t) / 12]).flat()))
  const regboxes: Box[] = [], regnames: [string, number, number][] = []
  for (const reg of regions) {
    const own = spaces.filter((p) => p.region === reg)
    if (!own.length) continue
    const name = data.regions[reg]
    const mx = own.reduce((s, p) => s + p.x, 0) / own.length, my = own.reduce((s, p) => s + p.y, 0) / own.length, w = name.length * 19
    let best: [number, Box, number, number] | null = null
    for (let x = Math.floor(mx) - 170; x <= mx + 170; x += 8)
      for (let y = Math.floor(my) - 150; y <= my + 150; y += 8) {
        if (!(w / 2 + 24 < x && x < W - w / 2 - 24 && 40 < y && y < H - 24)) continue
        const box: Box = [x - w / 2, y - 20, x + w / 2, y + 7]
        let cost = 0.9 * hyp(x - mx, y - my)
        for (const b of boxes) cost += 9 * overlap(box, b)
        for (const b of regboxes) cost += 9 * overlap(box, b)
        for (const b of blocks) cost += 7 * overlap(box, b)
        for (let q = 0; q < 9; q++) {
          const bx = box[0] + (w * q) / 8
          if (height(bx, y - 8) < 6 || regs[reg][cell(y - 8, rows)][cell(bx, cols)] < -10) cost += 40
        }
        if (best && cost >= best[0]) continue // roads only make it dearer
        for (let n = 0; n < dots.length; n += 2) if (box[0] < dots[n] && dots[n] < box[2] && box[1] < dots[n + 1] && dots[n + 1] < box[3]) cost += 20
        if (!best || cost < best[0]) best = [cost, box, x, y]
      }
    if (best) {
      regboxes.push(best[1])
      regnames.push([name, best[2], best[3]])
    }
  }
  // terrain: never on a road, a point, a label, a river or the coast
  const placed: P[] = []
  const glyphs: [number, number, string, number][] = []
  const free = (x: number, y: number, gap: number, room: number): boolean => {
    if (height(x, y) < 9 + room) return false
    for (const p of placed) if (Math.abs(p[0] - x) < gap && hyp(p[0] - x, p[1] - y) < gap) return false
    for (const p of spaces) if (hyp(x - p.x, y - 6 - p.y) < radius(p.kind) + room + 5) return false
    for (const b of boxes) if (b[0] - room < x && x < b[2] + room && b[1] - 2 < y && y < b[3] + room * 1.9) return false
    for (const b of regboxes) if (b[0] - room < x && x < b[2] + room && b[1] - 2 < y && y < b[3] + room * 1.9) return false
    for (const p of streams) if (Math.abs(p[0] - x) < room + 2 && hyp(p[0] - x, p[1] - y) < room + 2) return false
    for (const s of segs) if (segDist(x, y - room * 0.4, s) <= room + 3) return false
    return true
  }
  const pick = <T>(list: readonly T[]): T => list[Math.floor(rng() * list.length)]
  for (const line of ridges)
    for (let i = 1; i < line.length; i++) {
      const [a, b] = [line[i - 1], line[i]]
      const k = Math.max(2, Math.floor(dist(a, b) / 9))
      for (let n = 0; n < k * 6; n++) {
        const t = rng(), x = a[0] + (b[0] - a[0]) * t + (rng() * 30 - 15), y = a[1] + (b[1] - a[1]) * t + (rng() * 22 - 11)
        if (free(x, y, 15, 9)) {
          placed.push([x, y])
          glyphs.push([y, x, pick(['peak-a', 'peak-b', 'peak-a', 'peak-c']), 0.85 + rng() * 0.4])
        }
      }
    }
  for (let n = 0; n < 16000; n++) {
    const x = 20 + rng() * (W - 40), y = 24 + rng() * (H - 38)
    if (height(x, y) < 10) continue
    const [names, gap, dense] = GROWTH[biomeAt(x, y)]
    if (noise(x / 60, y / 60, 40, 2) < -0.26 && rng() > 0.15) continue
    if (rng() < dense && free(x, y, gap, 5.5)) {
      placed.push([x, y])
      glyphs.push([y, x, pick(names), 0.8 + rng() * 0.35])
    }
  }
  glyphs.sort((a, b) => a[0] - b[0])
  o.push('<g class="terrain">')
  for (const [y, x, g, s] of glyphs) {
    const f = rng() < 0.5 && !g.startsWith('peak') ? -1 : 1
    o.push(`<use href="#g-${g}" transform="translate(${x.toFixed(0)} ${y.toFixed(0)}) scale(${(s * f).toFixed(2)} ${s.toFixed(2)})"/>`)
  }
  o.push('</g>')
  for (const [name, x, y] of regnames) o.push(`<text class="region" x="${x}" y="${y}">${escape(name)}</text>`)
  // roads
  const lines: Chart['roads'] = []
  roads.forEach(([a, b], n) => {
    const p = at.get(a)!, q = at.get(b)!
    const L = hyp(p.x - q.x, p.y - q.y) || 1, bend = L * 0.09 * hash(n, 5, 2)
    const mx = (p.x + q.x) / 2 - ((q.y - p.y) / L) * bend, my = (p.y + q.y) / 2 + ((q.x - p.x) / L) * bend
    let line: P[] = []
    for (let i = 0; i <= 40; i++) {
      const t = i / 40
      line.push([(1 - t) ** 2 * p.x + 2 * t * (1 - t) * mx + t * t * q.x, (1 - t) ** 2 * p.y + 2 * t * (1 - t) * my + t * t * q.y])
    }
    line = line.filter((s) => dist(s, [p.x, p.y]) > radius(p.kind) + 3 && dist(s, [q.x, q.y]) > radius(q.kind) + 3)
    if (line.length < 2) return
    line = thin(line.map(([x, y]): P => [x + 1.6 * noise(x / 16, y / 16, 55, 2), y + 1.6 * noise(x / 16, y / 16, 66, 2)]), 8)
    lines.push({ a, b, d: path(line) })
  })
  o.push(`<path class="road-case" d="${lines.map((l) => l.d).join('')}"/>`)
  const star = (r: number, q: number, n: number, off: number): string =>
    'M' + Array.from({ length: 2 * n }, (_, i) => { const k = i % 2 ? q : r, a = off + (i * Math.PI) / n; return `${(k * Math.sin(a)).toFixed(1)} ${(-k * Math.cos(a)).toFixed(1)}` }).join('L') + 'Z'
  const half = [0, 1, 2, 3].map((i) => { const a = (i * Math.PI) / 2; return `M0 0L${(40 * Math.sin(a)).toFixed(1)} ${(-40 * Math.cos(a)).toFixed(1)}L${(9 * Math.sin(a + Math.PI / 4)).toFixed(1)} ${(-9 * Math.cos(a + Math.PI / 4)).toFixed(1)}Z` }).join('')
  o.push(
    `<g class="compass" transform="translate(${cx} ${cy})"><circle r="30"/><circle r="26.5" class="thin"/><path class="pt2" d="${star(27, 7, 4, Math.PI / 4)}"/><path class="pt1" d="${star(40, 9, 4, 0)}"/><path class="pt1d" d="${half}"/><circle class="hub" r="3.5"/><text y="-46">N</text></g>`,
    `<rect class="frame" x="7" y="7" width="${W - 14}" height="${H - 14}" rx="3"/><rect class="frame thin" x="12" y="12" width="${W - 24}" height="${H - 24}" rx="1"/>`,
  )
  return { under: o.join(''), roads: lines, labels, decor }
}

const escape = (text: string): string => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`)
