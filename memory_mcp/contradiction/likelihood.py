"""The likelihoods from which on two notes count as a contradiction.

They were chosen on 640 pairs that the reader had not learned from (``fifth.tsv`` and three of ``blind_notes`` in
``tests/data``): each later note beside its own and beside the five nearest of others, as a write has them.
"""

from __future__ import annotations

from typing import Final

READ_FROM: Final = 0.76
"""How likely two notes are read not to both hold, 0 to 1, from which on they are told where no rule tells them."""
RULED_FROM: Final = 0.4
"""The same where a rule tells them: what is read as less likely is left out."""
NEAR_FROM: Final = 0.25
"""The cosine of two notes' vectors, less the mean of many, from which on they may speak of one thing, -1 to 1.

Of contradictory pairs 94 of 100 are at .25 or more; of notes that one meets as the five nearest of others, 50.
"""
SIMILAR_FROM: Final = 0.85
"""The cosine of two notes' vectors from which on a writer is told of the other one, 0 to 1.

Of contradictory pairs 97 of 100 are nearer; of the three nearest others in six memories of 40 notes, one to nine in
ten.
"""


def by_meaning(likelihood: float) -> str:
    """Return the evidence of a pair that no rule told: how sure whoever read both is."""
    return f"by meaning, {100 * likelihood:.0f} % sure"
