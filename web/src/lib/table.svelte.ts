/** One table as this browser sees it: the line to the server, and where the person looks. */
import type { Advice, Asking, ChatLine, Change, FromClient, Held, Lit, LogLine, Move, Passing, Piece, Prompt, Refusal, Scene, Space, TableFacts, ToClient, Undo, View } from '../wire'
import { tick } from 'svelte'
import { chime } from './prefs.svelte'
import { percent } from './chance'
import { allParts, heapOf, ids, mapOf } from './walk'

type Line = 'joining' | 'live' | 'lost' | 'refused'
/** What a hint says of a choice or a thing: its chance to win in words, and whether it is the bot's own choice. */
export type Mark = { words: string; best: boolean }
/** What a choice is known by, whatever its number. */
export const sameness = (lit: Lit): string => `${lit.words}|${(lit.touches ?? []).join()}`
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
  clock = $state.raw({ game: 0, at: 0 }) // of the game, and when it was told
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
  next = $state<number | null>(null) // hot-seat: who takes over; until then only what everybody may see is here
  sent = $state(false)
  hovered = $state('')
  hint = $state.raw<Advice | null>(null) // what a bot would do here
  thinking = $state(false) // a bot thinks about it

  /** Called before a new scene is drawn; what it gives back, after. */
  staged: ((old: Scene | null) => ((next: Scene) => void) | undefined) | undefined

  #socket: WebSocket | undefined
  #tries = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  #closed = false
  #alive: ReturnType<typeof setInterval> | undefined

  lits = $derived(this.prompt.mine && !this.sent && this.facts?.life !== 'paused' ? (this.prompt.lit ?? []) : [])
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
  mayAsk = $derived(!!this.prompt.mine && !this.sent && !!this.facts?.hints && this.facts.life === 'playing' && this.seat !== null)
  /** What the hint tells of choices, and of the things that they touch. */
  hinted = $derived.by(() => {
    const choices = new Map<string, Mark>(), things = new Map<string, Mark>()
    this.hint?.picks.forEach((pick, i) => {
      const mark = { words: pick.chance === null ? '' : percent(pick.chance), best: i === 0 }
      for (const lit of pick.lit) {
        if (!choices.has(sameness(lit))) choices.set(sameness(lit), mark)
        for (const id of lit.touches ?? []) if (!things.has(id)) things.set(id, mark)
      }
    })
    return { choices, things }
  })
  unread = $derived(Math.max(0, this.chat.length - this.read))

  constructor(id: string) {
    this.id = id
  }

  // ---- the line ----

  open(seat: number | null = -1): void {
    this.#closed = false
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws'
    const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${this.id}/socket`)
    const before = this.#socket
    this.#socket = socket
    before?.close() // of two lines one is heard
    socket.onopen = () => { this.#send({ type: 'join', seat }) }
    let quiet = 0 // pings since anything was heard: a line may be dead without a word
    socket.onmessage = (event) => { if (socket !== this.#socket) return; quiet = 0; this.take(JSON.parse(String(event.data)) as ToClient) }
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
    this.#alive = setInterval(() => { if (++quiet > 2) socket.close(); else this.#send({ type: 'ping' }) }, 20_000)
  }

  /** The browser says whether there is a line at all. */
  heard(online: boolean): void {
    if (this.#closed || this.line === 'refused') return
    if (online) clearTimeout(this.#timer)
    else this.line = 'lost'
    if (online && this.line === 'lost') this.open(this.facts ? this.seat : -1)
    else if (!online) this.#socket?.close()
  }

  close(): void {
    this.#closed = true
    clearTimeout(this.#timer)
    clearInterval(this.#alive)
    this.#socket?.close()
  }

  /** False: the line is down, and nothing was sent. */
  #send(message: FromClient): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false
    this.#socket.send(JSON.stringify(message))
    return true
  }

  /** Gives an answer; it is waited for only if it went off. */
  #give(n: number | number[] | string): boolean {
    this.sent = this.#send({ type: 'answer', serial: this.prompt.serial, n, seat: this.seat ?? -1 }) || !!this.#sample
    this.notice = this.sent ? '' : 'The line is down; answer when it is back.'
    return this.sent
  }

  take(message: ToClient): void {
    switch (message.type) {
      case 'welcome': {
        this.line = 'live'
        this.#tries = 0
        this.sent = false // whatever was on its way is in what comes now, or lost
        this.notice = ''
        const several = (message.held.seats ?? []).length > 1 && message.table.life !== 'open' && message.table.life !== 'over'
        const first = !this.facts
        this.facts = message.table
        this.held = message.held
        if (first && several && message.seat !== null) {
          const waiting = message.view?.prompt.waiting ?? []
          this.handOver(message.held.seats.find((s) => waiting.includes(s)) ?? message.seat)
          break
        }
        this.seat = message.seat
        this.log = message.log
        if (!this.chat.length) this.read = message.chat.length
        this.chat = message.chat
        if (message.view) this.#look(message.view, false)
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
      case 'advice':
        if (message.serial === this.prompt.serial && this.mayAsk) this.hint = message
        this.#thought()
        break
      case 'refused':
        this.sent = false
        this.#thought()
        if (message.view) this.#look(message.view)
        this.notice = message.reason
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

  #look(view: View, moving = true): void {
    const was = this.prompt
    if (view.scene) this.stage(view.scene, moving)
    else if ((view.changes || view.moves) && this.scene) this.stage(patch(this.scene, view.changes, view.moves))
    this.prompt = view.prompt
    this.refusals = view.refusals ?? []
    this.undo = view.undo ?? NONE
    this.passing = view.passing ?? { turn: false, others: true }
    this.due = view.due ?? null
    if (view.clock !== undefined) this.clock = { game: view.clock, at: performance.now() }
    this.ends = this.due === null ? 0 : Date.now() + Math.max(0, this.due - (view.clock ?? 0))
    if (was.mine && !this.sent && this.#same(was, view.prompt)) this.#carryOver(was, view.prompt)
    else if (was.serial !== view.prompt.serial || was.words !== view.prompt.words || !!was.mine !== !!view.prompt.mine) {
      this.sent = false
      this.filter = ''
      this.chosen = null
      this.ticked = []
      this.explained = null
      this.listed = false
      this.hint = null
      this.#thought()
      // what somebody looks at while others play stays open
      if (view.prompt.mine) this.folded = false
      if (was.mine) this.turned = ''
      if (view.prompt.mine && !was.mine) {
        this.notice = ''
        if (!this.scene || !heapOf(this.scene)) chime() // at a heap one is asked all the time
      }
    }
    if (was.serial !== view.prompt.serial) this.#others()
  }

  /** Others answered meanwhile, and this question stands. */
  #same(was: Prompt, now: Prompt): boolean {
    return was.serial !== now.serial && !!now.mine && was.topic === now.topic && was.words === now.words
  }

  /** What was chosen and ticked, by the numbers of the question as it is put now. */
  #carryOver(was: Prompt, now: Prompt): void {
    const same = (a: Lit) => (b: Lit) => sameness(a) === sameness(b)
    const renew = (n: number): number[] => {
      const old = was.lit?.find((l) => l.n === n)
      const lit = old && now.lit?.find(same(old))
      return lit ? [lit.n] : []
    }
    this.ticked = this.ticked.flatMap(renew)
    this.chosen = this.chosen === null ? null : (renew(this.chosen)[0] ?? null)
    if (this.chosen === null) this.filter = ''
    const gone = (lit: Lit) => !now.lit?.some(same(lit)) && (!now.fit || lit.n < (now.fit.n ?? 0))
    if (this.hint?.picks.some((pick) => pick.lit.some(gone))) this.hint = null // somebody else was quicker
  }

  /** Milliseconds of the game's clock now. */
  now(): number {
    const gone = this.facts?.life === 'playing' || !this.facts ? performance.now() - this.clock.at : 0
    return this.clock.game + gone
  }

  /** Lays a scene on the table; its pieces move there. */
  stage(next: Scene, moving = true): void {
    const then = moving ? this.staged?.(this.scene) : undefined
    this.scene = next
    if (then) tick().then(() => then(next))
  }

  /** Hot-seat: when another seat of this browser is asked and this one is not, it is handed over. */
  #others(): void {
    const seats = this.held.seats ?? []
    if (seats.length < 2 || this.prompt.mine) return
    // while everybody searches at once, an instant without a question is no reason to hand over
    if (this.scene && heapOf(this.scene) && this.scene.centre?.some((p) => p.part === 'timer' && p.began && !p.stopped)) return
    const next = (this.prompt.waiting ?? []).find((s) => seats.includes(s) && s !== this.seat)
    if (next !== undefined) this.handOver(next)
  }

  /** Covers the table for a seat of this browser; nothing of its hand comes here before the cover is lifted. */
  handOver(seat: number): void {
    if (this.next === null || this.seat !== null) this.see(null)
    this.next = seat
  }

  lift(): void {
    this.see(this.next)
    this.next = null
  }

  see(seat: number | null): void {
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
      if (this.many && lits.length > 1) this.filter = this.filter === id ? '' : id
      else if (this.many) this.tick(lits[0].n)
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

  /** Asks what a bot would do here; puts the hint away if there is one. */
  askHint(): void {
    if (this.hint) { this.hint = null; return }
    if (!this.mayAsk || this.thinking) return
    this.thinking = this.#send({ type: 'hint', serial: this.prompt.serial })
    this.notice = this.thinking ? '' : 'The line is down; ask when it is back.'
    if (!this.thinking) return
    this.#waiting = setTimeout(() => this.#thought(), 20_000)
  }

  #waiting: ReturnType<typeof setTimeout> | undefined
  #thought(): void {
    this.thinking = false
    clearTimeout(this.#waiting)
  }

  answer(n: number | number[]): void {
    if (!this.prompt.mine || this.sent) return
    if (!this.#give(n)) return
    this.hint = null
    this.#sample?.(n)
  }

  /** Says a free line, where the question takes one. */
  speak(text: string): boolean {
    if (!this.prompt.mine || !this.prompt.line || this.sent) return false
    return this.#give(text)
  }

  quote(rule: string): void {
    this.rule = this.rule === rule ? '' : rule
    this.enlarged = null // the rule lies where it can be read
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
