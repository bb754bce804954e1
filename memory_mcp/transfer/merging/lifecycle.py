"""State that comes in: the newer wins, nothing is un-archived, and a count never falls."""

from __future__ import annotations

import dataclasses
from typing import Any, Final

from memory_mcp.store.facts.lifecycle import State, state
from memory_mcp.store.file.database import Transaction

_WRITE: Final = """
    INSERT INTO item_state (
        uid, archived_at, archive_reason, pinned, use_count, shown_count, last_used_at, verified, verified_at, outcome,
        changed_at, cited_count
    )
    VALUES (
        :uid, :archived_at, :archive_reason, :pinned, :use_count, :shown_count, :last_used_at, :verified,
        :verified_at, :outcome, :changed_at, :cited_count
    )
    ON CONFLICT (uid) DO UPDATE
    SET archived_at = :archived_at, archive_reason = :archive_reason, pinned = :pinned, use_count = :use_count,
        shown_count = :shown_count, last_used_at = :last_used_at, verified = :verified, verified_at = :verified_at,
        outcome = :outcome, changed_at = :changed_at, cited_count = :cited_count
"""


def merge_state(tx: Transaction, uid: str, incoming: State | None) -> bool:
    """Merge what a file says about a row's state into what is known; say whether that changed anything."""
    if incoming is None:
        return False
    ours = state(tx, uid)
    merged = joined(ours, incoming)
    if merged == ours:
        return False
    values: dict[str, Any] = dataclasses.asdict(merged)
    values["verified"] = None if merged.verified is None else int(merged.verified)
    tx.execute(_WRITE, values | {"uid": uid, "pinned": int(merged.pinned)})
    return True


def joined(ours: State, theirs: State) -> State:
    """Return what holds after both. Archived stays archived; restored here after it was archived there stays here."""
    is_newer = theirs.changed_at > ours.changed_at
    archived = ours
    if ours.archived_at is None and theirs.archived_at is not None and theirs.archived_at >= ours.changed_at:
        archived = theirs
    judged = theirs if (theirs.verified_at or 0) > (ours.verified_at or 0) or ours == State() else ours
    return State(
        archived_at=archived.archived_at,
        archive_reason=archived.archive_reason,
        pinned=theirs.pinned if is_newer else ours.pinned,
        use_count=max(ours.use_count, theirs.use_count),
        shown_count=max(ours.shown_count, theirs.shown_count),
        last_used_at=max((at for at in (ours.last_used_at, theirs.last_used_at) if at is not None), default=None),
        verified=judged.verified,
        verified_at=judged.verified_at,
        outcome=theirs.outcome if is_newer and theirs.outcome else ours.outcome or theirs.outcome,
        changed_at=max(ours.changed_at, theirs.changed_at),
        cited_count=max(ours.cited_count, theirs.cited_count),
    )
