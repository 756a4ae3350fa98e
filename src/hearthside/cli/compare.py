"""`hearthside compare`: what a change does, by pairs of games that are played with the same seed."""

from __future__ import annotations

import argparse
from collections.abc import Callable

import msgspec
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table as Grid
from rich.text import Text

from ..engine.game import Game
from ..games import game as game_of
from ..lab.compare import Comparison, Effect, compare
from ..lab.intervals import LEAST_DIFFERING, Mean, half_width
from ..lab.simulate import play_outs
from . import asked
from .faults import Fault

OPTION = "option:"
GROUPS = dict.fromkeys(("had", "won", "seat", "first", "bot"), "wins") | {"how": "the game ended by"}
ALWAYS_SHOWN = ("wins", "a game", "the game ended by")


def run(arguments: argparse.Namespace) -> int:
    """Plays, says what the change does, writes the file; 1 if games broke, 130 with what there is after Ctrl-C."""
    game = game_of(arguments.game)
    usual = "greedy" if game.chooser("normal") is None else "normal"
    seats = asked.seats(arguments.seats or f"{usual},{usual}", game)
    packs, packs_b = asked.packs(arguments.pack, game), asked.packs(arguments.pack_b, game)
    of_options = [text.removeprefix(OPTION) for text in arguments.change if text.startswith(OPTION)]
    options = asked.options(arguments.option, game, play_outs(game))
    options_b = asked.options([*arguments.option, *of_options], game, play_outs(game))
    changes = [text for text in arguments.change if not text.startswith(OPTION)]
    if not arguments.change and not arguments.pack_b:
        raise Fault("Nothing is changed; say what B has, with --change KIND/ID.FIELD=VALUE or --pack-b DIR.")
    asked.check_writable(arguments.json)
    errors = Console(stderr=True)
    bar = Progress(
        TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(),
        TextColumn("{task.fields[effect]}"), console=errors, transient=True, disable=not errors.is_terminal,
    )  # fmt: skip
    task = bar.add_task("pairs", total=arguments.games or arguments.at_most, effect="")

    def progress(done: int, mean: Mean) -> None:
        bar.start()  # only now, when the processes are there: a fork must not copy the bar's thread
        half = half_width(mean.deviation, mean.n, arguments.games is None) if mean.n > 1 else 0.0
        bar.update(task, completed=done, effect=f"B - A: {mean.mean:+.3g} ±{half:.2g}" if half else "")

    try:
        result = compare(
            game, seats, arguments.games, changes=changes, packs=packs, packs_b=packs_b, options=options,
            options_b=options_b, measure=arguments.measure, within=arguments.within, most=arguments.at_most,
            seed=asked.seed(arguments.seed), jobs=arguments.jobs, on=arguments.on, step_cap=arguments.step_cap,
            progress=progress,
        )  # fmt: skip
    finally:
        bar.stop()
    if arguments.json:
        asked.write_out(arguments.json, asked.json_text(result).encode())
    if arguments.json != "-":  # last, since its reader may close the pipe
        show(result, asked.console(), game)
    broken = result.a.summary.errors + result.b.summary.errors
    return 130 if result.interrupted else 1 if broken else 0


def show(result: Comparison, console: Console, game: Game) -> None:
    """Prints what was found."""

    def say(text: str, style: str = "") -> None:
        console.print(text, highlight=False, markup=False, style=style)

    early = " (stopped early)" if result.interrupted else ""
    say(f"{game.title}: {result.pairs} pairs of games of {', '.join(result.seats)}, seed {result.seed}{early}", "bold")
    say(f"A: as it is{_as_it_is(result, game)}")
    say(f"B: with {', '.join(result.changes)}")
    if result.pairs:
        say(f"\n{verdict(result)}\n", "bold")
        if result.alike < result.pairs:
            _rows(result, console)
        _tell_common(result, say)
    for name, arm in (("A", result.a), ("B", result.b)):
        for failure, count in list(arm.summary.failures.items())[:5]:
            seed = next(one.seed for one in arm.games if one.error == failure)
            say(f"{count} games of {name} broke (first with the seed {seed}): {failure}", "red")
    speed = result.speed
    decisions = result.a.summary.decisions_in_all + result.b.summary.decisions_in_all
    say(
        f"{decisions:,} decisions in {speed.wall_seconds:.1f} s with {speed.jobs} "
        f"{'process' if speed.jobs == 1 else 'processes'}; {speed.decisions_a_second:,.0f} a second of CPU time."
    )


