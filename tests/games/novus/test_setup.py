"""Setting up: the shared table and each player's share of it (NV-SETUP, NV-PLAYER)."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from hearthside.engine.chance import Chance
from hearthside.engine.errors import Refused, RuleError
from hearthside.engine.table import Table
from hearthside.games.novus import aids, battle, board, events, gain, hand, quest, setup
from hearthside.games.novus.choices import DONE, FIGHT, TAKE_STEP, TRAVEL, PickCharacter
from hearthside.games.novus.context import Options

from .story import BOX, NOVUS, Story, creature, hero, number, story, use

rule = pytest.mark.rule
SEEDS = range(1, 13)


def opened(seats: int, seed: int = 1, **options: object) -> Story:
    """A table straight from the box; Characters at random, unless the options say otherwise."""
    return Story(Table.open(NOVUS, seats, seed, Options(**{"characters": "random", **options}), content=BOX))


def ready(seats: int, seed: int = 1, **options: object) -> Story:
    """The same after every Character is taken: the first as offered."""
    t = opened(seats, seed, **options)
    while t.ask.topic == "character":
        t.table.answer(t.choices[0])
    return t


# ---- the shared table ----


@rule("NV-SETUP-1")
def test_one_map_lies_between_all_players():
    t = opened(5)
    assert len(t.g.content.points) == 52
    assert all(0 <= who.at < 52 for who in t.heroes)
    assert all(n in t.g.content.near[m] for m in range(52) for n in range(52) if m in t.g.content.near[n])


@rule("NV-SETUP-2")
def test_location_cards_are_a_library_in_alphabetical_order_and_in_no_deck():
    one, two = opened(2, seed=1), opened(2, seed=2)
    names = [place.name for place in one.g.content.locations]
    assert len(names) == 35
    assert names == sorted(names, key=str.casefold) == [place.name for place in two.g.content.locations]
    assert not {place.id for place in one.g.content.locations} & set(one.g.content.number)


@rule("NV-SETUP-3")
def test_the_animal_allies_lie_open():
    t = opened(2)
    assert t.state.allies == BOX.allies
    assert len(BOX.allies) == 8
    NOVUS.redeal(t.g, 1, Chance(Random(9).random))
    assert t.state.allies == BOX.allies, "nobody has to guess them"


@pytest.mark.parametrize(
    "name, size",
    [
        pytest.param("adventure", 65, marks=rule("NV-SETUP-4")),
        pytest.param("encounter", 40, marks=rule("NV-SETUP-5")),
        pytest.param("reward", 80, marks=rule("NV-SETUP-6")),
    ],
)
def test_a_deck_holds_all_its_cards_shuffled_and_face_down(name: str, size: int):
    decks = [getattr(opened(2, seed, characters="draft").state, name) for seed in SEEDS]
    for deck in decks:
        assert len(deck) == size
        assert sorted(deck.cards) == sorted(getattr(BOX, name))
        assert not deck.discard
        assert not deck.known, "face down: nobody knows a place in it"
    assert len({tuple(deck.cards) for deck in decks}) == len(decks)


@rule("NV-SETUP-7", "NV-GAP-52")
def test_the_bank_never_runs_dry():
    t = story(hero(gp=850), hero(gp=850))
    gain.gain_gp(t.g, t.hero, 5000, "NV-GAP-52")
    assert t.hero.gp == 5850, "850 GP of tokens are in the box; the bank pays all the same"


@rule("NV-SETUP-8")
def test_two_ten_sided_dice_and_one_six_sided_die_serve_everybody():
    t = story(hero(cv=9), hero(), cards=[creature(cv=1)], encounters=["creature-a"], dice=[6, 10, 10])
    t.play(DONE, TRAVEL, FIGHT)
    assert (t.events(events.RolledHero)[0].face, t.events(events.RolledCreature)[0].face) == (10, 10)
    assert len(t.g.content.tables.travel_die) == 6
    with pytest.raises(RuleError, match="die of 6 sides"):
        story(hero(), hero(), dice=[7]).play(DONE, TRAVEL)


@rule("NV-SETUP-9", "NV-GAP-1")
def test_class_cards_lie_in_a_basic_and_an_advanced_group():
    assert (len(BOX.basic), len(BOX.advanced), len(BOX.backs)) == (11, 10, 4)
    assert opened(3).state.pool == BOX.advanced
    assert not set(BOX.basic) & set(BOX.advanced)


@rule("NV-SETUP-10", "NV-GAP-1")
def test_four_basic_classes_have_a_class_on_both_sides():
    double = {card.name: BOX.cards[number(card.back)].name for n in BOX.basic if (card := BOX.cards[n]).back}
    assert double == {
        "Barbarian": "Zealot", "Bard": "Cunning Charmer", "Wizard": "Master of Magic", "Pirate": "Scourge",
    }  # fmt: skip
    assert not set(BOX.backs) & set(opened(5).state.pool), "a back is no card of its own"


@rule("NV-SETUP-11", "NV-GAP-2")
def test_there_are_no_blank_class_cards():
    assert len(BOX.klasses) == 25
    assert all(BOX.cards[n].name and BOX.cards[n].icons for n in BOX.klasses)


@rule("NV-SETUP-12", "NV-GAP-3")
def test_isenthrax_is_kept_off_the_map():
    t = opened(2)
    assert t.state.isenthrax == -1
    assert BOX.isenthrax in t.state.alive
    assert BOX.isenthrax not in {quest.living_at(t.g, point) for point in range(len(BOX.points))}


@rule("NV-SETUP-13")
def test_nine_quest_creatures_wait_on_the_points_printed_on_them():
    t = opened(2)
    found = {BOX.points[p].id: BOX.cards[n].point for p in range(52) if (n := quest.living_at(t.g, p))}
    assert len(found) == 9
    assert all(point == printed for point, printed in found.items())


@rule("NV-SETUP-14")
def test_the_tiles_form_a_pile_beside_the_map():
    t = opened(2)
    assert sorted(t.state.alive) == sorted(BOX.quest_creatures)
    assert not set(t.state.alive) & set(t.state.encounter.cards)


@rule("NV-SETUP-15")
def test_there_are_two_special_cards_and_no_deck_holds_them():
    t = opened(2)
    special = [*BOX.special_creatures, *BOX.special_rewards]
    assert [BOX.cards[n].name for n in special] == ["Reptisaurs", "Kraeger Shield"]
    assert not set(special) & {*t.state.encounter.cards, *t.state.reward.cards, *t.state.adventure.cards}


@rule("NV-SETUP-16", "NV-GAP-4")
def test_reptisaurs_go_back_to_the_tiles_after_a_battle():
    t = story(hero(cv=20), hero(), dice=[5, 5])
    assert t.n("reptisaurs") not in t.state.encounter.cards
    fight = battle.Battle(0, t.n("reptisaurs"), "reptisaurs")
    assert t.do(battle.fight(t.g, t.hero, fight, "NV-GAP-4"), FIGHT) == "win"
    assert t.n("reptisaurs") not in {*t.state.encounter.cards, *t.state.encounter.discard}


@rule("NV-SETUP-17", "NV-GAP-5")
def test_the_kraeger_shield_comes_with_the_kraeger_beast():
    t = story(hero(at="quest-kraeger-beast", cv=40), hero(), dice=[5] * 4)
    quest.begin(t.g, t.hero)
    t.do(quest.challenge(t.g), FIGHT)
    assert t.n("kraeger-shield") not in t.hero.hand
    t.do(quest.challenge(t.g), FIGHT)
    assert t.n("kraeger-shield") in t.hero.hand
    hand.discard(t.g, t.hero, t.n("kraeger-shield"))
    assert t.state.reward.discard[-1] == t.n("kraeger-shield")


@rule("NV-SETUP-18", "NV-PLAYER-1", "NV-GAP-82")
def test_what_is_left_over_leaves_the_game():
    t = opened(3)
    assert len(t.heroes) == 3
    assert {who.seat for who in t.heroes} == {0, 1, 2}
    unused = set(BOX.basic) - {who.basic for who in t.heroes}
    assert len(unused) == 8
    assert not unused & set(t.state.pool)
    assert sorted(t.state.pool) == sorted(BOX.advanced), "always all 10"


@rule("NV-SETUP-19", "NV-GAP-6")
def test_every_standee_begins_on_the_starting_city_and_nothing_happens_there():
    t = opened(5)
    point = BOX.points[t.hero.at]
    assert (point.name, point.kind) == ("Hearthold", "city")
    assert {who.at for who in t.heroes} == {t.hero.at}
    assert not t.events(events.ReadLocation)
    assert not t.events(events.Arrived)


@rule("NV-SETUP-20", "NV-GAP-7")
def test_the_first_player_is_chosen_at_random_or_by_seat():
    firsts = Counter(opened(3, seed).turn.seat for seed in range(60))
    assert set(firsts) == {0, 1, 2}
    assert min(firsts.values()) > 8, "uniformly"
    assert opened(3, 5).turn.seat == opened(3, 5).turn.seat, "by the seed"
    assert {opened(3, seed, first="seat").turn.seat for seed in SEEDS} == {0}


# ---- each player ----


@rule("NV-PLAYER-1")
def test_each_player_has_a_board_of_their_own():
    t = opened(2)
    for who in t.heroes:
        assert (len(who.gear), len(who.skills)) == (9, 3), "head, body, 2 hands, foot, 4 items; 3 skills"
        assert not any(who.gear)
        assert not any(who.skills)
    assert t.heroes[0].gear is not t.heroes[1].gear
    assert t.heroes[0].skills is not t.heroes[1].skills


@rule("NV-PLAYER-2", "NV-GAP-77")
def test_two_player_aids_are_help_screens_made_from_the_ledger():
    first = [heading for heading, _ in aids.PREPARATION_AND_ADVENTURE]
    second = [heading for heading, _ in aids.COMBAT_AND_SELLING]
    assert first[0].startswith("Preparation")
    assert any(heading.startswith("Adventure") for heading in first)
    assert second[0].startswith("Battle, step by step")
    assert any("sell cards" in line for _, lines in aids.COMBAT_AND_SELLING for line in lines)
    ids = [n for screen in (aids.PREPARATION_AND_ADVENTURE, aids.COMBAT_AND_SELLING) for _, lines in screen
           for line in lines for n in aids.split_line(line)[1]]  # fmt: skip
    ledger = NOVUS.ledger.read_text(encoding="utf-8")
    assert len(ids) > 40
    assert all(f"**{id_}**" in ledger for id_ in ids)


@rule("NV-PLAYER-3", "NV-GAP-8")
def test_characters_are_drafted_in_a_random_order_of_seats():
    orders = set()
    for seed in SEEDS:
        t = opened(3, seed, characters="draft")
        order = []
        while t.ask.topic == "character":
            order.append(t.ask.seat)
            t.table.answer(t.choices[0])
        assert sorted(order) == [0, 1, 2], "each picks once"
        orders.add(tuple(order))
    assert len(orders) > 2


@rule("NV-PLAYER-3", "NV-GAP-8")
def test_characters_may_be_picked_freely_in_order_of_seats_or_dealt_at_random():
    t = opened(3, characters="free")
    seats = []
    while t.ask.topic == "character":
        seats.append(t.ask.seat)
        t.table.answer(t.choices[-1])
    assert seats == [0, 1, 2]
    dealt = {tuple(who.character for who in opened(3, seed).heroes) for seed in SEEDS}
    assert len(dealt) > 6
    assert all(len(set(three)) == 3 for three in dealt)


@rule("NV-PLAYER-4")
def test_the_character_brings_the_class_on_its_back():
    t = opened(1, characters="draft")
    t.table.answer(PickCharacter(number("idris")))
    assert t.ids([t.hero.character, t.hero.basic, t.hero.klass]) == ["idris", "pirate", "pirate"]
    assert not t.hero.advanced
    for n in BOX.characters:
        assert BOX.cards[number(BOX.cards[n].klass)].basic


@rule("NV-PLAYER-21", "NV-GAP-8")
def test_no_two_players_share_a_character_or_a_class():
    t = opened(5, characters="draft")
    taken: list[int] = []
    while t.ask.topic == "character":
        assert not {c.character for c in t.choices} & set(taken)
        taken.append(t.choices[0].character)
        t.table.answer(t.choices[0])
    assert len({who.character for who in t.heroes}) == len({who.basic for who in t.heroes}) == 5


@rule("NV-PLAYER-21")
def test_a_character_kept_for_one_seat_is_not_offered_to_another():
    for seed in SEEDS:
        t = opened(3, seed, characters="draft", heroes=("kain", "", ""))
        while t.ask.topic == "character":
            assert PickCharacter(number("kain")) not in t.choices
            t.table.answer(t.choices[0])
        assert t.hero.character == number("kain")


@rule("NV-PLAYER-5", "NV-PLAYER-6", "NV-PLAYER-7")
def test_ten_gold_one_luck_token_and_one_explore_token():
    for who in opened(5).heroes:
        assert (who.gp, who.luck, who.explore_x) == (10, 1, False)


@rule("NV-PLAYER-7", "NV-PLAYER-8", "NV-GAP-23")
def test_the_explore_token_starts_on_its_free_side():
    t = opened(2, first="seat")
    assert not any(who.explore_x for who in t.heroes)
    t.play(DONE)
    assert [type(c).__name__ for c in t.choices] == ["Travel", "Explore"]


@rule("NV-PLAYER-9", "NV-PLAYER-12", "NV-PLAYER-13")
def test_the_opening_hand_is_an_adventure_and_a_reward():
    for seed in SEEDS:
        t = opened(5, seed)
        for who in t.heroes:
            assert sorted(t.g.content.deck_of(n) for n in who.hand) == ["adventure", "reward"]
        assert (len(t.state.adventure), len(t.state.reward)) == (60, 75)


@rule("NV-PLAYER-10", "NV-PLAYER-11", "NV-EX-60", "NV-CURSE-9")
def test_curses_of_the_setup_draw_go_back_and_the_first_other_card_is_kept():
    t = story(hero(), hero(), adventures=["withered-arm", "leaden-feet", "burial-silver"])
    before = len(t.state.adventure)
    setup.opening_adventure(t.g, t.hero)
    assert t.ids(t.hero.hand) == ["burial-silver"]
    assert not any(t.hero.skills)
    assert len(t.state.adventure) == before - 1
    assert {t.n("withered-arm"), t.n("leaden-feet")} <= set(t.state.adventure.cards)
    assert not t.state.adventure.discard


@rule("NV-PLAYER-10")
def test_no_opening_hand_holds_a_curse():
    held = [n for seed in range(40) for who in opened(5, seed).heroes for n in who.hand]
    assert not [n for n in held if n in BOX.adventure and BOX.cards[n].category == "curse_event"]


@rule("NV-PLAYER-11", "NV-GAP-81")
def test_setup_curses_are_shuffled_through_the_whole_deck_before_the_next_player_draws():
    places = set()
    for seed in SEEDS:
        t = story(hero(), hero(), adventures=["withered-arm", "burial-silver"], seed=seed)
        setup.opening_adventure(t.g, t.hero)
        places.add(t.state.adventure.cards.index(t.n("withered-arm")) // 16)
    assert len(places) >= 3, "top, middle, bottom"


@rule("NV-PLAYER-23")
def test_an_encounter_event_found_at_setup_is_kept():
    t = story(hero(), hero(), adventures=["ford-ambush"])
    setup.opening_adventure(t.g, t.hero)
    assert t.ids(t.hero.hand) == ["ford-ambush"]
    assert not t.events(events.BattleBegan)


@rule("NV-PLAYER-14", "NV-PLAYER-15", "NV-PLAYER-16", "NV-GAP-10")
def test_three_xp_give_one_cv():
    t = opened(2)
    assert [who.xp for who in t.heroes] == [3, 3]
    assert dict(board.cv_parts(t.g, t.hero))[0] == 1
    assert list(BOX.tables.xp_cv) == [xp // 3 for xp in range(26)]


@rule("NV-PLAYER-14", "NV-PLAYER-17", "NV-GAP-9")
def test_the_cv_marker_starts_at_the_xp_bonus_and_the_increase_of_the_character_counted_once():
    for n in BOX.characters:
        who = BOX.cards[n]
        t = opened(1, heroes=(who.id,))
        assert t.cv == 1 + who.start_cv == 1 + BOX.cards[number(who.klass)].cv


@rule("NV-PLAYER-18", "NV-EX-1")
def test_an_increase_of_three_starts_at_cv_4():
    t = opened(2, heroes=("kain",))
    assert (t.cv, t.hero.xp, t.hero.gp, t.hero.luck, len(t.hero.hand)) == (4, 3, 10, 1, 2)


@rule("NV-PLAYER-19")
def test_the_text_of_a_character_is_in_force():
    at_home, abroad = hero("barbarian", at="frosthelm"), hero("barbarian", at="hearthold")
    assert story(at_home).cv == story(abroad).cv + 1, "Yotun has +1 CV in the tundra"


@rule("NV-PLAYER-19", "NV-GAP-9")
def test_expert_maneuvers_may_be_used_during_a_battle():
    t = story(hero("knight", hand=["sword"]), cards=[creature(cv=5)], encounters=["creature-a"], dice=[4, 4])
    assert use("knight")(t) not in t.choices, "not in Preparation"
    assert t.do(battle.encounter(t.g, t.hero, "NV-BATTLE-6"), FIGHT, use("knight")) == "win"
    assert not t.hero.hand or t.n("sword") not in t.hero.hand


@rule("NV-PLAYER-20")
def test_the_basic_marker_tells_basic_classes_from_advanced_ones():
    assert {BOX.cards[n].basic for n in BOX.basic} == {True}
    assert {BOX.cards[n].basic for n in [*BOX.advanced, *BOX.backs]} == {False}
    assert {BOX.cards[who.klass].basic for who in opened(5).heroes} == {True}


@rule("NV-PLAYER-22", "NV-GAP-66")
def test_one_to_five_play_each_for_themselves():
    for seats in (1, 5):
        assert len(opened(seats).heroes) == seats
    for seats in (0, 6):
        with pytest.raises(Refused, match="1 to 5"):
            opened(seats)


@rule("NV-GAP-59")
def test_solo_setup_curses_stay_in_the_first_piles_stretch():
    shuffled = 0
    for seed in range(30):
        t = opened(1, seed, characters="draft")
        cards, stretch = t.state.adventure.cards, list(t.state.opening)
        curses = [n for n in stretch if BOX.cards[n].category == "curse_event"]
        if not curses:
            continue
        cards[-len(stretch) :] = [n for n in stretch if n not in curses] + curses
        below = cards[: -len(stretch)]
        setup.opening_adventure(t.g, t.hero)
        assert cards[: -len(stretch) + 1] == below
        assert set(cards[-len(stretch) + 1 :]) | set(t.hero.hand) == set(stretch)
        shuffled += cards[-len(curses) :] != curses
    assert shuffled > 3


@rule("NV-GAP-77")
def test_the_travel_token_only_marks_the_extra_point():
    t = story(hero(), hero(), dice=[1])
    before = NOVUS.pack(t.hero)
    t.play(DONE, TRAVEL, TAKE_STEP)
    assert (t.turn.safe, t.turn.moves) == (1, 3)
    assert NOVUS.pack(t.hero) == before


@rule("NV-GAP-83")
def test_names_are_spelled_one_way():
    for id_, name in {"sorcerer": "Sorcerer", "jue-rgon": "Jue R'Gon"}.items():
        assert BOX.cards[number(id_)].name == name
    printed = " ".join(f"{c.name} {c.flavour}" for c in [*BOX.cards[1:], *BOX.locations])
    assert "Sorceror" not in printed
    assert "R'gon" not in printed
    assert "quest_event" in {BOX.cards[n].category for n in BOX.adventure}
    assert BOX.deck_of(number("orc-warrior")) == "encounter"


@rule("NV-GAP-12")
def test_the_chart_trades_twenty_thirty_five_and_fifty_gold():
    assert BOX.tables.trades == ((20, 1), (35, 2), (50, 3))


@rule("NV-SETUP-9", "NV-PLAYER-21", "NV-GAP-82")
def test_no_game_begins_with_a_fault():
    for seats in range(1, 6):
        t = ready(seats, seed=seats, characters="draft")
        assert list(NOVUS.faults(t.g)) == []
        assert not t.table.over
