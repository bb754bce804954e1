"""Keep how far each comparison has come and by which rules, and start it anew when the rules change."""

from __future__ import annotations

from typing import Final

from memory_mcp.contradiction.kinds import RULES_VERSION
from memory_mcp.store.file import meta
from memory_mcp.store.file.database import Snapshot, Transaction

_RULES: Final = f"{RULES_VERSION}"

BY_WORDS: Final = "compared_through"
BY_VECTORS: Final = "compared_vectors_through"
BY_READING: Final = "read_through"
"""The watermarks of the comparisons: by words, by vectors, and of what is near by a network that reads both."""

_THROUGH: Final = """
    SELECT (SELECT value FROM meta WHERE key = :mark), (SELECT value FROM meta WHERE key = 'compared_rules')
"""
_FORGET: Final = """
    DELETE FROM contradiction
"""


def through(snapshot: Snapshot, mark: str = BY_WORDS) -> int:
    """Return up to where was compared by today's rules."""
    value, rules = snapshot.rows(_THROUGH, {"mark": mark})[0]
    return int(value or 0) if rules == _RULES else 0


def is_outdated(snapshot: Snapshot) -> bool:
    """Return whether what was compared was compared by other rules."""
    return bool(snapshot.rows(_THROUGH, {"mark": BY_WORDS})[0][1] != _RULES)


def restart(tx: Transaction) -> None:
    """Forget what was found, so that every fact is compared anew."""
    tx.execute(_FORGET)
    for mark in (BY_WORDS, BY_VECTORS, BY_READING):
        meta.put(tx, mark, 0)
    meta.put(tx, "compared_rules", _RULES)
