"""Handoffs pass work from one client to the next; each is open, claimed by exactly one session, expired or cancelled.

Expiry needs no clock of its own: every read counts a handoff as expired once its time is over, and the next write marks
it so.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Final, Literal, NamedTuple

from memory_mcp.errors import ConflictError, NotFoundError, RefusedError
from memory_mcp.language.shortening import echoed
from memory_mcp.store.facts import erasure
from memory_mcp.store.facts.client_names import client_name
from memory_mcp.store.facts.scope import IN_SCOPE
from memory_mcp.store.file.as_of import of
from memory_mcp.store.file.database import Row, Snapshot, Transaction
from memory_mcp.store.file.ids import new_uid
from memory_mcp.temporal import DAY_US, Instant, format_instant

HandoffState = Literal["open", "claimed", "expired", "cancelled"]
Origin = Literal["tool", "prompt", "automatic"]
LIFETIME_US: Final = 7 * DAY_US

_ADD: Final = """
    INSERT INTO handoff (uid, project_id, state, from_session, to_client, origin, path, summary, open_questions,
                         next_steps, files, created_at, expires_at, changed_at)
    VALUES (:uid, :project_id, 'open', :from_session, :to_client, :origin, :path, :summary, :open_questions,
            :next_steps, :files, :at, :expires_at, :now)
"""
_SAME: Final = """
    SELECT uid
    FROM handoff
    WHERE state = 'open' AND project_id = :project_id AND to_client = :to_client AND summary = :summary
      AND from_session IS :from_session
    ORDER BY created_at
    LIMIT 1
"""
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
_REOPEN: Final = """
    UPDATE handoff
    SET state = 'open', changed_at = :now
    WHERE uid = :uid AND state = 'cancelled' AND expires_at > :now
"""
_RELEASE: Final = """
    UPDATE handoff
    SET state = 'open', claimed_by = NULL, claimed_at = NULL, changed_at = :now
    WHERE claimed_by = :session AND state = 'claimed' AND claimed_at > :since
