"""Weigh how likely a later sentence ends a statement, from what the network reads and the words both share.

The network knows other words for one thing; ``replacement`` knows shared rare words, numbers and the form of the later
sentence. A logistic regression weighs both, and five more: how likely the sentence says anything, how near the two are
in meaning, whether it rather ends another statement, whether a number has changed, and whether both were said in one
session. ``bench/training/ending_weights.py`` learns the weights.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from memory_mcp.log_odds import chance_of
from memory_mcp.statements.replacement import Earlier, Later, Rarity, has_another_value, odds

WEIGHTS: Final = {
    "words": 0.05, "network": 0.45, "says": 1.68, "near": 3.28, "is_best": 1.1, "margin": 0.15,
    "another_value": 0.65, "one_session": -1.84, "always": -5.34,
}  # fmt: skip
"""What each signal adds to the logarithm of the odds."""
AFTER_WORDS: Final = {"words": 0.39, "network": 0.48, "always": -1.15}
"""The same where shared words say already that the sentence ends the statement."""
LEAST_WORDS: Final = -6.0
"""What shared words say at least: nothing in common counts as this."""
_MOST_MARGIN: Final = 4.0
# Of 89 later words told of another matter a quarter share less with the statement, of 25 told rightly none
# (bench/eleventh_histories, bench/twelfth_histories, bench/thirteenth_histories).
_WORDS_OF_ONE_MATTER: Final = -2.2
_NEAR_OF_ONE_MATTER: Final = 0.4


class Read(NamedTuple):
    """A statement beside a later sentence.

    ``words`` and ``network`` are the logarithms of the odds by shared words and by the network, ``near`` the cosine of
    both, ``has_another_value`` whether a number of the statement is another in the sentence.
    """

    words: float
    network: float
    near: float
    has_another_value: bool = False
    is_one_session: bool = False

    @property
    def is_of_one_matter(self) -> bool:
        """Whether more than the network says that both speak of one matter: words, another number, or the meaning."""
        is_told_by_words = self.words > _WORDS_OF_ONE_MATTER or self.has_another_value
        return is_told_by_words or self.near >= _NEAR_OF_ONE_MATTER


def read_beside(later: Later, statement: Earlier, rarity: Rarity, *, network: float, near: float) -> Read:
    """Return a statement beside a later sentence, with what the network reads and how near the two are."""
    words = odds(later, statement, rarity)
    is_another = has_another_value(statement.text, later.text)
    return Read(LEAST_WORDS if words is None else words, network, near, is_another, later.same_session)


def likelihoods(says: float, read: Sequence[Read]) -> list[float]:
    """Return how likely a sentence ends each of the statements it was read beside, 0 to 1.

    ``says`` is how likely the sentence says anything about how to work.
    """
    sums = (sum(WEIGHTS[name] * value for name, value in found.items()) for found in signals(says, read))
    return list(map(chance_of, sums))


def likelihood_after_words(words: float, network: float) -> float:
    """Return how likely a sentence ends a statement that shared words say it ends, 0 to 1; both in log odds."""
    return chance_of(AFTER_WORDS["words"] * words + AFTER_WORDS["network"] * network + AFTER_WORDS["always"])


def signals(says: float, read: Sequence[Read]) -> list[dict[str, float]]:
    """Return for each statement the signals that the sentence ends it, by the names of ``WEIGHTS``."""
    found = []
    for place, one in enumerate(read):
        others = [other.network for number, other in enumerate(read) if number != place]
        margin = one.network - max(others) if others else 0.0
        found.append({
            "words": max(one.words, LEAST_WORDS), "network": one.network, "says": says, "near": one.near,
            "is_best": float(margin >= 0), "margin": max(-_MOST_MARGIN, min(margin, _MOST_MARGIN)),
            "another_value": float(one.has_another_value), "one_session": float(one.is_one_session), "always": 1.0,
        })  # fmt: skip
    return found
