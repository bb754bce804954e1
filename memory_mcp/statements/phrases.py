"""Compile the rules of a language: patterns over closed classes of words, in ``language/data/<code>/statements.txt``.

Each section of the file is a pattern of whole words, and ``{name}`` in it stands for any line of the section ``name``.
The ``anchors`` are the cue words by which the language of a sentence is told.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from typing import Final

from memory_mcp.language.data_files import LANGUAGES, Language, sections_of
from memory_mcp.language.folding import plain_in_place

_FILE: Final = "statements"
_WORD: Final = re.compile(r"[^\W\d_]+")
_CLASS: Final = re.compile(r"\{([a-z_]+)\}")


def language_of(sentence: str) -> Language | None:
    """Return the language whose cue words a sentence has; of several the one it is written in; None without any."""
    return language_of_plain(plain_in_place(sentence))


def language_of_plain(said: str) -> Language | None:
    """Return the same of a sentence in its plain form, as ``plain_in_place`` gives it."""
    anchors = _anchors()
    found = anchors.keys() & _WORD.findall(said)
    if not found:
        return None
    hits: Counter[Language] = Counter(language for word in found for language in anchors[word])
    if len(hits) == 1:
        return next(iter(hits))
    from memory_mcp.language.detection import votes  # noqa: PLC0415 - a hook has no time, and few sentences need it

    counted = dict(zip(LANGUAGES, votes(said), strict=True))
    return max((one for one in LANGUAGES if one in hits), key=lambda one: counted[one] + hits[one])


@cache
def _anchors() -> dict[str, tuple[Language, ...]]:
    """Return for each cue word the languages that have it."""
    found: dict[str, tuple[Language, ...]] = {}
    for language in LANGUAGES:
        for word in " ".join(sections_of(language, _FILE)["anchors"]).split():
            found[word] = (*found.get(word, ()), language)
    return found


@cache
def phrase_of(language: Language, section: str) -> re.Pattern[str]:
    """Return a section of a language's rules as one pattern of whole words, with its classes filled in.

    Raises KeyError for a section that the language does not have.
    """
    return filled_in(language, "|".join(sections_of(language, _FILE)[section]))


def filled_in(language: Language, pattern: str) -> re.Pattern[str]:
    """Return a pattern of whole words of a language, with its classes filled in."""
    sections = sections_of(language, _FILE)
    while pattern != (filled := _CLASS.sub(lambda found: f"(?:{'|'.join(sections[found[1]])})", pattern)):
        pattern = filled
    return re.compile(rf"(?<!\w)(?:{pattern})(?!\w)")


@cache
def literal_of(language: Language, name: str) -> str:
    """Return a section of one line as it stands."""
    return sections_of(language, _FILE)[name][0]


def has_cue_word(said: str) -> bool:
    """Whether a text in its plain form has a cue word of any language: without one no rule holds."""
    return not _anchors().keys().isdisjoint(_WORD.findall(said))


def has_section(language: Language, section: str) -> bool:
    """Whether a language has a section of rules."""
    return section in sections_of(language, _FILE)
