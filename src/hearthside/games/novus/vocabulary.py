"""The words that cards are written in: steps, conditions, filters, abilities.

A card's effect is a list of steps. In YAML a step is a mapping with one verb and its options:

    - {gain_xp: 2}
    - {battle_cv: 2, of: creature}
    - {when: {xp_at_most: 5}, do: [{battle_cv: -1}]}

`gain_xp: 2` becomes `GainXp(n=2)`: the verb names the struct and its value is the first field. What each
verb does stands in `resolve.py`, how it reads in `text/`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar, Literal

import msgspec

Deck = Literal["adventure", "reward"]
CreatureType = Literal["animal", "demon", "monstrosity", "humanoid", "magical", "undead"]
Icon = Literal["tree", "daggers", "fighter", "priest", "wizard"]
Slot = Literal["head", "body", "hand", "foot", "item"]
PointKind = Literal["city", "class", "encounter", "quest", "special", "waypoint", "expansion"]
Region = Literal["heartland", "forest", "lakes", "desert", "jungle", "tundra"]
Phase = Literal["preparation", "adventure", "recovery"]
Category = Literal[
    "action_event", "event", "treasure", "encounter_event", "curse_event", "skill", "quest_event", "travel_event"
]
RewardKind = Literal["armor", "weapon", "misc", "single_use", "ally", "treasure"]
# Whom a step touches: the card's owner, the player whose turn it is, one other player that the owner
# chooses, every other player, every player, every other player on the owner's point.
Target = Literal["self", "current", "chosen", "others", "all", "here"]
# How long a change of CV holds: this battle round, the whole battle (three rounds against a Quest
# Creature), or every battle until the turn ends.
Lasts = Literal["round", "battle", "turn"]
Result = Literal["win", "lose", "escape", "no_result"]

# The moments at which a card or an ability may be used (NV-GAP-32). `preparation`, `recovery` and `either`
# are the options of those phases on the owner's own turn; the others are windows that open for everybody.
When = Literal[
    "any",  # every window, and the owner's own Preparation and Recovery
    "preparation",
    "recovery",
    "either",  # Preparation or Recovery
    "adventure",  # the start of the Adventure Phase
    "before_die",  # before the Travel Die is rolled
    "die_rolled",  # after the Travel Die, before its face takes effect
    "before_step",  # before each step of movement
    "revealed",  # a creature or an Adventure card was just revealed
    "step_1",  # after the creature's ability
    "step_2",  # after the Escape roll (or its refusal)
    "step_3",  # after CV totals are summed
    "step_4",  # after the hero's roll
    "step_5",  # after the creature's roll
    "step_6",  # all dice are known; influence the battle
    "step_7",  # after the verdict, its Victory or Defeat applied
    "battle",  # any of step_1 to step_6
    "quest_done",  # somebody completed a Quest Event
    "turn_end",
]


class If(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A condition: every field that is given must hold. Speaks of the card's owner unless it says otherwise."""

    xp_at_least: int | None = None
    xp_at_most: int | None = None
    gp_at_least: int | None = None
    gp_at_most: int | None = None
    icon: Icon | None = None  # the owner's class has this icon
    creature: tuple[CreatureType, ...] | None = None  # the creature in this battle is of one of these types
    creature_cv_at_least: int | None = None
    flying: bool | None = None  # the creature flies
    quest_creature: bool | None = None  # the creature is a Quest Creature
    at: tuple[PointKind, ...] | None = None  # the owner's point is of one of these kinds (city includes class)
    region: tuple[Region, ...] | None = None
    point: tuple[str, ...] | None = None  # the owner's point has one of these ids
    hand_at_least: int | None = None
    hand_at_most: int | None = None
    filled: tuple[Slot, ...] | None = None  # at least one card in each of these slots
    empty: tuple[Slot, ...] | None = None  # no card in each of these slots
    weapons_at_least: int | None = None  # weapons on the board; a two-handed one counts as two
    two_handed: bool | None = None  # a two-handed card is on the board
    magical_at_least: int | None = None  # magical cards on the board
    allies_at_least: int | None = None  # allies and animal allies on the board
    heavy: bool | None = None  # heavy armor is on the board
    skills_at_least: int | None = None  # working skills
    cursed: bool | None = None
    tokens_at_least: int | None = None  # Quest Creatures defeated
    quests_at_least: int | None = None  # Quest Events completed
    own_turn: bool | None = None
    phase: tuple[Phase, ...] | None = None
    won_this_turn: tuple[CreatureType, ...] | None = None  # beat a creature of one of these types this turn
    wins_this_turn: int | None = None  # won at least so many battles this turn
    tried_escape: bool | None = None  # an Escape was tried in this round
    behind: bool | None = None  # the hero's Final CV is lower than the creature's (step 6)
    company: bool | None = None  # another hero stands on the same point


