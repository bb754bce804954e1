"""Count how much was said, since when, and in how many sessions and projects."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from memory_mcp.store.file.as_of import BELIEVED
from memory_mcp.store.file.database import Snapshot
from memory_mcp.temporal import Instant

_TOTALS: Final = f"""
    SELECT count(*), count(DISTINCT session_uid), count(DISTINCT nullif(project_id, 0)), min(valid_from)
    FROM item
    WHERE kind = 'turn' AND {BELIEVED}
"""


@dataclass(frozen=True, slots=True)
class Totals:
    """All that was said; ``since`` is None where nothing was."""

    turns: int
    sessions: int
    projects: int
    since: Instant | None


def totals(snapshot: Snapshot) -> Totals:
    """Return how much was said in all projects."""
    row = snapshot.row(_TOTALS)
    assert row is not None, "an aggregate has a row"
    return Totals(*row)
