"""Sessions nobody ended, or told of: clients crash, machines sleep, and old conversations come in by the thousand."""

from __future__ import annotations

from typing import Final

from memory_mcp.store.db import Snapshot
from memory_mcp.temporal import Instant

_LEFT: Final = """
    -- The session's own times first: they cost nothing, and most sessions that are open have only just begun.
    SELECT uid, last_active_at
    FROM (
        SELECT session.uid, session.started_at, session.id,
               max(
                   session.started_at,
                   coalesce(
                       (
                           SELECT max(item.recorded_at)
                           FROM item
                           WHERE item.session_uid = session.uid AND item.kind IN ('decision', 'learning', 'observation')
                       ),
                       session.started_at
                   ),
                   coalesce(
                       (
                           SELECT item.valid_from
                           FROM item
                           WHERE item.session_uid = session.uid AND item.kind = 'turn'
                           ORDER BY item.position DESC
                           LIMIT 1
                       ),
                       session.started_at
                   )
               ) AS last_active_at
        FROM session
        WHERE session.project_id = :project AND session.ended_at IS NULL
          AND session.started_at < :before AND session.changed_at < :before
          AND session.uid <> :but
    )
    WHERE last_active_at < :before
    ORDER BY started_at DESC, id DESC
    LIMIT :limit
"""
_UNTOLD: Final = """
    SELECT session.uid
    FROM session
    LEFT JOIN session_digest ON session_digest.session_uid = session.uid
    WHERE session.ended_at IS NOT NULL AND session.client_session <> '' AND :session_uid IN ('', session.uid)
      AND coalesce(session_digest.through, 0) < coalesce(
          (
              SELECT item.position
              FROM item
              WHERE item.session_uid = session.uid AND item.kind = 'turn'
                AND item.superseded_at = 9223372036854775807
              ORDER BY item.position DESC
              LIMIT 1
          ),
          0
      )
    ORDER BY session.started_at DESC, session.id DESC
    LIMIT 1
"""


def left(snapshot: Snapshot, project: int, *, before: Instant, but: str = "", limit: int) -> list[tuple[str, Instant]]:
    """Return the open sessions of a project in which nothing has happened since ``before``, the latest first.

    Each comes with when the last thing happened in it.
    """
    parameters = {"project": project, "before": before, "but": but, "limit": limit}
    return [(uid, at) for uid, at in snapshot.rows(_LEFT, parameters)]


def untold(snapshot: Snapshot, session_uid: str = "") -> str | None:
    """Return the latest ended session of a client with turns its digest has not read; ``session_uid``: only that."""
    found = snapshot.value(_UNTOLD, {"session_uid": session_uid})
    return None if found is None else str(found)