ALWAYS = If()


class Filter(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Which cards a step may pick: every field that is given must hold; an empty one takes any card."""

    deck: Deck | None = None
    category: tuple[Category, ...] | None = None  # Adventure cards of these categories
    kind: tuple[RewardKind, ...] | None = None  # Reward cards of these kinds
    slot: tuple[Slot, ...] | None = None
    magical: bool | None = None


class Steps(tuple["Step", ...]):
    """A list of steps, decoded from YAML by `hearthside.games.novus.cards`."""

    __slots__ = ()


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The base of all verbs."""


# ---- experience, gold, tokens ----


class GainXp(Step, frozen=True, tag="gain_xp"):
    n: int
    of: Target = "self"


class LoseXp(Step, frozen=True, tag="lose_xp"):
    n: int
    of: Target = "self"


class GainGp(Step, frozen=True, tag="gain_gp"):
    n: int
    of: Target = "self"


class LoseGp(Step, frozen=True, tag="lose_gp"):
    n: int
    of: Target = "self"


class StealGp(Step, frozen=True, tag="steal_gp"):
    """Take up to n GP from one other player, chosen among those at most `within` points away (any, if 99)."""

    n: int
    within: int = 99


class PayGp(Step, frozen=True, tag="pay_gp"):
    """A price: all of it or nothing. As the first step of a list, the list happens only if it is paid."""

    n: int


class GainLuck(Step, frozen=True, tag="gain_luck"):
    of: Target = "self"


class TurnExplore(Step, frozen=True, tag="turn_explore"):
    """Turn the Explore token: `free` shows its plain side, `x` its X side. `now` frees Explore this very turn."""

    side: Literal["free", "x"]
    of: Target = "self"
    now: bool = False


# ---- cards ----


class Draw(Step, frozen=True, tag="draw"):
    """Draw n cards from a deck; `choice` lets the drawer name the deck for each."""

    deck: Literal["adventure", "reward", "choice"]
    n: int = 1
    of: Target = "self"


class Look(Step, frozen=True, tag="look"):
    """Look at the top `n` cards of a deck, keep `keep` of them, put the rest where `rest` says (top: in any order)."""

    deck: Literal["adventure", "reward", "encounter"]
    n: int = 2
    keep: int = 0
    rest: Literal["top", "bottom", "discard"] = "top"


class Search(Step, frozen=True, tag="search"):
    """Take the first n cards that match, from the top of a discard pile or a deck. A searched deck is shuffled."""

    zone: Literal["adventure_discard", "reward_discard", "adventure_deck", "reward_deck"]
    take: Filter = Filter()
    n: int = 1
    pick: bool = False  # the searcher picks among all that match (discard piles only)


class Discard(Step, frozen=True, tag="discard"):
    """Discard n cards from hand, the discarding player's choice (or at random). As a price: all n or nothing."""

    n: int
    take: Filter = Filter()
    of: Target = "self"
    random: bool = False


class Destroy(Step, frozen=True, tag="destroy"):
    """Discard n cards from the Character Board: rewards, allies and attachments (NV-GAP-40)."""

    n: int
    take: Filter = Filter()
    of: Target = "self"


class StealCard(Step, frozen=True, tag="steal_card"):
    """Take a card at random from the hand of one other player, chosen among those `within` points."""

    within: int = 99
    take: Filter = Filter()


class SwapCard(Step, frozen=True, tag="swap_card"):
    """Give one card of the hand to a chosen player and take a card at random from theirs (NV Backalley Deal)."""

    within: int = 99


class GiveCard(Step, frozen=True, tag="give_card"):
    """Give n cards of the hand, the giver's choice, to one other player on the same point."""

    n: int = 1


class TakeVictoryCard(Step, frozen=True, tag="take_victory_card"):
    """Take a Reward card that the winner of this battle just drew from its Victory."""


class EquipNow(Step, frozen=True, tag="equip_now"):
    """Place up to n Reward cards from hand on the board now, whatever the phase."""

    n: int = 1
    take: Filter = Filter()


class ReturnToHand(Step, frozen=True, tag="return_to_hand"):
    """Take up to n Reward cards off the board into hand now, whatever the phase."""

    n: int = 1


class ExtraPlay(Step, frozen=True, tag="extra_play"):
    """The one-card limit of this phase is n higher this turn."""

    n: int = 1


# ---- battle ----


class BattleCv(Step, frozen=True, tag="battle_cv"):
    """Change the hero's CV, or the creature's, in this battle; `lasts: turn` also counts in later battles."""

    n: int
    of: Literal["hero", "creature"] = "hero"
    lasts: Lasts = "round"


class BattleCvPer(Step, frozen=True, tag="battle_cv_per"):
    """Like battle_cv, n for each of what is counted (at most `most` of them).

    discard: cards the owner now discards from hand, any number that match `take`
    gp: every `of_gp` GP that the owner now pays, any number of times
    """

    n: int
    per: Literal["discard", "gp", "ally", "magical", "skill", "token", "quest", "weapon", "curse"]
    take: Filter = Filter()
    of_gp: int = 5
    most: int = 99


class EscapeMod(Step, frozen=True, tag="escape_mod"):
    """Change this round's Escape roll by n."""

    n: int


class AutoEscape(Step, frozen=True, tag="auto_escape"):
    """The hero of this battle escapes, whatever the step."""


class ForbidEscape(Step, frozen=True, tag="forbid_escape"):
    """No Escape may be tried in this round."""


class Fly(Step, frozen=True, tag="fly"):
    """The owner has flying until the turn ends."""


class Reroll(Step, frozen=True, tag="reroll"):
    """Roll a die of this battle again; `best` keeps the better of both for the owner's side."""

    die: Literal["hero", "creature", "escape"]
    keep: Literal["new", "best"] = "new"


class SetRoll(Step, frozen=True, tag="set_roll"):
    """Replace a natural roll by a value (NV-GAP-48: a replaced 1 is no Tragic Fail any more)."""

    die: Literal["hero", "creature"]
    value: int = 6


class AdjustRoll(Step, frozen=True, tag="adjust_roll"):
    """Add to a roll's total; a natural 1 stays a Tragic Fail."""

    die: Literal["hero", "creature", "escape"]
    n: int = 1


class Band(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Rolls up to and including `upto` (and above the band before)."""

    upto: int
    do: Steps = Steps()


class RollTable(Step, frozen=True, tag="roll_table"):
    """The hero rolls a d10; the first band that reaches it happens. A natural 1 (Tragic Fail) is the first band."""

    bands: tuple[Band, ...]


class EndBattle(Step, frozen=True, tag="end_battle"):
    result: Result


class Victory(Step, frozen=True, tag="victory"):
    """Change what winning this battle brings."""

    xp: int = 0
    gp: int = 0
    reward: int = 0
    adventure: int = 0


class Prevent(Step, frozen=True, tag="prevent"):
    """In this battle: soften the Defeat line. `defeat` cancels it all; others cut the loss by n (99: all)."""

    what: Literal["defeat", "xp", "gp", "curse", "discard", "destroy"]
    n: int = 99


class StartBattle(Step, frozen=True, tag="start_battle"):
    """Battle a creature now: the top of the Encounter deck or discard pile, or a named one (Reptisaurs)."""

    source: Literal["deck", "discard", "reptisaurs"] = "deck"
    cv: int = 0  # added to the creature's CV
    xp: int = 0  # added to its XP
    gp: int = 0  # added to its Victory


# ---- travel ----


class ExtraMove(Step, frozen=True, tag="extra_move"):
    """Change this turn's movement by n points (never under 1, NV-GAP-22)."""

    n: int
    of: Target = "self"


class NoMove(Step, frozen=True, tag="no_move"):
    """Step 3 of Travel is skipped on the target's next Travel (this turn's, if it is their turn before moving)."""

    of: Target = "current"


class MoveTo(Step, frozen=True, tag="move_to"):
    """Put the owner's figure on a point of these kinds or regions, at most `within` steps away; nothing triggers."""

    kinds: tuple[PointKind, ...] = ()
    regions: tuple[Region, ...] = ()
    within: int = 99


class StopMovement(Step, frozen=True, tag="stop_movement"):
    """A location's: movement ends here (ignored on the turn's starting point, NV-GAP-21)."""


class TravelResult(Step, frozen=True, tag="travel_result"):
    """After the Travel Die: roll it again, or choose its face."""

    how: Literal["reroll", "choose"]


# ---- curses, allies, classes, quests ----


class GainCurse(Step, frozen=True, tag="gain_curse"):
    """A Curse from the Adventure discard, else the nearest in the deck (NV-GAP-39)."""

    n: int = 1
    of: Target = "self"


class RemoveCurse(Step, frozen=True, tag="remove_curse"):
    n: int = 1
    of: Target = "self"


class GainAlly(Step, frozen=True, tag="gain_ally"):
    """Choose an Animal Ally from the open supply."""

    n: int = 1


class AdvanceClass(Step, frozen=True, tag="advance_class"):
    """Take an Advanced Class now: `free` ignores the 10 XP, `again` allows a second advance."""

    free: bool = False
    again: bool = False


class PlaceIsenthrax(Step, frozen=True, tag="place_isenthrax"):
    """Put the token of Isenthrax on an Encounters point of the owner's choice; else draw a Reward card (NV-GAP-3)."""


class StealMagic(Step, frozen=True, tag="steal_magic"):
    """The first magical card of the Reward discard, else of the Reward deck, goes to hand (Kzmatic, NV-GAP-55)."""


# ---- structure ----


class WhenStep(Step, frozen=True, tag="when"):
    """If the condition holds, `do`, else `otherwise`."""

    cond: If
    do: Steps = Steps()
    otherwise: Steps = Steps()


class May(Step, frozen=True, tag="may"):
    """The owner may have this happen. Not offered where its price cannot be paid or it would do nothing."""

    do: Steps


class Option(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    do: Steps


class Choose(Step, frozen=True, tag="choose"):
    """One of several; options that cannot be paid or would do nothing are left out."""

    options: tuple[Option, ...]


class Test(Step, frozen=True, tag="test"):
    """Roll a d10 plus `plus`; `at_least` succeeds. A natural 1 fails (Tragic Fail)."""

    __test__: ClassVar[bool] = False  # not a pytest class

    at_least: int
    plus: int = 0
    success: Steps = Steps()
    failure: Steps = Steps()


class Explore(Step, frozen=True, tag="explore"):
    """A location's Explore text may hand over to the plain Adventure-deck path (NV-EXPLORE-5)."""


class ChallengeQuest(Step, frozen=True, tag="challenge"):
    """Battle the Quest Creature that lives on this point, best of three (NV-QC-5)."""


VERBS: dict[str, type[Step]] = {cls.__struct_config__.tag: cls for cls in Step.__subclasses__()}  # type: ignore[misc]


def every_step(steps: Steps) -> Iterator[Step]:
    """All steps of a list, those within steps included."""
    for step in steps:
        yield step
        for name in step.__struct_fields__:
            inner = getattr(step, name)
            if isinstance(inner, Steps):
                yield from every_step(inner)
            elif isinstance(inner, tuple):  # options and bands
                for part in inner:
                    if isinstance(part, Option | Band):
                        yield from every_step(part.do)


# ---- what a card on the board can do ----


class Bonus(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"cond": "if"}):
    """CV, an Escape modifier, or a ban on Escape, that counts while a condition holds."""

    cond: If
    cv: int = 0
    escape: int = 0
    no_escape: bool = False


class Ability(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"cond": "if"}):
    """Something the owner may use, at its moment, for its price.

    uses: how often. round (once a battle round), battle, phase, turn, game; `once`: then the card is discarded.
    who: in whose battle or turn. self: the owner's; other: somebody else's; any.
    """

    when: When
    do: Steps
    name: str = ""
    cond: If = ALWAYS
    cost: Steps = Steps()
    uses: Literal["round", "battle", "phase", "turn", "game", "once"] = "round"
    who: Literal["self", "other", "any"] = "self"


class Trigger(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"cond": "if"}):
    """Something that happens by itself to the owner.

    on: battle_won, battle_lost, escaped, end_move (Travel movement ended), explored, turn_start, turn_end, sold (a sale
        was made in Recovery), quest_done (the owner completed a Quest Event), equipped (placed on the board).
    """

    on: Literal[
        "battle_won",
        "battle_lost",
        "escaped",
        "end_move",
        "explored",
        "turn_start",
        "turn_end",
        "sold",
        "quest_done",
        "equipped",
    ]
    do: Steps
    cond: If = ALWAYS
    uses: Literal["", "turn", "game"] = ""


