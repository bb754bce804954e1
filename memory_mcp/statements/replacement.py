"""Whether a later word is about the same thing as an earlier one and says it is another now.

The verdict on contradictions wants two whole claims. In talk the later one is often half a sentence: "to 05:10 this
time". Here two texts are laid side by side by what they name and by their values, in any language.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import cache, lru_cache
from typing import Final

from memory_mcp.language.lexicon import LANGUAGES, sections_of, words_of
from memory_mcp.statements.recognition import phrase_of
from memory_mcp.statements.sentences import plain

_WORD: Final = re.compile(r"[^\W\d_][\w-]*")
_NUMBER: Final = re.compile(r"\d+(?:[:.,]\d+)*")
_STEM: Final = 5
_LEAST_LETTERS: Final = 4
_PLENTY: Final = 2
_MOST_OF: Final = 4
_QUOTED: Final = re.compile(r"[\"\u201c\u201e\u00ab][^\"\u201c\u201d\u201e\u00ab\u00bb]{6,}[\"\u201d\u201c\u00bb]")
_FEW_DIGITS: Final = 2


@lru_cache(maxsize=4_096)
def names_of(text: str) -> frozenset[str]:
    """Return what a text speaks of: the beginnings of its words that carry content, and its abbreviations."""
    return frozenset(
        folded[:_STEM]
        for word in _WORD.findall(text)
        if (folded := plain(word)) not in _idle()
        and (len(word) >= _LEAST_LETTERS or (len(word) > 1 and word.isupper()))
    )


@lru_cache(maxsize=4_096)
def topics_of(text: str) -> frozenset[str]:
    """Return what a text names that everyday talk does not: the matter it is about, and its numbers, as far as said.

    What it quotes was said by somebody else.
    """
    said = _QUOTED.sub(" ", text)
    numbers = (number for number in _NUMBER.findall(said) if len(number) >= _FEW_DIGITS)
    named, known = names_of(said), _common()
    # A common word of one language names a matter in another: links, resto.
    hits = Counter(place for word in _WORD.findall(said) for place in known.get(plain(word)[:_STEM], ()))
    spoken = max(range(len(LANGUAGES)), key=hits.__getitem__)
    return frozenset(name for name in named if spoken not in known.get(name, ())).union(numbers)


@lru_cache(maxsize=4_096)
def _values_of(text: str) -> dict[str, frozenset[str]]:
    """Return the numbers in a text by their form: a time is compared with times, a port with ports."""
    found: dict[str, set[str]] = {}
    for number in _NUMBER.findall(text):
        found.setdefault(re.sub(r"\d", "0", number.replace(".", ":")), set()).add(number)
    return {form: frozenset(values) for form, values in found.items()}


def replaces(newer: str, older: str, *, is_sure: bool) -> bool:
    """Whether the newer text makes the older one out of date; ``is_sure``: where more must speak for it."""
    of_newer, of_older = names_of(newer), names_of(older)
    shared = len(of_newer & of_older)
    if not shared:
        return False
    is_plenty = shared >= _PLENTY
    values, before = _values_of(newer), _values_of(older)
    another = any(values[form].isdisjoint(before[form]) for form in values.keys() & before.keys() if len(form) > 1)
    is_now = says_now(newer)
    if is_sure:
        return is_plenty and another and is_now
    return another or (is_now and (is_plenty or shared * _MOST_OF >= len(of_newer)))


@lru_cache(maxsize=4_096)
def says_now(text: str) -> bool:
    """Whether a text says that something is another now, or no longer: a mark of change in any of the languages."""
    said = plain(text)
    return any(marks.search(said) for marks in _now())


@cache
def _idle() -> frozenset[str]:
    known = [words_of(language) for language in LANGUAGES]
    return frozenset().union(*(one.small | one.fillers | one.negators for one in known))


@cache
def _common() -> dict[str, tuple[int, ...]]:
    """Return of each beginning of a word of everyday talk, whatever it is about, the places of its languages."""
    found: dict[str, tuple[int, ...]] = {}
    for place, language in enumerate(LANGUAGES):
        words = " ".join(sections_of(language, "statements")["common"]).split()
        for name in {plain(word)[:_STEM] for word in words} | words_of(language).small:
            found[name] = (*found.get(name, ()), place)
    return found


@cache
def _now() -> list[re.Pattern[str]]:
    return [phrase_of(language, "now") for language in LANGUAGES]
