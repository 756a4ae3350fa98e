/** One hand over a heap and a mat: what it reaches for, holds, turns, and where that would lie. */
import type { GridSlot, Piece, Polygrid, Prompt } from '../wire'
import { flipped, keyOf, normal, size, turned, type Cells } from './tiles'
import type { Table } from './table.svelte'
import { gridOf, heapOf, heldBy } from './walk'

export interface Landing { row: number; col: number; slot: GridSlot | null; cells: Cells; fits: boolean; n: number; why: string }
interface Reach { id: string; piece: Piece; cells: Cells; taken: boolean; at: number }
interface Laid { id: string; piece: Piece; cells: Cells; at: number }

const PATIENCE = 4000 // milliseconds without a word from the table, while it still asks
const SAYS: Record<string, string> = { outside: 'Sticks out', taken: 'That square is full', covers: 'Covers the {}', slot: 'Does not go into this slot' }
const named = (face: string | undefined) => face ?? 'tile'
const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

export class Hand {
  table: Table
  reach = $state.raw<Reach | null>(null) // asked for; the table has not said yet
  laid = $state.raw<Laid | null>(null) // put on the mat; the table has not said yet
  going = $state('') // put back on the heap; the table has not said yet
  said = $state('')
  turns = $state(0)
  flip = $state(false)
  row = $state(0) // of the upper left corner of the landing
  col = $state(0)
  over = $state(false) // the landing is shown
  byPointer = $state(false) // the tile follows the pointer
  hover = $state('')
  /** Where pieces were dropped on the heap, until it is stirred. */
  dropped = new Map<string, { x: number; y: number }>()

  /** Where things are on the screen: set by who draws them. */
  field = $state.raw<{ el: Element; cell: number } | null>(null) // the mat's cells
  bed: { el: Element; spot: (x: number, y: number) => { x: number; y: number }; at: (id: string) => { x: number; y: number; turn: number; cell: number } | undefined } | null = null

  #wish: { row: number; col: number } | null = null // dropped on the mat before the table said that it is ours
  #letGo = false // dropped on the heap before that

  constructor(table: Table) {
    this.table = table
  }

  heap = $derived.by(() => heapOf(this.table.scene))
  grid = $derived.by((): Polygrid | undefined => gridOf(this.table.mine))
  fit = $derived.by(() => (this.table.prompt.mine ? (this.table.prompt.fit ?? null) : null))
  /** The choice that takes a piece, by its id. */
  takes = $derived.by(() => {
    const by = new Map<string, number>()
    if (this.table.prompt.mine && !this.fit) for (const lit of this.table.prompt.lit ?? []) for (const id of lit.touches ?? []) if (!by.has(id)) by.set(id, lit.n)
    return by
  })
  /** The choice that puts the held piece back: it touches the heap. */
  backN = $derived.by(() => (this.fit ? (this.table.prompt.lit?.find((l) => (l.touches ?? []).includes(this.heap?.id ?? ''))?.n ?? -1) : -1))
  held = $derived.by(() => heldBy(this.table.mine)?.piece ?? null)
  /** What is in the hand as far as this browser knows. */
  piece = $derived.by((): Piece | null => (this.going || this.laid ? null : (this.reach?.piece ?? this.held)))
  base = $derived.by((): Cells => {
    const cells = (this.reach?.cells.length ? this.reach.cells : this.fit?.ways?.[0] ?? heldBy(this.table.mine)?.cells ?? []) as Cells
    return cells.length ? normal(cells) : []
  })
  cells = $derived.by((): Cells => {
    let cells = this.base
    if (!cells.length) return cells
    if (this.flip) cells = flipped(cells)
    for (let i = 0; i < this.turns % 4; i++) cells = turned(cells)
    return cells
  })
  landing = $derived.by((): Landing | null => (this.piece && this.over && this.grid && this.cells.length ? this.land(this.row, this.col) : null))
  empty = $derived(!this.piece && !this.laid && !this.going)

