"""Sessions nobody ended: clients crash, machines sleep, and some clients never say that a conversation is over."""

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


def left(snapshot: Snapshot, project: int, *, before: Instant, but: str = "", limit: int) -> list[tuple[str, Instant]]:
    """Return the open sessions of a project in which nothing has happened since ``before``, the latest first.

    Each comes with when the last thing happened in it.
    """
    parameters = {"project": project, "before": before, "but": but, "limit": limit}
    return [(uid, at) for uid, at in snapshot.rows(_LEFT, parameters)]
