"""The predicate on both times, which every statement uses by name: when a version is believed and when it holds.

The fragments speak of ``item``; ``of`` returns one that speaks of another name of a statement. They are put into
statements where those are declared, as constants into constants.
"""

from __future__ import annotations

from typing import Final, LiteralString

OPEN_END: Final[LiteralString] = "9223372036854775807"
"""An open end, as temporal.FOREVER."""

BELIEVED: Final[LiteralString] = f"item.superseded_at = {OPEN_END}"
"""Believed now. An equation, so that an index serves what is asked behind it too."""

HOLDS_NOW: Final[LiteralString] = "item.valid_from <= :now AND :now < item.valid_to"
"""True in the world at ``:now``."""

CURRENT: Final[LiteralString] = f"{BELIEVED} AND {HOLDS_NOW}"
"""Believed now and true in the world at ``:now``."""

RECORDED: Final[LiteralString] = "item.recorded_at <= :known_at"
"""Recorded by ``:known_at``, believed then or no more."""

KNOWN: Final[LiteralString] = f"{RECORDED} AND :known_at < item.superseded_at"
"""Believed at ``:known_at``."""

HOLDS: Final[LiteralString] = "item.valid_from <= :valid_at AND :valid_at < item.valid_to"
"""True in the world at ``:valid_at``."""

AS_OF: Final[LiteralString] = f"{KNOWN} AND {HOLDS}"
"""Believed at ``:known_at`` to be true at ``:valid_at``."""

OVERLAPS: Final[LiteralString] = "item.valid_from < :valid_to AND :valid_from < item.valid_to"
"""True in the world at some time from ``:valid_from`` to ``:valid_to``, the end left out."""


def of(name: LiteralString, fragment: LiteralString) -> LiteralString:
    """Return a fragment that speaks of ``item`` under the name a statement gives it."""
    return fragment.replace("item.", f"{name}.")
