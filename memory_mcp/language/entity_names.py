"""The names of an entity as one text, the first of which can be told from the rest also where it has a comma.

In rows that were stored before, a name with a comma has a plain space behind it. It is read up to the comma there:
"Smith" of "Smith, Ann".
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

_BETWEEN: Final = ", "
# Read, searched and compared like the other one; only a name has it behind a comma.
_WITHIN: Final = ",\N{NO-BREAK SPACE}"


def joined(names: Iterable[str]) -> str:
    """Return names as one text, the first one first."""
    return _BETWEEN.join(name.replace(_BETWEEN, _WITHIN) for name in names)


def also_called(aliases: Iterable[str], entity_type: str) -> str:
    """Return what an entity is found by beside its name, as one text that nobody takes apart again."""
    return _BETWEEN.join([*aliases, entity_type])


def first_of(names: str) -> str:
    """Return the first name of such a text."""
    return names.partition(_BETWEEN)[0].replace(_WITHIN, _BETWEEN)
