"""`hearthside`: one thin command line over everything. Each command is imported when it is used."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import NoReturn

EPILOG = """\
Errors are one sentence and exit status 2. `hearthside COMMAND --help` says more.
"""


class Parser(argparse.ArgumentParser):
    """A parser whose errors are one sentence."""

    def error(self, message: str) -> NoReturn:
        from .faults import Fault

        raise Fault(f"{message[:1].upper()}{message[1:]}; `{self.prog} --help` shows how.")


def parser() -> argparse.ArgumentParser:
    """The whole command line."""
    top = Parser(
        prog="hearthside",
        description="A table for fantasy-adventure board games.",
        epilog=f"{_games()}\n\n{EPILOG}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    top.add_argument("--version", action="store_true", help="print the version and stop")
    commands = top.add_subparsers(dest="command", metavar="COMMAND", title="commands")

    def command(name: str, about: str, more: str = "") -> argparse.ArgumentParser:
        return commands.add_parser(
            name,
            help=about,
            description=f"{about[:1].upper()}{about[1:]}.{' ' + more if more else ''}",
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )

    play = command("play", "play a game in the terminal", "Without anything else: choose on the screen.")
    play.add_argument(
        "game",
        nargs="?",
        metavar="GAME",
        help="novus, unless another is named",
    )
    play.add_argument(
        "--seats",
        metavar="A,B,...",
        help="who sits where: me or me:Name, easy, normal, hard, greedy, random, mymodule:MyBot (me,normal,normal)",
    )
    play.add_argument("--seed", metavar="SEED", help="of the dice and decks; the same seed deals the same table")
    play.add_argument("--own-dice", action="store_true", help="roll your own dice and enter what they show")
    play.add_argument(
        "--resume", nargs="?", const="", metavar="FILE", help="go on with a saved game; without FILE, the latest"
    )
    _content_arguments(play)

    serve = command("serve", "put tables into browsers")
    serve.add_argument("--host", default="127.0.0.1", metavar="HOST", help="0.0.0.0: other machines too (127.0.0.1)")
    serve.add_argument("--port", type=_whole, metavar="PORT", help="(8700, or the next that is free); 0: any free one")
    serve.add_argument("--db", metavar="URL", help="postgresql://..., or a file (tables.sqlite in the data folder)")
    serve.add_argument("--workers", type=_count, default=1, metavar="N", help="processes (1)")
    serve.add_argument(
        "--shared", nargs="?", const=True, default=False, metavar="REDIS",
        help="other servers use the same database; redis://... tells them what is new sooner than SQLite does",
    )  # fmt: skip
    serve.add_argument(
        "--origin", action="append", default=[], metavar="URL", help="address that browsers use; again for another"
    )
    serve.add_argument(
        "--hint", default="600ms", metavar="TIME", help="a bot thinks so long about a hint (600ms), or off: no hints"
    )
    serve.add_argument("--open", action=argparse.BooleanOptionalAction, help="open the browser, as ./play does, or not")
    serve.add_argument("--verbose", action="store_true", help="log more")

    simulate = command("simulate", "play many games by bots and sum them up")
    simulate.add_argument("game", metavar="GAME")
    simulate.add_argument("-n", "--games", type=_count, metavar="N", help="how many games (100)")
    simulate.add_argument(
        "--seats",
        metavar="A,B,...",
        help="easy, normal, hard, greedy, random, search:200ms, mymodule:MyBot (random,random)",
    )
    _worker_arguments(simulate)
    simulate.add_argument("--seed", metavar="SEED", help="the same seed gives the same games (0)")
    simulate.add_argument("--step-cap", type=_count, metavar="N", help="decisions a game (20000)")
    simulate.add_argument("--report", metavar="FILE", help="write a page for designers to FILE, such as report.html")
    simulate.add_argument("--json", metavar="FILE", help="write everything to FILE; - for the output")
    simulate.add_argument("--csv", metavar="FILE", help="write a line a game to FILE; - for the output")
    simulate.add_argument("--table", metavar="FILE", help="write a row a game and seat to FILE.parquet or FILE.csv")
    simulate.add_argument(
        "--watch", action="store_true", help="note for --json what happens in each game, as --report does by itself"
    )
    simulate.add_argument(
        "--resume", metavar="FILE", help="go on with what --json wrote to FILE, and write the result there"
    )
    simulate.add_argument("--keep-errors", metavar="DIR", help="keep records of games that a rule broke in")
    _content_arguments(simulate)

    compare = command(
        "compare",
        "play a game with and without a change, and say what the change does",
        "\n\n  hearthside compare novus --change reward/sword.cv=5\n"
        "  hearthside compare novus --change tables.start_gp=20 --measure turns --within 0.5\n"
        "  hearthside compare novus --change encounter/orc-warrior.victory.0.gain_gp=20 -n 500\n"
        "  hearthside compare novus --change option:rounds=30 --pack-b my-pack",
    )
    compare.add_argument("game", metavar="GAME")
    compare.add_argument(
        "--change", action="append", default=[], metavar="KIND/ID.FIELD=VALUE",
        help="what B has (or tables.NAME=VALUE, option:NAME=VALUE); again for another",
    )  # fmt: skip
    compare.add_argument("--pack-b", action="append", default=[], metavar="DIR", help="a pack that B alone has")
    compare.add_argument(
        "-n", "--games", type=_count_or_auto, metavar="N",
        help="pairs of games, or auto: until the measure is decided (auto)",
    )  # fmt: skip
    compare.add_argument("--at-most", type=_count, default=5000, metavar="N", help="pairs, with -n auto (5000)")
    compare.add_argument(
        "--measure", default="", metavar="NAME",
        help="what decides: turns, decisions, won, first, seat:1, bot:greedy, had:sword, class:Knight, how:legend ... "
        "(had:CARD of one changed card, else turns; won alone)",
    )  # fmt: skip
    compare.add_argument(
        "--within", type=float, metavar="X", help="also decided once it is known to X to either side; 0.01 is a point"
    )
    compare.add_argument(
        "--seats",
        default="",
        metavar="A,B,...",
        help="as for simulate; the same in both (two greedy; two normal where a game has bots of its own)",
    )
    _worker_arguments(compare)
    compare.add_argument("--seed", default="0", metavar="SEED", help="the same seed gives the same games (0)")
    compare.add_argument("--step-cap", type=_count, default=20_000, metavar="N", help="decisions a game (20000)")
    compare.add_argument("--json", metavar="FILE", help="write everything to FILE; - for the output")
    _content_arguments(compare)

    tournament = command("tournament", "let bots play each other, and rate them")
    tournament.add_argument("game", metavar="GAME")
    tournament.add_argument(
        "--bots", required=True, metavar="A,B,...",
        help="two or more: easy, normal, hard, greedy, random, search:200ms, mymodule:MyBot",
    )  # fmt: skip
    tournament.add_argument("-n", "--games", type=_count, default=100, metavar="N", help="at least so many (100)")
    tournament.add_argument("--seats", type=_count, metavar="N", help="of a table (the game's least above 1)")
    _worker_arguments(tournament)
    tournament.add_argument("--seed", default="0", metavar="SEED", help="the same seed gives the same games (0)")
    tournament.add_argument("--step-cap", type=_count, default=20_000, metavar="N", help="decisions a game (20000)")
    tournament.add_argument("--json", metavar="FILE", help="write everything to FILE; - for the output")
    tournament.add_argument("--markdown", metavar="FILE", help="write ratings and cross table to FILE as Markdown")
    tournament.add_argument("--html", metavar="FILE", help="write them to FILE as one page that holds all it needs")
    _content_arguments(tournament)

    rules = command(
        "rules",
        "look up a game's rules",
        "\n\n  hearthside rules novus                  the chapters\n"
        "  hearthside rules novus NV-BATTLE-23     one rule\n"
        "  hearthside rules novus NV-BATTLE        a chapter\n"
        "  hearthside rules novus tragic fail      rules with these words\n"
        "  hearthside rules novus --coverage       which are tested, and how often each fires",
    )
    rules.add_argument("game", metavar="GAME")
    rules.add_argument("query", nargs="*", metavar="ID | WORDS", help="a rule's id, a chapter's, or words")
    rules.add_argument("--coverage", action="store_true", help="tested and untested rules, and how often each fires")
    rules.add_argument("--games", type=_count, default=25, metavar="N", help="games to simulate for --coverage (25)")
    rules.add_argument("--json", action="store_true", help="as JSON")

    content = command("content", "list a game's cards and map, with their texts")
    content.add_argument("game", metavar="GAME")
    content.add_argument("kind", nargs="?", metavar="KIND", help="adventure, encounter, reward, location, class, ...")
    content.add_argument("--check", action="store_true", help="check that everything is whole and lawful")
    content.add_argument("--json", action="store_true", help="as JSON")
    content.add_argument("--pack", action="append", default=[], metavar="DIR", help="lay a pack over the box's content")

    replay = command("replay", "tell a recorded game again")
    replay.add_argument("file", metavar="FILE")
    replay.add_argument("--to", type=_whole, metavar="N", help="stop after N answers")
    replay.add_argument(
        "--seat", type=_count, metavar="N", help="as seat N saw it (1, 2, ...); else as a spectator did"
    )
    replay.add_argument("--verify", action="store_true", help="check each step against the record")
    replay.add_argument("--pack", action="append", default=[], metavar="DIR", help="a pack it was played with")

    bench = command("bench", "measure speed beside plain Python")
    bench.add_argument("--blocks", type=_count, default=5, metavar="N", help="blocks of each measurement (5)")
    bench.add_argument("--seconds", type=_seconds, default=1.0, metavar="S", help="CPU seconds a block (1)")
    bench.add_argument(
        "--tables", type=_count, nargs="+", metavar="N", help="instead: a server with so many tables of people and bots"
    )
    bench.add_argument(
        "--envs", action="store_true", help="measure the environments instead, beside PettingZoo's and RLCard's"
    )
    bench.add_argument("--json", action="store_true", help="as JSON")

    pack = command("pack", "make or check a pack: your own cards for a game")
    actions = pack.add_subparsers(dest="action", metavar="new | check", required=True)
    new = actions.add_parser("new", help="write the skeleton of a pack", allow_abbrev=False)
    new.add_argument("folder", metavar="DIR")
    new.add_argument("--game", required=True, metavar="GAME")
    check = actions.add_parser("check", help="check a pack's files and play a few games with it", allow_abbrev=False)
    check.add_argument("folder", metavar="DIR")
    return top


def main(argv: Sequence[str] | None = None) -> int:
    """Runs a command; returns its exit status: 0 done, 2 a mistake (one sentence on stderr), 130 Ctrl-C."""
    try:
        return _run(sys.argv[1:] if argv is None else list(argv))
    except SystemExit as end:  # argparse printed its help
        return end.code if isinstance(end.code, int) else 0
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:  # the reader of the output has seen enough
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115 - so that the flush at exit finds an open file
        return 0
    except Exception as error:
        if not _is_mistake(error):
            raise
        print(f"hearthside: {error}", file=sys.stderr)
        return 2


def _run(argv: list[str]) -> int:
    top = parser()
    arguments, left = top.parse_known_args(argv)
    # argparse gives up words that follow an option: `rules novus --json tragic fail`
    if left and not any(word.startswith("-") for word in left):
        if arguments.command == "rules":
            arguments.query, left = [*arguments.query, *left], []
        elif arguments.command == "content" and arguments.kind is None and len(left) == 1:
            arguments.kind, left = left[0], []
    if left:
        top.error(f"unrecognized arguments: {' '.join(left)}")
    if arguments.version:
        from importlib.metadata import version

        print(f"hearthside {version('hearthside')}")
        return 0
    if arguments.command is None:
        top.print_help()
        return 0
    status: int = import_module(f".{arguments.command}", __package__).run(arguments)
    sys.stdout.flush()
    return status


def _is_mistake(error: Exception) -> bool:
    """Whether an error says in one sentence what a person did wrong; anything else is ours and keeps its traceback."""
    from .faults import Fault

    if isinstance(error, Fault):
        return True
    homes = {
        "hearthside.engine.content": ("ContentError",),
        "hearthside.engine.errors": ("Refused", "RecordError"),
        "hearthside.engine.ledger": ("LedgerError",),
        "hearthside.games": ("UnknownGame",),
        "hearthside.bots.bot": ("BadSeat",),
    }
    loaded = ((sys.modules.get(home), names) for home, names in homes.items())
    return any(isinstance(error, getattr(module, name)) for module, names in loaded if module for name in names)


def _content_arguments(command: argparse.ArgumentParser) -> None:
    command.add_argument("--pack", action="append", default=[], metavar="DIR", help="lay a pack over the box's content")
    command.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the table; again for another"
    )


def _worker_arguments(command: argparse.ArgumentParser) -> None:
    command.add_argument("--jobs", type=_count_or_auto, metavar="N", help="processes, or auto: all usable cores (auto)")
    command.add_argument(
        "--on", default="", metavar="ray[:ADDRESS]", help="a Ray cluster instead of this machine alone"
    )


def _games() -> str:
    from ..games import GAMES

    lines = ["games:"]
    for one in GAMES.values():
        lines.append(f"  {one.name:<11} {one.title}, {one.seats[0]} to {one.seats[-1]} players")
        lines.append(f"  {'':<11} {one.about}")
    return "\n".join(lines)


def _number(text: str, least: int) -> int:
    try:
        value = int(text)
    except ValueError:
        value = least - 1
    if value < least:
        raise argparse.ArgumentTypeError(f"a whole number from {least} on is needed, not {text!r}")
    return value


def _count(text: str) -> int:
    return _number(text, 1)


def _count_or_auto(text: str) -> int | None:
    return None if text == "auto" else _count(text)


def _whole(text: str) -> int:
    return _number(text, 0)


def _seconds(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value < 3600:
        raise argparse.ArgumentTypeError(f"a number of seconds above 0 is needed, not {text!r}")
    return value
