"""Battles: seven steps (NV-BATTLE), the dice and Luck (NV-ROLL)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...engine.ask import Ask, Rule
from . import board, events, gain, goal, hand, resolve
from .choices import ESCAPE, FIGHT, KEEP_ROLL, SPEND_LUCK, Escape, SpendLuck
from .state import Battle, Hero
from .vocabulary import GainCurse, Steps
from .windows import window

if TYPE_CHECKING:
    from .context import G

NOTHING = Steps()
ESCAPE_AT = 6  # NV-BATTLE-9
FLYING_PENALTY = -3  # NV-CREATURE-9


def encounter(g: G, hero: Hero, rule: str, twist: Steps = NOTHING, cv: int = 0, xp: int = 0, gp: int = 0) -> Rule[str]:
    """Reveal the top Encounter card and battle it (NV-BATTLE-6). No creature at all is no_result (NV-GAP-33)."""
    creature = g.state.encounter.draw(g.chance)
    if not creature:
        return "no_result"
    return (yield from fight(g, hero, Battle(hero.seat, creature, "deck", creature_cv=cv, xp=xp, gp=gp), rule, twist))


def fight(g: G, hero: Hero, battle: Battle, rule: str, twist: Steps = NOTHING) -> Rule[str]:
    """One whole battle with its Victory or Defeat (not a Quest Creature's round). Returns its result."""
    state = g.state
    g.learn()
    state.battle = battle
    creature = battle.creature
    g.log(events.BattleBegan(hero.seat, creature, board.creature_cv(g, battle)), rule)
    yield from rounds(g, hero, battle, twist)
    result = battle.result
    yield from settle(g, hero, battle)
    state.battle = None
    if battle.source in ("deck", "discard"):
        state.encounter.drop(creature)  # NV-BATTLE-26
    if result in ("lose", "escape"):
        state.turn.beaten = state.turn.beaten or hero.seat == state.turn.seat
    goal.check(g)
    return result


def settle(g: G, hero: Hero, battle: Battle) -> Rule[None]:
    """Step 7's consequences: Victory or Defeat, what cards add to it, and the window after the verdict."""
    result = battle.result
    if result == "win":
        if hero.seat == g.state.turn.seat:
            g.state.turn.wins.append(battle.creature)
        yield from victory(g, hero, battle)
        yield from resolve.fire(g, hero, "battle_won")
    elif result == "lose":
        yield from defeat(g, hero, battle)
        yield from resolve.fire(g, hero, "battle_lost")
    elif result == "escape":
        yield from resolve.fire(g, hero, "escaped")
    goal.check(g)  # at once, before anybody plays another card (NV-GOAL-1)
    battle.step = 7
    yield from window(g, "step_7")


def rounds(g: G, hero: Hero, battle: Battle, twist: Steps = NOTHING) -> Rule[None]:
    """The seven steps of one battle round, up to the verdict in battle.result."""
    if twist:
        yield from resolve.run(g, hero, twist)
    yield from window(g, "revealed")
    if not battle.result:
        yield from special_ability(g, hero, battle)
    if not battle.result:
        yield from window(g, "step_1")
    if not battle.result:
        yield from try_escape(g, hero, battle)
    if not battle.result:
        yield from window(g, "step_2")
    if not battle.result:
        battle.step = 3
        if g.entries is not None:
            parts = [("" if n == 0 else g.content.cards[n].name, cv) for n, cv in board.cv_parts(g, hero, battle)]
            total = board.total_cv(g, hero, battle)
            rest = total - sum(n for _, n in parts)
            if rest:
                parts.append(("this battle", rest))
            g.log(events.SummedCv(hero.seat, tuple(parts), total, board.creature_cv(g, battle)), "NV-BATTLE-15")
        yield from window(g, "step_3")
    if not battle.result:
        battle.step = 4
        battle.hero_roll = yield from hero_die(g, hero)
        g.log(events.RolledHero(hero.seat, battle.hero_roll, board.hero_final(g, battle)), "NV-BATTLE-17")
        yield from window(g, "step_4")
    if not battle.result:
        battle.step = 5
        battle.creature_roll = g.chance.d(10)
        g.log(events.RolledCreature(hero.seat, battle.creature_roll, board.creature_final(g, battle)), "NV-BATTLE-20")
        yield from window(g, "step_5")
    if not battle.result:
        battle.step = 6
        yield from window(g, "step_6")
    ours = theirs = 0
    if not battle.result:
        ours, theirs = board.final_cvs(g, battle)
        tragic = battle.hero_roll == 1
        battle.result = "lose" if tragic or ours < theirs else "win"  # a tie is the hero's (NV-BATTLE-23)
    battle.sum = board.hero_sum(g, battle)
    g.log(events.BattleEnded(hero.seat, battle.creature, battle.result, ours, theirs), "NV-BATTLE-22")


def special_ability(g: G, hero: Hero, battle: Battle) -> Rule[None]:
    """Step 1: what the creature's card says, at once (NV-BATTLE-3, NV-BATTLE-7)."""
    battle.step = 1
    ability = g.content.cards[battle.creature].ability
    if ability:
        yield from resolve.run(g, hero, ability)


def try_escape(g: G, hero: Hero, battle: Battle) -> Rule[None]:
    """Step 2: one try to escape, 6 or more (NV-BATTLE-8..14)."""
    battle.step = 2
    if board.no_escape(g, hero, battle):
        return
    choice = yield Ask(hero.seat, [FIGHT, ESCAPE], "escape", "NV-BATTLE-8")
    if not isinstance(choice, Escape):
        return
    battle.tried = True
    face = yield from hero_die(g, hero)
    battle.escape_roll = face
    plus = escape_modifier(g, hero, battle)
    escaped = face != 1 and face + plus >= ESCAPE_AT
    g.log(events.TriedEscape(hero.seat, face, plus, escaped), "NV-BATTLE-9" if escaped else "NV-BATTLE-10")
    if escaped:
        battle.result = "escape"
    else:
        battle.hero_cv -= 1


def escape_modifier(g: G, hero: Hero, battle: Battle) -> int:
    """All that changes the Escape roll: the board, this battle, a flying creature (NV-BATTLE-11, NV-CREATURE-9)."""
    plus = board.escape_bonus(g, hero, battle) + battle.escape
    if g.content.cards[battle.creature].flying and not board.flies(g, hero):
        plus += FLYING_PENALTY
    return plus


def hero_die(g: G, hero: Hero) -> Rule[int]:
    """The hero's d10, with Luck offered at once on a natural 1 (NV-ROLL-6..10). Returns the natural face."""
    face = g.chance.d(10)
    if face == 1 and hero.luck and not board.forbids(g, hero, "luck"):
        choice = yield Ask(hero.seat, [SPEND_LUCK, KEEP_ROLL], "luck", "NV-ROLL-6")
        if isinstance(choice, SpendLuck):
            hero.luck = 0
            while face == 1:
                face = g.chance.d(10)
            g.log(events.SpentLuck(hero.seat, face), "NV-ROLL-8")
    return face


def victory(g: G, hero: Hero, battle: Battle) -> Rule[None]:
    """The listed XP and the Victory line, with what effects added (NV-BATTLE-24, NV-BATTLE-27..29)."""
    it = g.content.cards[battle.creature]
    before = len(hero.hand)
    gain.gain_xp(g, hero, it.xp + battle.xp, "NV-BATTLE-27")
    gain.gain_gp(g, hero, battle.gp, "NV-BATTLE-29")
    yield from resolve.run(g, hero, it.victory)
    for _ in range(battle.reward):
        yield from hand.draw(g, hero, "reward", "NV-BATTLE-28")
    for _ in range(battle.adventure):
        yield from hand.draw(g, hero, "adventure", "NV-BATTLE-28")
    battle.drawn = [c for c in hero.hand[before:] if g.content.deck_of(c) == "reward"]


def defeat(g: G, hero: Hero, battle: Battle) -> Rule[None]:
    """The Defeat line, and the Curse of a Curse icon (NV-BATTLE-25, NV-CREATURE-11)."""
    it = g.content.cards[battle.creature]
    if battle.prevented.get("defeat"):
        return
    battle.losing = True
    yield from resolve.run(g, hero, it.defeat, rule="NV-BATTLE-25")
    battle.losing = False
    own = any(isinstance(step, GainCurse) for step in it.defeat)  # the card says which Curse itself (NV-GAP-39)
    if it.curse and not own and not battle.prevented.get("curse"):
        yield from hand.gain_curse(g, hero)
