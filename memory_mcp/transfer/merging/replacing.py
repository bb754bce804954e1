"""End what a fact of a file came in the place of, where that holds here still: both would hold beside each other."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from memory_mcp.store.documents import documents
from memory_mcp.store.facts import facts, lifecycle, versions
from memory_mcp.store.facts.versions import Item
from memory_mcp.temporal import Period
from memory_mcp.transfer.merging.batches import Batch
from memory_mcp.transfer.model.entry import Fact, Version

_REASON: Final = "changed in the imported pages"


def replaced(batch: Batch, fact: Fact, uid: str) -> list[Item]:
    """Return what a fact that is new here, with the id ``uid``, came in the place of and holds here still.

    A document that comes from a file or a page of somebody's own is none: it would come in from there again.
    """
    if batch.versions[uid]:
        return []
    known = (versions.newest(batch.tx, batch.ids.of(fact.kind, old)) for old in fact.replaces)
    return [
        item
        for item in known
        if item is not None and item.kind == fact.kind and item.is_believed and item.valid.contains(batch.tx.now)
        and not (item.kind == "document" and item.external_id is not None)
    ]  # fmt: skip


def from_now_on(batch: Batch, said: Iterable[Version]) -> list[Version]:
    """Return versions that hold from now on: a page says since when the first of its place held."""
    return [replace(one, draft=one.draft._replace(valid=Period(batch.tx.now))) for one in said]


def take_over(batch: Batch, fact: Fact, over: Iterable[Item]) -> None:
    """Put a fact that came in, or what says the same here, in the place of what is over."""
    tx, by = batch.tx, batch.ids.of(fact.kind, fact.uid)
    for old in over:
        if old.uid == by:
            continue
        if old.kind != "document":
            facts.supersede(tx, old.uid, by=by, at=tx.now, reason=_REASON)
            continue
        if not lifecycle.states(tx, [by]):
            lifecycle.hand_on(tx, old.uid, by)
        documents.retract(tx, old.uid, reason=f"replaced by {by}, {_REASON}")
