"""Environments for research: every game as a PettingZoo AEC environment and, for one agent, as a Gymnasium one.

`aec("novus", seats=4)` has an agent a seat. `single("novus", opponents=["greedy"])` has one, the others are bots; the
same is registered with Gymnasium, as `hearthside/Novus-v0` and so on, once this module is imported.
"""

from __future__ import annotations

try:
    import gymnasium as _gymnasium
    import numpy as _numpy
    import pettingzoo as _pettingzoo  # type: ignore[import-untyped]
except ModuleNotFoundError as _error:
    raise ModuleNotFoundError(
        f"The environments need {_error.name}, which is not installed: pip install 'hearthside[rl]'.", name=_error.name
    ) from None

from .course import Illegal
from .single import Single, ids, register
from .single import Single as single  # noqa: N813
from .zoo import Seats
from .zoo import Seats as aec  # noqa: N813

__all__ = ["Illegal", "Seats", "Single", "aec", "ids", "register", "single"]

del _gymnasium, _numpy, _pettingzoo
register()
