"""Things of one kind that stand in for each other, in every language: where one is used, hardly another is.

Each line of ``data/all/rivals.txt`` is a class of named things, lower case; names of one thing are joined by |.
"""

from __future__ import annotations

from functools import cache

from memory_mcp.language.lexicon import lines_of


@cache
def _table() -> dict[str, frozenset[tuple[int, int]]]:
    """Return of each name of which classes it is which member."""
    found: dict[str, set[tuple[int, int]]] = {}
    for number, line in enumerate(lines_of("all", "rivals")):
        for member, names in enumerate(line.split()):
            for name in names.split("|"):
                found.setdefault(name, set()).add((number, member))
    return {name: frozenset(places) for name, places in found.items()}


def is_rival(name: str) -> bool:
    """Whether a name is known to stand in for others."""
    return name in _table()


def are_rivals(a: str, b: str) -> bool:
    """Whether two things stand in for each other, so that using both at one place is unlikely."""
    here, there = _table().get(a, frozenset()), _table().get(b, frozenset())
    if here & there:
        return False
    return any(one == other for one, _ in here for other, _ in there)
