"""What goes over the wire: every message of a table's websocket and every body of the REST API.

TypeScript gets the same types from `hearthside.server.typescript`. Seats count from 0. Times are milliseconds since
1970 unless they are said to be of the game's clock. A table's *number* is the number of its next row (an answer, a
deadline or an undo): it only grows, also when answers are taken back, and every answer quotes it.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from ..engine.game import Box, Refusal
from ..engine.scene import Lit, Prompt, Scene

Life = Literal["open", "playing", "paused", "over", "archived"]
SeatKind = Literal["open", "person", "bot"]


class Message(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type"):
    """The base of what goes over a websocket."""


class Body(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The base of what REST takes and gives, and of parts of messages."""


# ---- facts about a table, in both ways ----


class SeatFacts(Body, frozen=True):
    """Who holds a seat.

    kind: open to whoever comes; a person's; a bot's. name: of the person; empty for bots. bot: its kind ("normal"),
    or, on a person's seat with `away`, of the bot that stands in until the person takes the seat back.
    here: a browser of that person is connected now.
    """

    seat: int
    kind: SeatKind
    name: str = ""
    bot: str = ""
    away: bool = False
    here: bool = False


class Verdict(Body, frozen=True):
    """How a game ended. seed: opened now; its SHA-256 is `seed_hash`. honours: what the game
    remembers of the person at this browser, in lines."""

    winners: tuple[int, ...]
    words: str
    seed: str
    seed_hash: str
    honours: tuple[str, ...] = ()


class TableFacts(Body, frozen=True):
    """What everybody may know of a table.

    title: of the game. name: of the table; may be empty. seed_hash: SHA-256 of the seed, empty until the game begins.
    number: as above; answers: how many stand now. think: seconds to decide, 0 for as long as you like; then a
    bot decides. pace: milliseconds a bot waits before it answers. next: the id of the rematch, once there is one.
    verdict: once over. watchers: spectators connected now. replay: it was uploaded, nobody sits there. hints: a bot may
    be asked what it would do.
    """

    id: str
    game: str
    title: str
    box: Box
    name: str
    public: bool
    life: Life
    seats: tuple[SeatFacts, ...]
    options: dict[str, Any]
    created: int
    changed: int
    number: int = 0
    answers: int = 0
    seed_hash: str = ""
    think: int = 0
    pace: int = 0
    watchers: int = 0
    next: str = ""
    replay: bool = False
    hints: bool = True
    verdict: Verdict | None = None


class Held(Body, frozen=True):
    """What this browser holds at a table. host: it may start, pause, replace, archive."""

    seats: tuple[int, ...] = ()
    host: bool = False


class LogLine(Body, frozen=True, omit_defaults=True):
    """A line of the log as this view may read it.

    rule: the id of the rule that made it happen. seat: whose it is, -1 for nobody's. answer: how many answers had been
    taken (the step of the replay that shows it). kind: of event, such as "Drew". follows: from the line above it.
    opens: a turn or a round. note: the server says it.
    """

    text: str
    rule: str = ""
    seat: int = -1
    answer: int = 0
    kind: str = ""
    follows: bool = False
    opens: bool = False
    note: bool = False


class ChatLine(Body, frozen=True):
    """seat: who says it, -1 for the host without a seat and for the server."""

    id: int
    seat: int
    name: str
    text: str
    at: int


class Asking(Body, frozen=True):
    """Somebody asks to take back all answers from step `to` on. needs: seats whose people have not agreed yet."""

    number: int
    seat: int
    to: int
    words: str
    agreed: tuple[int, ...] = ()
    needs: tuple[int, ...] = ()


class Undo(Body, frozen=True):
    """What the undo button does for the viewed seat now.

    to: the step it would go back to; -1: there is nothing to take back. free: without asking. why: why it is not free
    (or why there is nothing). asking: a request that is open now.
    """

    to: int = -1
    free: bool = False
    why: str = ""
    asking: Asking | None = None


class Passing(Body, frozen=True):
    """Windows ("you may play a card now") that are passed for a seat.

    turn: all, until the turn is over. others: in others' turns, outside of battles.
    """

    turn: bool = False
    others: bool = True


class Change(Body, frozen=True):
    """A change of the scene: the value at a path of field names and list indices becomes `to`."""

    at: tuple[str | int, ...]
    to: Any


