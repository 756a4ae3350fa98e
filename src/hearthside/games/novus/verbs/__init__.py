"""What each verb of the cards' vocabulary does. Importing this package registers them all."""

from ..registry import ASKING, NOW
from . import battle, cards, flow, hero, travel

KNOWN = frozenset({*NOW, *ASKING})

__all__ = ["KNOWN", "battle", "cards", "flow", "hero", "travel"]
