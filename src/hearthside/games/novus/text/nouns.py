"""What the things of the game are called on cards."""

from __future__ import annotations

from .. import vocabulary as v

DECKS = {"adventure": "Adventure", "reward": "Reward", "encounter": "Encounter", "choice": "Adventure or Reward"}
ICONS: dict[v.Icon, str] = {
    "tree": "tree",
    "daggers": "crossed daggers",
    "fighter": "fighter",
    "priest": "priest",
    "wizard": "wizard",
}
FOES: dict[v.CreatureType, tuple[str, str]] = {  # one, many
    "animal": ("an Animal", "Animals"),
    "demon": ("a Demon", "Demons"),
    "monstrosity": ("a Monstrosity", "Monstrosities"),
    "humanoid": ("a Humanoid", "Humanoids"),
    "magical": ("a Magical creature", "Magical creatures"),
    "undead": ("an Undead", "Undead"),
}
CATEGORIES: dict[v.Category, tuple[str, str]] = {
    "action_event": ("Action Event", "Action Events"),
    "event": ("Event", "Events"),
    "treasure": ("Adventure Treasure", "Adventure Treasures"),
    "encounter_event": ("Encounter Event", "Encounter Events"),
    "curse_event": ("Curse", "Curses"),
    "skill": ("Skill", "Skills"),
    "quest_event": ("Quest Event", "Quest Events"),
    "travel_event": ("Travel Event", "Travel Events"),
}
KINDS: dict[v.RewardKind, tuple[str, str]] = {
    "armor": ("armor card", "armor cards"),
    "weapon": ("weapon", "weapons"),
    "misc": ("miscellaneous item", "miscellaneous items"),
    "single_use": ("Single-Use Item", "Single-Use Items"),
    "ally": ("Ally", "Allies"),
    "treasure": ("Reward Treasure", "Reward Treasures"),
}
POINTS: dict[v.PointKind, str] = {
    "city": "City",
    "class": "Class city",
    "encounter": "Encounters point",
    "quest": "Quests point",
    "special": "Special point",
    "waypoint": "Waypoint",
    "expansion": "Expansions point",
}
SOURCES = {
    "deck": "the top creature of the Encounter deck",
    "discard": "the top creature of the Encounter discard pile",
    "reptisaurs": "the Reptisaurs",
}