class Move(Body, frozen=True):
    """The list at a path becomes those of its items that `order` names, in that order; where it says -1 stands what a
    change then puts there."""

    at: tuple[str | int, ...]
    order: tuple[int, ...]


class View(Body, frozen=True, omit_defaults=True):
    """How the table stands for the viewed seat.

    scene: whole; left out where first `moves`, then `changes`, each in order, lead from the view before to it.
    prompt.serial: the number to quote. refusals: what might be tried and may not, with reasons. clock: of the game, in
    milliseconds, while `due` is set; due: when on that clock the question is answered for the seat.
    """

    number: int
    prompt: Prompt
    scene: Scene | None = None
    moves: tuple[Move, ...] = ()
    changes: tuple[Change, ...] = ()
    refusals: tuple[Refusal, ...] = ()
    undo: Undo = Undo()
    passing: Passing = Passing()
    clock: int = 0
    due: int | None = None


# ---- from the browser ----


class Join(Message, frozen=True, tag="join"):
    """First on every socket; later to see another of the seats this browser holds. seat: None for a spectator's view,
    -1 for the first seat held (a spectator's, if none is). Answered by Welcome."""

    seat: int | None = -1


class Answer(Message, frozen=True, tag="answer"):
    """serial: of the prompt. n: index of the choice (Lit.n), or a list of them where prompt.most is over 1; or a line
    of text, where prompt.line takes one. seat: who answers; the viewed seat if left out."""

    serial: int
    n: int | list[int] | str
    seat: int = -1


class Say(Message, frozen=True, tag="say"):
    """Chat, 1 to 500 characters."""

    text: str


class TakeBack(Message, frozen=True, tag="take_back"):
    """Undo: as `Undo.to` says, or further back to `to`. Done at once where it is free, else the others are asked."""

    to: int = -1


class Consent(Message, frozen=True, tag="consent"):
    """The answer to an Asking: its number, and whether the viewed seat agrees. The asker withdraws with False."""

    number: int
    agree: bool


class SetPassing(Message, frozen=True, tag="set_passing"):
    """How windows are passed for the viewed seat."""

    passing: Passing


class Hint(Message, frozen=True, tag="hint"):
    """Asks what a bot would do on the viewed seat. serial: of the prompt. Answered by Advice soon after, but not if the
    question has changed meanwhile."""

    serial: int


class Ping(Message, frozen=True, tag="ping"):
    """Answered by Pong: the line is alive."""


FromClient = Join | Answer | Say | TakeBack | Consent | SetPassing | Hint | Ping


# ---- to the browser ----


class Welcome(Message, frozen=True, tag="welcome"):
    """Everything, on joining. seat: the viewed one, None for a spectator. view: None until the game begins.
    log, chat: all lines so far."""

    table: TableFacts
    held: Held
    seat: int | None
    view: View | None
    log: tuple[LogLine, ...]
    chat: tuple[ChatLine, ...]


class Update(Message, frozen=True, tag="update"):
    """The table moved on. Of the log the first `keep` lines stand (fewer than before after an undo); `log` follows."""

    view: View
    keep: int
    log: tuple[LogLine, ...]


class Facts(Message, frozen=True, tag="facts"):
    """Something about the table changed: who sits there, who is here, pause, end, rematch; or what this browser
    holds."""

    table: TableFacts
    held: Held


class Advised(Body, frozen=True):
    """What a hint tells of: a choice, or several where the question wants several. words: of all of them. chance: the
    seat's chance to win then, 0 to 1, by so many tries; null where none can be told."""

    lit: tuple[Lit, ...]
    words: str
    tries: int = 0
    chance: float | None = None


class Advice(Message, frozen=True, tag="advice"):
    """A hint, to the browser that asked for it alone. picks: the bot's choice first, then the next best; none: it would
    rather wait. serial: of the question. tries: of all choices. words: the whole in a sentence or two."""

    serial: int
    words: str
    tries: int
    picks: tuple[Advised, ...]


class Refused(Message, frozen=True, tag="refused"):
    """What was sent is not taken; nothing changed. serial: of the answer, -1 for anything else. view: the present
    one, whole, after an answer."""

    reason: str
    serial: int = -1
    view: View | None = None


class Said(Message, frozen=True, tag="said"):
    """A new line of chat."""

    line: ChatLine


class Over(Message, frozen=True, tag="over"):
    """The game is over; follows the last Update."""

    verdict: Verdict


class Pong(Message, frozen=True, tag="pong"):
    pass


