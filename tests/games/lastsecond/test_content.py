"""The box is as the ledger tables it, its texts say what its effects do, and what is wrong is told with its place."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
import pytest

from hearthside.cli.main import main
from hearthside.engine.content import ContentError
from hearthside.games import GAMES
from hearthside.games.lastsecond import catalogue
from hearthside.games.lastsecond import vocabulary as v
from hearthside.games.lastsecond.cards import Tile
from hearthside.games.lastsecond.checks import box as as_tabled
from hearthside.games.lastsecond.checks import lawful, packing
from hearthside.games.lastsecond.library import Content, bits, kinds_in, load
from hearthside.games.lastsecond.setup import SEALS, ready_stack
from hearthside.games.lastsecond.text import adventurer_text, effect_text, mat_text, quest_text, tile_text
from hearthside.games.lastsecond.vocabulary import BIT, KINDS
from hearthside.parts.polyomino import cells_of, picture, turns

rule = pytest.mark.rule
ICONS = Path(__file__).parents[3] / "web" / "icons.json"


@pytest.fixture(scope="module")
def box() -> Content:
    return load()


def tile(box: Content, name: str) -> Tile:
    return box.tile(box.tile_number[name])


def changed(box: Content, field: str, old: Any, **fields: Any) -> Content:
    """The box with one entry other than it was."""
    lists = {
        "icons.yaml": list(box.icons.values()),
        "shapes.yaml": list(box.shapes.values()),
        "tiles.yaml": list(box.tiles),
        "quests.yaml": list(box.quests),
        "adventurers.yaml": list(box.adventurers),
        "mats.yaml": list(box.mats.values()),
    }
    new = msgspec.structs.replace(old, **fields)
    lists[field] = [new if one is old else one for one in lists[field]]
    return Content(lists, "changed")


# ---- what the box holds ----


@rule("LS-DIG-23")
def test_the_box_has_no_faults(box: Content) -> None:
    assert catalogue.faults(box) == []


@rule("LS-SETUP-1")
@rule("LS-SETUP-2")
@rule("LS-SETUP-5")
def test_28_quests_15_adventurers_60_items(box: Content) -> None:
    assert (len(box.quests), len(box.adventurers), len(box.tiles)) == (28, 15, 60)


@rule("LS-SETUP-3")
@rule("LS-SETUP-6")
@rule("LS-GAP-2")
@rule("LS-GAP-4")
@rule("LS-GAP-30")
def test_cards_and_tokens_are_for_two_to_five(box: Content) -> None:
    seats = GAMES["lastsecond"].seats
    assert list(seats) == [2, 3, 4, 5]
    assert ready_stack(seats[-1]) == [1, 2, 3, 4]
    assert {mat.boards for mat in box.mats.values()} == {seats[-1]}  # and so many Locked tokens, one a player


@rule("LS-SETUP-4")
@rule("LS-GAP-1")
def test_ten_boards_have_two_faces_each(box: Content) -> None:
    assert Counter({mat.id: mat.boards for mat in box.mats.values()}).total() == 20
    for mat in box.mats.values():
        assert mat.boards == 5
        assert box.mats[mat.back].back == mat.id
    assert (box.mats["chest"].back, box.mats["cart"].back) == ("backpack", "saddle-bags")


@rule("LS-DIG-23")
def test_the_stock_of_shapes(box: Content) -> None:
    stock = Counter(one.shape for one in box.tiles)
    assert dict(stock) == {
        "1x1": 8, "1x2": 10, "I3": 7, "V3": 5, "I4": 5, "L4": 5, "S4": 4, "T4": 4, "O4": 3,
        "I5": 2, "P5": 3, "L5": 1, "U5": 1, "V5": 1, "Y5": 1,
    }  # fmt: skip
    assert sum(box.size) == 193
    assert {name for name, shape in box.shapes.items() if shape.straight} == {"I3", "I4", "I5"}


@rule("LS-GAP-7")
def test_the_other_side_of_an_item_is_the_same_item_mirrored(box: Content) -> None:
    two_faced = {n for n, s in box.shapes.items() if len(turns(s.shape)) > len(turns(s.shape, mirrors=False))}
    assert two_faced == {"L4", "S4", "P5", "L5", "Y5"}
    assert "X.\nX.\nXX" in {picture(lie) for lie in turns(box.shape[box.tile_number["pickaxe"]])}
    assert ".X\n.X\nXX" in {picture(lie) for lie in turns(box.shape[box.tile_number["pickaxe"]])}


@rule("LS-GAP-6")
def test_items_have_one_to_four_tags_and_some_plausible_ones(box: Content) -> None:
    for one in box.tiles:
        assert 1 <= len(one.tags) <= 4
        assert len(one.plausible) <= 4
        assert not set(one.tags) & set(one.plausible)
    assert sum(len(one.tags) for one in box.tiles) / 60 == pytest.approx(2.3, abs=0.1)
    for kind in KINDS:
        assert 5 <= sum(kind in one.tags for one in box.tiles) <= 11, kind


@rule("LS-EX-5")
@rule("LS-GAP-38")
def test_the_named_items_are_as_the_book_argues_about_them(box: Content) -> None:
    knife = tile(box, "sacrificial-knife")
    assert set(knife.tags) == {"melee", "metal"}
    assert set(knife.plausible) == {"ranged", "sacred", "evil", "tools"}
    assert [box.size[box.tile_number[name]] for name in ("sextant", "feathered-hat", "chalice")] == [4, 4, 3]
    assert "elegant" in tile(box, "chalice").plausible
    assert "magical" in tile(box, "apple").plausible
    assert {"melee", "metal"} == set(tile(box, "mace").tags)
    assert "melee" in tile(box, "shovel").plausible
    assert "elegant" in tile(box, "love-potion").plausible
    assert {"metal", "tools"} == set(tile(box, "crowbar").tags)  # LS-EX-19
    assert (tile(box, "cursed-skull").tags, box.size[box.tile_number["cursed-skull"]]) == (("evil", "magical"), 4)


def test_every_picture_is_one_that_the_client_draws(box: Content) -> None:
    drawn = set(json.loads(ICONS.read_text(encoding="utf-8")))
    cards = [card for kind in catalogue.KINDS for card in catalogue.cards(box, kind) if hasattr(card, "icon")]
    assert [card.id for card in cards if card.icon not in drawn] == []
    assert len(cards) == 28 + 60 + 15 + 4 + 20


# ---- icons ----


@rule("LS-ICON-1")
@rule("LS-ICON-10")
def test_twenty_kinds_shared_by_items_and_quests(box: Content) -> None:
    words = [
        "melee", "ranged", "armor", "magical", "musical", "tools", "wooden", "metal", "black", "valuables",
        "stealthy", "sacred", "evil", "venomous", "animals", "outside", "underground", "cold", "food", "elegant",
    ]  # fmt: skip
    assert list(KINDS) == list(box.icons) == words
    assert {kind for one in box.tiles for kind in one.tags} == set(words)
    assert {kind for quest in box.quests for kind in quest.required} == set(words)
    assert {kind for quest in box.quests for kind in quest.forbidden} == set(words)
    assert len({icon.icon for icon in box.icons.values()}) == 20
    assert kinds_in(bits(KINDS)) == list(KINDS)


@rule("LS-ICON-2")
@rule("LS-ICON-3")
@rule("LS-ICON-4")
@rule("LS-ICON-5")
@rule("LS-ICON-6")
@rule("LS-ICON-7")
@rule("LS-ICON-8")
@rule("LS-ICON-9")
def test_the_legend_reads_as_printed(box: Content) -> None:
    assert {kind: icon.label for kind, icon in box.icons.items()} == {
        "melee": "Melee Weapons",
        "ranged": "Ranged Weapons",
        "armor": "Armor/Shields",
        "magical": "Magical",
        "musical": "Musical",
        "tools": "Tools",
        "wooden": "Wooden",
        "metal": "Metal",
        "black": "Black Colored",
        "valuables": "Valuables",
        "stealthy": "Stealthy",
        "sacred": "Sacred/Clerical",
        "evil": "Evil",
        "venomous": "Venomous",
        "animals": "Animals",
        "food": "Food",
        "outside": "For Outside Travel",
        "underground": "For Underground",
        "cold": "For Cold Climate",
        "elegant": "Elegant/Stylish",
    }


# ---- quests ----


@rule("LS-SETUP-25")
@rule("LS-SETUP-26")
@rule("LS-GAP-28")
def test_a_quest_is_two_sets_of_kinds(box: Content) -> None:
    for number, quest in enumerate(box.quests, 1):
        assert quest.required
        assert quest.forbidden
        assert not set(quest.required) & set(quest.forbidden)
        assert kinds_in(box.required[number]) == sorted(quest.required, key=KINDS.index)
        assert kinds_in(box.forbidden[number]) == sorted(quest.forbidden, key=KINDS.index)
    brawl = box.quests[box.quest_number["cellar-brawl"] - 1]
    assert quest_text(brawl, box) == (
        "Required: Melee Weapons, Magical.",
        "Forbidden: For Outside Travel, Elegant/Stylish.",
    )


@rule("LS-SETUP-27")
@rule("LS-GAP-34")
@rule("LS-EX-38")
def test_seals_tell_the_difficulty(box: Content) -> None:
    seals = Counter(quest.seals for quest in box.quests)
    assert seals == {1: 8, 2: 9, 3: 7, 4: 4}
    assert {deck: sum(seals[n] for n in within) for deck, within in SEALS.items()} == {
        "all": 28,
        "easy": 17,
        "normal": 24,
        "hard": 20,
    }
    # The fewer items score, the more seals.
    scoring = [(quest.seals, lawful.scoring(box, n)) for n, quest in enumerate(box.quests, 1)]
    mean = [sum(k for s, k in scoring if s == n) / seals[n] for n in (1, 2, 3, 4)]
    assert mean == sorted(mean, reverse=True)


@rule("LS-WIN-3")
def test_every_deck_lasts_for_the_longest_game(box: Content) -> None:
    for within in SEALS.values():
        assert sum(quest.seals in within for quest in box.quests) >= 11


@rule("LS-GAP-37")
def test_the_quest_of_the_worked_example(box: Content) -> None:
    found = [q for q in box.quests if (set(q.required), set(q.forbidden)) == as_tabled.c.BRAWL[:2]]
    assert [quest.seals for quest in found] == [2]


def test_every_quest_can_be_scored_on(box: Content) -> None:
    for number, quest in enumerate(box.quests, 1):
        assert lawful.scoring(box, number) >= (7 if quest.seals == 4 else 10), quest.title
    for kind in KINDS:
        assert sum(kind in quest.required for quest in box.quests) >= 2, kind
        assert sum(kind in quest.forbidden for quest in box.quests) >= 1, kind


# ---- Adventurers ----

TEXTS = {
    "Beastmaster": (
        "You may not use ranged weapons.",
        "1 point for each pair of a food item and an animal on your mat. "
        "After Scoring, you may keep 1 animal from your mat for a later quest.",
    ),
    "Fleetfoot": ("You may not use armor or shields.", "You begin Searching 5 seconds before everybody else."),
    "Alchemist": (
        "You may not use food items.",
        "1 point for each pair of a venomous item and a magical item on your mat, at most 3 points.",
    ),
    "Bard": ("You may not use black items.", "1 point for each musical item on your mat, at most 3 points."),
    "Cleric": ("You may not use evil items.", "1 point for each sacred item on your mat, at most 3 points."),
    "Dwarf Miner": (
        "You may not use elegant items.",
        "1 point for each underground item on your mat, at most 3 points.",
    ),
    "Duelist": ("You may not use ranged weapons.", "2 points if your mat holds no armor or shields."),
    "Hunter": (
        "You may not use magical items.",
        "1 point for each pair of a ranged weapon and an animal on your mat, at most 3 points.",
    ),
    "Merchant": ("You may not use venomous items.", "1 point for each valuable on your mat, at most 3 points."),
    "Necromancer": ("You may not use sacred items.", "Your evil items may count as magical items."),
    "Noble": ("You may not use tools.", "1 point for each elegant item on your mat, at most 3 points."),
    "Packmaster": ("If your mat holds no food items, you lose 1 point.", "4 empty squares of your mat do not count."),
    "Rogue": ("You may not use musical items.", "1 point for each stealthy item on your mat, at most 3 points."),
    "Smith": (
        "You may not use wooden items.",
        "1 point for each pair of a metal item and a tool on your mat, at most 3 points.",
    ),
    "Advocate": ("You begin Searching 2 seconds after everybody else.", "Your vote counts as 2 votes."),
}


@rule("LS-SETUP-28")
@rule("LS-ROUND-17")
@rule("LS-ROUND-18")
@rule("LS-ROUND-19")
@rule("LS-ROUND-20")
def test_each_adventurer_says_what_it_does(box: Content) -> None:
    for card in box.adventurers:
        print(f"{card.name}: {' / '.join(adventurer_text(card, box))}")
    assert {card.name: adventurer_text(card, box) for card in box.adventurers} == TEXTS


@pytest.mark.parametrize(
    "effect, text",
    [
        (v.ForbidSize(4), "You may not use items of 4 or more squares."),
        (v.ForbidSlot("pouch"), "You may not use the belt pouch."),
        (v.MustHave("tools", 3, -1), "If your mat holds fewer than 3 tools, you lose 1 point."),
        (v.Delay(1), "You begin Searching 1 second after everybody else."),
        (v.PointsPer("animals", 2), "2 points for each animal on your mat."),
        (v.PointsPer("armor", 1, 1), "1 point for each piece of armor or shield on your mat, at most 1 point."),
        (v.PointsIfNone("outside", 1), "1 point if your mat holds no items for outside travel."),
        (v.ExtraVote(2), "Your vote counts as 3 votes."),
        (v.IgnoreEmpty(1), "1 empty square of your mat does not count."),
        (v.UpgradeReady(1), "Your Ready to Go card brings 1 more point."),
        (
            v.SwapTile(1),
            "When Searching ends, you may change 1 item of your mat for one from the pile that fits where it lay.",
        ),
        (
            v.SwapTile(2),
            "When Searching ends, you may change up to 2 items of your mat for others from the pile that fit where "
            "they lay.",
        ),
        (v.VetoVote(1), "Once a round, you may turn a vote on one of your items around."),
    ],
)
def test_verbs_that_only_packs_use_read_well_too(box: Content, effect: Any, text: str) -> None:
    assert effect_text(effect, box) == text


def test_every_verb_is_a_penalty_or_a_bonus() -> None:
    verbs = {cls.__struct_config__.tag for cls in v.Effect.__subclasses__()}
    assert verbs == {
        "forbid", "forbid_size", "forbid_slot", "must_have", "delay", "points_per", "points_per_pair",
        "points_if_none", "head_start", "keep_item", "treat_as", "extra_vote", "ignore_empty", "upgrade_ready",
        "swap_tile", "veto_vote",
    }  # fmt: skip


def test_what_a_bonus_counts_is_on_six_items_or_more(box: Content) -> None:
    for card in box.adventurers:
        for kind in as_tabled.counted(card.bonus):
            assert as_tabled.on(kind, box) >= 6, (card.name, kind)


# ---- mats ----


@rule("LS-GAP-3")
@rule("LS-MAT-2")
@rule("LS-MAT-11")
@rule("LS-MAT-15")
def test_how_much_room_each_mat_has(box: Content) -> None:
    room = {kind: board.cells.bit_count() for kind, board in box.board.items()}
    assert room == {"chest": 30, "backpack": 20, "saddle-bags": 28, "cart": 36}


@rule("LS-MAT-18")
def test_the_chest_is_a_plain_rectangle(box: Content) -> None:
    chest = box.mats["chest"]
    assert set(chest.picture) == {".", "\n"}
    assert (chest.width, chest.height, chest.slots) == (6, 5, ())


@rule("LS-MAT-3")
@rule("LS-MAT-4")
@rule("LS-MAT-5")
@rule("LS-MAT-6")
@rule("LS-MAT-7")
@rule("LS-MAT-8")
@rule("LS-MAT-9")
@rule("LS-MAT-10")
@rule("LS-GAP-24")
def test_the_backpack_has_four_slots(box: Content) -> None:
    slots = {slot.id: (slot.accepts, slot.value) for slot in box.mats["backpack"].slots}
    assert slots == {"top": ("straight", 3), "left": ("straight", 3), "pocket": ("one", 1), "pouch": ("two", 2)}
    area = [divmod(cell, box.board["backpack"].width) for cell in cells_of(box.board["backpack"].cells)]
    cells = {slot.id: box.mats["backpack"].cells(slot.sign) for slot in box.mats["backpack"].slots}
    assert max(row for row, _ in cells["top"]) < min(row for row, _ in area)
    assert max(column for _, column in cells["left"]) < min(column for _, column in area)
    for below in ("pocket", "pouch"):
        assert min(row for row, _ in cells[below]) > max(row for row, _ in area)


@rule("LS-MAT-12")
@rule("LS-MAT-13")
@rule("LS-MAT-14")
def test_the_saddle_bags_are_two_areas_and_one_slot(box: Content) -> None:
    board = box.board["saddle-bags"]
    assert [area.bit_count() for area in board.groups(board.cells)] == [14, 14]
    (slot,) = box.mats["saddle-bags"].slots
    assert (slot.accepts, slot.value) == ("straight", 3)


@rule("LS-MAT-16")
@rule("LS-MAT-17")
def test_part_of_the_cart_is_already_full(box: Content) -> None:
    cart, board = box.mats["cart"], box.board["cart"]
    assert len(cart.cells("#")) == 12
    assert not any(board.cells >> row * board.width + column & 1 for row, column in cart.cells("#"))
    assert mat_text(cart) == ["36 open squares, 12 more already full."]


@rule("LS-MAT-19")
@rule("LS-EX-24")
def test_a_linear_slot_takes_straight_items_of_three_to_five(box: Content) -> None:
    takes = {one.shape for n, one in enumerate(box.tiles, 1) if box.fits_slot(n, "straight")}
    assert takes == {"I3", "I4", "I5"}
    assert {one.shape for n, one in enumerate(box.tiles, 1) if box.fits_slot(n, "one")} == {"1x1"}
    assert {one.shape for n, one in enumerate(box.tiles, 1) if box.fits_slot(n, "two")} == {"1x2"}


@rule("LS-DIG-23")
@pytest.mark.parametrize("kind", v.MATS)
def test_five_mats_of_a_kind_are_packed_from_one_stock(box: Content, kind: v.MatId) -> None:
    mats = packing.packed(box, kind)
    assert mats is not None
    assert len(mats) == 5
    used = [one for mat in mats for one in (*(tile for tile, _ in mat.laid), *mat.slots.values())]
    assert len(used) == len(set(used))
    for mat in mats:
        covered = 0
        for one, mask in mat.laid:
            assert mask in box.board[kind].layout(box.shape[one]).legal(covered)
            covered |= mask
        assert covered == box.board[kind].cells
        for slot in box.mats[kind].slots:
            assert box.fits_slot(mat.slots[slot.id], slot.accepts)


# ---- what is wrong is found ----


def test_a_quest_on_which_nothing_scores_is_a_fault(box: Content) -> None:
    picnic = box.quests[box.quest_number["mayors-picnic"] - 1]
    kinds = {kind for one in box.tiles if "sacred" in one.tags for kind in one.tags} - {"sacred"}
    hopeless = changed(box, "quests.yaml", picnic, required=("sacred",), forbidden=tuple(sorted(kinds)))
    hopeless = changed(hopeless, "tiles.yaml", tile(box, "holy-water"), tags=("sacred", "metal"))
    assert list(lawful.faults(hopeless)) == [
        "No item scores on the quest The Mayor's Picnic: all that are required are forbidden too."
    ]


def test_mats_that_the_items_cannot_fill_are_a_fault(box: Content) -> None:
    wide = changed(box, "mats.yaml", box.mats["chest"], picture="\n".join(["......."] * 6))
    assert "The items don't fill 5 mats of the kind Chest." in list(lawful.faults(wide))


def test_two_items_of_one_name_are_a_fault(box: Content) -> None:
    assert "2 items are called Crowbar." in list(
        lawful.faults(changed(box, "tiles.yaml", tile(box, "mace"), name="Crowbar"))
    )


@pytest.mark.parametrize(
    "field, entry, fields, fault",
    [
        ("tiles.yaml", "crowbar", {"shape": "I4"}, "4 items have the shape L4, which counts 5."),
        ("tiles.yaml", "crowbar", {"shape": "I3"}, "The number of squares of all items is 192, not 193."),
        ("tiles.yaml", "mace", {"tags": ("metal",)}, "The item Blunt Mace has the tags metal, not melee, metal."),
        ("tiles.yaml", "chalice", {"plausible": ()}, "The item Dented Chalice is not plausibly elegant and sacred."),
        ("tiles.yaml", "sextant", {"shape": "O4"}, "The item Brass Sextant has the shape O4, not T4."),
        ("quests.yaml", "toll-troll", {"seals": 2}, "7 quests have 1 seal, not 8."),
        (
            "quests.yaml",
            "rust-supper",
            {"seals": 1},
            "The quest The Rust Monster's Last Supper forbids 3 kinds, not 1.",
        ),
        ("quests.yaml", "rust-supper", {"required": ("cold",)}, "requires a single kind that is on 6 items only."),
        ("quests.yaml", "cellar-brawl", {"required": ("melee",)}, "No quest requires Melee Weapons and Magical"),
        ("quests.yaml", "night-mail", {"forbidden": ("armor",)}, "Digging Out the Night Mail forbids 1 kind, not 2."),
        (
            "quests.yaml",
            "night-mail",
            {"forbidden": ("evil", "food")},
            "both requires and forbids 1 item, not 2 to 60.",
        ),
        ("quests.yaml", "frost-fair", {"required": ("armor",)}, "6 items score on the quest The Frost Fair, fewer"),
        ("quests.yaml", "frost-fair", {"forbidden": ("evil",)}, "Ranged Weapons is forbidden by 0 quests, fewer"),
        ("quests.yaml", "night-mail", {"flavour": "A. B. C."}, "has 3 sentences, not 1 to 2."),
        ("adventurers.yaml", "bard", {"bonus": (v.PointsPer("musical", 1),)}, "The Adventurer Bard has another"),
        ("mats.yaml", "cart", {"boards": 4}, "4 boards show the Cart, not 5."),
        ("mats.yaml", "cart", {"back": "chest"}, "The Cart has the Chest on its other face."),
        ("mats.yaml", "chest", {"picture": "....\n...."}, "The areas of the Chest have [8] open squares, not [30]."),
        ("shapes.yaml", "V3", {"picture": "XXX"}, "The shape V3 has squares, items, straightness and mirror"),
        ("shapes.yaml", "V3", {"count": 6}, "5 items have the shape V3, which counts 6."),
    ],
)
def test_what_departs_from_the_ledger_is_told(
    box: Content, field: str, entry: str, fields: dict[str, Any], fault: str
) -> None:
    kinds = {
        "tiles.yaml": box.tiles,
        "quests.yaml": box.quests,
        "adventurers.yaml": box.adventurers,
        "mats.yaml": [*box.mats.values()],
        "shapes.yaml": [*box.shapes.values()],
    }
    entries: list[Any] = list(kinds[field])
    old = next(one for one in entries if one.id == entry)
    found = as_tabled.faults(changed(box, field, old, **fields))
    assert any(fault in one for one in found), found


# ---- what is wrong with an entry is told with its file, line and id ----

ITEM = "id: stool, name: Stool, shape: I3, tags: [wooden], icon: bar-stool"
QUEST = "id: q, title: Q, seals: 1, required: [food], forbidden: [evil], icon: x, palette: day, flavour: F."
CARD = "id: q, name: Q, icon: x, palette: day, flavour: F., penalty: {type: forbid, kind: food}, bonus: [{type: BONUS}]"
MAT = "id: cart, title: Cart, icon: x, boards: 5, back: chest, flavour: F., picture: PICTURE"


def card(bonus: str = "extra_vote, votes: 1", penalty: str = "forbid, kind: food") -> str:
    return CARD.replace("BONUS", bonus).replace("forbid, kind: food", penalty)


@pytest.mark.parametrize(
    "name, entry, message",
    [
        ("tiles", ITEM.replace("I3", "Z9"), "there is no shape Z9; the shapes are 1x1, 1x2, I3"),
        ("tiles", ITEM.replace("[wooden]", "[wood]"), "Invalid enum value 'wood' - at `$.tags[0]`"),
        ("tiles", ITEM.replace("[wooden]", "[]"), "an item has 1 to 4 tags, not 0"),
        ("tiles", f"{ITEM}, plausible: [wooden]", "wooden is both a tag and plausible, or given twice"),
        (
            "tiles",
            f"{ITEM}, plausible: [food, cold, evil, black, melee]",
            "an item has at most 4 plausible tags, not 5",
        ),
        ("tiles", f"{ITEM}, colour: red", "Object contains unknown field `colour`"),
        ("tiles", ITEM.replace("name: Stool, ", ""), "Object missing required field `name`"),
        ("tiles", ITEM.replace("Stool", "' '"), "the name is empty"),
        ("quests", QUEST.replace("seals: 1", "seals: 5"), "a quest has 1 to 4 seals, not 5"),
        ("quests", QUEST.replace("[evil]", "[food]"), "food is both required and forbidden, or given twice"),
        ("quests", QUEST.replace("[evil]", "[]"), "a quest requires at least one kind and forbids at least one"),
        ("quests", QUEST.replace("day", "pink"), "Invalid enum value 'pink' - at `$.palette`"),
        ("adventurers", card(penalty="forbid, kind: red"), "Invalid enum value 'red' - at `$.penalty.kind`"),
        ("adventurers", card(penalty="head_start, seconds: 1"), "Invalid value 'head_start' - at `$.penalty.type`"),
        ("adventurers", card("delay, seconds: 1"), "Invalid value 'delay' - at `$.bonus[0].type`"),
        ("adventurers", card().replace("[{type: extra_vote, votes: 1}]", "[]"), "an Adventurer has a bonus"),
        ("adventurers", card(penalty="forbid_slot, slot: hat"), "no mat has a slot hat; the slots are top, left"),
        ("adventurers", card(penalty="forbid_size, size: 1"), "size is 1, but must be at least 2"),
        (
            "adventurers",
            card(penalty="must_have, kind: food, count: 1, otherwise: 2"),
            "otherwise is 2, but it is what",
        ),
        ("adventurers", card("points_per, kind: food, points: 0"), "points is 0, but must be at least 1"),
        ("adventurers", card("points_per_pair, kinds: [food, food], points: 1"), "a pair is of two kinds, not food"),
        ("adventurers", card("treat_as, kind: evil, as_kind: evil"), "evil is evil already"),
        ("shapes", "id: W, count: 1, picture: X.X", "the squares of a shape must hang together by their edges"),
        ("shapes", "id: W, count: 1, picture: XY", "a shape is drawn with X and . only"),
        ("shapes", "id: W, count: 0, picture: XX", "count is 0, but must be at least 1"),
        ("mats", MAT.replace("PICTURE", '"..\\n."'), "the lines of the picture are not equally long"),
        ("mats", MAT.replace("PICTURE", "'##'"), "the picture has no open square"),
        ("mats", MAT.replace("PICTURE", "..T"), "the sign T is drawn but no slot"),
        ("icons", "id: red, label: Red, icon: x, one: red item, many: red items", "Invalid enum value 'red'"),
    ],
)
def test_a_wrong_entry_is_told_with_its_place(tmp_path: Path, name: str, entry: str, message: str) -> None:
    (tmp_path / f"{name}.yaml").write_text(f"# A pack.\n\n- {{{entry}}}\n", encoding="utf-8")
    with pytest.raises(ContentError) as error:
        load(tmp_path)
    who = entry.removeprefix("id: ").split(",")[0]
    assert str(error.value).startswith(f"{name}.yaml, line 3: {who}: {message}")


def test_an_id_stands_once_in_a_file(tmp_path: Path) -> None:
    (tmp_path / "tiles.yaml").write_text(f"- {{{ITEM}}}\n- {{{ITEM}}}\n", encoding="utf-8")
    with pytest.raises(ContentError, match=r"^tiles.yaml, line 2: stool: the id stands twice in this file$"):
        load(tmp_path)


def test_a_game_has_room_for_63_items(tmp_path: Path) -> None:
    more = "\n".join(f"- {{{ITEM.replace('stool,', f'stool-{n},')}}}" for n in range(4))
    (tmp_path / "tiles.yaml").write_text(more, encoding="utf-8")
    with pytest.raises(ContentError, match=r"^tiles.yaml: a game holds at most 63 items, not 64$"):
        load(tmp_path)


# ---- packs ----


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    """A pack that changes an item and the Cart, and adds an item, a quest and an Adventurer."""
    files = {
        "tiles.yaml": f"- {{{ITEM}}}\n- {{{ITEM.replace('stool,', 'mace,')}}}\n",
        "quests.yaml": f"- {{{QUEST}}}\n",
        "adventurers.yaml": f"- {{{card('upgrade_ready, plus: 1', 'forbid_slot, slot: pouch')}}}\n",
        "mats.yaml": f"- {{{MAT.replace('PICTURE', '......')}}}\n",
    }
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def test_a_pack_replaces_and_adds(box: Content, pack: Path) -> None:
    content = load(pack)
    assert content.hash != box.hash
    assert (len(content.tiles), len(content.quests), len(content.adventurers)) == (61, 29, 16)
    assert content.tile(content.tile_number["mace"]).name == "Stool"
    assert content.tile_number["mace"] == box.tile_number["mace"]
    assert content.tile(61).id == "stool"
    assert content.board["cart"].cells.bit_count() == 6
    assert adventurer_text(content.adventurer(16), content) == (
        "You may not use the belt pouch.",
        "Your Ready to Go card brings 1 more point.",
    )


def test_what_a_pack_does_is_told_apart_from_what_is_wrong(pack: Path) -> None:
    faults, apart = catalogue.differences(load(pack))
    assert faults == ["2 items are called Stool."]
    assert "The number of items is 61, not 60." in apart
    assert "The areas of the Cart have [6] open squares, not [36]." in apart


# ---- the catalogue ----


def test_the_catalogue_lists_everything(box: Content) -> None:
    assert catalogue.counts(box) == {
        "quest": 28, "item": 60, "adventurer": 15, "mat": 4, "shape": 15, "icon": 20,
        "all_deck": 28, "easy_deck": 17, "normal_deck": 24, "hard_deck": 20, "square": 193,
    }  # fmt: skip
    for kind in catalogue.KINDS:
        for one in catalogue.cards(box, kind):
            plain = catalogue.plain(box, one)
            assert plain["id"] == one.id
            assert plain["name"] == one.name
            assert all(plain["text"])
            assert isinstance(catalogue.facts(box, one), str)


def test_the_command_lists_and_checks_the_box_and_a_pack(pack: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["content", "lastsecond", "--check"]) == 0
    assert "28 quest, 60 item, 15 adventurer" in capsys.readouterr().out
    assert main(["content", "lastsecond", "adventurers"]) == 0
    assert "Bonus: 2 points if your mat holds no armor or shields." in capsys.readouterr().out
    assert main(["content", "lastsecond", "mat", "--pack", str(pack)]) == 0
    assert "6 open squares." in capsys.readouterr().out
    assert main(["content", "lastsecond", "--check", "--pack", str(pack)]) != 0
    assert "2 items are called Stool." in capsys.readouterr().out


def test_an_item_says_what_it_is_and_what_one_may_claim(box: Content) -> None:
    assert tile_text(tile(box, "apple"), box) == [
        "Food, Venomous; 1 square (1x1).",
        "One might call it Magical or Evil.",
    ]
    assert tile_text(tile(box, "mace"), box) == ["Melee Weapons, Metal; 4 squares (I4)."]
    assert box.tags[box.tile_number["apple"]] == BIT["food"] | BIT["venomous"]


def test_a_mat_says_how_much_room_it_has(box: Content) -> None:
    assert mat_text(box.mats["backpack"]) == [
        "20 open squares.",
        "Top strap: takes a straight item of 3 or more squares, counts 3 while empty.",
        "Side strap: takes a straight item of 3 or more squares, counts 3 while empty.",
        "Small pocket: takes an item of exactly 1x1, counts 1 while empty.",
        "Belt pouch: takes an item of exactly 1x2, counts 2 while empty.",
    ]
