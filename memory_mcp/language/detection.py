"""Detect in which of seven languages a short text is: by small words, verbs, weekdays, numbers and letters.

A word speaks for a language the more, the fewer others have it too.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache, lru_cache
from typing import Final

from memory_mcp.language.data_files import LANGUAGES, Language, sections_of, words
from memory_mcp.language.folding import without_accents
from memory_mcp.language.lexicon import words_of
from memory_mcp.language.quantities import NUMBER_WORDS, WEEKDAYS
from memory_mcp.language.traits import VOWEL_ENDINGS

_WORD: Final = re.compile(r"[^\W\d_]+")
_LETTER_WEIGHT: Final = 0.5
# A hint where words tell nothing.
_HINT: Final = 0.1
_SURE: Final = 1.05
_HINT_SHARE: Final = 0.8


@cache
def _weights() -> dict[str, list[tuple[int, float]]]:
    """Return of each word for which languages it speaks, by their places, and how loud: the more have it the softer."""
    found: dict[str, list[int]] = {}
    for place, language in enumerate(LANGUAGES):
        said = words_of(language)
        known = said.small | said.negators | said.verbs | said.fillers | said.without | said.relations
        for word in known | WEEKDAYS[language].keys() | NUMBER_WORDS[language].keys():
            found.setdefault(word, []).append(place)
    return {word: [(place, 1 / len(places)) for place in places] for word, places in found.items()}


@cache
def _signs() -> tuple[tuple[frozenset[str], re.Pattern[str] | None], ...]:
    """Return for each language its letters besides a to z, and the pattern of what no other language writes.

    Vowels that French and Italian drop before another: s'appelle, dell'anno; "is" in Portuguese and Italian; letters
    and endings of Portuguese alone, and its article.
    """
    found = []
    for language in LANGUAGES:
        sections = sections_of(language, "detection")
        marks = "|".join(sections.get("marks", []))
        found.append((words(" ".join(sections["letters"])), re.compile(marks) if marks else None))
    return tuple(found)


@lru_cache(maxsize=4_096)
def votes(text: str) -> tuple[float, ...]:
    """Return how strongly a text speaks for each language, in the order of LANGUAGES."""
    lower = unicodedata.normalize("NFC", text).lower()
    said = _WORD.findall(without_accents(lower))
    letters = frozenset() if lower.isascii() else frozenset(lower)
    is_all_vowels = sum(word[-1] in "aeio" for word in said) >= _HINT_SHARE * len(said) if said else False
    weights = _weights()
    counts = [0.0] * len(LANGUAGES)
    for word in said:
        for place, weight in weights.get(word, ()):
            counts[place] += weight
    return tuple(
        count
        + _LETTER_WEIGHT * (not letters.isdisjoint(own))
        + _LETTER_WEIGHT * (marks is not None and marks.search(lower) is not None)
        + _HINT * (language in VOWEL_ENDINGS and is_all_vowels)
        for count, language, (own, marks) in zip(counts, LANGUAGES, _signs(), strict=True)
    )


def most_likely(counts: tuple[float, ...]) -> Language:
    """Return the language most of the votes are for; English if there are none."""
    return LANGUAGES[counts.index(max(counts))]


def is_sure(counts: tuple[float, ...]) -> bool:
    """Return whether the votes are clearly for one language."""
    first, second = sorted(counts, reverse=True)[:2]
    return first - second >= _SURE
