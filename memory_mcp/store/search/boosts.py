"""Small, bounded preferences between hits of nearly the same relevance: recent, used, important, sure, pinned.

A boost multiplies the relevance by at most 1 + its weight, so all boosts together only decide between neighbours. One
factor lowers the relevance, and it is larger: a row of no importance at all, such as a project's own files, has to fit
a query clearly better than what was said or decided. Being shown never counts, and age is counted to the last time
anything was written, not to the clock: the same query asked twice has the same answer.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final, NamedTuple

from memory_mcp.store.facts.lifecycle import State
from memory_mcp.temporal import DAY_US, Instant

if TYPE_CHECKING:
    from memory_mcp.store.search.candidate_rows import Candidate

_MANY_USES: Final = 20
_CONFIDENCE_WEIGHT: Final = 0.005
_PINNED_WEIGHT: Final = 0.005
_NO_AUTHORITY_WEIGHT: Final = 0.2


class Weights(NamedTuple):
    """How much of the relevance each preference may add at most, 0 to 1; the half-life of recency in days."""

    recency: float = 0.005
    usage: float = 0.01
    importance: float = 0.01
    half_life_days: float = 90.0


def most(weights: Weights) -> float:
    """Return what all preferences together may add at most, as a share of the relevance."""
    return weights.recency + weights.usage + weights.importance + _CONFIDENCE_WEIGHT + _PINNED_WEIGHT


def least(row: Candidate) -> float:
    """Return what they add at least to this row, whatever its state."""
    return -_NO_AUTHORITY_WEIGHT if row.importance == 0.0 else 0.0


def boosts(row: Candidate, state: State, weights: Weights, now: Instant) -> dict[str, float]:
    """Return what each preference adds or takes away, as a share of the relevance; what does neither is left out.

    Of the state, uses are what was opened and cited, never what was shown.
    """
    age_days = max(0, now - row.valid_from) / DAY_US
    uses = state.use_count
    parts = {
        "recency": weights.recency * 0.5 ** (age_days / weights.half_life_days),
        "usage": weights.usage * min(1.0, math.log1p(uses) / math.log1p(_MANY_USES)) if uses else 0.0,
        "importance": weights.importance * (row.importance or 0.0),
        "confidence": _CONFIDENCE_WEIGHT * (row.confidence or 0.0),
        "pinned": _PINNED_WEIGHT if state.pinned else 0.0,
        "authority": least(row),
    }
    return {name: part for name, part in parts.items() if part}
