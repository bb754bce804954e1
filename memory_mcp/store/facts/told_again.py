"""Take in what is told a second time: it counts as a use of the row that says it, which is in answers again."""

from __future__ import annotations

from typing import Any

from memory_mcp.store.facts import facts, lifecycle
from memory_mcp.store.facts.tags import added
from memory_mcp.store.facts.versions import Draft, Item, believed
from memory_mcp.store.file.database import Transaction
from memory_mcp.temporal import Period


def tell_again(tx: Transaction, uid: str, draft: Draft) -> Item:
    """Note that what a row says was told again, bring it back from the archive, and return it.

    What the second telling adds is kept: further tags, an importance, a source where none was known, and that it
    holds from earlier on.
    """
    lifecycle.note_cited(tx, uid)
    lifecycle.restore(tx, uid)
    known = believed(tx, uid)
    changed = _added(known, draft)
    return (facts.correct(tx, uid, reason="told again with more to say", **changed) if changed else known)[-1]


def _added(known: list[Item], draft: Draft) -> dict[str, Any]:
    """Return what a draft says beyond the versions believed of a row that words the same, as changed fields."""
    last = known[-1]
    changed: dict[str, Any] = {}
    if more := added(last.tags, draft.tags):
        changed["tags"] = (*last.tags, *more)
    if draft.importance not in (None, last.importance):
        changed["importance"] = draft.importance
    if (source := draft.attributes.get("source")) and not last.attributes.get("source"):
        changed["attributes"] = {**last.attributes, "source": source}
    # Each of several periods would be stretched over the others.
    if len(known) == 1 and draft.valid.start < last.valid.start:
        changed["valid"] = Period(draft.valid.start, last.valid.end)
    return changed