class DrawLook(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """When drawing from `deck`, look at `n`, keep one, put the rest at the bottom (NV-GAP-95)."""

    deck: Deck
    n: int = 2
    uses: Literal["", "turn"] = ""
    rest: Literal["bottom", "top"] = "bottom"


class Price(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"cond": "if"}):
    """A change of a price in GP: of the bought draw, of each card sold, of XP trades."""

    what: Literal["buy", "sell", "xp"]
    gp: int
    cond: If = ALWAYS


Forbid = Literal["sell", "buy_draw", "buy_xp", "luck", "escape", "hands", "events"]


Palette = Literal["dawn", "day", "dusk", "night", "wood", "fire", "frost", "sand", "gloom", "gold", "sea"]


class Card(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What every card has: an id (kebab-case), its printed name, its picture and a line of flavour.

    icon: the name of an icon of game-icons.net, kebab-case. source: `seed` if the name is the box's own.
    """

    id: str
    name: str
    icon: str
    palette: Palette
    flavour: str = ""
    source: Literal["seed", "authored"] = "authored"


class Traits(Card, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What anything on a Character Board may bring: cards, classes, characters, curses."""

    cv: int = 0
    bonus: tuple[Bonus, ...] = ()
    escape: int = 0  # added to Escape rolls
    travel: int = 0  # points of movement
    flying: bool = False
    abilities: tuple[Ability, ...] = ()
    triggers: tuple[Trigger, ...] = ()
    draw_look: DrawLook | None = None
    prices: tuple[Price, ...] = ()
    guard_xp: int = 0  # XP losses of a Defeat line are smaller by this
    guard_gp: int = 0  # GP losses likewise
    hand_limit: int = 0  # added to the hand limit
    forbids: tuple[Forbid, ...] = ()  # luck: no Luck; escape: no Escape; hands: hand slots give no CV; ...


def steps_from(raw: Any, dec_hook: Any) -> Steps:
    """Steps from decoded YAML.

    Raises:
        ValueError: with a sentence that names the wrong step.
    """
    if not isinstance(raw, list | tuple):
        raise ValueError(f"a list of steps is needed, not {raw!r}")
    out = []
    for item in raw:
        if not isinstance(item, dict):
            raise ValueError(f"a step is a mapping such as {{gain_xp: 2}}, not {item!r}")
        verbs = [key for key in item if key in VERBS]
        if len(verbs) != 1:
            raise ValueError(f"the step {item!r} needs exactly one verb; verbs are {', '.join(sorted(VERBS))}")
        cls = VERBS[verbs[0]]
        fields = {key: value for key, value in item.items() if key != verbs[0]}
        names = cls.__struct_fields__
        if names:
            fields[names[0]] = item[verbs[0]]
        elif item[verbs[0]] is not True:
            raise ValueError(f"{verbs[0]} takes no value: write {{{verbs[0]}: true}}")
        fields.pop("type", None)
        out.append(msgspec.convert(fields, cls, dec_hook=dec_hook))
    return Steps(out)
