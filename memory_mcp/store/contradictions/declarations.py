"""Keep what people declared of relations: whether one thing may have one or many of it, where the default differs."""

from __future__ import annotations

from typing import Final

from memory_mcp.language.relation_cardinality import Cardinality, Declared
from memory_mcp.store.contradictions import watermarks
from memory_mcp.store.file.database import Snapshot, Transaction
from memory_mcp.temporal import Instant

_DECLARED: Final = """
    SELECT relation, cardinality
    FROM relation_cardinality
    WHERE cardinality <> 'default'
"""
_DECLARE: Final = """
    INSERT INTO relation_cardinality (relation, cardinality, changed_at)
    VALUES (:relation, :cardinality, :now)
    ON CONFLICT (relation) DO UPDATE SET cardinality = :cardinality, changed_at = :now
    WHERE cardinality <> :cardinality OR :is_told
"""
_DECLARATION: Final = """
    SELECT cardinality, changed_at
    FROM relation_cardinality
    WHERE relation = :relation
"""


def declare(tx: Transaction, relation: str, cardinality: Declared, *, at: Instant | None = None) -> None:
    """Say whether one thing has one or many values of a relation, or take that back; what is news starts all anew.

    ``at`` is when it was said, where that was not now.
    """
    if cardinality == "default" and declaration(tx, relation) is None and at is None:
        return
    before = declaration(tx, relation)
    values = {"relation": relation, "cardinality": cardinality, "now": tx.now if at is None else at}
    tx.execute(_DECLARE, values | {"is_told": at is not None})
    if before is None or before[0] != cardinality:
        watermarks.restart(tx)


def declaration(snapshot: Snapshot, relation: str) -> tuple[Declared, Instant] | None:
    """Return what was said of one relation, and when; None where nothing was."""
    row = snapshot.row(_DECLARATION, {"relation": relation})
    return None if row is None else (row[0], row[1])


def declared(snapshot: Snapshot) -> dict[str, Cardinality]:
    """Return what was said of relations, by name."""
    return dict(snapshot.rows(_DECLARED))
