"""Export what was said of pairs and of relations, as columns under the names of the file."""

from __future__ import annotations

from typing import Any, Final

from memory_mcp.store.facts.scope import IN_SCOPE
from memory_mcp.store.file.as_of import RECORDED
from memory_mcp.store.file.database import Snapshot
from memory_mcp.temporal import Instant

_DISMISSALS: Final = f"""
    SELECT a, b, reason, at, is_taken_back AS takenBack
    FROM dismissal
    WHERE at <= :known_at
      AND (
          SELECT count(DISTINCT uid)
          FROM item
          WHERE uid IN (a, b) AND {IN_SCOPE} AND {RECORDED}
      ) = 1 + (a <> b)
    ORDER BY a, b
"""
_RELATION_CARDINALITY: Final = """
    SELECT relation, cardinality AS "values", changed_at AS changedAt
    FROM relation_cardinality
    WHERE changed_at <= :known_at
    ORDER BY relation
"""


def dismissals(snapshot: Snapshot, project: int, known_at: Instant) -> list[dict[str, Any]]:
    """Return the pairs of a scope that were dismissed by ``known_at``, also those of which that was taken back."""
    found = snapshot.dicts(_DISMISSALS, {"project": project, "known_at": known_at})
    return [row | {"takenBack": bool(row["takenBack"])} for row in found]


def declarations(snapshot: Snapshot, known_at: Instant) -> list[dict[str, Any]]:
    """Return what was said of relations by ``known_at``: of one memory, not of a project."""
    return snapshot.dicts(_RELATION_CARDINALITY, {"known_at": known_at})
