"""Find sessions that are open: under way, or left when a client crashed or a machine slept; imports bring thousands."""

from __future__ import annotations

from typing import Final, LiteralString

from memory_mcp.store.file.as_of import BELIEVED
from memory_mcp.store.file.database import Snapshot
from memory_mcp.temporal import Instant

LAST_TURN_AT: Final[LiteralString] = """coalesce(
            -- The last turn to come in: the end of an index, where the latest of all would read every turn.
            (
                SELECT item.valid_from
                FROM item
                WHERE item.session_uid = session.uid AND item.kind = 'turn'
                ORDER BY item.position DESC
                LIMIT 1
            ),
            session.started_at
        )"""
"""When the last turn of ``session`` was said, or when it began."""

_LEFT: Final = f"""
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
                   {LAST_TURN_AT}
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
_UNTOLD: Final = f"""
    SELECT session.uid
    FROM session
    LEFT JOIN session_digest ON session_digest.session_uid = session.uid
    WHERE session.ended_at IS NOT NULL AND session.client_session <> '' AND :session_uid IN ('', session.uid)
      AND coalesce(session_digest.last_position, 0) < coalesce(
          (
              SELECT item.position
              FROM item
              WHERE item.session_uid = session.uid AND item.kind = 'turn'
                AND {BELIEVED}
              ORDER BY item.position DESC
              LIMIT 1
          ),
          0
      )
    ORDER BY session.started_at DESC, session.id DESC
    LIMIT :limit
"""
_UNDER_WAY: Final = """
    SELECT session.client_session
    FROM session
    WHERE session.project_id = :project AND session.client = :client AND session.client_session <> ''
      AND session.ended_at IS NULL AND session.started_at <= :now
      AND :since <= (
          SELECT item.valid_from
          FROM item
          WHERE item.session_uid = session.uid AND item.kind = 'turn'
          ORDER BY item.position DESC
          LIMIT 1
      )
    LIMIT 2
"""
_OPEN: Final = """
    SELECT session.client_session, session.started_at
    FROM session
    WHERE session.project_id = :project AND session.client = :client AND session.client_session <> ''
      AND session.ended_at IS NULL
    ORDER BY session.started_at DESC, session.id DESC
    LIMIT :limit
"""
_SAID_SINCE: Final = """
    SELECT 1
    FROM item
    WHERE item.session_uid = :session_uid AND item.kind = 'turn' AND item.valid_from > :at
    LIMIT 1
"""


def under_way(snapshot: Snapshot, project: int, client: str, *, since: Instant) -> str:
    """Return a client's name for its one open conversation in a project in which something was said from ``since`` on.

    Empty where there is none, or where there are several: nobody can say which of them it is.
    """
    parameters = {"project": project, "client": client, "since": since, "now": snapshot.now}
    found = snapshot.rows(_UNDER_WAY, parameters)
    return str(found[0][0]) if len(found) == 1 else ""


def of_client(snapshot: Snapshot, project: int, client: str, *, limit: int) -> list[tuple[str, Instant]]:
    """Return a client's names for its open sessions in a project, and when each began, the latest first."""
    found = snapshot.rows(_OPEN, {"project": project, "client": client, "limit": limit})
    return [(str(name), began) for name, began in found]


def went_on(snapshot: Snapshot, session_uid: str, at: Instant) -> bool:
    """Whether anything was said in a session after ``at``."""
    return bool(snapshot.rows(_SAID_SINCE, {"session_uid": session_uid, "at": at}))


def left(snapshot: Snapshot, project: int, *, before: Instant, but: str = "", limit: int) -> list[tuple[str, Instant]]:
    """Return the open sessions of a project in which nothing has happened since ``before``, the latest first.

    Each comes with when the last thing happened in it.
    """
    parameters = {"project": project, "before": before, "but": but, "limit": limit}
    return [(uid, at) for uid, at in snapshot.rows(_LEFT, parameters)]


def untold(snapshot: Snapshot, session_uid: str = "", *, limit: int = 1) -> list[str]:
    """Return the ended sessions of clients whose digests have not read all their turns, the latest first.

    ``session_uid`` limits this to one session.
    """
    return [str(uid) for (uid,) in snapshot.rows(_UNTOLD, {"session_uid": session_uid, "limit": limit})]
