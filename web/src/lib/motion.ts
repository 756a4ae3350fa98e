/**
 * Pieces glide: before the scene changes their places are noted, afterwards each is shown on its way from where it was.
 *
 * What comes to light has no place of its own yet: it comes from the pile that lost a card, and what is gone goes to the
 * pile or the seat that gained one. Ghosts do the moving, above everything; the things themselves can be touched at once.
 */
import type { AnyPart, Pile, Scene } from '../wire'
import { still } from './prefs.svelte'
import { allParts, handOf } from './walk'

interface Noted { box: DOMRect; look: HTMLElement; part: Element | null; up: boolean }
type Notes = Map<string, Noted>

const MOST = 5, STAGGER = 60, RING = 160
const EASE = 'cubic-bezier(.3, .05, .2, 1)'
const time = (a: DOMRect, b: DOMRect): number => Math.min(520, 320 + (Math.hypot(a.x - b.x, a.y - b.y) / 300) * 40)
const middle = (r: DOMRect): [number, number] => [r.x + r.width / 2, r.y + r.height / 2]
const seen = (r: DOMRect): boolean => r.width > 0 && r.right > 0 && r.bottom > 0 && r.left < innerWidth && r.top < innerHeight
const piles = (scene: Scene): Map<string, Pile> => new Map(allParts(scene).filter((p: AnyPart): p is Pile => p.part === 'pile').map((p) => [p.id, p]))

export class Mover {
  #root: HTMLElement
  #layer: HTMLElement
  #running = new Map<Animation, () => void>()

  constructor(root: HTMLElement, layer: HTMLElement) {
    this.#root = root
    this.#layer = layer
  }

  /** Notes where everything lies. What it gives back is called when the new scene is drawn. */
  note(old: Scene | null): ((next: Scene) => void) | undefined {
    for (const [run, done] of this.#running) { run.oncancel = null; run.cancel(); done() }
    if (!old || document.hidden) return undefined
    const before = this.#look(true)
    return (next) => this.#go(before, old, next)
  }

  #look(keep: boolean): Notes {
    const notes: Notes = new Map()
    for (const el of this.#root.querySelectorAll<HTMLElement>('[data-piece]')) {
      const skin = el.querySelector<HTMLElement>('.card, .back') ?? (el.classList.contains('token') ? el : null)
      if (!skin || notes.has(el.dataset.piece!)) continue
      const box = skin.getBoundingClientRect()
      if (seen(box)) notes.set(el.dataset.piece!, { box, look: keep ? (skin.cloneNode(true) as HTMLElement) : skin, part: el.closest('[data-part]'), up: !skin.classList.contains('back') })
    }
    return notes
  }

