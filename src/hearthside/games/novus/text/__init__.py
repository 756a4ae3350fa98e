"""The text of every card, made from its effects, so that what a card says is what it does.

A step becomes a clause, clauses are joined into sentences, and cards put them under their headings. Importing this
package registers the clause of every verb.
"""

from . import battle_steps, branches, steps

__all__ = ["battle_steps", "branches", "steps"]
