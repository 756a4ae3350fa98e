"""What a greedy bot values in Legends of Novus: one number a choice, from what its seat may know.

The unit is roughly one experience point. Numbers are judgement, tuned by simulation; the rules don't read them.
"""

from .topics import hint

__all__ = ["hint"]
