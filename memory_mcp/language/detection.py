"""In which of seven languages a short text is written: by its small words, verbs, weekdays, numbers and letters.

A word speaks for a language the more, the fewer others have it too.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache, lru_cache
from typing import Final

from memory_mcp.language.data_files import LANGUAGES, Language
from memory_mcp.language.folding import without_accents
from memory_mcp.language.lexicon import words_of
from memory_mcp.language.quantities import NUMBER_WORDS, WEEKDAYS

_WORD: Final = re.compile(r"[^\W\d_]+")
_LETTERS: Final[dict[Language, str]] = {
    "en": "",
    "de": "\u00e4\u00f6\u00fc\u00df",
    "es": "\u00f1\u00bf\u00a1\u00e1\u00ed\u00f3\u00fa",
    "fr": "\u00ea\u00ee\u00fb\u0153\u00e7\u00e8\u00e0\u00f4",
    "it": "\u00e8\u00e0\u00f2\u00f9\u00ec",
    "pt": "\u00e3\u00f5\u00e7\u00ea\u00e1\u00e2\u00ed\u00f3",
    "nl": "",
}
_LETTER_WEIGHT: Final = 0.5
# Vowels that French and Italian drop before another: s'appelle, dell'anno; "is" in Portuguese and Italian; letters
# and endings of Portuguese alone, and its article.
_MARKS: Final[dict[Language, re.Pattern[str]]] = {
    "fr": re.compile(r"\b(?:[cdjlmnst]|qu|jusqu|lorsqu)['\u2019](?=\w)"),
    "it": re.compile(r"\b(?:[cdl]|un|(?:d|n|s|a|qu)ell|all|dall)['\u2019](?=\w)|(?<!\w)\u00e8(?!\w)"),
    "pt": re.compile(r"(?<!\w)\u00e9(?!\w)|[\u00e3\u00f5]|\u00e7os?(?!\w)|[ln]h[ao]s?(?!\w)|^os? "),
}
# A hint where words tell nothing: Italian words end in vowels, nearly all.
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


@lru_cache(maxsize=4_096)
def votes(text: str) -> tuple[float, ...]:
    """Return how strongly a text speaks for each language, in the order of LANGUAGES."""
    lower = unicodedata.normalize("NFC", text).lower()
    words = _WORD.findall(without_accents(lower))
    letters = frozenset() if lower.isascii() else frozenset(lower)
    marks = {language for language, pattern in _MARKS.items() if pattern.search(lower)}
    is_all_vowels = sum(word[-1] in "aeio" for word in words) >= _HINT_SHARE * len(words) if words else False
    weights = _weights()
    counts = [0.0] * len(LANGUAGES)
    for word in words:
        for place, weight in weights.get(word, ()):
            counts[place] += weight
    return tuple(
        count
        + _LETTER_WEIGHT * (not letters.isdisjoint(_LETTERS[language]))
        + _LETTER_WEIGHT * (language in marks)
        + _HINT * (language == "it" and is_all_vowels)
        for count, language in zip(counts, LANGUAGES, strict=True)
    )


def most_likely(counts: tuple[float, ...]) -> Language:
    """Return the language most of the votes are for; English if there are none."""
    return LANGUAGES[counts.index(max(counts))]


def is_sure(counts: tuple[float, ...]) -> bool:
    """Return whether the votes are clearly for one language."""
    first, second = sorted(counts, reverse=True)[:2]
    return first - second >= _SURE
