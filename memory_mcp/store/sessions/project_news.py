"""Read what is new for a session: what came to hold since the last one, and what is pinned."""

from __future__ import annotations

import json
from typing import Final

from memory_mcp.store.facts.projects.projects import ALL_PROJECTS
from memory_mcp.store.facts.scope import IN_SCOPE, NOT_ARCHIVED
from memory_mcp.store.facts.versions import KINDS, Item, Kind, item_of
from memory_mcp.store.file.as_of import BELIEVED, CURRENT, HOLDS_NOW
from memory_mcp.store.file.database import Snapshot
from memory_mcp.temporal import BEGINNING, Instant

_TELLING: Final[tuple[Kind, ...]] = ("decision", "learning", "observation", "document")
_COUNTS: Final = f"""
    SELECT item.kind, count(*)
    FROM item INDEXED BY item_by_kind
    WHERE item.kind IN (SELECT value FROM json_each(:kinds))
      AND item.project_id IN (SELECT id FROM project WHERE :project = -1 OR id IN (0, :project))
      AND {BELIEVED}
      AND item.valid_from > :since AND item.valid_from <= :now
      -- The index tells of every other kind.
      AND (item.kind <> 'document' OR item.importance IS NOT 0)
    GROUP BY item.kind
    ORDER BY 1
"""
_COUNTED: Final = json.dumps([kind for kind in KINDS if kind not in {"passage", "relation", "statement"}])
_PINNED: Final = f"""
    SELECT item.*
    FROM item_state
    CROSS JOIN item ON item.uid = item_state.uid
    WHERE item_state.pinned = 1 AND item_state.archived_at IS NULL
      AND {IN_SCOPE}
      AND {CURRENT}
    ORDER BY coalesce(item.importance, 0.5) DESC, item.valid_from DESC, item.id DESC
    LIMIT :limit
"""
# What a project's files say of themselves (importance 0) did not happen.
_NEWS: Final = f"""{BELIEVED}
      AND item.valid_from > :since AND {HOLDS_NOW}
      AND (item.kind <> 'document' OR item.importance IS NOT 0)
      AND {NOT_ARCHIVED}
    ORDER BY item.valid_from DESC, item.id DESC
    LIMIT :limit"""
_RECENT: Final = f"""
    -- Each branch reads its few rows in the order of the index; together they would have to be sorted, all of them.
    SELECT *
    FROM (
        SELECT item.*
        FROM item
        WHERE item.kind = :kind AND item.project_id = :project
          AND {_NEWS}
    )
    UNION ALL
    SELECT *
    FROM (
        SELECT item.*
        FROM item
        WHERE item.kind = :kind AND item.project_id = 0 AND :project <> 0
          AND {_NEWS}
    )
    ORDER BY valid_from DESC, id DESC
    LIMIT :limit
"""
_RECENT_OF_ALL: Final = f"""
    SELECT item.*
    FROM item
    WHERE item.kind = :kind
      AND {_NEWS}
"""


def happened(snapshot: Snapshot, project: int, since: Instant, *, limit: int) -> list[Item]:
    """Return what began to hold after ``since`` and still does, newest first, of a project (-1: all projects).

    These are decisions, lessons, facts and documents.
    """
    found: list[Item] = []
    for kind in _TELLING:
        if len(found) < limit:
            found += recent(snapshot, project, kind, limit=limit - len(found), since=since)
    return found


def counts_since(snapshot: Snapshot, project: int, since: Instant) -> dict[str, int]:
    """Return how many rows of each kind began after ``since``."""
    parameters = {"project": project, "kinds": _COUNTED, "since": since, "now": snapshot.now}
    return dict(snapshot.rows(_COUNTS, parameters))


def pinned(snapshot: Snapshot, project: int, *, limit: int) -> list[Item]:
    """Return the pinned rows that hold now, the most important first, then the newest."""
    return [item_of(row) for row in snapshot.rows(_PINNED, {"project": project, "now": snapshot.now, "limit": limit})]


def recent(snapshot: Snapshot, project: int, kind: Kind, *, limit: int, since: Instant = BEGINNING - 1) -> list[Item]:
    """Return the rows of a kind that hold now and began after ``since``, latest to begin first."""
    parameters = {"project": project, "kind": kind, "now": snapshot.now, "limit": limit, "since": since}
    statement = _RECENT_OF_ALL if project == ALL_PROJECTS else _RECENT
    return [item_of(row) for row in snapshot.rows(statement, parameters)]
