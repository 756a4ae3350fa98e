// From hearthside.server.messages and hearthside.engine.scene by hearthside.server.typescript: do not edit.
// A field with ? may be left out: it then has its default of the Python type.

/**
 * A counter: `icon` and `label` say what, `most` how far it goes (0: open).
 */
export interface Number {
  label: string
  value: number
  icon?: string
  most?: number
}

/**
 * A printed sign. tone: whether it speaks for ("good") or against ("bad") the piece; else neither.
 */
export interface Mark {
  icon: string
  label: string
  tone?: "" | "bad" | "good"
}

/**
 * A card, tile, token or figure.
 *
 * face: its name; empty if it lies face down. kind: what sort of thing ("reward", "adventure", "figure").
 * lines: its rules text, one sentence a line. flavour apart. numbers: printed or shown counters.
 * icon, palette: its picture. seat: whose it is, -1 for nobody's. rules: ids of the rules that speak of it.
 * note: one short word shown on it ("x", "covered", "+4"). marks: the signs printed on it.
 */
export interface Piece {
  id: string
  face?: string
  kind?: string
  lines?: string[]
  flavour?: string
  numbers?: Number[]
  icon?: string
  palette?: string
  seat?: number
  rules?: string[]
  note?: string
  marks?: Mark[]
}

/**
 * A place on a map. x, y: in the units of the map. pieces: figures and tokens that stand here.
 */
export interface Space {
  id: string
  x: number
  y: number
  kind: string
  region: string
  name?: string
  icon?: string
  lines?: string[]
  pieces?: Piece[]
}

/**
 * Spaces and the roads between them (pairs of space ids); `regions` maps id to name.
 */
export interface Map {
  part: "map"
  id: string
  title?: string
  width?: number
  height?: number
  spaces?: Space[]
  roads?: [string, string][]
  regions?: Record<string, string>
  centre?: string
}

/**
 * Squares in rows; a square holds pieces, `borders` names walled sides of a square as letters n, e, s, w.
 */
export interface Grid {
  part: "grid"
  id: string
  title?: string
  rows?: Piece[][][]
  borders?: Record<string, string>
}

/**
 * A slot of a mat: a place of its own for one piece. note: what it is worth or takes, in a few words.
 */
export interface GridSlot {
  id: string
  name: string
  cells: [number, number][]
  note?: string
}

/**
 * A mat of cells on which shapes lie.
 *
 * seat: whose it is, -1 for nobody's. frame: the look of its frame ("" plain, "chest", ...). height, width: of the one
 * coordinate system of areas and slots. open: the cells of its areas. taken: those that are full from the start.
 * placed: each piece with the cells that it covers; in a slot it may stick out. left: what lay there until a step of
 * the tally that is shown took it off. filled of total: what counts.
 */
export interface Polygrid {
  part: "polygrid"
  id: string
  title?: string
  seat?: number
  frame?: string
  height?: number
  width?: number
  open?: [number, number][]
  taken?: [number, number][]
  slots?: GridSlot[]
  placed?: [Piece, [number, number][]][]
  left?: [Piece, [number, number][]][]
  filled?: number
  total?: number
}

/**
 * Scattered pieces with their shapes (cells from the origin). What touches one takes it, what touches the heap's id
 * stirs it.
 *
 * stir: grows when the heap is stirred; every piece then lies anew. reached: by piece, the seats that reach for it.
 */
export interface Heap {
  part: "heap"
  id: string
  title?: string
  pieces?: [Piece, [number, number][]][]
  stir?: number
  reached?: Record<string, number[]>
}

/**
 * What a seat holds in its hand, for all to see; nothing while the hand is empty.
 */
export interface Holding {
  part: "holding"
  id: string
  title?: string
  seat?: number
  piece?: Piece | null
  cells?: [number, number][]
}

/**
 * Numbered spaces, least to most, with markers.
 */
export interface Track {
  part: "track"
  id: string
  title?: string
  least?: number
  most?: number
  markers?: [Piece, number][]
}

/**
 * A market: pieces in order, with a price under each (-1: none).
 */
export interface Row {
  part: "row"
  id: string
  title?: string
  pieces?: Piece[]
  prices?: number[]
}

/**
 * A deck or discard: how many cards, and the top one (no face: face down). `cards`: all, where all is open.
 */
export interface Pile {
  part: "pile"
  id: string
  title?: string
  kind?: string
  count?: number
  top?: Piece | null
  cards?: Piece[]
}

/**
 * Cards in hand: faces for their owner, backs for the others. limit: 0 if there is none.
 */
