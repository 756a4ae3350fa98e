"""What stands on cards and mats, made from their data, so that a card says what it does."""

from .cards import adventurer_text, entry_text, mat_text, quest_text, tile_text
from .effects import effect_text

__all__ = ["adventurer_text", "effect_text", "entry_text", "mat_text", "quest_text", "tile_text"]
