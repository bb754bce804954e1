"""How likely a later sentence ends a statement: what the network reads and the words both share, weighed together.

The network knows other words for one thing; shared rare words, numbers and how the later one is put are told better by
signals (``replacement``). A logistic regression weighs both, with how likely the sentence says anything, how near the
two are in meaning, and whether it ends another statement rather. Learned by ``bench/training/ending_weights.py``.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final, NamedTuple

WEIGHTS: Final = {
    "words": 0.06, "network": 0.47, "says": 2.33, "near": 1.89, "is_best": 0.92, "margin": 0.27, "always": -5.34,
}  # fmt: skip
"""What each signal adds to the logarithm of the odds."""
LEAST_WORDS: Final = -6.0
"""What shared words say at least: nothing in common counts as this."""
_MOST_MARGIN: Final = 4.0


class Read(NamedTuple):
    """A statement beside a later sentence.

    ``words`` and ``network`` are the logarithms of the odds by shared words and by the network, ``near`` the cosine of
    both.
    """

    words: float
    network: float
    near: float


def likelihoods(says: float, read: Sequence[Read]) -> list[float]:
    """Return how likely a sentence ends each of the statements it was read beside, 0 to 1.

    ``says`` is how likely the sentence says anything about how to work.
    """
    found = []
    for place, one in enumerate(read):
        others = [other.network for number, other in enumerate(read) if number != place]
        margin = one.network - max(others) if others else 0.0
        signals = {
            "words": max(one.words, LEAST_WORDS), "network": one.network, "says": says, "near": one.near,
            "is_best": float(margin >= 0), "margin": max(-_MOST_MARGIN, min(margin, _MOST_MARGIN)), "always": 1.0,
        }  # fmt: skip
        found.append(1 / (1 + math.exp(-sum(WEIGHTS[name] * value for name, value in signals.items()))))
    return found
