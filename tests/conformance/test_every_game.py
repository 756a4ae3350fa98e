"""What every game keeps, at every seat count and in every mode."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from itertools import chain
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from hearthside.bots import Greedy, Hard, make
from hearthside.bots import Random as Unplanned
from hearthside.engine.ask import AllOf, Ask
from hearthside.engine.chance import Chance
from hearthside.engine.errors import Refused, RuleError
from hearthside.engine.prompt import prompt
from hearthside.engine.record import load, record_of, write
from hearthside.engine.snapshot import restore, save
from hearthside.engine.table import Table
from tests.conformance.modes import MODES, Mode
from tests.playing import after, choose, give, play_on, questions, stand, step, whole

ROOT = Path(__file__).parents[2]
# Fields that may lie below zero: bonuses and maluses, and -1 for "none".
SIGNED = {
    "winner", "isenthrax", "reach", "cv", "hero_cv", "creature_cv", "escape", "hero_plus", "creature_plus", "battle.xp",
    "battle.gp", "extra", "sum", "sums", "used", "used_phase", "row", "column", "points", "text",
}  # fmt: skip


every_mode = pytest.mark.parametrize(
    "mode", [pytest.param(mode, id=mode.name, marks=() if mode.small else pytest.mark.slow) for mode in MODES]
)


def sampled(mode: Mode, seed: int, gap: int, most: int = 1500) -> Iterator[Table]:
    """The first answers of a random game, shown before about every gap-th of them."""
    table, random, pause = mode.open(seed), Random(seed), Random(seed + 1)
    answers = 0
    while not table.over and answers < most:
        if gap == 1 or pause.random() * gap < 1:
            yield table
        step(table, random)
        answers += 1


# ---- the game itself ----


def below_zero(value: Any, path: str = "") -> Iterator[str]:
    if isinstance(value, dict):
        for key, one in value.items():
            if key not in SIGNED and f"{path.split('.')[-1]}.{key}" not in SIGNED:
                yield from below_zero(one, f"{path}.{key}")
    elif isinstance(value, list):
        for n, one in enumerate(value):
            yield from below_zero(one, f"{path}[{n}]" if isinstance(one, dict) else path)
    elif isinstance(value, int) and value < 0:
        yield f"{path} is {value}"


def check_question(table: Table) -> None:
    """A question that can be answered: somebody's, with choices, each once."""
    game, asks = table.game, table.asks
    assert game.timed or table.deadline is None, "a game with deadlines says that it is timed"
    assert asks or table.deadline is not None, "nobody can answer, and no time is awaited"
    assert len({ask.seat for ask in asks}) == len(asks)
    for ask in asks:
        assert 0 <= ask.seat < table.seats
        assert len(ask.choices) >= max(1, ask.least), ask
        assert ask.rule, ask
        assert ask.topic, ask
        choices = [ask.choices[n] for n in range(len(ask.choices))]
        assert len(set(choices)) == len(choices), ask
        assert all(choice in ask.choices for choice in choices)
        again = [msgspec.convert(msgspec.to_builtins(choice), game.Choice) for choice in choices]
        assert again == choices, "each choice goes over the wire"


@every_mode
def test_random_games_end_and_stay_whole(mode: Mode) -> None:
    """Every part is in one place, no counter is below zero, no stretch of over 64 questions is without a checkpoint.

    A question put to all is one question, however many answers it takes.
    """
    for seed in range(20 if mode.small else 1):
        table, random = mode.open(seed, log=seed == 0), Random(seed)
        since, put = table.segment, 0
        while not table.over:
            check_question(table)
            step(table, random)
            put = put + (not table.pending) if table.segment is since else 0
            since = table.segment
            assert put <= 64
            assert not list(mode.game.faults(table.g))
            assert not list(below_zero(msgspec.to_builtins(table.g.state, str_keys=True)))
            assert table.serial < 100_000, "the game does not end"
        assert set(table.result.winners) <= set(range(mode.seats))
        assert table.asks == ()


@every_mode
def test_events_choices_and_refusals_have_words(mode: Mode) -> None:
    for table in sampled(mode, 2, 3 if mode.small else 40):
        game, g = mode.game, table.g
        for ask in table.asks:
            texts = [game.say_question(g, ask), *(game.say_choice(g, ask, choice) for choice in ask.choices)]
            for refusal in game.refusals(g, ask):
                texts += [refusal.what, refusal.why, refusal.rule]
                assert refusal.why.endswith((".", "!", "?"))
            assert all(texts), texts
            shown = prompt(table, ask.seat)
            count = len(ask.choices)
            if shown.fit is not None:
                assert sum(map(len, shown.fit.at)) == count - shown.fit.n, "the rest are places where the piece may lie"
                count = shown.fit.n
            assert [one.n for one in shown.lit] == list(range(count))
        for seat in (None, *range(mode.seats)):
            assert all(game.say_event(g, entry, seat) for entry in table.entries(seat)[-20:])


