"""Read handoffs as they stand: one by its id, those of a project or a session, and those that a session may claim.

Expiry needs no clock of its own: every read counts a handoff as expired once its time is over.
"""

from __future__ import annotations

import json
from typing import Final, Literal, NamedTuple

from memory_mcp.errors import NotFoundError
from memory_mcp.language.shortening import echoed
from memory_mcp.store.facts.client_names import client_name
from memory_mcp.store.facts.scope import IN_SCOPE
from memory_mcp.store.file.as_of import of
from memory_mcp.store.file.database import Row, Snapshot
from memory_mcp.temporal import Instant

HandoffState = Literal["open", "claimed", "expired", "cancelled"]
Origin = Literal["tool", "prompt", "automatic"]

_COLUMNS: Final = """uid, project_id, CASE WHEN state = 'open' AND expires_at <= :now THEN 'expired' ELSE state END,
           from_session, to_client, origin, path, summary, open_questions, next_steps, files, created_at, expires_at,
           claimed_by, claimed_at, changed_at"""
_BY_UID: Final = f"""
    SELECT {_COLUMNS}
    FROM handoff
    WHERE uid = :uid
"""
_LIST: Final = f"""
    SELECT {_COLUMNS}
    FROM handoff
    WHERE {of("handoff", IN_SCOPE)}
    ORDER BY state = 'open' AND expires_at > :now DESC, created_at DESC, uid DESC
    LIMIT :limit
"""
_COUNT: Final = f"""
    SELECT count(*)
    FROM handoff
    WHERE {of("handoff", IN_SCOPE)}
"""
_OPEN_COUNT: Final = f"""
    SELECT count(*)
    FROM handoff
    WHERE state = 'open' AND expires_at > :now
      AND {of("handoff", IN_SCOPE)}
"""
_OFFERED: Final = f"""
    SELECT {_COLUMNS}
    FROM handoff
    WHERE state = 'open' AND expires_at > :now
      AND {of("handoff", IN_SCOPE)}
      AND (to_client = '' OR :client = to_client OR substr(:client, 1, length(to_client) + 1) = to_client || '-')
      AND (:session IS NULL OR from_session IS NOT :session)
      AND (
          :project = -1 OR path = '' OR path = :path OR substr(:path, 1, length(path) + 1) = path || '/'
          -- A folder above belongs to it only where both are in one project.
          OR (
              project_id = :project AND project_id <> 0
              AND (:path = '' OR substr(path, 1, length(:path) + 1) = :path || '/')
          )
      )
    ORDER BY origin = 'automatic', created_at DESC, uid DESC
    LIMIT :limit
"""
_CLAIMED_BY: Final = """
    SELECT uid
    FROM handoff
    WHERE claimed_by = :session AND state = 'claimed' AND claimed_at > :since
    ORDER BY origin = 'automatic', created_at DESC, uid DESC
"""
_LATEST_OF: Final = """
    SELECT uid
    FROM handoff
    WHERE from_session = :session
    ORDER BY created_at DESC, uid DESC
    LIMIT 1
"""
_LEFT_BY_ENDING: Final = """
    SELECT uid
    FROM handoff
    WHERE from_session = :session AND origin = 'automatic'
"""
_IS_OUTDATED: Final = """
    SELECT 1
    FROM handoff
    WHERE origin = 'automatic' AND project_id = :project_id AND path = :path AND state IN ('open', 'claimed')
      AND created_at > :at AND from_session IS NOT :session
"""


class Handoff(NamedTuple):
    """A handoff as it stands at the time of the read."""

    uid: str
    project_id: int
    state: HandoffState
    from_session: str | None
    to_client: str
    origin: Origin
    path: str
    summary: str
    open_questions: tuple[str, ...]
    next_steps: tuple[str, ...]
    files: tuple[str, ...]
    created_at: Instant
    expires_at: Instant
    claimed_by: str | None
    claimed_at: Instant | None
    changed_at: Instant


def find(snapshot: Snapshot, uid: str) -> Handoff | None:
    """Return a handoff, or None when the id is none of one."""
    row = snapshot.row(_BY_UID, {"uid": uid, "now": snapshot.now})
    return None if row is None else _handoff_of(row)


def require(snapshot: Snapshot, uid: str) -> Handoff:
    """Return a handoff.

    Raises NotFoundError for an unknown id.
    """
    found = find(snapshot, uid)
    if found is None:
        raise NotFoundError(
            f"no handoff with id {echoed(uid)!r}", hint="memory_handoff with action=list shows them.", field="handoffId"
        )
    return found


def listed(snapshot: Snapshot, project: int, *, limit: int = 20) -> tuple[list[Handoff], int]:
    """Return handoffs of a scope in every state, open ones first, then newest first; and how many there are."""
    rows = snapshot.rows(_LIST, {"project": project, "limit": limit, "now": snapshot.now})
    return [_handoff_of(row) for row in rows], snapshot.value(_COUNT, {"project": project})


def open_count(snapshot: Snapshot, project: int) -> int:
    """Return how many handoffs of a scope wait to be claimed."""
    return int(snapshot.value(_OPEN_COUNT, {"project": project, "now": snapshot.now}))


def offered(
    snapshot: Snapshot, project: int, client: str, folder: str = "", session_uid: str | None = None, *, limit: int = 5
) -> list[Handoff]:
    """Return the open handoffs a session may claim: what was handed over on purpose first, newest first.

    ``folder`` is where the session is, as ``project.place_of`` names it: it sees what was left there, further up and,
    in the same project, further down. Of what sessions left by ending it sees one. Its own it never sees.
    """
    parameters = {
        "project": project, "client": client_name(client), "path": folder, "session": session_uid, "limit": limit,
        "now": snapshot.now,
    }  # fmt: skip
    found = [_handoff_of(row) for row in snapshot.rows(_OFFERED, parameters)]
    chosen = sum(one.origin != "automatic" for one in found)
    return found[: chosen + 1]


def claimed_by(snapshot: Snapshot, session: str, *, since: Instant = 0) -> list[Handoff]:
    """Return the handoffs a session has claimed after ``since``."""
    return [require(snapshot, uid) for (uid,) in snapshot.rows(_CLAIMED_BY, {"session": session, "since": since})]


def latest_of(snapshot: Snapshot, session: str) -> Handoff | None:
    """Return the handoff a session left last, in whatever state; None where it left none."""
    uid = snapshot.value(_LATEST_OF, {"session": session})
    return None if uid is None else require(snapshot, uid)


def left_by_ending(snapshot: Snapshot, session: str) -> list[str]:
    """Return the ids of the handoffs a session left when it ended, in whatever state."""
    return [uid for (uid,) in snapshot.rows(_LEFT_BY_ENDING, {"session": session})]


def is_outdated(snapshot: Snapshot, project_id: int, path: str, at: Instant, *, by_other_than: str) -> bool:
    """Say whether another session left an automatic handoff after ``at`` in the same place, ``path``.

    Only one that is open or claimed counts, and none of the session ``by_other_than``.
    """
    parameters = {"project_id": project_id, "path": path, "at": at, "session": by_other_than}
    return bool(snapshot.value(_IS_OUTDATED, parameters))


def _handoff_of(row: Row) -> Handoff:
    uid, project_id, state, from_session, to_client, origin, path, summary, questions, steps, files, *times = row
    return Handoff(
        uid, project_id, state, from_session, to_client, origin, path, summary, tuple(json.loads(questions)),
        tuple(json.loads(steps)), tuple(json.loads(files)), *times,
    )  # fmt: skip
