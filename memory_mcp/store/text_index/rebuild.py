"""Make the word index anew from the rows."""

from __future__ import annotations

from typing import Final, LiteralString

from memory_mcp.store.file import meta
from memory_mcp.store.file.database import Transaction

REBUILD: Final[tuple[LiteralString, ...]] = (
    "INSERT INTO item_fts (item_fts) VALUES ('rebuild')",
    "INSERT INTO item_trigram (item_trigram) VALUES ('delete-all')",
)


def rebuild(tx: Transaction) -> None:
    """Rebuild the word index from the rows; the substring index starts over and is caught up behind its watermark."""
    for statement in REBUILD:
        tx.execute(statement)
    meta.put(tx, "trigram_through", 0)