"""
_OUTDATED: Final = """
    -- One that was claimed meanwhile and comes back is older than what came since.
    UPDATE handoff
    SET state = 'cancelled', changed_at = :now
    WHERE state = 'open' AND origin = 'automatic' AND project_id = :project_id AND path = :path
      AND EXISTS (
          SELECT 1
          FROM handoff AS newer
          WHERE newer.origin = 'automatic' AND newer.project_id = :project_id AND newer.path = :path
            AND newer.state IN ('open', 'claimed')
            AND (newer.created_at, newer.uid) > (handoff.created_at, handoff.uid)
      )
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
_FORGET_OFFERS: Final = """
    DELETE FROM handoff_offer
    WHERE handoff_uid = :uid
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


class HandoffDraft(NamedTuple):
    """What a handoff says, and to whom.

    ``to_client`` is empty for every client; ``claude`` means every client of that name or that begins with ``claude-``.
    ``path`` is the folder it is about, as ``project.place_of`` names it; empty means anywhere in the project.
    """

    summary: str
    open_questions: Sequence[str] = ()
    next_steps: Sequence[str] = ()
    files: Sequence[str] = ()
    to_client: str = ""
    path: str = ""


def begin(
    tx: Transaction, draft: HandoffDraft, *, project_id: int, from_session: str | None = None, origin: Origin = "tool",
    at: Instant | None = None, lifetime_us: int = LIFETIME_US,
) -> tuple[Handoff, bool]:  # fmt: skip
    """Leave work for the next session, for a week; return the handoff and whether it is new.

    A handoff of the same session in the same words that is still open counts as the same call made twice: it is
    returned. Of what sessions leave by ending (``automatic``) only the newest of a project and path stays open. ``at``
    is when it was left, None for now.
    """
    tx.execute(_EXPIRE, {"now": tx.now})
    key = {
        "project_id": project_id, "from_session": from_session, "to_client": client_name(draft.to_client),
        "summary": draft.summary,
    }  # fmt: skip
    same = tx.value(_SAME, key)
    if same is not None:
        return require(tx, same), False
    uid = new_uid(tx.now)
    left_at = tx.now if at is None else at
    lists = {"open_questions": draft.open_questions, "next_steps": draft.next_steps, "files": draft.files}
    told = {name: json.dumps(entries, ensure_ascii=False) for name, entries in lists.items()}
    times = {"now": tx.now, "at": left_at, "expires_at": left_at + lifetime_us}
    tx.execute(_ADD, key | told | times | {"uid": uid, "origin": origin, "path": draft.path})
    cancel_outdated(tx, project_id, draft.path)
    return require(tx, uid), True


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
    """Return a handoff.

    Raises NotFoundError for an unknown id.
    """
    found = find(snapshot, uid)
    if found is None:
        raise NotFoundError(
            f"no handoff with id {echoed(uid)!r}", hint="memory_handoff with action=list shows them.", field="handoffId"
        )
    return found


def claim(tx: Transaction, uid: str, *, session: str | None, client: str) -> Handoff | None:
    """Claim a handoff and return it; None when it is not open, not meant for this client, or unknown."""
    tx.execute(_CLAIM, {"uid": uid, "claimed_by": session, "client": client_name(client), "now": tx.now})
    return require(tx, uid) if tx.changes() == 1 else None


def accept(tx: Transaction, uid: str, *, session: str | None, client: str) -> Handoff:
    """Claim an open handoff for a session and return it; a session that has it already keeps it.

    Raises NotFoundError for an unknown id, RefusedError when the handoff is meant for another client, and ConflictError
    when it is not open.
    """
    claimed = claim(tx, uid, session=session, client=client)
    if claimed is not None:
        return claimed
    tx.execute(_EXPIRE, {"now": tx.now})
    handoff = require(tx, uid)
    if handoff.state == "claimed" and session is not None and handoff.claimed_by == session:
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
    """Cancel a handoff, claimed or not, and return it; cancelling twice changes nothing.

    Raises NotFoundError for an unknown id, ConflictError for a handoff that has expired.
    """
    tx.execute(_EXPIRE, {"now": tx.now})
    tx.execute(_CANCEL, {"uid": uid, "now": tx.now})
    handoff = require(tx, uid)
    if handoff.state == "expired":
        raise ConflictError(
            f"handoff {uid} expired at {format_instant(handoff.expires_at)}", hint="There is nothing to cancel.",
            field="handoffId",
        )  # fmt: skip
    return handoff


def reopen(tx: Transaction, uid: str) -> Handoff:
    """Open a handoff again that was cancelled, and return it; one that is open stays so.

    Raises NotFoundError for an unknown id, ConflictError for one that is taken, expired, or has a newer in its place.
    """
    tx.execute(_REOPEN, {"uid": uid, "now": tx.now})
    handoff = require(tx, uid)
    cancel_outdated(tx, handoff.project_id, handoff.path)
    handoff = require(tx, uid)
    if handoff.state != "open":
        raise ConflictError(
            f"handoff {uid} is {handoff.state}", hint="Begin a new one with its summary.", field="handoffId"
        )
    return handoff


def erase(tx: Transaction, uid: str, *, reason: str = "") -> None:
    """Delete a handoff for good.

    Raises NotFoundError for an unknown id.
    """
    told = require(tx, uid)
    tx.erased_texts.extend((told.summary, *told.open_questions, *told.next_steps))
    tx.erased_beside.extend((*told.open_questions, *told.next_steps))
    tx.execute(_FORGET_OFFERS, {"uid": uid})
    tx.execute(_ERASE, {"uid": uid})
    erasure.note_erasure(tx, uid, "handoff", reason)


def release(tx: Transaction, session: str, *, since: Instant = 0) -> list[Handoff]:
    """Open again the handoffs a session claimed after ``since``, and return them as they are then.

    An automatic one is cancelled instead where a newer one stands in the same place, and an old one has expired.
    """
    held = claimed_by(tx, session, since=since)
    tx.execute(_RELEASE, {"session": session, "since": since, "now": tx.now})
    tx.execute(_EXPIRE, {"now": tx.now})
    for handoff in held:
        cancel_outdated(tx, handoff.project_id, handoff.path)
    return [require(tx, handoff.uid) for handoff in held]


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


def cancel_outdated(tx: Transaction, project_id: int, path: str) -> None:
    """Cancel the open automatic handoffs of one place, ``path``, but the newest."""
    tx.execute(_OUTDATED, {"project_id": project_id, "path": path, "now": tx.now})


def _handoff_of(row: Row) -> Handoff:
    uid, project_id, state, from_session, to_client, origin, path, summary, questions, steps, files, *times = row
    return Handoff(
        uid, project_id, state, from_session, to_client, origin, path, summary, tuple(json.loads(questions)),
        tuple(json.loads(steps)), tuple(json.loads(files)), *times,
    )  # fmt: skip
