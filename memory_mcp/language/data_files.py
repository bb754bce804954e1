"""The languages, and the text files of each one's folder in ``data``.

A file is read by the module it is named after; ``words.txt`` and ``cues.txt`` by ``lexicon``, ``numbers.txt`` by
``quantities``, ``statements.txt`` by ``statements``, ``dates.txt`` by ``temporal`` and ``parsing.txt`` by
``contradiction.parsing`` and its rules, ``memory_types.txt``, ``query_dates.txt`` and ``questions.txt`` by ``store``.
``data/all`` is read whatever the language. Hooks load this module too, so it compiles no pattern before one is needed.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Final, Literal

Language = Literal["en", "de", "es", "fr", "it", "pt", "nl"]
LANGUAGES: Final[tuple[Language, ...]] = ("en", "de", "es", "fr", "it", "pt", "nl")
DATA: Final = Path(__file__).with_name("data")

_SECTION: Final = r"\[([a-z_]+)\]"


@cache
def lines_of(folder: str, name: str) -> tuple[str, ...]:
    """Return the lines of a file of a language's folder, or of ``all``."""
    return tuple((DATA / folder / f"{name}.txt").read_text(encoding="utf-8").splitlines())


def sections_of(folder: str, name: str) -> dict[str, list[str]]:
    """Return the lines of each section of a file of a language's folder, or of ``all``."""
    found: dict[str, list[str]] = {}
    section: list[str] = []
    for line in lines_of(folder, name):
        if line.startswith("[") and (head := re.fullmatch(_SECTION, line)):
            section = found.setdefault(head[1], [])
        else:
            section.append(line)
    return found


@cache
def lines_of_each(name: str, section: str, among: frozenset[Language] = frozenset(LANGUAGES)) -> tuple[str, ...]:
    """Return the lines of a section of a file in each language's folder that has it, in the order of LANGUAGES."""
    return tuple(
        line for language in LANGUAGES if language in among for line in sections_of(language, name).get(section, ())
    )


def any_of_each(name: str, section: str, among: frozenset[Language] = frozenset(LANGUAGES)) -> str:
    """Return the lines of a section of each language as the alternatives of one pattern."""
    return "|".join(lines_of_each(name, section, among))


@cache
def words_of_each(name: str, section: str) -> frozenset[str]:
    """Return the words of a section of each language."""
    return words(" ".join(lines_of_each(name, section)))


def any_word_of_each(name: str, section: str) -> str:
    """Return the words of a section of each language as alternatives of a pattern, a word before its beginnings."""
    return "|".join(sorted(words_of_each(name, section), reverse=True))


def words(text: str) -> frozenset[str]:
    """Return the words of a string with spaces."""
    return frozenset(text.split())