ToClient = Welcome | Update | Facts | Advice | Refused | Said | Over | Pong


# ---- REST ----


class OptionFacts(Body, frozen=True):
    """An option of a game's tables. kind: what the set-up form shows. choices: for `choice` and `list`."""

    name: str
    words: str
    kind: Literal["yes_no", "number", "text", "choice", "list"]
    default: Any
    choices: tuple[str, ...] = ()


class GameFacts(Body, frozen=True):
    """A game of the house. bots: what can sit on a seat, best first."""

    name: str
    title: str
    about: str
    box: Box
    least: int
    most: int
    options: tuple[OptionFacts, ...]
    bots: tuple[str, ...]


class SeatWish(Body, frozen=True):
    """A seat of a new table. kind: `person` is held by the browser that asks (several: hot-seat); `open`; `bot`."""

    kind: SeatKind
    name: str = ""
    bot: str = ""


class NewTable(Body, frozen=True):
    """POST /api/tables. start: begin at once (no seat may be open). hints: a bot may be asked what it would do."""

    game: str
    seats: tuple[SeatWish, ...]
    options: dict[str, Any] = {}
    name: str = ""
    public: bool = False
    think: int = 0
    pace: int = 400
    hints: bool = True
    start: bool = False


class Key(Body, frozen=True):
    """A secret that holds a seat (-1: hosts the table). path: the link, `/t/ID#SECRET`; only shown once."""

    seat: int
    path: str


class Seated(Body, frozen=True):
    """The answer to making, joining and claiming: how the table stands, what this browser holds, new links."""

    table: TableFacts
    held: Held
    keys: tuple[Key, ...] = ()


class TableList(Body, frozen=True):
    tables: tuple[TableFacts, ...]


class Claim(Body, frozen=True):
    """POST /api/tables/ID/claim: the secret behind the # of a link; this browser then holds what it stands for."""

    key: str


class Take(Body, frozen=True):
    """POST /api/tables/ID/seats/N: sit down on an open seat under a name of 1 to 40 visible characters."""

    name: str


class StandIn(Body, frozen=True):
    """POST /api/tables/ID/seats/N/bot: a bot takes a seat (a person's: until they are back; or an open one)."""

    bot: str = ""


class RuleFacts(Body, frozen=True):
    """A rule of a game's ledger; kind as in the ledger."""

    id: str
    kind: Literal["rule", "example", "ruling"]
    chapter: str
    text: str


class RuleList(Body, frozen=True):
    rules: tuple[RuleFacts, ...]
    note: str = ""  # why nothing was found


class Aid(Body, frozen=True):
    """A player aid: a heading with its lines; a line may end with rule ids in brackets."""

    heading: str
    lines: tuple[str, ...]


class AidList(Body, frozen=True):
    aids: tuple[Aid, ...]


class StepView(Body, frozen=True):
    """GET /api/tables/ID/steps/N?seat=S of a finished table: how it stood after N answers, and what led there."""

    step: int
    steps: int
    scene: Scene
    log: tuple[LogLine, ...]


class Moment(Body, frozen=True):
    """A point of the race: after so many answers, each seat's meter (0 to 100)."""

    step: int
    meters: tuple[int, ...]


class Race(Body, frozen=True):
    """GET /api/tables/ID/race of a finished table. moments: where a meter moved. lines: the public log's lines that
    open a turn or a round, and the last ones: key moments to jump to."""

    steps: int
    names: tuple[str, ...]
    moments: tuple[Moment, ...]
    lines: tuple[LogLine, ...]


class Standing(Body, frozen=True):
    """After so many answers: each seat's chance to win, 0 to 1."""

    step: int
    chances: tuple[float, ...]


class Turning(Body, frozen=True):
    """A turning point: with the answer to step `step` the seat's chance to win went from `before` to `after`."""

    step: int
    seat: int
    before: float
    after: float
    words: str


class Curve(Body, frozen=True):
    """GET /api/tables/ID/curve of a finished table. points: where a chance to win changed; turns: the biggest changes.
    tries: games played on from each point; 0: the game tells how it stands."""

    steps: int
    names: tuple[str, ...]
    points: tuple[Standing, ...]
    turns: tuple[Turning, ...]
    tries: int = 0


class Problem(Body, frozen=True):
    """Every error of the REST API: the HTTP status and one sentence."""

    status: int
    detail: str


class Health(Body, frozen=True):
    status: Literal["ok"]
    version: str
    tables: int
    sockets: int
