"""Turn the logarithm of odds into a chance and back, as logistic regressions do."""

from __future__ import annotations

import math


def chance_of(log_odds: float) -> float:
    """Return the chance, 0 to 1, that the logarithm of odds stands for: one half for 0.

    Raises OverflowError below -709, which no sum of weights comes near.
    """
    return 1 / (1 + math.exp(-log_odds))


def log_odds_of(chance: float) -> float:
    """Return the logarithm of the odds of a chance. Raises ValueError or ZeroDivisionError at 0 and at 1."""
    return math.log(chance / (1 - chance))
