"""Write numbers in sentences: one row, two rows, two entities."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

_VOWELS: Final = "aeiou"
# What follows such a word says more of the noun before it.
_BEHIND: Final = (" of ", " about ", " that ")
# Compiled when it is needed: hooks load this too.
_CAPITAL: Final = r"(?<=[a-z])(?=[A-Z])"


def counted(count: int, noun: str) -> str:
    """Return a number with its noun, given in the singular: '1 row', '2 rows', '3 entities'."""
    return f"{count} {in_number(count, noun)}"


def in_number(count: int, noun: str) -> str:
    """Return a noun, given in the singular, as it stands behind a number."""
    return noun if count == 1 else plural(noun)


def plural(noun: str) -> str:
    """Return the plural of a regular English noun; of several words the last one before "of", "about" or "that"."""
    head, space, rest = noun.partition(next((word for word in _BEHIND if word in noun), " of "))
    if space:
        return f"{plural(head)}{space}{rest}"
    if noun.endswith("y") and noun[-2:-1] not in _VOWELS:
        return f"{noun[:-1]}ies"
    return f"{noun}es" if noun.endswith(("s", "x", "ch", "sh")) else f"{noun}s"


def listed(counts: Mapping[str, int]) -> str:
    """Return how many there are of each noun, those that are none left out: '2 entities, 1 learning'."""
    return ", ".join(counted(count, noun) for noun, count in counts.items() if count)


def spaced(name: str) -> str:
    """Return a name of the wire as a person reads it: 'open decisions' for openDecisions."""
    return re.sub(_CAPITAL, " ", name).lower()
