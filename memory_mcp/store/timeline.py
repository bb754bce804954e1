"""What happened, newest first: rows by when they began to be true, page by page."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Final

from memory_mcp.store.db import Snapshot
from memory_mcp.store.items import Item, Kind, item_of
from memory_mcp.temporal import BEGINNING, FOREVER, Instant

EVENT_KINDS: Final[tuple[Kind, ...]] = (
    "turn", "learning", "decision", "observation", "entity", "document", "digest",
)  # fmt: skip

_EVENTS: Final = """
    SELECT item.*
    -- Turns are most of what there is, so the latest rows in time are soon enough of them.
    FROM item INDEXED BY item_by_time
    WHERE item.valid_from >= :since AND item.valid_from < :until
      AND (item.valid_from, item.id) < (:before_time, :before_id)
      AND item.kind IN (SELECT value FROM json_each(:kinds))
      AND (:project = -1 OR item.project_id IN (0, :project))
      AND item.superseded_at = 9223372036854775807
      AND NOT EXISTS (
          SELECT 1
          FROM item_state
          WHERE item_state.uid = item.uid AND item_state.archived_at IS NOT NULL
      )
    ORDER BY item.valid_from DESC, item.id DESC
    LIMIT :limit
"""
_RARE_EVENTS: Final = """
    SELECT item.*
    -- The few rows of other kinds are found by kind: in time they may lie far apart.
    FROM item INDEXED BY item_by_kind
    WHERE item.valid_from >= :since AND item.valid_from < :until
      AND (item.valid_from, item.id) < (:before_time, :before_id)
      AND item.kind IN (SELECT value FROM json_each(:kinds))
      AND (:project = -1 OR item.project_id IN (0, :project))
      AND item.superseded_at = 9223372036854775807
      AND NOT EXISTS (
          SELECT 1
          FROM item_state
          WHERE item_state.uid = item.uid AND item_state.archived_at IS NOT NULL
      )
    ORDER BY item.valid_from DESC, item.id DESC
    LIMIT :limit
"""
_EVENTS_OF_SESSION: Final = """
    SELECT item.*
    FROM item
    WHERE item.session_uid = :session
      AND item.valid_from >= :since AND item.valid_from < :until
      AND (item.valid_from, item.id) < (:before_time, :before_id)
      AND item.kind IN (SELECT value FROM json_each(:kinds))
      AND item.superseded_at = 9223372036854775807
      AND NOT EXISTS (
          SELECT 1
          FROM item_state
          WHERE item_state.uid = item.uid AND item_state.archived_at IS NOT NULL
      )
    ORDER BY item.valid_from DESC, item.id DESC
    LIMIT :limit
"""
_SESSIONS: Final = """
    SELECT uid, client, started_at, ended_at, summary
    FROM session
    WHERE uid IN (SELECT value FROM json_each(:uids))
"""


@dataclass(frozen=True, slots=True)
class SessionLine:
    """What to say of a session above its events."""

    uid: str
    client: str
    started_at: Instant
    ended_at: Instant | None
    summary: str


@dataclass(frozen=True, slots=True)
class Events:
    """A page of rows, newest first, the sessions they belong to, and where to go on (None: that was all)."""

    items: list[Item]
    sessions: dict[str, SessionLine]
    next: tuple[Instant, int] | None


def events(
    snapshot: Snapshot,
    *,
    project: int,
    limit: int,
    session: str | None = None,
    kinds: tuple[Kind, ...] = EVENT_KINDS,
    since: Instant = BEGINNING,
    until: Instant | None = None,
    before: tuple[Instant, int] | None = None,
) -> Events:
    """Return what began to be true in ``[since, until)`` (until now when absent), of a scope or of one session."""
    parameters: dict[str, Any] = {
        "project": project,
        "session": session,
        "kinds": json.dumps(kinds),
        "since": since,
        "until": snapshot.now + 1 if until is None else until,
        "before_time": FOREVER if before is None else before[0],
        "before_id": 0 if before is None else before[1],
        "limit": limit + 1,
    }
    if session is not None:
        rows = snapshot.rows(_EVENTS_OF_SESSION, parameters)
    else:
        rows = snapshot.rows(_EVENTS if "turn" in kinds else _RARE_EVENTS, parameters)
    found = [item_of(row) for row in rows[:limit]]
    uids = sorted({item.session_uid for item in found if item.session_uid})
    lines = [SessionLine(*row) for row in snapshot.rows(_SESSIONS, {"uids": json.dumps(uids)})]
    follows = (found[-1].valid.start, found[-1].id) if len(rows) > limit else None
    return Events(found, {line.uid: line for line in lines}, follows)
