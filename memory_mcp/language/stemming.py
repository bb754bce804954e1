"""Cut words to light stems: the endings of number, gender and person go, so that "retries" meets "retry".

Each language has one list of endings; the longest that leaves a stem is cut, once or twice. After the idea of light
stemming for European languages by J. Savoy (2006); the lists are our own, in each language's ``stemming.txt``. English
has rules here instead: what is left of its words is spelt anew ("retries", "planned"), so that no list of endings does.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import Final, NamedTuple

from memory_mcp.language.data_files import Language, sections_of
from memory_mcp.language.traits import RESPELT_STEMS, TWO_ENDINGS

_SHORTEST: Final = 3
# "used" and "using", but neither "need" nor "sing": the stem has a vowel.
_ED_OR_ING: Final = re.compile(r"(\w*[aeiouy]\w*?)(?:(?<!e)ed|ing)")
# What an infinitive is made of, from the stem that a participle has.
_INFINITIVE: Final = "en"
_DOUBLE_VOWEL: Final = re.compile(r"([aeou])\1")
_DOUBLE_END: Final = re.compile(r"([b-df-hj-np-tv-z])\1$")


@lru_cache(maxsize=32_768)
def stem(word: str, language: Language) -> str:
    """Return the stem of a word in lower case and without accents; what is no word of letters stays whole."""
    if not word.isalpha() or not word.isascii():
        return word
    if language == "en":
        return _english_stem(word)
    forms = _forms_of(language)
    for plural, singular in forms.plurals:
        if word.endswith(plural) and len(word) > len(plural) + 2:
            word = word[: -len(plural)] + singular
    for participle in forms.participles:
        if found := participle.fullmatch(word):
            word = found[1] + _INFINITIVE
    for _ in range(2 if language in TWO_ENDINGS else 1):
        word = _cut(word, forms.endings)
    return _respelt(word) if language in RESPELT_STEMS else word


class _Forms(NamedTuple):
    """The endings of a language in the order in which they are tried, each plural with its singular, and participles.

    A pattern of participles has the stem in its first group: gemietet, gehuurde, bewaard.
    """

    endings: tuple[str, ...]
    plurals: tuple[tuple[str, str], ...]
    participles: tuple[re.Pattern[str], ...]


@cache
def _forms_of(language: Language) -> _Forms:
    sections = sections_of(language, "stemming")
    plurals = (line.split() for line in sections.get("plurals", []))
    return _Forms(
        tuple(" ".join(sections["endings"]).split()),
        tuple((plural, singular) for plural, singular in plurals),
        tuple(map(re.compile, sections.get("participles", []))),
    )


def _respelt(word: str) -> str:
    """Return a stem as it is spelt without an ending: one vowel and one consonant for two, f for v, s for z."""
    word = _DOUBLE_END.sub(r"\1", _DOUBLE_VOWEL.sub(r"\1", word))
    if len(word) >= _SHORTEST and word[-1] in "vz":
        word = word[:-1] + ("f" if word[-1] == "v" else "s")
    return word.removesuffix("s") if len(word) > _SHORTEST else word


def _cut(word: str, endings: tuple[str, ...]) -> str:
    for ending in endings:
        if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST:
            return word[: -len(ending)]
    return word


def _english_stem(word: str) -> str:
    """Return what the forms of a word share: "us" of use, uses, used and using; "retri" of retry, retries and retried.

    An -s goes first, then -ed or -ing, then the second of two equal letters (planned), and at last -e; -y turns to -i.
    """
    if len(word) > _SHORTEST and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        word = word[:-1]
    if found := _ED_OR_ING.fullmatch(word):
        word = found[1]
    if len(word) > _SHORTEST and word[-1] == word[-2] and word[-1] not in "ls":
        word = word[:-1]
    if len(word) > _SHORTEST and word.endswith("ie"):
        return word[:-1]
    if len(word) >= _SHORTEST and word.endswith("y") and word[-2] not in "aeiou":
        return word[:-1] + "i"
    return word[:-1] if len(word) >= _SHORTEST and word.endswith("e") else word