  /** What would happen if the upper left corner of the held piece lay there. */
  land(row: number, col: number): Landing {
    const grid = this.grid!, cells = this.cells, { h, w } = size(cells)
    const middle = [Math.round(row + (h - 1) / 2), Math.round(col + (w - 1) / 2)]
    const slot = (grid.slots ?? []).find((s) => s.cells.some(([r, c]) => r === middle[0] && c === middle[1])) ?? null
    const says = (kind: string) => this.fit?.says?.[kind] ?? SAYS[kind]
    const lies = new Map<string, Piece>()
    for (const [piece, covered] of grid.placed ?? []) for (const [r, c] of covered) lies.set(`${r},${c}`, piece)
    if (slot) {
      const there = slot.cells.map(([r, c]) => lies.get(`${r},${c}`)).find(Boolean)
      const lit = this.table.prompt.lit?.find((l) => (l.touches ?? []).includes(slot.id))
      const no = this.table.whyNot.get(slot.id)?.why
      const fits = !there && (!!lit || !!this.reach)
      return { row, col, slot, cells: slot.cells as Cells, fits, n: lit?.n ?? -1, why: fits ? '' : there ? capital(says('covers').replace('{}', named(there.face))) : (no ?? capital(says('slot'))) }
    }
    const at = cells.map(([r, c]) => [r + row, c + col] as [number, number])
    const open = new Set((grid.open ?? []).map(([r, c]) => `${r},${c}`)), full = new Set((grid.taken ?? []).map(([r, c]) => `${r},${c}`))
    const over = at.map(([r, c]) => lies.get(`${r},${c}`)).find(Boolean)
    const why = over ? capital(says('covers').replace('{}', named(over.face))) : at.some(([r, c]) => full.has(`${r},${c}`)) ? capital(says('taken')) : at.some(([r, c]) => !open.has(`${r},${c}`)) ? capital(says('outside')) : ''
    const n = this.#choice(row, col)
    return { row, col, slot: null, cells: at, fits: !why && (n >= 0 || !!this.reach), n, why: why || (n < 0 && !this.reach ? capital(says('outside')) : '') }
  }