export interface Hand {
  part: "hand"
  id: string
  title?: string
  seat?: number
  pieces?: Piece[]
  limit?: number
}

/**
 * A named place on a mat, with what lies there from bottom to top.
 */
export interface Slot {
  id: string
  name: string
  icon?: string
  pieces?: Piece[]
  blocked?: boolean
}

/**
 * A player's board. sums: how a number is made up, e.g. ("CV", 11, (("Experience", 4), ("Knight", 3))).
 */
export interface Mat {
  part: "mat"
  id: string
  title?: string
  seat?: number
  slots?: Slot[]
  sums?: [string, number, [string, number][]][]
}

/**
 * Counters and tokens in the open.
 */
export interface Pool {
  part: "pool"
  id: string
  title?: string
  numbers?: Number[]
  pieces?: Piece[]
}

/**
 * A die that was rolled. face: what it shows, in words or digits; empty before the roll.
 */
export interface Die {
  kind: string
  face?: string
  seat?: number
}

export interface Dice {
  part: "dice"
  id: string
  title?: string
  dice?: Die[]
}

/**
 * One side of a contest: the piece, its parts spelled out, the die, the sum (None while unknown).
 */
export interface Side {
  piece: Piece
  parts?: [string, number][]
  die?: string
  total?: number | null
  score?: number
}

/**
 * Two sides and their sums; named steps, where the contest stands, and the verdict in words once it is known.
 */
export interface Contest {
  part: "contest"
  id: string
  title?: string
  sides?: Side[]
  steps?: string[]
  at?: number
  verdict?: string
}

/**
 * A vote: what it is about, what is said to it, who has voted, and, once all have, how.
 *
 * piece: what is judged. asker: the seat that brought it up, -1 for nobody. lines: (seat, what it says). votes: (seat,
 * vote in words), all at once. verdict: the outcome in words. ends: on the game's clock, 0 for as long as it takes.
 */
export interface Ballot {
  part: "ballot"
  id: string
  title?: string
  question?: string
  piece?: Piece | null
  asker?: number
  lines?: [number, string][]
  voted?: number[]
  votes?: [number, string][]
  verdict?: string
  ends?: number
}

/**
 * What one step of a scoring brings a seat. words: why. pieces: ids of those that it is about; leave: they go.
 */
export interface TallyCell {
  value?: number
  words?: string
  pieces?: string[]
  leave?: boolean
}

/**
 * A scoring, step by step: a column a step, a row a seat with a cell a column, and its total.
 *
 * result: who won, in words.
 */
export interface Tally {
  part: "tally"
  id: string
  title?: string
  columns?: string[]
  rows?: [number, TallyCell[], number][]
  result?: string
}

/**
 * A clock that runs, in milliseconds of the game's clock; clients run it from `View.clock`.
 *
 * began: when. ends: when it is over, 0 if it is open. stopped: when it was stopped, 0 while it runs. notches: into
 * how many parts it is marked off. words: what ends with it.
 */
export interface Timer {
  part: "timer"
  id: string
  title?: string
  began?: number
  ends?: number
  stopped?: number
  notches?: number
  words?: string
}

/**
 * Text to read, a paragraph a line.
 */
export interface Story {
  part: "story"
  id: string
  title?: string
  lines?: string[]
}

/**
 * The race so far: a table with a row a seat.
 */
export interface Scores {
  part: "scores"
  id: string
  title?: string
  columns?: string[]
  rows?: [number, string[]][]
}

export type AnyPart = Map | Grid | Polygrid | Heap | Holding | Track | Row | Pile | Hand | Mat | Pool | Dice | Contest | Ballot | Tally | Timer | Story | Scores

/**
 * A seat plate: public facts about one player. meter: progress towards victory, 0 to 100.
 */
export interface Seat {
  seat: number
  name: string
  role?: string
  icon?: string
  numbers?: Number[]
  meter?: number
  acting?: boolean
  parts?: AnyPart[]
}

/**
 * A choice of the open question: its index, its words, and the ids of the pieces and spaces it touches.
 */
export interface Lit {
  n: number
  words: string
  touches?: string[]
}

/**
 * Where a held piece may lie: the choices from `n` on, without a `Lit` each.
 *
 * part: the polygrid. ways: the cells of each way in which the piece can lie, from (0, 0). at: for each way the
 * (row, column) of its upper left corner, once a choice, in the order of the choices. says: why it does not fit
 * elsewhere, in a few words by kind: "outside", "taken", "covers" ({} is the name of what lies there), "slot".
 * A slot takes it by an ordinary Lit that touches the slot; one that touches the heap puts it back.
 */
