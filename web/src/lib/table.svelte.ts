/** One table as this browser sees it: the line to the server, and where the person looks. */
import type { Asking, ChatLine, Change, FromClient, Held, Lit, LogLine, Move, Passing, Piece, Prompt, Refusal, Scene, Space, TableFacts, ToClient, Undo, View } from '../wire'
import { chime } from './prefs.svelte'
import { allParts, ids, mapOf } from './walk'

type Line = 'joining' | 'live' | 'lost' | 'refused'
export type Enlarged = { piece: Piece } | { space: Space }

const NONE: Undo = { to: -1, free: false, why: '', asking: null }

/** Lays moves, then changes over a scene without touching what did not change. */
export function patch(scene: Scene, changes: Change[] = [], moves: Move[] = []): Scene {
  const put = (value: unknown, at: (string | number)[], to: unknown): unknown => {
    if (!at.length) return to
    const [key, ...rest] = at
    const copy = Array.isArray(value) ? [...value] : { ...(value as object) }
    const inner = (copy as Record<string | number, unknown>)[key]
    ;(copy as Record<string | number, unknown>)[key] = put(inner ?? (typeof rest[0] === 'number' ? [] : {}), rest, to)
    return copy
  }
  const moved = moves.reduce<unknown>((all, move) => {
    const list = move.at.reduce((value, key) => (value as Record<string | number, unknown>)[key], all) as unknown[]
    return put(all, move.at, move.order.map((n) => (n < 0 ? null : list[n])))
  }, scene)
  return changes.reduce((all, change) => put(all, change.at, change.to), moved) as Scene
}

export class Table {
  id = $state('')
  line = $state<Line>('joining')
  facts = $state.raw<TableFacts | null>(null)
  held = $state.raw<Held>({ seats: [], host: false })
  seat = $state<number | null>(null)
  scene = $state.raw<Scene | null>(null)
  prompt = $state.raw<Prompt>({ serial: 0, words: '' })
  refusals = $state.raw<Refusal[]>([])
  undo = $state.raw<Undo>(NONE)
  passing = $state.raw<Passing>({ turn: false, others: true })
  log = $state.raw<LogLine[]>([])
  chat = $state.raw<ChatLine[]>([])
  notice = $state('')
  due = $state<number | null>(null)
  ends = $state(0) // when the question is answered for the seat, by this machine's clock; 0: never

  // where the person looks
  filter = $state('') // the thing whose choices are offered
  chosen = $state<number | null>(null) // a choice, before it is confirmed
  ticked = $state<number[]>([]) // where several are wanted
  explained = $state.raw<Refusal | null>(null)
  enlarged = $state.raw<Enlarged | null>(null)
  listed = $state(false) // the list of all choices is open
  why = $state(false)
  rule = $state('') // quoted under the log
  side = $state<'log' | 'chat' | 'rules'>('log')
  tab = $state<'world' | 'board' | 'log' | 'rules'>('world')
  folded = $state(false) // the spread is folded away, to see the map
  turned = $state('') // a part that the person turned to
  read = $state(0) // chat lines seen
  covered = $state(false) // hot-seat: hidden until the next person takes over
  sent = $state(false)
  hovered = $state('')

  #socket: WebSocket | undefined
  #tries = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  #closed = false
  #alive: ReturnType<typeof setInterval> | undefined

  lits = $derived(this.prompt.mine && !this.sent ? (this.prompt.lit ?? []) : [])
  many = $derived((this.prompt.most ?? 1) > 1)
  shown = $derived(new Set(this.scene ? allParts(this.scene).flatMap(ids) : []))
  /** Choices by the thing they touch. */
  by = $derived.by(() => {
    const by = new Map<string, Lit[]>()
    for (const lit of this.lits) for (const id of lit.touches ?? []) by.set(id, [...(by.get(id) ?? []), lit])
    return by
  })
  /** Choices that touch nothing on the table. */
  free = $derived(this.lits.filter((lit) => !(lit.touches ?? []).some((id) => this.shown.has(id))))
  whyNot = $derived.by(() => {
    const by = new Map<string, Refusal>()
    for (const refusal of this.refusals) for (const id of refusal.touches ?? []) if (!by.has(id)) by.set(id, refusal)
    return by
  })
  /** What the prompt offers now. */
  offers = $derived(this.filter ? (this.by.get(this.filter) ?? []) : this.free)
  mine = $derived(this.scene?.seats?.find((s) => s.seat === this.seat))
  over = $derived(this.facts?.life === 'over' || this.facts?.life === 'archived')
  unread = $derived(Math.max(0, this.chat.length - this.read))

  constructor(id: string) {
    this.id = id
  }

  // ---- the line ----