  #choice(row: number, col: number): number {
    const fit = this.fit
    if (!fit) return -1
    const key = keyOf(this.cells)
    let n = fit.n ?? 0
    for (const [i, way] of (fit.ways ?? []).entries()) {
      const at = fit.at?.[i] ?? []
      if (keyOf(normal(way as Cells)) === key) {
        const k = at.findIndex(([r, c]) => r === row && c === col)
        return k < 0 ? -1 : n + k
      }
      n += at.length
    }
    return -1
  }

  // ---- what the person does ----

  /** Reaches for a piece: the table is asked at once. False: it can't be taken now, and why is said. */
  grab(id: string, cells: Cells, piece: Piece): boolean {
    const n = this.takes.get(id)
    if (!this.empty) {
      this.said = this.piece ? `One hand: put the ${named(this.piece.face)} back or place it first.` : ''
      return false
    }
    if (n === undefined || this.table.sent) {
      this.said = this.table.whyNot.get(id)?.why ?? ''
      return false
    }
    this.said = ''
    this.table.notice = ''
    this.turns = 0
    this.flip = false
    this.#wish = null
    this.#letGo = false
    this.reach = { id, piece, cells, taken: false, at: performance.now() }
    this.table.answer(n)
    return true
  }

  turn(by = 1): void {
    if (!this.piece) return
    const was = size(this.cells)
    this.turns = (this.turns + by + 4) % 4
    this.#keepMiddle(was)
  }

  mirror(): void {
    if (!this.piece) return
    // as the person sees it: left becomes right, whatever the turn
    this.flip = !this.flip
    this.turns = (4 - this.turns) % 4
  }

  #keepMiddle(was: { h: number; w: number }): void {
    const now = size(this.cells)
    this.row = Math.round(this.row + (was.h - now.h) / 2)
    this.col = Math.round(this.col + (was.w - now.w) / 2)
    if (!this.byPointer) this.#clamp()
  }

  /** Puts it where the landing is. */
  place(): boolean {
    const landing = this.landing
    if (!landing || !this.piece) return false
    if (this.reach) { // lands as soon as it is ours
      if (landing.why) return false
      this.#wish = { row: this.row, col: this.col }
      return true
    }
    if (landing.n < 0 || this.table.sent) {
      this.said = landing.why ? `${landing.why}.` : ''
      return false
    }
    this.said = ''
    this.laid = { id: this.piece.id, piece: this.piece, cells: landing.slot ? this.#inSlot(landing.slot) : landing.cells, at: performance.now() }
    this.table.answer(landing.n)
    return true
  }

  #inSlot(slot: GridSlot): Cells {
    const top = Math.min(...slot.cells.map(([r]) => r)), left = Math.min(...slot.cells.map(([, c]) => c)), s = size(normal(slot.cells as Cells)), mine = size(this.cells)
    const lie = (s.w > s.h) === (mine.w > mine.h) ? this.cells : turned(this.cells)
    return lie.map(([r, c]) => [r + top, c + left])
  }

  /** Back on the heap; spot: where on it, in the unit circle. */
  back(spot?: { x: number; y: number }): boolean {
    if (!this.piece) return false
    if (spot) this.dropped.set(this.piece.id, spot)
    if (this.reach) { this.#letGo = true; return true }
    const n = this.backN
    if (n < 0 || this.table.sent) return false
    this.going = this.piece.id
    this.#wentBack = performance.now()
    this.said = ''
    this.table.answer(n)
    return true
  }
  #wentBack = 0

  /** The landing by keys. */
  move(dr: number, dc: number): void {
    if (!this.piece) return
    this.byPointer = false
    if (!this.over) this.home()
    else { this.row += dr; this.col += dc; this.#clamp() }
  }

  #clamp(): void {
    const grid = this.grid, { h, w } = size(this.cells)
    if (!grid) return
    this.row = Math.max(0, Math.min((grid.height ?? 1) - h, this.row))
    this.col = Math.max(0, Math.min((grid.width ?? 1) - w, this.col))
  }

  /** The first place where it fits as it lies, else the middle of the mat. */
  home(): void {
    const fit = this.fit, grid = this.grid, key = keyOf(this.cells)
    this.over = true
    const i = (fit?.ways ?? []).findIndex((way) => keyOf(normal(way as Cells)) === key)
    const first = i >= 0 ? fit?.at?.[i]?.find(([r, c]) => !this.land(r, c).why) : undefined
    const { h, w } = size(this.cells)
    this.row = first ? first[0] : Math.max(0, Math.round(((grid?.height ?? 1) - h) / 2))
    this.col = first ? first[1] : Math.max(0, Math.round(((grid?.width ?? 1) - w) / 2))
  }

  // ---- what the table says ----

  /** To be called when a new scene or prompt is here. */
  heard(prompt: Prompt): void {
    const reach = this.reach, held = this.held
    const late = (at: number) => !!prompt.mine && performance.now() - at > PATIENCE
    if (reach) {
      const reached = (this.heap?.reached?.[reach.id] ?? []).includes(this.table.seat ?? -1)
      if (held?.id === reach.id) {
        if (prompt.fit || !prompt.mine) { // ours
          const wish = this.#wish
          this.reach = null
          if (this.#letGo) { this.#letGo = false; this.back() }
          else if (wish) { this.#wish = null; this.row = wish.row; this.col = wish.col; this.over = true; if (!this.place()) this.byPointer = false }
          else if (!this.byPointer) this.home()
        }
      } else if (reached) {
        if (!reach.taken) this.reach = { ...reach, taken: true }
      } else if (reach.taken || this.#owner(reach.id) || late(reach.at)) {
        this.#lose(this.#owner(reach.id) ?? '')
      } else if (this.table.notice) this.#lose(this.table.notice)
    }
    const laid = this.laid
    if (laid) {
      const lies = (this.grid?.placed ?? []).some(([p]) => p.id === laid.id)
      if (lies || !this.grid) { this.laid = null; this.over = false; this.turns = 0; this.flip = false }
      else if (this.table.notice && prompt.fit) { this.said = this.table.notice; this.laid = null }
      else if (late(laid.at) || (!held && (this.heap?.pieces ?? []).some(([p]) => p.id === laid.id))) this.laid = null
    }
    if (this.going) {
      const lies = (this.heap?.pieces ?? []).some(([p]) => p.id === this.going)
      if ((lies && !held) || !this.heap || late(this.#wentBack)) { this.going = ''; this.over = false; this.turns = 0; this.flip = false }
      else if (this.table.notice && prompt.fit) { this.said = this.table.notice; this.going = '' }
    }
    if (!this.piece) this.byPointer = false
  }

  #owner(id: string): string | undefined {
    for (const seat of this.table.scene?.seats ?? []) {
      if (seat.seat === this.table.seat) continue
      const theirs = heldBy(seat)?.piece?.id === id || (gridOf(seat)?.placed ?? []).some(([p]) => p.id === id)
      if (theirs) return `${seat.name} was quicker: the ${named(this.reach?.piece.face)} is theirs.`
    }
    return undefined
  }

  #lose(why: string): void {
    const face = named(this.reach?.piece.face)
    this.reach = null
    this.#wish = null
    this.#letGo = false
    this.over = false
    this.byPointer = false
    this.said = why || `The ${face} slipped away.`
  }
}