export interface Fit {
  piece: string
  part: string
  ways?: [number, number][][]
  n?: number
  at?: [number, number][][]
  says?: Record<string, string>
}

/**
 * The seat's open question, or whom the table waits for.
 *
 * serial: to be quoted by the answer. fit: where the held piece may lie. line: the most characters of a free line of
 * text that may be answered instead; 0: none.
 */
export interface Prompt {
  serial: number
  words: string
  hint?: string
  rule?: string
  topic?: string
  mine?: boolean
  lit?: Lit[]
  least?: number
  most?: number
  waiting?: number[]
  fit?: Fit | null
  line?: number
}

/**
 * All that a seat (None: a spectator) sees. phase: where the turn stands, among `phases`.
 */
export interface Scene {
  game: string
  seat: number | null
  title: string
  phases?: string[]
  phase?: number
  seats?: Seat[]
  centre?: AnyPart[]
  result?: string
}

/**
 * Something a person might try and may not now, and why.
 *
 * what: the thing in words ("Explore"). why: one sentence with the numbers in it. rule: the rule's id.
 * touches: the ids of the pieces and spaces of the scene that it is about, so that touching one explains.
 */
export interface Refusal {
  what: string
  why: string
  rule: string
  touches: string[]
}

/**
 * How a game's box looks on the shelf.
 *
 * emblem, icon: names of drawings, for the seal and the lid. palette: one of the look's. length: of a game, in words.
 * day, candle: the game's own accent and its wash by day and by candlelight, as #rrggbb.
 */
export interface Box {
  emblem: string
  icon: string
  palette: string
  length: string
  day: [string, string]
  candle: [string, string]
}

export type Life = "open" | "playing" | "paused" | "over" | "archived"

export type SeatKind = "open" | "person" | "bot"

/**
 * Who holds a seat.
 *
 * kind: open to whoever comes; a person's; a bot's. name: of the person; empty for bots. bot: its kind ("normal"),
 * or, on a person's seat with `away`, of the bot that stands in until the person takes the seat back.
 * here: a browser of that person is connected now.
 */
export interface SeatFacts {
  seat: number
  kind: "bot" | "open" | "person"
  name: string
  bot: string
  away: boolean
  here: boolean
}

/**
 * How a game ended. seed: opened now; its SHA-256 is `seed_hash`. honours: what the game
 * remembers of the person at this browser, in lines.
 */
export interface Verdict {
  winners: number[]
  words: string
  seed: string
  seed_hash: string
  honours: string[]
}

/**
 * What everybody may know of a table.
 *
 * title: of the game. name: of the table; may be empty. seed_hash: SHA-256 of the seed, empty until the game begins.
 * number: as above; answers: how many stand now. think: seconds to decide, 0 for as long as you like; then a
 * bot decides. pace: milliseconds a bot waits before it answers. next: the id of the rematch, once there is one.
 * verdict: once over. watchers: spectators connected now. replay: it was uploaded, nobody sits there. hints: a bot may
 * be asked what it would do.
 */
export interface TableFacts {
  id: string
  game: string
  title: string
  box: Box
  name: string
  public: boolean
  life: "archived" | "open" | "over" | "paused" | "playing"
  seats: SeatFacts[]
  options: Record<string, unknown>
  created: number
  changed: number
  number: number
  answers: number
  seed_hash: string
  think: number
  pace: number
  watchers: number
  next: string
  replay: boolean
  hints: boolean
  verdict: Verdict | null
}

/**
 * What this browser holds at a table. host: it may start, pause, replace, archive.
 */
export interface Held {
  seats: number[]
  host: boolean
}

/**
 * A line of the log as this view may read it.
 *
 * rule: the id of the rule that made it happen. seat: whose it is, -1 for nobody's. answer: how many answers had been
 * taken (the step of the replay that shows it). kind: of event, such as "Drew". follows: from the line above it.
 * opens: a turn or a round. note: the server says it.
 */
export interface LogLine {
  text: string
  rule?: string
  seat?: number
  answer?: number
  kind?: string
  follows?: boolean
  opens?: boolean
  note?: boolean
}

/**
 * seat: who says it, -1 for the host without a seat and for the server.
 */
export interface ChatLine {
  id: number
  seat: number
  name: string
  text: string
  at: number
}

/**
 * Somebody asks to take back all answers from step `to` on. needs: seats whose people have not agreed yet.
 */
