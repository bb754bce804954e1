"""Handoffs pass work from one client to the next; each is open, claimed by exactly one session, expired or cancelled.

Reads count a handoff as expired once its time is over (``handoff_rows``); the next write here marks it so.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Final, NamedTuple

from memory_mcp.errors import ConflictError, RefusedError
from memory_mcp.store.facts import erasure
from memory_mcp.store.facts.client_names import client_name
from memory_mcp.store.file.database import Transaction
from memory_mcp.store.file.ids import new_uid
from memory_mcp.store.handoffs.handoff_rows import Handoff, Origin, claimed_by, require
from memory_mcp.temporal import DAY_US, Instant, format_instant

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


def cancel_outdated(tx: Transaction, project_id: int, path: str) -> None:
    """Cancel the open automatic handoffs of one place, ``path``, but the newest."""
    tx.execute(_OUTDATED, {"project_id": project_id, "path": path, "now": tx.now})
