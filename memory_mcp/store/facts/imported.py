"""Store versions, changes and states that come from a file, with times of their own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from memory_mcp.store.facts.facts import ADD_CHANGE, CLOSE
from memory_mcp.store.facts.lifecycle import State
from memory_mcp.store.file.database import Snapshot, Transaction
from memory_mcp.temporal import Instant

_SAYS: Final = """
    SELECT title = :title AND body = :body
    FROM item
    WHERE id = :id
"""
_HAS_CHANGE: Final = """
    SELECT 1
    FROM change
    WHERE uid = :uid AND verb = :verb AND superseded_by IS :superseded_by
      -- Under a time that was moved it stands here with another one.
      AND (txn_id = :txn_id OR (:is_moved AND reason = :reason))
"""
_TAKE_OUT: Final = """
    DELETE FROM item
    WHERE id = :id
"""
_SESSION_OF: Final = """
    SELECT session_uid
    FROM item
    WHERE id = :id
"""
_WORDS_OF: Final = """
    SELECT body
    FROM item
    WHERE id = :id
"""
_ADD_SEEN: Final = """
    INSERT INTO version_seen (item_id, origin, at)
    VALUES (:id, :origin, :at)
"""
_SHARE: Final = """
    INSERT OR IGNORE INTO shared_fact (uid)
    SELECT :uid
    WHERE (
        SELECT count(DISTINCT origin)
        FROM txn
        WHERE id IN (SELECT txn_id FROM item WHERE uid = :uid UNION SELECT txn_id FROM change WHERE uid = :uid)
    ) > 1
"""
_PUT_STATE: Final = """
    INSERT INTO item_state (
        uid, archived_at, archive_reason, pinned, use_count, shown_count, last_used_at, verified, verified_at, outcome,
        changed_at, cited_count, archive_changed_at, pin_changed_at, verdict_changed_at
    )
    VALUES (
        :uid, :archived_at, :archive_reason, :pinned, :use_count, :shown_count, :last_used_at, :verified,
        :verified_at, :outcome, :changed_at, :cited_count, :archive_changed_at, :pin_changed_at, :verdict_changed_at
    )
    ON CONFLICT (uid) DO UPDATE
    SET archived_at = :archived_at, archive_reason = :archive_reason, pinned = :pinned, use_count = :use_count,
        shown_count = :shown_count, last_used_at = :last_used_at, verified = :verified, verified_at = :verified_at,
        outcome = :outcome, changed_at = :changed_at, cited_count = :cited_count,
        archive_changed_at = :archive_changed_at, pin_changed_at = :pin_changed_at,
        verdict_changed_at = :verdict_changed_at
"""


def says(snapshot: Snapshot, item_id: int, title: str, body: str) -> bool:
    """Whether a version says exactly this."""
    return bool(snapshot.value(_SAYS, {"id": item_id, "title": title, "body": body}))


def close(tx: Transaction, item_id: int, at: Instant) -> None:
    """Close a version that is open, or was closed later: it was believed until ``at``."""
    tx.execute(CLOSE, {"now": at, "id": item_id})


def take_out(tx: Transaction, item_id: int) -> None:
    """Take out a version in whose place another memory's stands; that is no erasure."""
    tx.execute(_TAKE_OUT, {"id": item_id})


def session_of(snapshot: Snapshot, item_id: int) -> str | None:
    """Return the session a version was said in, or None."""
    session_uid: str | None = snapshot.value(_SESSION_OF, {"id": item_id})
    return session_uid


def words_of(snapshot: Snapshot, item_id: int) -> str:
    """Return what a version says."""
    body: str = snapshot.value(_WORDS_OF, {"id": item_id})
    return body


def note_seen(tx: Transaction, item_id: int, seen: Mapping[str, Instant]) -> None:
    """Note what a version knew of its fact when it was written: up to when, by memory."""
    tx.many(_ADD_SEEN, [{"id": item_id, "origin": origin, "at": at} for origin, at in seen.items()])


def share(tx: Transaction, uid: str) -> None:
    """Note that several memories wrote or changed a fact, where they did."""
    tx.execute(_SHARE, {"uid": uid})


def add_change(tx: Transaction, columns: Mapping[str, Any], *, is_moved: bool) -> bool:
    """Note why a fact changed, unless that is known; ``is_moved``: its time is not the one it stands under here."""
    if tx.value(_HAS_CHANGE, {**columns, "is_moved": is_moved}):
        return False
    tx.execute(ADD_CHANGE, columns)
    return True


def put_state(tx: Transaction, uid: str, state: State) -> None:
    """Write the whole state of a row, over what stood there."""
    columns: dict[str, Any] = state._asdict()
    columns["verified"] = None if state.verified is None else int(state.verified)
    tx.execute(_PUT_STATE, columns | {"uid": uid, "pinned": int(state.pinned)})