export interface Asking {
  number: number
  seat: number
  to: number
  words: string
  agreed: number[]
  needs: number[]
}

/**
 * What the undo button does for the viewed seat now.
 *
 * to: the step it would go back to; -1: there is nothing to take back. free: without asking. why: why it is not free
 * (or why there is nothing). asking: a request that is open now.
 */
export interface Undo {
  to: number
  free: boolean
  why: string
  asking: Asking | null
}

/**
 * Windows ("you may play a card now") that are passed for a seat.
 *
 * turn: all, until the turn is over. others: in others' turns, outside of battles.
 */
export interface Passing {
  turn?: boolean
  others?: boolean
}

/**
 * A change of the scene: the value at a path of field names and list indices becomes `to`.
 */
export interface Change {
  at: (string | number)[]
  to: unknown
}

/**
 * The list at a path becomes those of its items that `order` names, in that order; where it says -1 stands what a
 * change then puts there.
 */
export interface Move {
  at: (string | number)[]
  order: number[]
}

/**
 * How the table stands for the viewed seat.
 *
 * scene: whole; left out where first `moves`, then `changes`, each in order, lead from the view before to it.
 * prompt.serial: the number to quote. refusals: what might be tried and may not, with reasons. clock: of the game, in
 * milliseconds, while `due` is set; due: when on that clock the question is answered for the seat.
 */
export interface View {
  number: number
  prompt: Prompt
  scene?: Scene | null
  moves?: Move[]
  changes?: Change[]
  refusals?: Refusal[]
  undo?: Undo
  passing?: Passing
  clock?: number
  due?: number | null
}

/**
 * First on every socket; later to see another of the seats this browser holds. seat: None for a spectator's view,
 * -1 for the first seat held (a spectator's, if none is). Answered by Welcome.
 */
export interface Join {
  type: "join"
  seat?: number | null
}

/**
 * serial: of the prompt. n: index of the choice (Lit.n), or a list of them where prompt.most is over 1; or a line
 * of text, where prompt.line takes one. seat: who answers; the viewed seat if left out.
 */
export interface Answer {
  type: "answer"
  serial: number
  n: number | number[] | string
  seat?: number
}

/**
 * Chat, 1 to 500 characters.
 */
export interface Say {
  type: "say"
  text: string
}

/**
 * Undo: as `Undo.to` says, or further back to `to`. Done at once where it is free, else the others are asked.
 */
export interface TakeBack {
  type: "take_back"
  to?: number
}

/**
 * The answer to an Asking: its number, and whether the viewed seat agrees. The asker withdraws with False.
 */
export interface Consent {
  type: "consent"
  number: number
  agree: boolean
}

/**
 * How windows are passed for the viewed seat.
 */
export interface SetPassing {
  type: "set_passing"
  passing: Passing
}

/**
 * Asks what a bot would do on the viewed seat. serial: of the prompt. Answered by Advice soon after, but not if the
 * question has changed meanwhile.
 */
export interface Hint {
  type: "hint"
  serial: number
}

/**
 * Answered by Pong: the line is alive.
 */
export interface Ping {
  type: "ping"
}

export type FromClient = Join | Answer | Say | TakeBack | Consent | SetPassing | Hint | Ping

/**
 * Everything, on joining. seat: the viewed one, None for a spectator. view: None until the game begins.
 * log, chat: all lines so far.
 */
export interface Welcome {
  type: "welcome"
  table: TableFacts
  held: Held
  seat: number | null
  view: View | null
  log: LogLine[]
  chat: ChatLine[]
}

/**
 * The table moved on. Of the log the first `keep` lines stand (fewer than before after an undo); `log` follows.
 */
export interface Update {
  type: "update"
  view: View
  keep: number
  log: LogLine[]
}

/**
 * Something about the table changed: who sits there, who is here, pause, end, rematch; or what this browser
 * holds.
 */
export interface Facts {
  type: "facts"
  table: TableFacts
  held: Held
}

/**
 * What a hint tells of: a choice, or several where the question wants several. words: of all of them. chance: the
 * seat's chance to win then, 0 to 1, by so many tries; null where none can be told.
 */
export interface Advised {
  lit: Lit[]
  words: string
  tries: number
  chance: number | null
}

/**
 * A hint, to the browser that asked for it alone. picks: the bot's choice first, then the next best; none: it would
 * rather wait. serial: of the question. tries: of all choices. words: the whole in a sentence or two.
 */
export interface Advice {
  type: "advice"
  serial: number
  words: string
  tries: number
  picks: Advised[]
}

