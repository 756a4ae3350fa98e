/** How a scene with a heap is laid out: what lies beside the heap and the mat, and what comes over them. */
import type { AnyPart, Heap, Pile, Polygrid, Row, Scene, Seat, Timer } from '../wire'
import { gridOf, heapOf } from './walk'

export interface Bench { heap: Heap | undefined; grid: Polygrid | undefined; timer: Timer | undefined; briefs: Row[]; ready: Pile[]; decks: Pile[]; ids: Set<string> }

/** A row of cards with printed signs is what everybody looks at while they search. */
const isBrief = (part: AnyPart): part is Row => part.part === 'row' && !!part.pieces?.length && part.pieces.length < 3 && part.pieces.every((p) => p.marks?.length)
/** A pile whose top card is a plain number. */
export const isNumeral = (pile: Pile): boolean => !!pile.top?.face && !pile.top.icon && pile.top.numbers?.length === 1

export function benchOf(scene: Scene | null, own: Seat | undefined): Bench | undefined {
  const heap = heapOf(scene), centre = scene?.centre ?? []
  if (!heap && !(scene?.seats ?? []).some(gridOf)) return undefined
  const timer = centre.find((p): p is Timer => p.part === 'timer')
  const briefs = centre.filter(isBrief)
  const piles = centre.filter((p): p is Pile => p.part === 'pile')
  const ready = piles.filter((p) => isNumeral(p) || p.kind === 'ready')
  const decks = piles.filter((p) => !ready.includes(p))
  const grid = gridOf(own)
  return { heap, grid, timer, briefs, ready, decks, ids: new Set([heap, timer, ...briefs, ...piles].flatMap((p) => (p ? [p.id] : []))) }
}

export const clockWords = (ms: number): string => { const s = Math.max(0, Math.floor(ms / 1000)); return `${Math.floor(s / 60)}:${String(s % 60).padStart(2, '0')}` }
