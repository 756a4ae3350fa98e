/** What lies where in a scene. */
import type { AnyPart, Hand, Heap, Holding, Map as SceneMap, Mat, Piece, Polygrid, Scene, Seat, Slot, Space } from '../wire'

/** All pieces of a part, from top to bottom. */
export function pieces(part: AnyPart): Piece[] {
  switch (part.part) {
    case 'map': return (part.spaces ?? []).flatMap((s) => s.pieces ?? [])
    case 'grid': return (part.rows ?? []).flat(2)
    case 'polygrid': return [...(part.placed ?? []), ...(part.left ?? [])].map(([p]) => p)
    case 'heap': return (part.pieces ?? []).map(([p]) => p)
    case 'track': return (part.markers ?? []).map(([p]) => p)
    case 'row': case 'hand': case 'pool': return part.pieces ?? []
    case 'pile': return [...(part.top ? [part.top] : []), ...(part.cards ?? [])]
    case 'mat': return (part.slots ?? []).flatMap((s) => s.pieces ?? [])
    case 'contest': return (part.sides ?? []).map((s) => s.piece)
    case 'holding': case 'ballot': return part.piece ? [part.piece] : []
    default: return []
  }
}

/** The ids that a part shows: itself, its pieces, spaces and slots. */
export function ids(part: AnyPart): string[] {
  const own = [part.id, ...pieces(part).map((p) => p.id)]
  if (part.part === 'map') own.push(...(part.spaces ?? []).map((s) => s.id))
  if (part.part === 'polygrid') own.push(...(part.slots ?? []).map((s) => s.id))
  if (part.part === 'mat') own.push(...(part.slots ?? []).map((s) => s.id))
  return own
}

export function findPiece(scene: Scene, id: string): Piece | undefined {
  for (const part of allParts(scene)) {
    const found = pieces(part).find((p) => p.id === id)
    if (found) return found
  }
  return undefined
}

export function findSpace(scene: Scene, id: string): Space | undefined {
  return mapOf(scene)?.spaces?.find((s) => s.id === id)
}

export const allParts = (scene: Scene): AnyPart[] => [...(scene.centre ?? []), ...(scene.seats ?? []).flatMap((s) => s.parts ?? [])]
export const mapOf = (scene: Scene): SceneMap | undefined => scene.centre?.find((p): p is SceneMap => p.part === 'map')
export const matOf = (seat: Seat | undefined): Mat | undefined => seat?.parts?.find((p): p is Mat => p.part === 'mat')
export const handOf = (seat: Seat | undefined): Hand | undefined => seat?.parts?.find((p): p is Hand => p.part === 'hand')
export const heapOf = (scene: Scene | null): Heap | undefined => scene?.centre?.find((p): p is Heap => p.part === 'heap')
export const gridOf = (seat: Seat | undefined): Polygrid | undefined => seat?.parts?.find((p): p is Polygrid => p.part === 'polygrid')
export const heldBy = (seat: Seat | undefined): Holding | undefined => seat?.parts?.find((p): p is Holding => p.part === 'holding')
export const topOf = (slot: Slot): Piece | undefined => slot.pieces?.[slot.pieces.length - 1]

/** A deck to draw from shows its back; a discard pile its last card. */
export const isFaceDown = (piece: Piece | null | undefined): boolean => !piece?.face

/** Steps between two spaces along the roads, and the way; undefined if there is none. */
export function route(map: SceneMap, from: string, to: string): string[] | undefined {
  const next = new Map<string, string[]>()
  for (const [a, b] of map.roads ?? []) {
    next.set(a, [...(next.get(a) ?? []), b])
    next.set(b, [...(next.get(b) ?? []), a])
  }
  const back = new Map<string, string>([[from, '']])
  let front = [from]
  while (front.length) {
    const later: string[] = []
    for (const at of front) {
      if (at === to) {
        const way: string[] = []
        for (let step = to; step; step = back.get(step)!) way.unshift(step)
        return way
      }
      for (const n of next.get(at) ?? []) if (!back.has(n)) { back.set(n, at); later.push(n) }
    }
    front = later
  }
  return undefined
}

/** Where a seat's own figure stands. */
export function standing(map: SceneMap, seat: number | null | undefined): string | undefined {
  if (seat === null || seat === undefined) return undefined
  return map.spaces?.find((s) => s.pieces?.some((p) => p.seat === seat && p.kind === 'figure'))?.id
}

const KINDS: Record<string, string> = {
  adventure: 'k-adventure', quest_event: 'k-quest', curse: 'k-curse', encounter: 'k-encounter', reward: 'k-reward', magical: 'k-magic',
  location: 'k-location', quest_creature: 'k-creature', creature: 'k-creature', character: 'k-hero', class: 'k-hero', ally: 'k-adventure', token: 'k-location',
}
export const kindClass = (kind: string | undefined): string => KINDS[kind ?? ''] ?? 'k-location'

const EMBLEMS: Record<string, string> = { adventure: 'compass', encounter: 'wolf-head', reward: 'open-treasure-chest' }
export const emblem = (kind: string | undefined): string => EMBLEMS[kind ?? ''] ?? 'card-pick'
/** Backs go by their deck: green adventures, oxblood encounters, gold rewards. */
export const backClass = (kind: string | undefined): string => (kind === 'reward' ? 'k-quest' : kindClass(kind))

export const signed = (n: number): string => (n < 0 ? `−${-n}` : `+${n}`)
/** A point's kind in words. */
export const spoken = (kind: string): string => kind.replaceAll('_', ' ').replaceAll('-', ' ')
