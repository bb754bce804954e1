"""Change what is no belief: whether a row is archived or pinned, and how often it was used, shown and verified."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any, Final, NamedTuple

from memory_mcp.store.file.database import Snapshot, Transaction
from memory_mcp.temporal import Instant

_HAND_ON: Final = """
    UPDATE item_state
    SET uid = :uid
    WHERE uid = :was
"""
_STATE: Final = """
    SELECT archived_at, archive_reason, pinned, use_count, shown_count, last_used_at, verified, verified_at, outcome,
           changed_at, cited_count, archive_changed_at, pin_changed_at, verdict_changed_at
    FROM item_state
    WHERE uid = :uid
"""
_STATES: Final = """
    SELECT uid, archived_at, archive_reason, pinned, use_count, shown_count, last_used_at, verified, verified_at,
           outcome, changed_at, cited_count, archive_changed_at, pin_changed_at, verdict_changed_at
    FROM item_state
    WHERE uid IN (SELECT value FROM json_each(:uids))
"""
_ARCHIVE: Final = """
    INSERT INTO item_state (uid, archived_at, archive_reason, changed_at, archive_changed_at)
    VALUES (:uid, :at, :reason, :now, :now)
    ON CONFLICT (uid) DO UPDATE
    SET archived_at = :at, archive_reason = :reason, changed_at = :now, archive_changed_at = :now
    WHERE archived_at IS NULL
"""
_RESTORE: Final = """
    UPDATE item_state
    SET archived_at = NULL, archive_reason = '', changed_at = :now, archive_changed_at = :now
    WHERE uid = :uid AND archived_at IS NOT NULL
"""
_PIN: Final = """
    INSERT INTO item_state (uid, pinned, changed_at, pin_changed_at)
    VALUES (:uid, :pinned, :now, :now)
    ON CONFLICT (uid) DO UPDATE
    SET pinned = :pinned, changed_at = :now, pin_changed_at = :now
    WHERE pinned <> :pinned
"""
_USE: Final = """
    INSERT INTO item_state (uid, use_count, cited_count, last_used_at, changed_at)
    SELECT :uid, 1, :cited, :now, :now
    -- Noted after the reply: it may have been erased meanwhile.
    WHERE EXISTS (
        SELECT 1
        FROM item
        WHERE item.uid = :uid
    )
    ON CONFLICT (uid) DO UPDATE
    SET use_count = use_count + 1, cited_count = cited_count + :cited,
        last_used_at = max(coalesce(last_used_at, :now), :now), changed_at = :now
"""
_SHOW: Final = """
    INSERT INTO item_state (uid, shown_count, changed_at)
    SELECT :uid, 1, :now
    WHERE EXISTS (
        SELECT 1
        FROM item
        WHERE item.uid = :uid
    )
    ON CONFLICT (uid) DO UPDATE
    SET shown_count = shown_count + 1
"""
_VERIFY: Final = """
    INSERT INTO item_state (uid, verified, verified_at, outcome, changed_at, verdict_changed_at)
    VALUES (:uid, :verified, :verified_at, coalesce(:outcome, ''), :now, :now)
    ON CONFLICT (uid) DO UPDATE
    SET verified = coalesce(:verified, verified), verified_at = coalesce(:verified_at, verified_at),
        outcome = coalesce(:outcome, outcome), changed_at = :now, verdict_changed_at = :now
"""


class State(NamedTuple):
    """The state of a row; the defaults are those of a row nothing happened to.

    Of ``use_count`` uses ``cited_count`` were citations; ``shown_count`` counts no use. The last three times say when
    it was archived or restored, pinned or let go, and judged last; 0 is never.
    """

    archived_at: Instant | None = None
    archive_reason: str = ""
    pinned: bool = False
    use_count: int = 0
    shown_count: int = 0
    last_used_at: Instant | None = None
    verified: bool | None = None
    verified_at: Instant | None = None
    outcome: str = ""
    changed_at: Instant = 0
    cited_count: int = 0
    archive_changed_at: Instant = 0
    pin_changed_at: Instant = 0
    verdict_changed_at: Instant = 0


def state(snapshot: Snapshot, uid: str) -> State:
    """Return the state of a row; the defaults when nothing happened to it."""
    row = snapshot.row(_STATE, {"uid": uid})
    return State() if row is None else _state_of(row)


def states(snapshot: Snapshot, uids: Iterable[str]) -> dict[str, State]:
    """Return the state of those rows that something happened to."""
    found = snapshot.rows(_STATES, {"uids": json.dumps(list(uids))})
    return {uid: _state_of(row) for uid, *row in found}


def _state_of(row: Sequence[Any]) -> State:
    archived_at, archive_reason, pinned, use_count, shown_count, last_used_at, verified, *rest = row
    is_verified = None if verified is None else bool(verified)
    return State(archived_at, archive_reason, bool(pinned), use_count, shown_count, last_used_at, is_verified, *rest)


def archive(tx: Transaction, uid: str, *, reason: str = "", at: Instant | None = None) -> bool:
    """Take a row out of live answers, as of ``at`` (now when absent); False when it was out already."""
    tx.execute(_ARCHIVE, {"uid": uid, "now": tx.now, "at": tx.now if at is None else at, "reason": reason})
    return tx.changes() > 0


def restore(tx: Transaction, uid: str) -> bool:
    """Put an archived row back into live answers; False when it was there."""
    tx.execute(_RESTORE, {"uid": uid, "now": tx.now})
    return tx.changes() > 0


def hand_on(tx: Transaction, was: str, uid: str) -> None:
    """Move the state of a row (pinned, archived, used) to the row that takes its place."""
    tx.execute(_HAND_ON, {"was": was, "uid": uid})


def pin(tx: Transaction, uid: str, *, pinned: bool) -> None:
    """Pin a row (never retired, shown at a session's start) or let it go."""
    tx.execute(_PIN, {"uid": uid, "pinned": int(pinned), "now": tx.now})


def note_use(tx: Transaction, uid: str) -> int:
    """Count that a row was opened and return how often it was used."""
    tx.execute(_USE, {"uid": uid, "now": tx.now, "cited": 0})
    return state(tx, uid).use_count


def note_cited(tx: Transaction, uid: str) -> None:
    """Count that a row was cited: said again, named by its id in another, put in another's place, given a verdict."""
    tx.execute(_USE, {"uid": uid, "now": tx.now, "cited": 1})


def note_shown(tx: Transaction, uids: list[str]) -> None:
    """Count that rows were shown in an answer; this never ranks."""
    tx.many(_SHOW, [{"uid": uid, "now": tx.now} for uid in uids])


def verify(tx: Transaction, uid: str, *, verified: bool | None, outcome: str | None) -> None:
    """Hold that a decision turned out right or not, and what became of it; None leaves a value as it is."""
    verified_at = None if verified is None else tx.now
    flag = None if verified is None else int(verified)
    tx.execute(_VERIFY, {"uid": uid, "verified": flag, "verified_at": verified_at, "outcome": outcome, "now": tx.now})