/**
 * What was sent is not taken; nothing changed. serial: of the answer, -1 for anything else. view: the present
 * one, whole, after an answer.
 */
export interface Refused {
  type: "refused"
  reason: string
  serial: number
  view: View | null
}

/**
 * A new line of chat.
 */
export interface Said {
  type: "said"
  line: ChatLine
}

/**
 * The game is over; follows the last Update.
 */
export interface Over {
  type: "over"
  verdict: Verdict
}

export interface Pong {
  type: "pong"
}

export type ToClient = Welcome | Update | Facts | Advice | Refused | Said | Over | Pong

/**
 * An option of a game's tables. kind: what the set-up form shows. choices: for `choice` and `list`.
 */
export interface OptionFacts {
  name: string
  words: string
  kind: "choice" | "list" | "number" | "text" | "yes_no"
  default: unknown
  choices: string[]
}

/**
 * A game of the house. bots: what can sit on a seat, best first.
 */
export interface GameFacts {
  name: string
  title: string
  about: string
  box: Box
  least: number
  most: number
  options: OptionFacts[]
  bots: string[]
}

/**
 * A seat of a new table. kind: `person` is held by the browser that asks (several: hot-seat); `open`; `bot`.
 */
export interface SeatWish {
  kind: "bot" | "open" | "person"
  name?: string
  bot?: string
}

/**
 * POST /api/tables. start: begin at once (no seat may be open). hints: a bot may be asked what it would do.
 */
export interface NewTable {
  game: string
  seats: SeatWish[]
  options?: Record<string, unknown>
  name?: string
  public?: boolean
  think?: number
  pace?: number
  hints?: boolean
  start?: boolean
}

/**
 * A secret that holds a seat (-1: hosts the table). path: the link, `/t/ID#SECRET`; only shown once.
 */
export interface Key {
  seat: number
  path: string
}

/**
 * The answer to making, joining and claiming: how the table stands, what this browser holds, new links.
 */
export interface Seated {
  table: TableFacts
  held: Held
  keys: Key[]
}

export interface TableList {
  tables: TableFacts[]
}

/**
 * POST /api/tables/ID/claim: the secret behind the # of a link; this browser then holds what it stands for.
 */
export interface Claim {
  key: string
}

/**
 * POST /api/tables/ID/seats/N: sit down on an open seat under a name of 1 to 40 visible characters.
 */
export interface Take {
  name: string
}

/**
 * POST /api/tables/ID/seats/N/bot: a bot takes a seat (a person's: until they are back; or an open one).
 */
export interface StandIn {
  bot?: string
}

/**
 * A rule of a game's ledger; kind as in the ledger.
 */
export interface RuleFacts {
  id: string
  kind: "example" | "rule" | "ruling"
  chapter: string
  text: string
}

export interface RuleList {
  rules: RuleFacts[]
  note: string
}

/**
 * A player aid: a heading with its lines; a line may end with rule ids in brackets.
 */
export interface Aid {
  heading: string
  lines: string[]
}

export interface AidList {
  aids: Aid[]
}

/**
 * GET /api/tables/ID/steps/N?seat=S of a finished table: how it stood after N answers, and what led there.
 */
export interface StepView {
  step: number
  steps: number
  scene: Scene
  log: LogLine[]
}

/**
 * A point of the race: after so many answers, each seat's meter (0 to 100).
 */
export interface Moment {
  step: number
  meters: number[]
}

/**
 * GET /api/tables/ID/race of a finished table. moments: where a meter moved. lines: the public log's lines that
 * open a turn or a round, and the last ones: key moments to jump to.
 */
export interface Race {
  steps: number
  names: string[]
  moments: Moment[]
  lines: LogLine[]
}

/**
 * After so many answers: each seat's chance to win, 0 to 1.
 */
export interface Standing {
  step: number
  chances: number[]
}

/**
 * A turning point: with the answer to step `step` the seat's chance to win went from `before` to `after`.
 */
export interface Turning {
  step: number
  seat: number
  before: number
  after: number
  words: string
}

/**
 * GET /api/tables/ID/curve of a finished table. points: where a chance to win changed; turns: the biggest changes.
 * tries: games played on from each point; 0: the game tells how it stands.
 */
export interface Curve {
  steps: number
  names: string[]
  points: Standing[]
  turns: Turning[]
  tries: number
}

/**
 * Every error of the REST API: the HTTP status and one sentence.
 */
export interface Problem {
  status: number
  detail: string
}

export interface Health {
  status: "ok"
  version: string
  tables: number
  sockets: number
}
