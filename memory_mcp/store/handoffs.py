"""Handoffs: work passed from one client to the next; open, then claimed by exactly one, or expired, or cancelled.

Expiry needs no clock of its own: what is past its time counts as expired in every read, and is marked by the next
write.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Final, Literal

from memory_mcp.errors import ConflictError, NotFoundError, RefusedError
from memory_mcp.store import facts
from memory_mcp.store.db import Row, Snapshot, Transaction
from memory_mcp.store.ids import new_uid
from memory_mcp.temporal import Instant, format_instant

HandoffState = Literal["open", "claimed", "expired", "cancelled"]
LIFETIME_US: Final = 7 * 24 * 3_600 * 1_000_000

_ADD: Final = """
    INSERT INTO handoff (uid, project_id, state, from_session, to_client, summary, open_questions, next_steps, files,
                         created_at, expires_at, changed_at)
    VALUES (:uid, :project_id, 'open', :from_session, :to_client, :summary, :open_questions, :next_steps, :files,
            :now, :expires_at, :now)
"""
_SAME: Final = """
    SELECT uid
    FROM handoff
    WHERE state = 'open' AND project_id = :project_id AND to_client = :to_client AND summary = :summary
      AND from_session IS :from_session
    ORDER BY created_at
    LIMIT 1
"""
_BY_UID: Final = """
    SELECT uid, project_id, CASE WHEN state = 'open' AND expires_at <= :now THEN 'expired' ELSE state END,
           from_session, to_client, summary, open_questions, next_steps, files, created_at, expires_at, claimed_by,
           claimed_at
    FROM handoff
    WHERE uid = :uid
"""
_LIST: Final = """
    SELECT uid, project_id, CASE WHEN state = 'open' AND expires_at <= :now THEN 'expired' ELSE state END,
           from_session, to_client, summary, open_questions, next_steps, files, created_at, expires_at, claimed_by,
           claimed_at
    FROM handoff
    WHERE (:project = -1 OR project_id IN (0, :project))
    ORDER BY state = 'open' AND expires_at > :now DESC, created_at DESC, uid DESC
    LIMIT :limit
"""
_COUNT: Final = """
    SELECT count(*)
    FROM handoff
    WHERE (:project = -1 OR project_id IN (0, :project))
"""
_OPEN_COUNT: Final = """
    SELECT count(*)
    FROM handoff
    WHERE state = 'open' AND expires_at > :now
      AND (:project = -1 OR project_id IN (0, :project))
"""
_OFFERED: Final = """
    SELECT uid, project_id, state, from_session, to_client, summary, open_questions, next_steps, files, created_at,
           expires_at, claimed_by, claimed_at
    FROM handoff
    WHERE state = 'open' AND expires_at > :now
      AND (:project = -1 OR project_id IN (0, :project))
      AND (to_client = '' OR :client = to_client OR substr(:client, 1, length(to_client) + 1) = to_client || '-')
    ORDER BY created_at DESC, uid DESC
    LIMIT :limit
"""
_CLAIM: Final = """
    -- The condition is the lock: of two sessions that claim at once, one changes no row.
    UPDATE handoff
    SET state = 'claimed', claimed_by = :claimed_by, claimed_at = :now, changed_at = :now
    WHERE uid = :uid AND state = 'open' AND expires_at > :now
      AND (to_client = '' OR :client = to_client OR substr(:client, 1, length(to_client) + 1) = to_client || '-')
"""
_CANCEL: Final = """
    UPDATE handoff
    SET state = 'cancelled', claimed_by = NULL, claimed_at = NULL, changed_at = :now
    WHERE uid = :uid AND state IN ('open', 'claimed')
"""
_RELEASE: Final = """
    UPDATE handoff
    SET state = 'open', claimed_by = NULL, claimed_at = NULL, changed_at = :now
    WHERE claimed_by = :session AND state = 'claimed'
"""
_ERASE: Final = """
    DELETE FROM handoff
    WHERE uid = :uid
"""
_EXPIRE: Final = """
    UPDATE handoff
    SET state = 'expired', changed_at = :now
    WHERE state = 'open' AND expires_at <= :now
