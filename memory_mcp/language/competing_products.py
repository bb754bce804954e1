"""Products of one kind that replace each other, in every language: where one is used, another hardly is.

Each line of ``data/all/rivals.txt`` is a class of named things, lower case; names of one thing are joined by |.
"""

from __future__ import annotations

from functools import cache

from memory_mcp.language.data_files import lines_of
from memory_mcp.language.lexicon import Classes, classes_of


@cache
def _table() -> Classes:
    return classes_of(lines_of("all", "rivals"))


def is_rival(name: str) -> bool:
    """Whether a name is known to stand in for others."""
    return name in _table()


def are_rivals(a: str, b: str) -> bool:
    """Whether two things stand in for each other, so that using both at one place is unlikely."""
    here, there = _table().get(a, frozenset()), _table().get(b, frozenset())
    if here & there:
        return False
    return any(one == other for one, _ in here for other, _ in there)
