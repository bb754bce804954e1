"""State and words that come in: the newer wins, nothing is un-archived or taken away, and a count never falls."""

from __future__ import annotations

from typing import Any

from memory_mcp.store.facts.imported import put_state
from memory_mcp.store.facts.lifecycle import State, state
from memory_mcp.store.facts.versions import Draft, Item
from memory_mcp.store.file.database import Transaction
from memory_mcp.store.graph import entities


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


def additions(ours: Item, theirs: Draft) -> dict[str, Any]:
    """Return what a row of the same meaning adds to ours, as changed fields."""
    changed: dict[str, Any] = {}
    if not set(theirs.tags) <= set(ours.tags):
        changed["tags"] = tuple(sorted({*ours.tags, *theirs.tags}))
    if ours.kind != "entity":
        return changed
    names = [theirs.title, *theirs.attributes.get("aliases", [])]
    aliases = list(ours.attributes.get("aliases", []))
    folded = {entities.folded_name(name) for name in (ours.title, *aliases)}
    for alias in names:
        if entities.folded_name(alias) not in folded:
            folded.add(entities.folded_name(alias))
            aliases.append(alias)
    if len(aliases) > len(ours.attributes.get("aliases", [])):
        changed["attributes"] = ours.attributes | {"aliases": aliases}
        changed["context"] = ", ".join([*aliases, ours.attributes.get("entityType", "")])
    if theirs.body and not ours.body:
        changed["body"] = theirs.body
    return changed