# ---- going back, saving ----


@every_mode
def test_a_fork_plays_on_like_the_original(mode: Mode) -> None:
    for n, table in enumerate(sampled(mode, 3, 1 if mode.small else 50)):
        fork = table.fork(after(table))
        assert stand(fork) == stand(table)
        ahead = 100_000 if mode.small and n % 5 == 0 else 25
        original = load(record_of(table), mode.game, content=mode.content) if n % 5 == 0 else table.fork(after(table))
        for move in play_on(fork, Random(n), ahead):
            give(original, move)
        assert stand(original) == stand(fork)
        assert stand(table.fork()) == stand(table), "what forks do is no matter to the table"


@every_mode
def test_a_game_saved_and_loaded_at_any_answer_comes_to_the_same_end(mode: Mode, tmp_path: Path) -> None:
    end = mode.open(4, digest=True)
    moves = play_on(end, Random(4), 100_000 if mode.small else 700)
    table = mode.open(4, digest=True)
    gaps = Random(5)
    for n, move in enumerate(moves):
        if mode.small or gaps.random() < 0.012:
            record = msgspec.json.decode(msgspec.json.encode(record_of(table)), type=type(record_of(table)))
            loaded = load(record, mode.game, content=mode.content)
            assert whole(loaded) == whole(table)
            for later in moves[n:]:
                give(loaded, later)
            assert whole(loaded) == whole(end)
        give(table, move)


@every_mode
def test_undo_to_any_answer(mode: Mode) -> None:
    table, random = mode.open(5), Random(5)
    moves, stands, lines = [], [stand(table)], [len(table.log or ())]
    while not table.over and len(moves) < (100_000 if mode.small else 900):
        moves.append(step(table, random))
        stands.append(stand(table))
        lines.append(len(table.log or ()))
    end = whole(table)
    tries = range(len(moves)) if mode.small else sorted(Random(6).sample(range(len(moves)), 12))
    for to in reversed(tries):
        table.undo(to)
        assert stand(table) == stands[to]
        assert len(table.log or ()) == lines[to]
        for move in moves[to:]:
            give(table, move)
        assert whole(table) == end


@every_mode
def test_refused_answers_change_nothing(mode: Mode) -> None:
    for table in sampled(mode, 6, 2 if mode.small else 90):
        before = whole(table)
        seats = [ask.seat for ask in table.asks]
        other = next((seat for seat in range(mode.seats) if seat not in seats), mode.seats)
        if not table.asks:
            for seat in (None, *range(mode.seats)):
                with pytest.raises(Refused):
                    table.answer(None, seat)
            assert whole(table) == before
            continue
        ask = table.asks[0]
        bad = [
            (ask.choices[0], other, None, None),
            (ask.choices[0], ask.seat, table.serial + 1, None),
            (ask.choices[0], ask.seat, table.serial - 1, None),
            (ask.choices[0], ask.seat, table.serial, table.g.now - 1),
            *((wrong, ask.seat, table.serial, None) for wrong in (None, 0, "pass", [ask.choices[0]] * 2, object())),
        ]
        for choice, seat, serial, now in bad:
            if serial == table.serial - 1 and table.pending:
                continue
            with pytest.raises(Refused) as refusal:
                table.answer(choice, seat, serial, now)
            assert "\n" not in str(refusal.value)
        assert whole(table) == before


class Breaks:
    """Rules that do what they do, and then fail."""

    def __init__(self, rules: Any) -> None:
        self.rules = rules

    def send(self, value: Any) -> None:
        with suppress(StopIteration):
            self.rules.send(value)
        raise ZeroDivisionError


@every_mode
def test_a_rule_that_breaks_in_an_answer_or_at_a_deadline_changes_nothing(mode: Mode) -> None:
    for table in sampled(mode, 9, 2 if mode.small else 90):
        if isinstance(table.question, AllOf) and len(table.asks) > 1:
            continue  # nothing is done before the last is in
        before, due = whole(table), table.deadline
        if table.asks:
            table.gen = Breaks(table.gen)
            with pytest.raises(RuleError):
                table.answer(choose(table.ask, Random(1)), table.ask.seat)
            assert whole(table) == before
        if due is not None:
            table.gen = Breaks(table.gen)
            with pytest.raises(RuleError):
                table.tick(max(due, table.g.now))
            assert whole(table) == before


