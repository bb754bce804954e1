"""State that comes in: the newer wins, nothing is un-archived, and a count never falls."""

from __future__ import annotations

from memory_mcp.store.facts.imported import put_state
from memory_mcp.store.facts.lifecycle import State, state
from memory_mcp.store.file.database import Transaction


def merge_state(tx: Transaction, uid: str, incoming: State | None) -> bool:
    """Merge what a file says about a row's state into what is known; say whether that changed anything."""
    if incoming is None:
        return False
    ours = state(tx, uid)
    merged = joined(ours, incoming)
    if merged == ours:
        return False
    put_state(tx, uid, merged)
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
