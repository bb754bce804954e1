"""Take in what is told a second time: it counts as a use of the row that says it, which is in answers again."""

from __future__ import annotations

from memory_mcp.store.facts import lifecycle
from memory_mcp.store.facts.versions import Item, require
from memory_mcp.store.file.database import Transaction


def tell_again(tx: Transaction, uid: str) -> Item:
    """Note that what a row says was told again, bring it back from the archive, and return it."""
    lifecycle.note_cited(tx, uid)
    lifecycle.restore(tx, uid)
    return require(tx, uid)
