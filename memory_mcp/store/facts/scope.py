"""The conditions that say which rows a scope sees; statements embed them, as they embed those of ``as_of``."""

from __future__ import annotations

from typing import Final, LiteralString

from memory_mcp.store.file.as_of import CURRENT, of

IN_SCOPE: Final[LiteralString] = "(:project = -1 OR item.project_id IN (0, :project))"
"""Of the project ``:project`` or of none; -1 is every project."""

NOT_ARCHIVED: Final[LiteralString] = (
    "NOT EXISTS (SELECT 1 FROM item_state WHERE item_state.uid = item.uid AND item_state.archived_at IS NOT NULL)"
)
"""Not taken out of live answers."""

BOTH_STAND: Final[LiteralString] = f"""{of("older", CURRENT)}
      AND {of("newer", CURRENT)}
      AND {of("older", IN_SCOPE)} AND {of("newer", IN_SCOPE)}
      AND (older.project_id = newer.project_id OR 0 IN (older.project_id, newer.project_id))
      AND {of("older", NOT_ARCHIVED)} AND {of("newer", NOT_ARCHIVED)}
      AND NOT EXISTS (
          SELECT 1
          FROM dismissal
          WHERE dismissal.a = min(older.uid, newer.uid) AND dismissal.b = max(older.uid, newer.uid)
            AND dismissal.is_taken_back = 0 AND max(older.recorded_at, newer.recorded_at) <= dismissal.at
      )"""
"""Of a pair ``older`` and ``newer``: both are believed, hold now, are seen in the scope and not of two projects, and
nobody dismissed the pair since the younger of the two was recorded."""


TOLD_ONCE: Final[LiteralString] = """NOT EXISTS (
          SELECT 1
          FROM change AS other
          -- An import makes thousands in one transaction: they are found by their fact.
          WHERE other.uid = change.uid AND +other.txn_id = change.txn_id AND other.verb = change.verb
            AND other.superseded_by <> change.superseded_by
            AND (NOT EXISTS (SELECT 1 FROM item WHERE uid = other.superseded_by), other.superseded_by)
                < (NOT EXISTS (SELECT 1 FROM item WHERE uid = change.superseded_by), change.superseded_by)
      )"""
"""Of a change told with two ids of what came instead, the one that something has: a statement may be told before its
line of the transcript gives it its id."""