def verdict(result: Comparison) -> str:
    """What the pairs say of the measure that decides, in words."""
    effect = result.effects[0]
    if result.verdict == "unfelt":
        sure = f", so with 95% confidence fewer than 1 game in {result.pairs // 3} feels it" if result.pairs > 5 else ""
        return (
            f"Nothing in these games felt {', '.join(result.changes)}: "
            f"all {result.pairs} pairs went alike, answer for answer and die for die{sure}."
        )
    name = name_of(effect)
    change = f"{_number(effect, effect.a)} becomes {_number(effect, effect.b)}"
    if not effect.difference:
        change = f"{_number(effect, effect.a)} stays"
    told = f"{name[0].upper()}{name[1:]}: {change}"
    if result.verdict == "few":
        more = f"; about {_about(result.more)} more pairs would give {LEAST_DIFFERING}" if result.more else ""
        return f"{told}. It differs in {effect.differing} of {effect.pairs} pairs, too few to tell anything{more}."
    assert effect.low is not None
    assert effect.high is not None
    told += f", a difference of {_signed(effect, effect.difference)} (95%: {_interval(effect)})."
    if result.verdict == "clear":
        return f"{told} That is more than chance."
    if result.verdict == "within":
        near = _number(effect, result.within or 0.0)
        return f"{told} That is as near as was asked for (±{near}), and it may be nothing."
    if result.more is None:
        return f"{told} That may be chance, and no number of games would tell a difference so small."
    how = "" if result.within is None else " or settle it"
    return f"{told} That may be chance. If it is as it looks, about {_about(result.more)} more pairs would tell{how}."


def name_of(effect: Effect) -> str:
    """A measure in words."""
    group, colon, name = effect.measure.partition(":")
    if not effect.share:
        return f"{group}, {name}" if colon else f"{group} a game"
    match group:
        case "won":
            return "games with a winner"
        case "first":
            return "how much more the first seat wins than the others"
        case "had":
            return f"wins of those who had {name}"
        case "how":
            return f"games that ended by {name.replace('_', ' ')}"
        case "seat":
            return f"wins of seat {name}"
        case "bot":
            return f"wins of {name}"
    return f"wins, {group} {name}"


def _row_name(effect: Effect) -> str:
    group, colon, name = effect.measure.partition(":")
    rows = {"won": "anybody", "first": "first over others", "had": f"had {name}", "seat": f"seat {name}"}
    return rows.get(group, name.replace("_", " ") if colon else group)


def _rows(result: Comparison, console: Console) -> None:
    """The measures in which pairs differ, table by table; of classes and the like only what can be told."""
    left_out = 0
    tables: dict[str, list[Effect]] = {title: [] for title in ALWAYS_SHOWN}
    for effect in result.effects:
        group, colon, _ = effect.measure.partition(":")
        title = GROUPS.get(group, group if colon else "a game")
        if effect.differing >= LEAST_DIFFERING or (effect.differing and title in ALWAYS_SHOWN):
            tables.setdefault(title, []).append(effect)
        elif effect.differing:
            left_out += 1
    grid = Grid(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    grid.add_column("", no_wrap=True)
    for column in ("pairs", "differ", "A", "B", "B - A", "95%"):
        grid.add_column(column, justify="right")
    grid.add_column()
    for title, effects in tables.items():
        if effects:
            grid.add_row(Text(title, style="bold"))
        for one in effects:
            grid.add_row(
                Text(f"  {_row_name(one)}"),
                f"{one.pairs:,}",
                f"{one.differing:,}",
                _number(one, one.a),
                _number(one, one.b),
                _signed(one, one.difference),
                "few" if one.differing < LEAST_DIFFERING else _interval(one),
                "*" if one.clear else "",
            )
    if grid.row_count:
        console.print(grid)
    if left_out:
        rows = "1 row" if left_out == 1 else f"{left_out} rows"
        console.print(f"{rows} left out in which fewer than {LEAST_DIFFERING} pairs differ.", highlight=False)


def _tell_common(result: Comparison, say: Callable[[str], None]) -> None:
    rows = sum(one.differing >= LEAST_DIFFERING for one in result.effects)
    clear = sum(one.clear for one in result.effects[1:])
    if clear:
        chance = max(1, round(rows / 20))
        say(f"* leaves out 0. Of {rows} rows about {chance} would by chance alone; the one that decides stands first.")
    alike = f"{result.alike} of {result.pairs} pairs went alike from first to last"
    worth = f"; pairing them was worth {result.worth:.1f} times as many games" if result.worth else ""
    say(f"{alike}{worth}.")
    held = "hold whenever one stops" if result.always else "are for a number of games set beforehand"
    say(f"The intervals {held}.")


def _as_it_is(result: Comparison, game: Game) -> str:
    usual = msgspec.to_builtins(game.Options())
    told = [f"{name}={value}" for name, value in result.a.options.items() if value != usual[name]]
    told += [f"pack {name}" for name in result.a.packs]
    return f", with {', '.join(told)}" if told else ""


def _number(effect: Effect, value: float) -> str:
    return f"{100 * value:.1f} %" if effect.share else f"{value:,.{_places(effect)}f}"


def _signed(effect: Effect, value: float) -> str:
    places = 1 if effect.share else _places(effect)
    rounded = round(100 * value if effect.share else value, places) + 0.0  # no minus before a 0
    return f"{rounded:+,.{places}f}"


def _interval(effect: Effect) -> str:
    if effect.low is None or effect.high is None:
        return ""
    return f"{_signed(effect, effect.low)} to {_signed(effect, effect.high)}"


def _places(effect: Effect) -> int:
    """Decimals that tell the interval's ends apart."""
    width = (effect.high or 0.0) - (effect.low or 0.0)
    return 1 if width >= 1 or not width else 2 if width >= 0.1 else 3


def _about(number: int | None) -> str:
    """A number of pairs, rounded to two digits."""
    value = number or 0
    step = 10 ** max(0, len(str(value)) - 2)
    return f"{-(-value // step) * step:,}"