  open(seat: number | null = -1): void {
    this.#closed = false
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws'
    const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${this.id}/socket`)
    this.#socket = socket
    socket.onopen = () => this.#send({ type: 'join', seat })
    socket.onmessage = (event) => this.take(JSON.parse(String(event.data)) as ToClient)
    socket.onclose = (event) => {
      if (socket !== this.#socket || this.#closed) return
      clearInterval(this.#alive)
      if (event.code === 4404 || event.code === 4403) {
        this.line = 'refused'
        this.notice = event.reason || 'There is no such table.'
        return
      }
      this.line = 'lost'
      this.sent = false
      this.#tries += 1
      clearTimeout(this.#timer)
      this.#timer = setTimeout(() => this.open(this.facts ? this.seat : seat), Math.min(8000, 300 * 1.7 ** this.#tries))
    }
    clearInterval(this.#alive)
    this.#alive = setInterval(() => this.#send({ type: 'ping' }), 20_000)
  }

  close(): void {
    this.#closed = true
    clearTimeout(this.#timer)
    clearInterval(this.#alive)
    this.#socket?.close()
  }

  #send(message: FromClient): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message))
  }

  take(message: ToClient): void {
    switch (message.type) {
      case 'welcome': {
        this.line = 'live'
        this.#tries = 0
        this.facts = message.table
        this.held = message.held
        this.seat = message.seat
        this.log = message.log
        if (!this.chat.length) this.read = message.chat.length
        this.chat = message.chat
        if (message.view) this.#look(message.view)
        break
      }
      case 'update':
        this.log = [...this.log.slice(0, message.keep), ...message.log]
        this.#look(message.view)
        break
      case 'facts':
        this.facts = message.table
        this.held = message.held
        break
      case 'refused':
        this.sent = false
        this.notice = message.reason
        if (message.view) this.#look(message.view)
        break
      case 'said':
        if (!this.chat.some((l) => l.id === message.line.id)) this.chat = [...this.chat, message.line]
        if (this.side === 'chat') this.read = this.chat.length
        break
      case 'over':
        if (this.facts) this.facts = { ...this.facts, life: 'over', verdict: message.verdict }
        break
    }
  }

  #look(view: View): void {
    const was = this.prompt
    if (view.scene) this.scene = view.scene
    else if ((view.changes || view.moves) && this.scene) this.scene = patch(this.scene, view.changes, view.moves)
    this.prompt = view.prompt
    this.refusals = view.refusals ?? []
    this.undo = view.undo ?? NONE
    this.passing = view.passing ?? { turn: false, others: true }
    this.due = view.due ?? null
    this.ends = this.due === null ? 0 : Date.now() + Math.max(0, this.due - (view.clock ?? 0))
    if (was.serial !== view.prompt.serial || was.words !== view.prompt.words || !!was.mine !== !!view.prompt.mine) {
      this.sent = false
      this.filter = ''
      this.chosen = null
      this.ticked = []
      this.explained = null
      this.listed = false
      this.folded = false
      this.turned = ''
      if (view.prompt.mine && !was.mine) {
        this.notice = ''
        chime()
      }
    }
    this.#handOver()
  }

  /** Hot-seat: when another seat of this browser is asked and this one is not, it is handed over. */
  #handOver(): void {
    const seats = this.held.seats ?? []
    if (seats.length < 2 || this.prompt.mine) return
    const next = (this.prompt.waiting ?? []).find((s) => seats.includes(s) && s !== this.seat)
    if (next !== undefined) this.see(next, true)
  }

  see(seat: number | null, cover = false): void {
    this.covered = cover
    this.seat = seat
    this.#send({ type: 'join', seat })
  }

  say(text: string): void {
    this.#send({ type: 'say', text })
  }

  takeBack(to = -1): void {
    this.#send({ type: 'take_back', to })
  }

  consent(asking: Asking, agree: boolean): void {
    this.#send({ type: 'consent', number: asking.number, agree })
  }

  pass(passing: Partial<Passing>): void {
    this.passing = { ...this.passing, ...passing }
    this.#send({ type: 'set_passing', passing: this.passing })
  }

  // ---- choosing ----

  lit(id: string): boolean {
    return this.by.has(id)
  }

  picked(id: string): boolean {
    return this.filter === id || (this.many && (this.by.get(id) ?? []).some((l) => this.ticked.includes(l.n)))
  }

  /** A thing was clicked, tapped or entered. False: nothing can be said about it. */
  touch(id: string): boolean {
    const lits = this.by.get(id)
    if (lits?.length) {
      this.explained = null
      if (this.many) this.tick(lits[0].n)
      else if (this.filter === id && this.chosen !== null) this.answer(this.chosen)
      else {
        this.filter = id
        this.chosen = lits[0].n
      }
      return true
    }
    const refusal = this.whyNot.get(id)
    if (refusal) {
      this.explained = this.explained === refusal ? null : refusal
      return true
    }
    return false
  }

  tick(n: number): void {
    if (this.ticked.includes(n)) this.ticked = this.ticked.filter((one) => one !== n)
    else if (this.ticked.length < (this.prompt.most ?? 1)) this.ticked = [...this.ticked, n]
  }

  choose(lit: Lit): void {
    if (this.many) return this.tick(lit.n)
    this.chosen = lit.n
    this.filter = (lit.touches ?? []).find((id) => this.shown.has(id)) ?? ''
  }

  letGo(): void {
    this.filter = ''
    this.chosen = null
    this.explained = null
  }

  answer(n: number | number[]): void {
    if (!this.prompt.mine || this.sent) return
    this.sent = true
    this.notice = ''
    this.#send({ type: 'answer', serial: this.prompt.serial, n, seat: this.seat ?? -1 })
    this.#sample?.(n)
  }

  quote(rule: string): void {
    this.rule = this.rule === rule ? '' : rule
  }

  /** Development without a server: a dumped Welcome. */
  #sample: ((n: number | number[]) => void) | undefined
  sample(welcome: ToClient, on?: (n: number | number[]) => void): void {
    this.#sample = on
    this.take(welcome)
  }

  get title(): string {
    return this.facts?.title ?? ''
  }

  get map() {
    return this.scene ? mapOf(this.scene) : undefined
  }
}
