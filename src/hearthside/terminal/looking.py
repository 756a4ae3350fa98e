"""Looking at the table: cards and places in full, boards, the log, the map, the rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.text import Text
from textual.binding import Binding, BindingType

from ..engine.ledger import Ledger, LedgerError, read_ledger
from ..engine.scene import Hand, Heap, Map, Mat, Piece, Pile, Space
from .canvas import clip, plain
from .drawing import figures
from .finding import FindPanel, RulesPanel
from .help import AidsPanel, WhyPanel
from .looks import KIND_WORDS, shape
from .panels import TextPanel, Thing, ThingPanel, thing_of
from .parts import all_pieces, small_words, sum_words
from .tabletop import Tabletop
from .tiles import mark_words, shape_name
from .view import big_parts, front_part
from .worldmap import TOKEN, legend


class Looking(Tabletop):
    """All that a person may look at. Nothing here answers a question."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("question_mark", "why"),
        Binding("i", "aids"),
        Binding("v", "cards"),
        Binding("r", "rules"),
        Binding("tab", "seat(1)", priority=True),
        Binding("shift+tab", "seat(-1)", priority=True),
        Binding("m", "board"),
        Binding("w", "front"),
        Binding("f", "find"),
        Binding("g", "log"),
        Binding("c", "centre"),
        Binding("plus,equals_sign", "zoom(True)"),
        Binding("minus", "zoom(False)"),
        Binding("shift+left,h", "pan(-6,0)"),
        Binding("shift+right,l", "pan(6,0)"),
        Binding("shift+up,k", "pan(0,-3)"),
        Binding("shift+down,j", "pan(0,3)"),
        Binding("pageup", "scroll_log(8)"),
        Binding("pagedown", "scroll_log(-8)"),
    ]

    def _things_beside(self, id_: str) -> tuple[list[Thing], int]:
        """A thing and its neighbours (the hand, the row it lies in), and its place among them."""
        scene = self.view.scene
        parts = [*scene.centre, *(part for plate in scene.seats for part in plate.parts)]
        for part in parts:
            if isinstance(part, Map):
                for space in part.spaces:
                    if space.id == id_:
                        return [thing_of(space, self._choices(id_), part.regions.get(space.region, ""))], 0
            pieces = all_pieces(part)
            if isinstance(part, Pile) and not any(piece.face for piece in pieces):
                if part.id == id_ or any(piece.id == id_ for piece in pieces):
                    lines = (f"{small_words(part)}: {'face down' if part.count else 'empty'}.",)
                    kind = part.kind.replace("_", " ")
                    return [Thing(part.title or part.id, kind, lines=lines, choices=tuple(self._choices(id_)))], 0
                continue
            at = next((n for n, piece in enumerate(pieces) if piece.id == id_), -1)
            if at < 0 and part.id == id_ and pieces:
                at = 0
            if at >= 0:
                if isinstance(part, Map):
                    return [thing_of(pieces[at], self._choices(id_))], 0
                return [thing_of(piece, self._choices(piece.id)) for piece in pieces], at
            if isinstance(part, Mat):
                for slot in part.slots:
                    if slot.id == id_ and not slot.pieces:
                        kind = "blocked" if slot.blocked else "an empty slot"
                        return [Thing(slot.name, kind, choices=tuple(self._choices(id_)))], 0
            elif part.id == id_:
                words = (small_words(part, now=self.view.now),)
                return [Thing(part.title or part.id, "pile", lines=words, choices=tuple(self._choices(id_)))], 0
        return [], 0

    def _choices(self, id_: str) -> list[tuple[int, str]]:
        if not self._ready():
            return []
        return [(one.n, one.words) for one in self.view.prompt.lit if id_ in one.touches]

    def look_at(self, id_: str) -> None:
        """Opens a card, space or token in full."""
        things, at = self._things_beside(id_)
        if things:
            self.app.push_screen(ThingPanel(things, at, self.look, self.quote), self._looked)

    def _looked(self, chosen: object) -> None:
        if isinstance(chosen, int):
            self.choose(chosen)
        elif isinstance(chosen, str):
            self.open_rules(chosen)

    @property
    def ledger(self) -> Ledger | None:
        """The game's rules, read when first wanted."""
        if self._ledger is None and self.sitting.game.ledger is not None:
            try:
                self._ledger = read_ledger(self.sitting.game.ledger)
            except LedgerError as error:
                self.notify(str(error), severity="warning", markup=False)
        return self._ledger

    def quote(self, id_: str) -> str:
        """The text of a rule, or nothing."""
        rule = self.ledger.by_id.get(id_) if self.ledger is not None else None
        return rule.text if rule is not None else ""

    def open_rules(self, at: str = "") -> None:
        """The rules panel, at a rule."""
        if self.ledger is None:
            self.notify("This game has no written rules here.", severity="warning")
            return
        self.app.push_screen(RulesPanel(self.ledger, self.look, at))

    def action_rules(self) -> None:
        self.open_rules(self.view.prompt.rule if self._ready() else "")

    def action_why(self) -> None:
        refusals = []
        if self._ready():
            assert self.asked is not None
            refusals = self.sitting.game.refusals(self.sitting.table.g, self.asked)
        panel = WhyPanel(self.view.prompt, refusals, self.look, self.quote, self._signs(), bool(self.aids()))

        def closed(rule: object) -> None:
            if rule == "aids":
                self.action_aids()
            elif isinstance(rule, str):
                self.open_rules(rule)

        self.app.push_screen(panel, closed)

    def _signs(self) -> list[tuple[str, str]]:
        """What stands on the map in front, by sign."""
        world = next((part for part in self.view.scene.centre if isinstance(part, Map)), None)
        if world is None:
            return []
        kinds = [(sign, KIND_WORDS.get(kind, kind)) for sign, kind in legend(world, every=True)]
        tokens = [p.face for space in world.spaces for p in space.pieces if p.seat < 0 and p.face]
        kinds += [(TOKEN, clip(", ".join(tokens), 56))] if tokens else []
        seats = [(shape(plate.seat), plate.name) for plate in self.view.scene.seats]
        return [*seats, *kinds, ("[2] ›1‹", "where a choice leads; ›1‹ is under the cursor")]

    def aids(self) -> Sequence[tuple[str, Sequence[str]]]:
        """The game's player aids."""
        return self.sitting.game.aids(self.sitting.table.g)

    def aids_panel(self, *, first: bool = False) -> AidsPanel:
        """The player aids, to be opened. first: they open by themselves, before the first game."""
        title = self.sitting.game.title
        return AidsPanel(f"Welcome to {title}" if first else f"{title}: player aids", self.aids(), self.look, first)

    def action_aids(self) -> None:
        if self.aids():
            self.app.push_screen(self.aids_panel())
        else:
            self.notify("This game has no player aids; r opens its rules.", severity="warning")

    def action_cards(self) -> None:
        """Reads the cards that were turned to in the middle; else those of the board in the dock, the hand first."""
        view = self.view
        plate = next((p for p in view.scene.seats if p.seat == view.looked), None)
        parts = sorted(plate.parts, key=lambda part: not isinstance(part, Hand)) if plate else []
        front = front_part(view)
        if view.front and front is not None and not isinstance(front, Map) and all_pieces(front):
            parts = [front]
        pieces = [piece for part in parts for piece in all_pieces(part) if piece.face]
        if pieces:
            things = [thing_of(piece, self._choices(piece.id)) for piece in pieces]
            self.app.push_screen(ThingPanel(things, 0, self.look, self.quote), self._looked)
        else:
            self.notify("No cards lie open there.")

    def action_find(self) -> None:
        found: dict[str, tuple[str, str, str]] = {}
        scene = self.view.scene
        where = [(part, part.title) for part in scene.centre]
        where += [(part, f"{plate.name}: {part.title}") for plate in scene.seats for part in plate.parts]
        for part, title in where:
            if isinstance(part, Map):
                for space in part.spaces:
                    if space.name:
                        found[space.id] = (space.id, space.name, f"{space.kind}, {part.regions.get(space.region, '')}")
            for piece in all_pieces(part):
                if piece.face and piece.id not in found:
                    found[piece.id] = (piece.id, piece.face, title)
            for piece, cells in part.pieces if isinstance(part, Heap) else ():
                found[piece.id] = (piece.id, piece.face, f"{shape_name(cells)}  {mark_words(piece)}")

        def closed(id_: object) -> None:
            if isinstance(id_, str):
                self._show_space(id_)
                self.look_at(id_)

        things = sorted(found.values(), key=lambda one: one[1].lower())
        self.app.push_screen(FindPanel(things, self.look), closed)

    def _show_space(self, id_: str) -> None:
        for part in self.view.scene.centre:
            if isinstance(part, Map):
                for space in part.spaces:
                    if space.id == id_:
                        size = self.query_one("#world").size
                        self.eye.settle(part, size.width, max(4, size.height - 2))
                        self.eye.show(space, part, size.width, max(4, size.height - 2))
                        self.repaint()

    def action_seat(self, by: int) -> None:
        seats = [plate.seat for plate in self.view.scene.seats]
        if seats:
            at = seats.index(self.view.looked) if self.view.looked in seats else 0
            self.view.looked = seats[(at + by) % len(seats)]
            self.repaint()

    def action_board(self) -> None:
        view = self.view
        plate = next((p for p in view.scene.seats if p.seat == view.looked), None)
        if plate is None:
            return
        look, out = self.look, Text()
        for number in plate.numbers:
            out.append(f"{number.label} ", look("ink3"))
            out.append(f"{number.value}{f'/{number.most}' if number.most else ''}   ", look("ink", bold=True))
        out.append("\n")
        for part in plate.parts:
            out.append(f"\n{plain(part.title)}\n", look("ink", bold=True))
            if isinstance(part, Mat):
                for total in part.sums:
                    out.append(f"  {plain(sum_words(total))}\n", look("ink2"))
                for slot in part.slots:
                    out.append(f"  {slot.name:<12}", look("ink3"))
                    names = [_piece_line(piece) for piece in slot.pieces]
                    out.append(plain("; ".join(names) or ("taken" if slot.blocked else "–")) + "\n", look("ink"))
            else:
                for piece in all_pieces(part):
                    out.append(f"  {plain(_piece_line(piece))}\n", look("ink"))
                if not all_pieces(part):
                    out.append("  nothing\n", look("ink3"))
        out.rstrip()
        who = ", ".join(one for one in (plate.role, view.people.get(plate.seat, "")) if one)

        def closed(chosen: object) -> None:
            if chosen == "next":
                self.action_seat(1)
                self.action_board()

        title = f"{shape(plate.seat)} {plate.name}  {who}"
        self.app.push_screen(TextPanel(title, out, more="Tab next player   "), closed)

    def action_log(self) -> None:
        look, out = self.look, Text()
        for line in self.view.lines:
            sign, style = ("›", look("ink3")) if line.note else (shape(line.seat), look.seat(line.seat))
            out.append("\n" if line.opens else "")
            out.append("    " if line.follows else f"{sign} ", style)
            ink = look("ink3", italic=True) if line.note else look("ink", bold=line.opens)
            out.append(plain(line.text), ink)
            out.append(f" {line.rule}\n", look("info"))
        out.rstrip()
        self.app.push_screen(TextPanel("Log", out, end=True, wide=True))

    def action_scroll_log(self, by: int) -> None:
        self.view.back = min(max(0, self.view.back + by), max(0, len(self.view.lines) - 5))
        self.repaint()

    def action_front(self) -> None:
        parts = big_parts(self.view.scene)
        front = front_part(self.view)
        if front is not None and len(parts) > 1:
            self.view.front = parts[(parts.index(front) + 1) % len(parts)].id
            self.repaint()

    def _map(self) -> tuple[Map, int, int] | None:
        front = front_part(self.view)
        size = self.query_one("#world").size
        return (front, size.width, max(4, size.height - 2)) if isinstance(front, Map) else None

    def action_pan(self, columns: int, rows: int) -> None:
        if self._map() is not None:
            self.eye.pan(columns, rows)
            self.repaint()

    def action_zoom(self, nearer: bool) -> None:
        if (found := self._map()) is not None:
            self.eye.zoom(nearer, *found)
            self.repaint()

    def action_centre(self) -> None:
        if (found := self._map()) is not None:
            self.eye.centre(found[0])
            self.repaint()


def _piece_line(piece: Piece | Space) -> str:
    if isinstance(piece, Space):
        return piece.name
    name = piece.face or f"a card face down ({piece.kind})"
    more = ", ".join(one for one in (figures(piece), piece.note) if one)
    return f"{name} ({more})" if more else name