"""


@dataclass(frozen=True, slots=True)
class Handoff:
    """A handoff as it stands at the time of the read."""

    uid: str
    project_id: int
    state: HandoffState
    from_session: str | None
    to_client: str
    summary: str
    open_questions: tuple[str, ...]
    next_steps: tuple[str, ...]
    files: tuple[str, ...]
    created_at: Instant
    expires_at: Instant
    claimed_by: str | None
    claimed_at: Instant | None


def begin(
    tx: Transaction,
    *,
    project_id: int,
    summary: str,
    open_questions: list[str],
    next_steps: list[str],
    files: list[str],
    to_client: str = "",
    from_session: str | None = None,
    lifetime_us: int = LIFETIME_US,
) -> tuple[Handoff, bool]:
    """Leave work for the next session, of ``to_client`` if one is named, for a week; and say whether it is new.

    ``codex`` means every client of that name or that begins with ``codex-``. What the same session left in the same
    words and is still open stands for a call that came twice.
    """
    tx.execute(_EXPIRE, {"now": tx.now})
    key = {
        "project_id": project_id, "from_session": from_session, "to_client": folded_client(to_client),
        "summary": summary,
    }  # fmt: skip
    same = tx.value(_SAME, key)
    if same is not None:
        return require(tx, same), False
    uid = new_uid(tx.now)
    tx.execute(
        _ADD,
        {
            **key,
            "uid": uid,
            "open_questions": json.dumps(open_questions, ensure_ascii=False),
            "next_steps": json.dumps(next_steps, ensure_ascii=False),
            "files": json.dumps(files, ensure_ascii=False),
            "now": tx.now,
            "expires_at": tx.now + lifetime_us,
        },
    )
    return require(tx, uid), True


def offered(snapshot: Snapshot, project: int, client: str, *, limit: int = 5) -> list[Handoff]:
    """Return the open handoffs a session of this client in this scope may claim, newest first."""
    parameters = {"project": project, "client": folded_client(client), "limit": limit, "now": snapshot.now}
    return [_handoff_of(row) for row in snapshot.rows(_OFFERED, parameters)]


def listed(snapshot: Snapshot, project: int, *, limit: int = 20) -> tuple[list[Handoff], int]:
    """Return handoffs of a scope in every state, open ones first, then newest first; and how many there are."""
    rows = snapshot.rows(_LIST, {"project": project, "limit": limit, "now": snapshot.now})
    return [_handoff_of(row) for row in rows], snapshot.value(_COUNT, {"project": project})


def open_count(snapshot: Snapshot, project: int) -> int:
    """Return how many handoffs of a scope wait to be claimed."""
    return int(snapshot.value(_OPEN_COUNT, {"project": project, "now": snapshot.now}))


def find(snapshot: Snapshot, uid: str) -> Handoff | None:
    """Return a handoff, or None when the id is none of one."""
    row = snapshot.row(_BY_UID, {"uid": uid, "now": snapshot.now})
    return None if row is None else _handoff_of(row)


def require(snapshot: Snapshot, uid: str) -> Handoff:
    """Return a handoff; NotFoundError when the id is unknown."""
    found = find(snapshot, uid)
    if found is None:
        raise NotFoundError(
            f"no handoff with id {uid!r}", hint="memory_handoff with action=list shows them.", field="handoffId"
        )
    return found


def accept(tx: Transaction, uid: str, *, session: str | None, client: str) -> Handoff:
    """Claim an open handoff for a session; a session that has it already keeps it.

    Raises NotFoundError, RefusedError when it is meant for another client, ConflictError when it is not open.
    """
    tx.execute(_CLAIM, {"uid": uid, "claimed_by": session, "client": folded_client(client), "now": tx.now})
    is_claimed = tx.changes() == 1
    tx.execute(_EXPIRE, {"now": tx.now})
    handoff = require(tx, uid)
    if is_claimed or (handoff.state == "claimed" and session is not None and handoff.claimed_by == session):
        return handoff
    if handoff.state == "open":
        raise RefusedError(
            f"handoff {uid} is meant for {handoff.to_client!r}, not {client!r}",
            hint="Cancel it and begin one without toClient, or accept it from there.", field="handoffId",
        )  # fmt: skip
    since = f" at {format_instant(handoff.claimed_at)}" if handoff.claimed_at is not None else ""
    raise ConflictError(
        f"handoff {uid} is {handoff.state}{since}", hint="memory_handoff with action=list shows what is open.",
        field="handoffId",
    )  # fmt: skip


def cancel(tx: Transaction, uid: str) -> Handoff:
    """Take a handoff back, claimed or not; cancelling twice changes nothing. ConflictError when it has expired."""
    tx.execute(_EXPIRE, {"now": tx.now})
    tx.execute(_CANCEL, {"uid": uid, "now": tx.now})
    handoff = require(tx, uid)
    if handoff.state == "expired":
        raise ConflictError(
            f"handoff {uid} expired at {format_instant(handoff.expires_at)}", hint="There is nothing to cancel.",
            field="handoffId",
        )  # fmt: skip
    return handoff


def erase(tx: Transaction, uid: str, *, reason: str = "") -> None:
    """Delete a handoff for good. NotFoundError for an unknown id."""
    require(tx, uid)
    tx.execute(_ERASE, {"uid": uid})
    facts.note_erasure(tx, uid, "handoff", reason)


def release(tx: Transaction, session: str) -> int:
    """Offer again what a session claimed and did not use; return how many handoffs that was."""
    tx.execute(_RELEASE, {"session": session, "now": tx.now})
    return tx.changes()


def folded_client(client: str) -> str:
    """Return a client's name as it is compared: ``Claude Code`` and ``claude-code`` are one client."""
    return "-".join(client.casefold().replace("_", " ").replace("-", " ").split())


def _handoff_of(row: Row) -> Handoff:
    uid, project_id, state, from_session, to_client, summary, questions, steps, files, *times = row
    return Handoff(
        uid, project_id, state, from_session, to_client, summary, tuple(json.loads(questions)),
        tuple(json.loads(steps)), tuple(json.loads(files)), *times,
    )  # fmt: skip