REPLAYER = """
import hashlib, sys
from pathlib import Path
from hearthside.engine.record import load, read, replay
from tests.conformance.modes import MODES
from tests.playing import whole
games = {mode.game.name: mode for mode in MODES}
for path in sorted(Path(sys.argv[1]).glob("*.json")):
    record = read(path)
    mode = games[record.game]
    for table in (replay(record, mode.game, verify=True, content=mode.content),
                  load(record, mode.game, content=mode.content)):
        print(path.name, hashlib.sha256(repr(whole(table)).encode()).hexdigest())
"""


@pytest.mark.slow
def test_records_replay_to_the_same_bytes_in_any_process(tmp_path: Path) -> None:
    wanted = []
    for mode in MODES:
        table = mode.open(7, digest=True)
        play_on(table, Random(7), 400)
        write(record_of(table), tmp_path / f"{mode.name}.json")
        wanted += [[f"{mode.name}.json", hashlib.sha256(repr(whole(table)).encode()).hexdigest()]] * 2
    wanted.sort()
    processes = []
    for seed in ("0", "1", "987"):
        env = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT}"}
        command = [sys.executable, "-c", REPLAYER, str(tmp_path)]
        processes.append(subprocess.Popen(command, env=env, stdout=subprocess.PIPE, text=True))
    for process in processes:
        out, _ = process.communicate()
        assert sorted(line.split() for line in out.splitlines()) == wanted


# ---- what a seat may know ----


def view(table: Table, seat: int | None, log: Table) -> dict[str, Any]:
    """All that a seat is shown, and what bots on it answer."""
    game, g = table.game, table.g
    seen: dict[str, Any] = {
        "scene": msgspec.json.encode(game.scene(g, seat)),
        "log": [game.say_event(g, entry, seat) for entry in log.entries(seat)[-15:]],
    }
    seen["prompt"] = msgspec.json.encode(prompt(table, seat))
    ask = None if seat is None else table.ask_of(seat)
    if ask is not None:
        seen["question"] = asked(ask)
        seen["refusals"] = game.refusals(g, ask)
        for bot in (Unplanned(), Greedy(), *(Hard(8) if level == "hard" else make(level) for level in game.levels)):
            seen[type(bot).__name__] = bot.choose(table, ask, Random(1))
            seen[f"{type(bot).__name__} waits"] = game.delay(
                g, ask, game.profile(getattr(bot, "level", "normal")), Random(1)
            )
    return seen


def asked(ask: Ask) -> bytes:
    return msgspec.json.encode((ask.seat, list(ask.choices), ask.topic, ask.rule, ask.least, ask.most, ask.deadline))


def redeal(table: Table, seat: int | None, seed: int) -> None:
    """Deals a fork's state anew, and leaves what is asked."""
    table.game.redeal(table.g, seat, Chance(Random(seed).random))


@every_mode
def test_views_do_not_tell_what_a_seat_cannot_know(mode: Mode) -> None:
    """After everything that a seat can't know was dealt anew, all that it is shown is the same, byte for byte."""
    changed = 0
    samples = [sampled(mode, seed, 2 if mode.small else 25) for seed in ((8, 18) if mode.small else (8,))]
    for n, table in enumerate(chain(*samples)):
        for seat in (None, *range(mode.seats)):
            fork = table.fork()
            before = view(fork, seat, table)
            state = mode.game.pack(fork.g.state)
            for again in range(2):
                redeal(fork, seat, 10 * n + again)
                assert view(fork, seat, table) == before
                assert not list(mode.game.faults(fork.g)), "a redealt state is a state"
                changed += mode.game.pack(fork.g.state) != state
    assert changed or mode.game.name == "connect_four"


@every_mode
def test_the_same_chance_deals_the_same_whatever_lay_hidden(mode: Mode) -> None:
    """So that a bot which thinks by deals answers the same in all states that its seat cannot tell apart."""
    for n, table in enumerate(sampled(mode, 11, 3 if mode.small else 60)):
        for seat in range(mode.seats):
            one, other = table.fork(), table.fork()
            redeal(other, seat, n)
            redeal(one, seat, n + 1000)
            redeal(other, seat, n + 1000)
            assert mode.game.pack(one.g.state) == mode.game.pack(other.g.state)


