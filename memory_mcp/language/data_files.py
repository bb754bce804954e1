"""The languages, and the text files of each one's folder in ``data``.

A file is read by the module it is named after; ``words.txt`` and ``cues.txt`` by ``lexicon``, ``numbers.txt`` by
``quantities``, ``statements.txt`` by ``statements`` and ``dates.txt`` by ``temporal``. ``data/all`` is read whatever
the language. Hooks load this module too, so it compiles no pattern before one is needed.
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
        if head := re.fullmatch(_SECTION, line):
            section = found.setdefault(head[1], [])
        else:
            section.append(line)
    return found


def words(text: str) -> frozenset[str]:
    """Return the words of a string with spaces."""
    return frozenset(text.split())