  #place(selector: string): DOMRect | undefined {
    const box = this.#root.querySelector(selector)?.getBoundingClientRect()
    return box && seen(box) ? box : undefined
  }

  #go(before: Notes, old: Scene, next: Scene): void {
    const after = this.#look(false)
    const was = piles(old), now = piles(next)
    const grown = (sign: number) => [...now.values()].filter((p) => Math.sign((p.count ?? 0) - (was.get(p.id)?.count ?? 0)) === sign)
    const lost = grown(-1), won = grown(1)
    const held = (scene: Scene, seat: number) => handOf(scene.seats?.find((s) => s.seat === seat))?.pieces?.length ?? 0
    const gained = (sign: number) => (next.seats ?? []).map((s) => s.seat).filter((n) => Math.sign(held(next, n) - held(old, n)) === sign)
    const givers = gained(-1), takers = gained(1)
    const pile = (some: Pile[], kind: string | undefined) => some.find((p) => p.kind === kind || p.top?.kind === kind) ?? (some.length === 1 ? some[0] : undefined)
    const pileBox = (p: Pile | undefined) => p && (this.#place(`[data-pile="${CSS.escape(p.id)}"]`) ?? this.#place('[data-also]'))
    const seatBox = (n: number | undefined) => (n === undefined ? undefined : this.#place(`[data-seat="${n}"] .badge`))
    const kinds = new Map([...allParts(old), ...allParts(next)].flatMap((part) => this.#kinds(part)))

    const jobs: (() => void)[] = []
    const used = new Set<number>()
    for (const [id, to] of after) {
      const from = before.get(id)
      if (from) {
        const [x, y] = middle(from.box), [x2, y2] = middle(to.box)
        const same = from.part && from.part === to.part
        if (!same && Math.hypot(x - x2, y - y2) > 14) jobs.push(() => this.#glide(from.look, from.box, to.box, to.look, from.up === to.up))
        else if (from.up !== to.up) jobs.push(() => this.#glide(from.look, from.box, to.box, to.look, false))
        continue
      }
      const source = pile(lost, kinds.get(id))
      const giver = givers.find((n) => !used.has(n))
      const box = pileBox(source) ?? seatBox(giver)
      if (!source && giver !== undefined) used.add(giver)
      if (box) jobs.push(() => this.#glide(this.#back(source, kinds.get(id)), box, to.box, to.look, !to.up))
    }
    for (const [id, from] of before) {
      if (after.has(id)) continue
      const box = pileBox(pile(won, kinds.get(id))) ?? seatBox(takers.find((n) => !used.has(n)))
      if (box) jobs.push(() => this.#glide(from.look, from.box, box, undefined, true))
    }
    for (const n of takers) {
      const at = seatBox(n), source = lost[0], box = pileBox(source)
      const shown = (handOf(next.seats?.find((s) => s.seat === n))?.pieces ?? []).some((p) => after.has(p.id))
      if (at && box && !shown) jobs.push(() => this.#glide(this.#back(source, source.kind), box, at, undefined, true))
    }
    if (jobs.length > MOST * 3) return // another table altogether
    jobs.slice(0, MOST).forEach((job, i) => (i && !still() ? setTimeout(job, i * STAGGER) : job()))
  }

  #kinds(part: AnyPart): [string, string | undefined][] {
    const all = 'pieces' in part ? part.pieces : part.part === 'mat' ? part.slots?.flatMap((s) => s.pieces ?? []) : part.part === 'pile' ? [...(part.top ? [part.top] : []), ...(part.cards ?? [])] : []
    return (all ?? []).flatMap((p) => ('id' in p ? [[p.id, p.kind] as [string, string | undefined]] : []))
  }

  #back(source: Pile | undefined, kind: string | undefined): HTMLElement | undefined {
    const top = (source && this.#root.querySelector<HTMLElement>(`[data-pile="${CSS.escape(source.id)}"] .back`)) ?? this.#root.querySelector<HTMLElement>(`[data-kind="${CSS.escape(kind ?? '')}"] .back`)
    return top?.cloneNode(true) as HTMLElement | undefined
  }

  /** One piece goes from a place to another; with another face it turns over on its way. */
  #glide(face: HTMLElement | undefined, from: DOMRect, to: DOMRect, thing: HTMLElement | undefined, same: boolean): void {
    if (still()) {
      const ring = this.#ghost(from)
      ring.className = 'left-ring'
      this.#run(ring, [{ opacity: 1 }, { opacity: 0 }], { duration: RING }, undefined)
      return
    }
    const width = thing ? thing.offsetWidth || to.width : to.width
    const tall = thing ? thing.offsetHeight || to.height : (to.width * from.height) / from.width
    const ghost = this.#ghost(new DOMRect(0, 0, width, tall))
    const front = (thing?.cloneNode(true) as HTMLElement | undefined) ?? face
    if (!front) return ghost.remove()
    for (const side of [front, ...(face && face !== front && !same ? [face] : [])]) {
      side.style.setProperty('--w', `${width}px`)
      ghost.append(side)
    }
    const [x, y] = middle(from), [x2, y2] = middle(to)
    const at = (a: number, b: number, k: number) => `translate(${a - width / 2}px, ${b - tall / 2}px) scale(${k})`
    const duration = time(from, to)
    const start = from.width / width, end = thing ? 1 : to.width / width
    this.#run(ghost, [{ transform: at(x, y, start) }, { transform: `${at((x + x2) / 2, (y + y2) / 2 - 14, (start + end) / 2 + 0.04)}`, offset: 0.5 }, { transform: at(x2, y2, end), opacity: thing ? 1 : 0.4 }], { duration, easing: EASE }, thing)
    if (same || !face || face === front) return
    const half = { duration: Math.max(duration, 420), easing: EASE }
    face.animate([{ transform: 'scaleX(1)' }, { transform: 'scaleX(0)', offset: 0.5 }, { transform: 'scaleX(0)' }], { ...half, fill: 'forwards' })
    front.animate([{ transform: 'scaleX(0)' }, { transform: 'scaleX(0)', offset: 0.5 }, { transform: 'scaleX(1)' }], half)
  }

  #ghost(box: DOMRect): HTMLElement {
    const ghost = document.createElement('div')
    ghost.className = 'ghost'
    Object.assign(ghost.style, { left: `${box.x}px`, top: `${box.y}px`, width: `${box.width}px`, height: `${box.height}px` })
    this.#layer.append(ghost)
    return ghost
  }

  #run(ghost: HTMLElement, frames: Keyframe[], how: KeyframeAnimationOptions, thing: HTMLElement | undefined): void {
    if (thing) thing.style.visibility = 'hidden'
    const run = ghost.animate(frames, how)
    const done = () => {
      this.#running.delete(run)
      ghost.remove()
      if (thing) thing.style.visibility = ''
    }
    this.#running.set(run, done)
    run.onfinish = done
    run.oncancel = done
  }
}
