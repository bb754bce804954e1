"""How likely a later sentence makes an earlier statement out of date: done, taken back, or another now.

The verdict on contradictions wants two whole claims. In talk the later one is often half a sentence: "dns done", "to
05:10 this time". Two texts are laid side by side by what they speak of, in any language, and a logistic regression
weighs how telling that is and how the later one is put. ``bench/training/replacement_weights.py`` learns the weights.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable
from functools import cache, lru_cache
from typing import Final, NamedTuple

from memory_mcp.language.data_files import LANGUAGES, sections_of
from memory_mcp.language.lexicon import words_of
from memory_mcp.statements.recognition import phrase_of
from memory_mcp.statements.sentences import plain
from memory_mcp.statements.weighing import weigh

WEIGHTS: Final = {
    "always": -5.2, "telling": 1.79, "covered": 2.33, "leads": 1.42, "most_telling": 2.07, "another_value": 1.87,
    "changed": 0.98, "asks": -2.37, "by_assistant": -1.07, "same_session": -3.14, "was_open": 1.12,
    "wish_unchanged": -0.65, "heads": 0.82, "says_more": 1.43, "long": -1.61,
}  # fmt: skip
"""What each signal adds to the logarithm of the odds."""
LEAST_SHARED: Final = 0.25
"""Where what two texts share is less telling, they speak of two matters."""

_WORD: Final = re.compile(r"[^\W\d_]+|\d+(?:[:.,]\d+)*")
_NUMBER: Final = re.compile(r"\d+(?:[:.,]\d+)*")
_QUOTED: Final = re.compile(r"[\"\u201c\u201e\u00ab][^\"\u201c\u201d\u201e\u00ab\u00bb]{6,}[\"\u201d\u201c\u00bb]")
# What a statement is about is as a rule in the first of its clauses.
_BETWEEN: Final = re.compile(r"[.,;:!?()\u2026]+\s+|\s[-\u2013=]\s")
_MOST_CLAUSES: Final = 4
_LONG: Final = 200
# Words that begin so are forms of one: port, ported, porting.
_STEM: Final = 5
_LEAST_LETTERS: Final = 4
# Where little was said, a word is as rare as among so many sentences.
_FEW: Final = 160
# What stands before a word of everyday talk, which is half as telling.
_EVERYDAY: Final = "~"
_HALF: Final = 0.5


class Statement(NamedTuple):
    """An earlier statement: what it says, and how likely it is an open end and a standing wish."""

    text: str
    open: float
    standing: float


class Later(NamedTuple):
    """A later sentence: whether an assistant said it, and whether in the same session."""

    text: str
    by_assistant: bool
    same_session: bool


def weighed(text: str) -> Statement:
    """Return a statement that no rule tells, by its words."""
    shares = _shares(text)
    return Statement(text, shares["open"], shares["standing"])


@lru_cache(maxsize=4_096)
def matters_of(text: str, *, is_later: bool = False) -> dict[str, str]:
    """Return what a text speaks of, in its order: beginnings of words, names and numbers, and the words they stand for.

    A word of everyday talk is marked. What the text quotes was said by somebody else. Of a later text the short words
    count that are written small too.
    """
    said = _QUOTED.sub(" ", text)
    spoken, known, found = _spoken(text), _everyday(), dict[str, str]()
    for word in _WORD.findall(said):
        folded = plain(word)
        if word[0].isdigit():
            if len(word) > 1:
                found.setdefault(word, word)
            continue
        is_short = len(folded) < _LEAST_LETTERS
        if folded in _idle() or len(folded) < 2 or (is_short and not is_later and word.islower()):  # noqa: PLR2004 - a letter is no name
            continue
        name = folded[:_STEM]
        if spoken not in known.get(name, ()):
            found.setdefault(name, folded)
        elif not is_short:
            found.setdefault(f"{_EVERYDAY}{name}", folded)
    return found


@lru_cache(maxsize=4_096)
def names_of(text: str, *, is_later: bool = False) -> dict[str, str]:
    """Return what ``matters_of`` does, with no word marked."""
    return {name.removeprefix(_EVERYDAY): word for name, word in matters_of(text, is_later=is_later).items()}


class Rarity:
    """How telling a word is in what was said: 1 where one sentence has it, nought where all do."""

    def __init__(self, said: Iterable[str]) -> None:
        found = [matters_of(sentence, is_later=True) for sentence in said]
        self.counts = Counter(name for names in found for name in names)
        self.all = math.log(max(len(found), _FEW))

    def of(self, name: str) -> float:
        """Return it of a word as ``matters_of`` names it."""
        return 1 - math.log(self.counts[name] or 1) / self.all


def signals(older: Statement, newer: Later, rarity: Rarity) -> dict[str, float]:
    """Return what speaks for it that the newer text ends the older one; nothing where it is another matter."""
    words, later = matters_of(older.text), matters_of(newer.text, is_later=True)
    worth = {name: rarity.of(name) * (_HALF if name[0] == _EVERYDAY else 1) for name in words}
    # A short text may be taken for another language's, and its words for everyday ones.
    said = names_of(newer.text, is_later=True)
    shared = {name: worth[name] for name, word in words.items()
              if _is_alike(word, said.get(name.removeprefix(_EVERYDAY), ""))}  # fmt: skip
    telling = sum(shared.values())
    if telling < LEAST_SHARED:
        return {}
    first, most = next((name for name in later if name[0] != _EVERYDAY), ""), max(shared, key=shared.__getitem__)
    return {
        "always": 1.0, "telling": telling, "covered": telling / sum(worth.values()),
        "most_telling": shared[most], "leads": shared.get(first, shared.get(f"{_EVERYDAY}{first}", 0.0)),
        "another_value": float(has_another_value(older.text, newer.text)),
        "changed": float(_says_now(newer.text)), "asks": float(newer.text.endswith("?")),
        "by_assistant": float(newer.by_assistant), "same_session": float(newer.same_session),
        "was_open": older.open, "wish_unchanged": older.standing * (not _says_now(newer.text)),
        "heads": float(most in _clauses(older.text)[0]), "long": min(len(older.text), _LONG) / _LONG,
        "says_more": min(len(_clauses(newer.text, is_later=True)), _MOST_CLAUSES) / _MOST_CLAUSES,
    }  # fmt: skip


@lru_cache(maxsize=4_096)
def _clauses(text: str, *, is_later: bool = False) -> tuple[frozenset[str], ...]:
    """Return what each clause of a text speaks of, of those that speak of anything; one of nothing where none does."""
    names = {name.removeprefix(_EVERYDAY): name for name in matters_of(text, is_later=is_later)}
    found = (
        frozenset(names[name] for word in _WORD.findall(clause) if (name := _name_of(word)) in names)
        for clause in _BETWEEN.split(_QUOTED.sub(" ", text))
    )
    return tuple(filter(None, found)) or (frozenset(),)


def _name_of(word: str) -> str:
    return word if word[0].isdigit() else plain(word)[:_STEM]


def _is_alike(a: str, b: str) -> bool:
    """Whether two words that begin alike are forms of one, or one is a good part of the other."""
    same = next(
        (place for place, (one, other) in enumerate(zip(a, b, strict=False)) if one != other), min(len(a), len(b))
    )
    return same * 2 >= max(len(a), len(b))


def replaces(newer: Later, older: Statement, rarity: Rarity) -> float:
    """Return how likely the newer text makes the older one out of date, between 0 and 1."""
    found = odds(newer, older, rarity)
    return 0.0 if found is None else 1 / (1 + math.exp(-found))


def odds(newer: Later, older: Statement, rarity: Rarity) -> float | None:
    """Return the logarithm of the odds that the newer text makes the older one out of date; None of another matter."""
    found = signals(older, newer, rarity)
    return sum(WEIGHTS[name] * value for name, value in found.items()) if found else None


def has_another_value(older: str, newer: str) -> bool:
    """Whether two texts have numbers of one form, of two digits and more, and none of these in common."""
    before, now = _values_of(older), _values_of(newer)
    return any(len(form) > 1 and now[form].isdisjoint(before[form]) for form in now.keys() & before.keys())


@lru_cache(maxsize=4_096)
def _shares(text: str) -> dict[str, float]:
    return weigh(text)


@lru_cache(maxsize=4_096)
def _values_of(text: str) -> dict[str, frozenset[str]]:
    """Return the numbers in a text by their form: a time is compared with times, a port with ports."""
    found: dict[str, set[str]] = {}
    for number in _NUMBER.findall(text):
        found.setdefault(re.sub(r"\d", "0", number.replace(".", ":")), set()).add(number)
    return {form: frozenset(values) for form, values in found.items()}


@lru_cache(maxsize=4_096)
def _says_now(text: str) -> bool:
    """Whether a text says that something is another now, or no longer."""
    return bool(phrase_of(LANGUAGES[_spoken(text)], "now").search(plain(text)))


@lru_cache(maxsize=4_096)
def _spoken(text: str) -> int:
    """Return the place of the language a text is written in. A common word of one names a matter in another: resto."""
    known = _everyday()
    hits = Counter(place for word in _WORD.findall(text) for place in known.get(plain(word)[:_STEM], ()))
    return max(range(len(LANGUAGES)), key=hits.__getitem__)


@cache
def _idle() -> frozenset[str]:
    known = [words_of(language) for language in LANGUAGES]
    return frozenset().union(*(one.small | one.fillers | one.negators for one in known))


@cache
def _everyday() -> dict[str, tuple[int, ...]]:
    """Return of each beginning of a word of everyday talk, whatever it is about, the places of its languages."""
    found: dict[str, tuple[int, ...]] = {}
    for place, language in enumerate(LANGUAGES):
        words = " ".join(sections_of(language, "statements")["common"]).split()
        for name in {plain(word)[:_STEM] for word in words} | words_of(language).small:
            found[name] = (*found.get(name, ()), place)
    return found
