"""Sections on cards: what holding or playing each goes with, and which are dead."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..effects import LEAST, SELDOM, CardEffect, usual_effects
from . import charts
from .charts import Point
from .page import Cell, Column, Section, table, text
from .words import count, effect, listed, opening, percent, points

if TYPE_CHECKING:
    from .shown import Shown

ENDS = 10  # cards of either end that a chart shows of a kind with too many for it
FEW = 8  # cards of a kind from which on there is something usual
SERIES = ("holding it", "playing it")


def effects(shown: Shown) -> Section | None:
    """What holding or playing each card adds to the chance to win."""
    seen = shown.seen
    if not seen or not any(card.having for card in seen.cards):
        return None
    solo = len(shown.found.seats) == 1
    kinds = list(dict.fromkeys(card.kind for card in seen.cards))
    usual = usual_effects(seen.cards)
    body, apart, compared = "", list[CardEffect](), 0
    for kind in kinds:
        cards = sorted(
            (card for card in seen.cards if card.kind == kind and card.having), key=lambda card: -_adds(card)
        )
        if not cards:
            continue
        line = usual[kind] if len(cards) >= FEW else 0.0
        compared += len(cards)
        apart += [card for card in cards if card.having and not card.having.low <= line <= card.having.high]
        title = _title(shown, kind)
        few = _ends(cards)
        spec = charts.intervals(
            [point for card in few for point in _points(card)],
            f"points of win chance a {shown.unit}",
            f"{title}: what holding and playing each goes with, in points of win chance, with 95% intervals.",
            form="+d", usual=100 * line,
        )  # fmt: skip
        dashed = f"what any of them goes with ({points(line)})" if len(cards) >= FEW else "no difference"
        shown_ = f" The {len(few) // 2} best and worst of {len(cards)}; all are in the table." * (len(few) < len(cards))
        body += f"<h3>{text(title)}</h3>" + shown.charts.figure(
            spec, f"Dashed: {dashed}.{shown_}", _table(shown, kind, title)
        )
    if not compared:
        return None
    apart.sort(key=_adds)
    if apart:
        best, worst = apart[-1], apart[0]
        shown.note("cards", _note(best, worst, f"points of the chance to win a {shown.unit}"))
    luck = round(compared / 20)
    others = f"the {shown.unit}s in which nobody had it" if solo else f"the seats of the same {shown.unit} without it"
    about = (
        f"How much more often seats win the {shown.unit} that hold a card, and that play it, in points of win chance, "
        f"compared with {others}. Worth a look is a card whose interval lies clear of the dashed line; of {compared} "
        f"cards {f'about {luck}' if luck else 'hardly one'} would by luck alone."
    )
    how = f"Here {count(len(apart), 'card does', 'cards do')}. "
    if not solo:
        how += (
            "Each seat counts by how much better it does than that seat does on the whole, so that a strong bot or a "
            "good place is not put down to the card. "
        )
    how = (
        f"<p>{how}It is what goes together, not what causes it: winners come by more cards. To know, change the card "
        "and run <code>hearthside compare</code>.</p>"
    )
    return Section("cards", "What cards add", about, how + body)


def dead(shown: Shown) -> Section | None:
    """Cards that are held and hardly ever played, and those that nobody ever had."""
    seen = shown.seen
    if not seen or not any(card.had for card in seen.cards):
        return None
    hardly = sorted((card for card in seen.cards if card.dead), key=lambda card: card.played / card.had)
    unseen = [card for card in seen.cards if not card.had]
    if not hardly and not unseen:
        return None
    body = ""
    if hardly:
        columns = [
            Column("card"),
            Column("kind", wide=True),
            Column("held", True),
            Column("played", True),
            Column("share", True),
        ]
        body += "<h3>Held, hardly ever played</h3>" + table(
            columns,
            [
                [
                    card.name,
                    _title(shown, card.kind),
                    f"{card.had:,}",
                    f"{card.played:,}",
                    percent(card.played / card.had),
                ]
                for card in hardly
            ],
            "Cards held and hardly ever played",
        )
        shown.note(
            "dead", f"{opening(count(len(hardly), 'card is', 'cards are'))} hardly ever played by those who hold "
            f"{'it' if len(hardly) == 1 else 'them'}: {text(listed([card.name for card in hardly[:3]]))}"
            f"{' and more' * (len(hardly) > 3)}."
        )  # fmt: skip
    if unseen:
        names = "".join(f"<li>{text(card.name)}</li>" for card in unseen)
        body += f'<h3>Never held by anybody</h3><ul class="names">{names}</ul>'
        shown.note("dead", f"{opening(count(len(unseen), 'card was', 'cards were'))} never held by anybody.")
    about = (
        f"Cards that were held by at least {LEAST} seats and played by fewer than {percent(SELDOM, 0)} of them, and "
        f"cards "
        "that nobody ever held. They are too dear, too narrow, hard to come by, or something that these bots do not "
        "know "
        "how to use: watch a game with one before you cut it."
    )
    return Section("dead", "Dead cards", about, body)


def _table(shown: Shown, kind: str, title: str) -> str:
    assert shown.seen is not None
    columns = [
        Column("card"), Column("held", True, True), Column("played", True, True), Column("holding it", True),
        Column("playing it", True), Column("compared", True, True),
    ]  # fmt: skip
    rows: list[list[str | Cell]] = []
    for card in sorted(
        (card for card in shown.seen.cards if card.kind == kind), key=lambda card: (-_adds(card), card.name)
    ):
        compared = card.having.bouts if card.having else 0
        share = card.played / card.had if card.had else 0.0
        rows.append([
            card.name, f"{card.had:,}", Cell(percent(share, 0) if card.had else "", share),
            Cell(effect(card.having), _adds(card)),
            Cell(effect(card.playing), card.playing.adds if card.playing else -9),
            f"{compared:,}",
        ])  # fmt: skip
    return table(columns, rows, f"{title}, points of win chance with 95% intervals")


def _points(card: CardEffect) -> list[Point]:
    return [
        Point(
            card.name,
            100 * one.adds,
            100 * one.low,
            100 * one.high,
            f"{name}: {effect(one)}, {one.bouts:,} compared",
            name,
        )
        for name, one in zip(SERIES, (card.having, card.playing), strict=True)
        if one
    ]


def _ends(cards: list[CardEffect]) -> list[CardEffect]:
    """All that a chart can show, else those that are surest to be good and to be bad."""
    if len(cards) <= 2 * ENDS + 4:
        return cards
    best = sorted(cards, key=lambda card: -card.having.low if card.having else 0)[:ENDS]
    worst = sorted(cards, key=lambda card: card.having.high if card.having else 0)[:ENDS]
    kept = {card.id for card in (*best, *worst)}
    return [card for card in cards if card.id in kept]


def _note(best: CardEffect, worst: CardEffect, what: str) -> str:
    if best is worst:
        return f"{text(best.name)} stands out among the cards: {points(_adds(best))} {what}."
    return (
        f"Among the cards {text(best.name)} ({points(_adds(best))} {what}) and {text(worst.name)} "
        f"({points(_adds(worst))}) stand out."
    )


def _adds(card: CardEffect) -> float:
    return card.having.adds if card.having else -9.0


def _title(shown: Shown, kind: str) -> str:
    return str(getattr(shown.room, "KINDS", {}).get(kind, opening(kind)))
