"""What a seat can answer. Cards and classes are content numbers, points and seats are indices."""

from __future__ import annotations

from typing import Literal

import msgspec


class Choice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The base of all choices."""


class PickCharacter(Choice, frozen=True, tag="pick_character"):
    character: int


class Done(Choice, frozen=True, tag="done"):
    """Go on: end the phase, end the turn."""


class Equip(Choice, frozen=True, tag="equip"):
    """Place a card from hand on a slot (an index into Hero.gear)."""

    card: int
    slot: int


class Unequip(Choice, frozen=True, tag="unequip"):
    """Take a card off the board into hand."""

    card: int


class PlayCard(Choice, frozen=True, tag="play"):
    card: int


class UseAbility(Choice, frozen=True, tag="use"):
    """The nth ability of a card on the board (or of the class or Character)."""

    card: int
    n: int


class BuyDraw(Choice, frozen=True, tag="buy_draw"):
    deck: Literal["adventure", "reward"]


class Travel(Choice, frozen=True, tag="travel"):
    pass


class Explore(Choice, frozen=True, tag="explore"):
    pass


class TakeStep(Choice, frozen=True, tag="take_step"):
    """Safe Travels: one more point of movement."""


class TakeGold(Choice, frozen=True, tag="take_gold"):
    """Safe Travels: 10 GP."""


class MoveTo(Choice, frozen=True, tag="move_to"):
    point: int


class Stop(Choice, frozen=True, tag="stop"):
    """End the movement here."""


class Escape(Choice, frozen=True, tag="escape"):
    pass


class Fight(Choice, frozen=True, tag="fight"):
    pass


class Pass(Choice, frozen=True, tag="pass"):
    """Play nothing in this window."""


class SpendLuck(Choice, frozen=True, tag="spend_luck"):
    pass


class KeepRoll(Choice, frozen=True, tag="keep_roll"):
    pass


class DrawFrom(Choice, frozen=True, tag="draw_from"):
    deck: Literal["adventure", "reward"]


class SpendEncounter(Choice, frozen=True, tag="spend_encounter"):
    """Explore's second way: discard an Encounter Event to battle a creature."""

    card: int


class Sell(Choice, frozen=True, tag="sell"):
    card: int


class BuyXp(Choice, frozen=True, tag="buy_xp"):
    """A row of the conversion chart."""

    row: int


class Advance(Choice, frozen=True, tag="advance"):
    klass: int


class TakeCard(Choice, frozen=True, tag="take_card"):
    """A card among those offered: to keep, discard, destroy, give, place."""

    card: int


class TakeSeat(Choice, frozen=True, tag="take_seat"):
    seat: int


class TakeStack(Choice, frozen=True, tag="take_stack"):
    """One of the skill slots."""

    stack: int


class TakeOption(Choice, frozen=True, tag="take_option"):
    """One of a card's options, in the order printed."""

    n: int


class TakeFace(Choice, frozen=True, tag="take_face"):
    face: Literal["safe_travels", "adventure", "reward", "encounter"]


class Yes(Choice, frozen=True, tag="yes"):
    pass


class No(Choice, frozen=True, tag="no"):
    pass


class Offer(Choice, frozen=True, tag="offer"):
    """A trade (NV-SELL-7): give a Reward card and GP to a seat on the same point for a Reward card and GP."""

    seat: int
    give: int = 0
    give_gp: int = 0
    want: int = 0
    want_gp: int = 0


DONE, PASS, STOP, YES, NO = Done(), Pass(), Stop(), Yes(), No()
TRAVEL, EXPLORE, FIGHT, ESCAPE = Travel(), Explore(), Fight(), Escape()
TAKE_STEP, TAKE_GOLD = TakeStep(), TakeGold()
SPEND_LUCK, KEEP_ROLL = SpendLuck(), KeepRoll()

Choices = (
    PickCharacter | Done | Equip | Unequip | PlayCard | UseAbility | BuyDraw | Travel | Explore | TakeStep | TakeGold
    | MoveTo | Stop | Escape | Fight | Pass | SpendLuck | KeepRoll | DrawFrom | SpendEncounter | Sell | BuyXp | Advance
    | TakeCard | TakeSeat | TakeStack | TakeOption | TakeFace | Yes | No | Offer
)  # fmt: skip

# Choices of which a game makes millions, made once; the index is the content number (or the point).
CARDS = 1024
PLAY = [PlayCard(n) for n in range(CARDS)]
UNEQUIP = [Unequip(n) for n in range(CARDS)]
SELL = [Sell(n) for n in range(CARDS)]
TAKE = [TakeCard(n) for n in range(CARDS)]
MOVE = [MoveTo(n) for n in range(256)]
BUY_XP = [BuyXp(n) for n in range(16)]
BUY_DRAW = (BuyDraw("adventure"), BuyDraw("reward"))
