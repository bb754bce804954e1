"""Weigh how likely a later sentence makes an earlier statement out of date: done, taken back, or replaced.

The verdict on contradictions needs two whole claims. In talk the later one is often half a sentence: "dns done", "to
05:10 this time". So two texts are compared by what they speak of, in any language, and a logistic regression weighs how
telling that is and how the later one is put. ``bench/training/replacement_weights.py`` learns the weights.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable
from typing import Final, NamedTuple

from memory_mcp.log_odds import chance_of
from memory_mcp.statements.matters import EVERYDAY
from memory_mcp.statements.texts import text_of

WEIGHTS: Final = {
    "always": -5.2, "telling": 1.79, "covered": 2.33, "leads": 1.42, "most_telling": 2.07, "another_value": 1.87,
    "changed": 0.98, "asks": -2.37, "by_assistant": -1.07, "same_session": -3.14, "was_open": 1.12,
    "wish_unchanged": -0.65, "heads": 0.82, "says_more": 1.43, "long": -1.61,
}  # fmt: skip
"""What each signal adds to the logarithm of the odds."""
LEAST_SHARED: Final = 0.25
"""Where what two texts share is less telling, they speak of two matters."""

_MOST_CLAUSES: Final = 4
_LONG: Final = 200
# Where little was said, a word is as rare as among so many sentences.
_FEW: Final = 160
# A word of everyday talk is half as telling.
_HALF: Final = 0.5


class Earlier(NamedTuple):
    """An earlier statement: what it says, and how likely it is an open end and a standing wish."""

    text: str
    open: float
    standing: float


class Later(NamedTuple):
    """A later sentence: whether an assistant said it, and whether in the same session."""

    text: str
    by_assistant: bool
    same_session: bool


def weighed(text: str) -> Earlier:
    """Return a statement that no rule tells, by its words."""
    shares = text_of(text).shares
    return Earlier(text, shares["open"], shares["standing"])


class Rarity:
    """How telling a word is in what was said: 1 where one sentence has it, nought where all do."""

    def __init__(self, said: Iterable[str]) -> None:
        found = [text_of(sentence).later_matters for sentence in said]
        self.counts = Counter(name for names in found for name in names)
        self.all = math.log(max(len(found), _FEW))

    def of(self, name: str) -> float:
        """Return it of a word as ``matters_of`` names it."""
        return 1 - math.log(self.counts[name] or 1) / self.all


def signals(older: Earlier, newer: Later, rarity: Rarity) -> dict[str, float]:
    """Return what speaks for it that the newer text ends the older one; nothing where it is another matter."""
    before, now = text_of(older.text), text_of(newer.text)
    words, later = before.matters, now.later_matters
    worth = {name: rarity.of(name) * (_HALF if name[0] == EVERYDAY else 1) for name in words}
    # A short text may be taken for another language's, and its words for everyday ones.
    said = now.later_names
    shared = {name: worth[name] for name, word in words.items()
              if _is_alike(word, said.get(name.removeprefix(EVERYDAY), ""))}  # fmt: skip
    telling = sum(shared.values())
    if telling < LEAST_SHARED:
        return {}
    first, most = next((name for name in later if name[0] != EVERYDAY), ""), max(shared, key=shared.__getitem__)
    return {
        "always": 1.0, "telling": telling, "covered": telling / sum(worth.values()),
        "most_telling": shared[most], "leads": shared.get(first, shared.get(f"{EVERYDAY}{first}", 0.0)),
        "another_value": float(has_another_value(older.text, newer.text)),
        "changed": float(now.says_now), "asks": float(newer.text.endswith("?")),
        "by_assistant": float(newer.by_assistant), "same_session": float(newer.same_session),
        "was_open": older.open, "wish_unchanged": older.standing * (not now.says_now),
        "heads": float(most in before.clauses[0]), "long": min(len(older.text), _LONG) / _LONG,
        "says_more": min(len(now.later_clauses), _MOST_CLAUSES) / _MOST_CLAUSES,
    }  # fmt: skip


def _is_alike(a: str, b: str) -> bool:
    """Whether two words that begin alike are forms of one, or one is a good part of the other."""
    same = next(
        (place for place, (one, other) in enumerate(zip(a, b, strict=False)) if one != other), min(len(a), len(b))
    )
    return same * 2 >= max(len(a), len(b))


def replaces(newer: Later, older: Earlier, rarity: Rarity) -> float:
    """Return how likely the newer text makes the older one out of date, between 0 and 1."""
    found = odds(newer, older, rarity)
    return 0.0 if found is None else chance_of(found)


def odds(newer: Later, older: Earlier, rarity: Rarity) -> float | None:
    """Return the logarithm of the odds that the newer text makes the older one out of date; None of another matter."""
    found = signals(older, newer, rarity)
    return sum(WEIGHTS[name] * value for name, value in found.items()) if found else None


def has_another_value(older: str, newer: str) -> bool:
    """Whether two texts have numbers of one form, of two digits and more, and none of these in common."""
    before, now = text_of(older).values, text_of(newer).values
    return any(len(form) > 1 and now[form].isdisjoint(before[form]) for form in now.keys() & before.keys())
