"""Small, bounded preferences between hits of nearly the same relevance: recent, used, important, sure, pinned.

A boost multiplies the relevance by at most 1 + its weight, so all of them together only decide between neighbours.
Being shown never counts: the same question asked twice has the same answer. Age is counted to the last time anything
was written, not to the clock, for the same reason.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

from memory_mcp.store.items import Item
from memory_mcp.store.state import State
from memory_mcp.temporal import Instant

_DAY: Final = 86_400_000_000
_MANY_USES: Final = 20
_CONFIDENCE_WEIGHT: Final = 0.01
_PINNED_WEIGHT: Final = 0.01


@dataclass(frozen=True, slots=True)
class Weights:
    """How much of the relevance each preference may add at most, 0 to 1; the half-life of recency in days."""

    recency: float = 0.01
    usage: float = 0.01
    importance: float = 0.01
    half_life_days: float = 90.0


def boosts(item: Item, state: State, weights: Weights, now: Instant) -> dict[str, float]:
    """Return what each preference adds, as a share of the relevance; those that add nothing are left out."""
    age_days = max(0, now - item.valid.start) / _DAY
    parts = {
        "recency": weights.recency * 0.5 ** (age_days / weights.half_life_days),
        "usage": weights.usage * min(1.0, math.log1p(state.use_count) / math.log1p(_MANY_USES)),
        "importance": weights.importance * (item.importance or 0.0),
        "confidence": _CONFIDENCE_WEIGHT * (0.0 if item.confidence is None else item.confidence),
        "pinned": _PINNED_WEIGHT * state.pinned,
    }
    return {name: part for name, part in parts.items() if part > 0}
