"""What likelihoods of two notes mean: from which on a pair is told as a contradiction.

They were chosen on pairs that the reader had not learned from (``bench/training/pair_reader.py``).
"""

from __future__ import annotations

from typing import Final

READ_FROM: Final = 0.8
"""How likely two notes are read not to both hold, 0 to 1, from which on they are told where no rule tells them."""
RULED_FROM: Final = 0.3
"""The same where a rule tells them: what is read as less likely is left out."""
NEAR_FROM: Final = 0.25
"""The cosine of two notes' vectors, less the mean of many, from which on they may speak of one thing, -1 to 1.

Of contradictory pairs 96 of 100 are at .3 or more; of notes that one meets as the nearest of others, 70.
"""


def by_meaning(likelihood: float) -> str:
    """Return the evidence of a pair that no rule told: how sure whoever read both is."""
    return f"by meaning, {100 * likelihood:.0f} % sure"
