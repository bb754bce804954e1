"""Merge the state of rows and what equal rows add: the later value of a register stands, and no count falls.

A row has three registers, each with the time it was last set: archived, pinned, judged. A register without a time takes
the time that its value tells (``archived_at``, ``verified_at``), else that of the row's last change. Of two values of
the same time the greater one stands, so the order of the files makes no difference (last-writer-wins registers, and
counters joined by their maximum).
"""

from __future__ import annotations

from typing import Any

from memory_mcp.language.entity_names import also_called
from memory_mcp.store.facts.imported import put_state
from memory_mcp.store.facts.lifecycle import State, state
from memory_mcp.store.facts.tags import added
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
    """Return what holds after both: a maximum, register by register and count by count."""
    ours, theirs = _dated(ours), _dated(theirs)
    archived, pinned, judged = (max(ours, theirs, key=key) for key in (_archived, _pinned, _judged))
    return State(
        archived_at=archived.archived_at,
        archive_reason=archived.archive_reason,
        pinned=pinned.pinned,
        use_count=max(ours.use_count, theirs.use_count),
        shown_count=max(ours.shown_count, theirs.shown_count),
        last_used_at=max((at for at in (ours.last_used_at, theirs.last_used_at) if at is not None), default=None),
        verified=judged.verified,
        verified_at=judged.verified_at,
        outcome=judged.outcome,
        changed_at=max(ours.changed_at, theirs.changed_at),
        cited_count=max(ours.cited_count, theirs.cited_count),
        archive_changed_at=archived.archive_changed_at,
        pin_changed_at=pinned.pin_changed_at,
        verdict_changed_at=judged.verdict_changed_at,
    )


def _dated(state: State) -> State:
    """Return a state that says when each register was set, where the file it is from does not."""
    is_judged = state.verified is not None or bool(state.outcome)
    return state._replace(
        archive_changed_at=state.archive_changed_at or state.archived_at or 0,
        pin_changed_at=state.pin_changed_at or (state.changed_at if state.pinned else 0),
        verdict_changed_at=state.verdict_changed_at or state.verified_at or (state.changed_at if is_judged else 0),
    )


def _archived(state: State) -> tuple[object, ...]:
    return state.archive_changed_at, state.archived_at or 0, state.archive_reason


def _pinned(state: State) -> tuple[object, ...]:
    return state.pin_changed_at, state.pinned


def _judged(state: State) -> tuple[object, ...]:
    verdict = -1 if state.verified is None else int(state.verified)
    return state.verdict_changed_at, verdict, state.verified_at or 0, state.outcome


def additions(ours: Item, theirs: Draft) -> dict[str, Any]:
    """Return what a row of the same meaning adds to ours, as changed fields."""
    changed: dict[str, Any] = {}
    if more := added(ours.tags, theirs.tags):
        changed["tags"] = tuple(sorted((*ours.tags, *more)))
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
        changed["attributes"] = {**ours.attributes, "aliases": aliases}
        changed["context"] = also_called(aliases, ours.attributes.get("entityType", ""))
    if theirs.body and not ours.body:
        changed["body"] = theirs.body
    return changed
