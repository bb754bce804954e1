"""The two facts of a pair as statements read them: the same columns of the older and of the newer one."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from memory_mcp.store.facts.versions import Kind, entity_name
from memory_mcp.store.file.database import Snapshot
from memory_mcp.temporal import Instant, Period

OLDER_AND_NEWER: Final = """
           older.uid, older.kind, older.parent_uid, older.target_uid, older.title, older.body, older.confidence,
           older.valid_from, older.valid_to, older.recorded_at,
           newer.uid, newer.kind, newer.parent_uid, newer.target_uid, newer.title, newer.body, newer.confidence,
           newer.valid_from, newer.valid_to, newer.recorded_at"""
_COLUMNS: Final = 10
"""How many of them are of one fact."""


class PairFact(NamedTuple):
    """One current fact of a pair."""

    uid: str
    kind: Kind
    entity_uid: str | None
    target_uid: str | None
    title: str
    body: str
    confidence: float | None
    valid: Period
    recorded_at: Instant

    @property
    def text(self) -> str:
        """What it says, on one line."""
        return f"{self.title}: {self.body}".strip(": ") if self.title else self.body


def parted(row: tuple[Any, ...]) -> tuple[tuple[Any, ...], tuple[Any, ...], tuple[Any, ...]]:
    """Return the columns of the older fact, of the newer one, and what stands behind them in a row."""
    return row[:_COLUMNS], row[_COLUMNS : 2 * _COLUMNS], row[2 * _COLUMNS :]


def fact_of(snapshot: Snapshot, columns: tuple[Any, ...]) -> PairFact:
    """Return the fact that its columns tell; a relation says the name of the entity it leads to."""
    uid, kind, parent, target, title, body, confidence, valid_from, valid_to, recorded_at = columns
    if kind == "relation":
        body = entity_name(snapshot, target)
    return PairFact(
        uid, kind, parent if kind in ("observation", "relation") else None, target, title, body, confidence,
        Period(valid_from, valid_to), recorded_at,
    )  # fmt: skip