@every_mode
def test_a_fork_dealt_anew_asks_by_its_own_deal(mode: Mode) -> None:
    """All seats, whatever the others really hold; its forks and saves have the same deal, and go on like it."""
    tried = 0
    for n, table in enumerate(sampled(mode, 12, 3 if mode.small else 40)):
        ask = table.asks[n % len(table.asks)] if table.asks else None
        if ask is None or table.roll:
            continue
        seat = ask.seat
        one, other = table.fork(Random(1).random), table.fork(Random(1).random)
        other.redeal(seat, n)
        one.redeal(seat, n + 1000)
        other.redeal(seat, n + 1000)
        assert (questions(one), mode.game.pack(one.g.state)) == (questions(other), mode.game.pack(other.g.state))
        assert asked(one.ask_of(seat)) == asked(ask)
        if not table.pending and not table.g.now:
            fresh = mode.open(1, log=False, state=mode.game.unpack(mode.game.pack(table.g.state)))
            if questions(fresh) == questions(table):  # the rules can start from here, so also from the other deal
                fresh = mode.open(1, log=False, state=mode.game.unpack(mode.game.pack(one.g.state)))
                for theirs in one.asks:
                    assert asked(fresh.ask_of(theirs.seat) or theirs) == asked(theirs)
        if n % 3 == 0:
            play_on(one, Random(n), 5)
        twin = one.fork(Random(2).random)
        saved = restore(save(one), mode.game, one.g.content)
        assert stand(twin) == stand(saved) == stand(one)
        if not one.over:
            play_on(saved, Random(n), 5)
            play_on(one, Random(n), 5)
            assert stand(saved) == stand(one)
        tried += 1
    assert tried >= 3


@every_mode
def test_questions_do_not_tell_what_a_seat_cannot_know(mode: Mode) -> None:
    """Where the rules can start from the state alone, they ask a seat the same in every redealt state.

    Where only holders are asked, who is asked tells something, which the option says; what is asked does not.
    """
    tried = 0
    for n, table in enumerate(sampled(mode, 9, 1 if mode.small else 8)):
        state = mode.game.pack(table.g.state)

        def start(seed: int | None, seat: int, state: bytes = state, now: int = table.g.now) -> Table:
            made = mode.open(1, log=False, state=mode.game.unpack(state), chance=Chance(Random(2).random))
            if seed is None:
                return made
            redealt = made.game.unpack(state)
            made.g.state = redealt
            redeal(made, seat, seed)
            return mode.open(1, log=False, state=made.g.state, chance=Chance(Random(2).random))

        if table.pending or table.g.now:
            continue
        fresh = start(None, 0)
        if questions(fresh) != questions(table):
            continue
        tried += 1
        for seat in range(mode.seats):
            other = start(n, seat)
            mine, theirs = fresh.ask_of(seat), other.ask_of(seat)
            if mode.hides:
                assert (mine is None) == (theirs is None)
            if mine is not None and theirs is not None:
                assert mine.topic != theirs.topic or asked(mine) == asked(theirs)
    assert tried >= 3 or mode.timed


def learned_or_drew(table: Table, at: int) -> bool:
    """Something hidden was learned or drawn since answer number `at` (alone, undo is free nonetheless)."""
    segments = [*table.history, table.segment]
    return bool(table.drawn_since_answer()) or any(n > at for segment in segments for n in segment.learned)


@every_mode
def test_hints_are_of_the_state_as_it_is(mode: Mode) -> None:
    """Also after an answer was taken back and another given: the number of the question is the same, the state not."""
    game, random = mode.game, Random(1)

    def valued(table: Table) -> tuple[Any, ...]:
        hint, evaluate = game.hints(), game.evaluation()
        hints = [hint(table.g, ask, choice) for ask in table.asks for choice in ask.choices] if hint else []
        return hints, evaluate(table.g) if evaluate else []

    for n, table in enumerate(sampled(mode, 13, 2 if mode.small else 5, 300)):
        at = table.serial
        asks = [ask for ask in table.asks if len(ask.choices) > 1]
        if not asks or table.roll or table.g.now:
            continue
        fork, found = table.fork(), []
        for _ in range(3):
            ask = asks[n % len(asks)]
            fork.answer(choose(ask, random), ask.seat)
            found.append((valued(fork), fork.fork()))
            fork.undo(at)
        for values, twin in found:
            assert values == valued(twin)


@every_mode
def test_what_can_be_taken_back_freely_told_nothing_new(mode: Mode) -> None:
    """Where undo is free, the answer shows the seat the same in every state that it could not tell apart before."""
    free = alone = 0
    for n, table in enumerate(sampled(mode, 10, 1 if mode.small else 10)):
        if isinstance(table.question, AllOf) or not table.asks:
            continue
        alone += 1
        ask = table.asks[n % len(table.asks)]
        seat, at = ask.seat, table.serial
        plain, other = table.fork(), table.fork()
        redeal(other, seat, n)
        choice = Unplanned().choose(table, ask, Random(n))
        plain.answer(choice, seat)
        if plain.undo_needs(at, seat) or (mode.seats == 1 and learned_or_drew(plain, at)):
            continue
        free += 1
        other.answer(choice, seat)
        who = [[(one.seat, one.topic, one.about) for one in made.asks] for made in (plain, other)]
        if not mode.hides and who[0] != who[1]:
            continue  # who is asked tells who holds something, by that option
        assert view(plain, seat, table) == view(other, seat, table), (choice, plain.asks)
    assert free or mode.timed or alone < 10, "where nearly all answer together, hardly anything can be taken back"
