"""What a seat sees and may answer, in words: for people who follow a game, and for agents that read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from ..engine import scene as s
from .course import OVER, Course
from .numbers import ENOUGH, PASS

SIGNS = {"": "", "good": "+", "bad": "-"}  # of printed signs that speak for a piece, or against it


def text(course: Course, seat: int) -> str:
    """The scene of a seat, part by part, and its open question with the number of every legal action."""
    game, g = course.table.game, course.table.g
    scene = game.scene(g, seat)
    phase = f" ({scene.phases[scene.phase]})" if 0 <= scene.phase < len(scene.phases) else ""
    lines = [f"{scene.title}{phase}"]
    for plate in scene.seats:
        you = " (you)" if plate.seat == seat else ""
        role = f", {plate.role}" if plate.role else ""
        lines += ["", f"{plate.name}{you}{role}: {', '.join(map(number, plate.numbers))}"]
        for part in plate.parts:
            lines += [f"  {line}" for line in part_lines(part)]
    for part in scene.centre:
        told = part_lines(part)
        if told:
            lines += ["", *told]
    lines.append("")
    if scene.result:
        lines.append(scene.result)
    elif course.seat == OVER:
        lines.append("The game is over.")
    elif course.seat != seat or course.ask is None:
        lines.append(f"{game.seat_name(g, course.seat)} is asked.")
    else:
        hint = game.say_hint(g, course.ask)
        lines.append(f"{game.say_question(g, course.ask)}{' ' if hint else ''}{hint}")
        lines += [f"  [{n}] {words}" for n, words in answers(course)]
    return "\n".join(lines) + "\n"


def answers(course: Course) -> Iterator[tuple[int, str]]:
    """The legal actions of the seat that is asked, by number, in words."""
    game, g, ask = course.table.game, course.table.g, course.ask
    numbers = course.setting.numbers
    assert ask is not None
    for number in sorted(course.legal):
        found = course.legal[number]
        if number == PASS:
            yield number, "Let it pass for now"
        elif number == ENOUGH:
            yield number, "That is enough"
        elif isinstance(found, type):
            yield number, f"{numbers.say(number).replace('_', ' ').capitalize()} ..."
        elif isinstance(found, msgspec.Struct):
            yield number, game.say_choice(g, ask, found)
        else:
            yield number, numbers.say(number)


def number(one: s.Number) -> str:
    """A counter."""
    return f"{one.label} {one.value}{f' of {one.most}' if one.most else ''}"


def piece(one: s.Piece) -> str:
    """A card, tile or figure, in a few words."""
    if not one.face:
        return f"a face-down {one.kind}".replace("_", " ")
    told = [number(each) for each in one.numbers]
    told += [f"{SIGNS[mark.tone]}{mark.label}" for mark in one.marks]
    told += [one.note] if one.note else []
    return f"{one.face} ({', '.join(told)})" if told else one.face


def pieces(those: Iterable[s.Piece]) -> str:
    return "; ".join(map(piece, those))


def part_lines(part: s.AnyPart) -> list[str]:
    """A part in lines; none if there is nothing to tell."""
    title = part.title or part.id
    match part:
        case s.Map():
            return [
                f"{title}:",
                *(f"  {one.name or one.id}: {pieces(one.pieces)}" for one in part.spaces if one.pieces),
            ]
        case s.Grid():
            wide = max((len(one.face) for row in part.rows for cell in row for one in cell), default=1)
            rows = [" ".join((cell[-1].face if cell else ".").ljust(wide) for cell in row) for row in part.rows]
            return [f"{title}:", *(f"  {row.rstrip()}" for row in rows)]
        case s.Polygrid():
            return [f"{title}, {part.filled} of {part.total} squares:", *(f"  {line}" for line in _cells(part))]
        case s.Heap():
            return [f"{title}: {pieces(one for one, _ in part.pieces)}"]
        case s.Holding():
            return [f"{title}: {piece(part.piece)}"] if part.piece else []
        case s.Track():
            return [f"{title}: " + "; ".join(f"{one.face} on {at}" for one, at in part.markers)]
        case s.Hand() if any(one.lines for one in part.pieces):
            read = [f"  {piece(one)}{': ' if one.lines else ''}{' '.join(one.lines)}" for one in part.pieces]
            return [f"{title}:", *read]
        case s.Row() | s.Hand():
            return [f"{title}: {pieces(part.pieces) or 'none'}"]
        case s.Pile():
            top = f", on top {piece(part.top)}" if part.top and part.top.face else ""
            return [f"{title}: {part.count}{top}"]
        case s.Mat():
            slots = "; ".join(f"{slot.name}: {pieces(slot.pieces)}" for slot in part.slots if slot.pieces)
            return [line for line in (slots, "; ".join(map(_sum, part.sums))) if line]
        case s.Pool():
            told = [*map(number, part.numbers), *map(piece, part.pieces)]
            return [f"{title}: {'; '.join(told)}"] if told else []
        case s.Dice():
            return [f"{title}: {', '.join(die.face or 'not rolled' for die in part.dice)}"]
        case s.Contest():
            step = f", {part.steps[part.at]}" if 0 <= part.at < len(part.steps) else ""
            return _told(f"{title}{step}:", *(f"  {_side(side)}" for side in part.sides), part.verdict)
        case s.Ballot():
            votes = "; ".join(f"seat {n + 1}: {vote}" for n, vote in part.votes)
            said = [f'  seat {n + 1} says: "{words}"' for n, words in part.lines]
            return _told(f"{title}: {part.question}", *said, votes, part.verdict)
        case s.Tally():
            return _told(f"{title}:", *(_tallied(part.columns, *row) for row in part.rows), part.result)
        case s.Timer():
            return [f"{title}: from {part.began} to {part.ends} ms"] if part.ends else []
        case s.Story():
            return [f"{title}:", *(f"  {line}" for line in part.lines)]
        case s.Scores():
            return [f"{title}:", *("  " + ", ".join(_named(part.columns, cells)) for _, cells in part.rows)]
    return []


def _told(*lines: str) -> list[str]:
    return [line for line in lines if line]


def _sum(one: tuple[str, int, tuple[tuple[str, int], ...]]) -> str:
    name, total, parts = one
    return f"{name} {total} ({', '.join(f'{what} {n:+d}' for what, n in parts) or 'nothing'})"


def _tallied(columns: tuple[str, ...], seat: int, cells: tuple[s.TallyCell, ...], total: int) -> str:
    told = [f"{name} {cell.value}" for name, cell in zip(columns, cells, strict=False)]
    return f"  seat {seat + 1}: {', '.join(told)}, together {total}"


def _named(columns: tuple[str, ...], cells: tuple[str, ...]) -> list[str]:
    return [f"{name} {cell}".strip() for name, cell in zip(columns, cells, strict=False) if cell]


def _side(side: s.Side) -> str:
    parts = ", ".join(f"{what} {n:+d}" for what, n in side.parts)
    die = f", die {side.die}" if side.die else ""
    total = f" = {side.total}" if side.total is not None else ""
    return f"{side.piece.face}: {parts}{die}{total}"


def _cells(part: s.Polygrid) -> list[str]:
    """A mat as signs: a dot is open, # full from the start, a letter a tile or a slot's digit."""
    signs = dict.fromkeys(part.open, ".") | dict.fromkeys(part.taken, "#")
    legend = []
    for n, slot in enumerate(part.slots, 1):
        signs |= {cell: str(n) for cell in slot.cells}
        legend.append(f"{n} {slot.name}, {slot.note}")
    for n, (one, cells) in enumerate(part.placed):
        letter = chr(ord("A") + n % 26)
        signs |= dict.fromkeys(cells, letter)
        legend.append(f"{letter} {piece(one)}")
    rows = ["".join(signs.get((y, x), " ") for x in range(part.width)).rstrip() for y in range(part.height)]
    return [*rows, *legend]
