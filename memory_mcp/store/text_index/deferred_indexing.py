"""Index the words of many rows of one transaction together at its end, which halves the cost of a row."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from memory_mcp.store.facts.versions import last_row_id
from memory_mcp.store.file import meta
from memory_mcp.store.file.database import Transaction

_INDEX: Final = """
    INSERT INTO item_fts (rowid, title, body, context, bigrams)
    SELECT id, title, body, context, bigrams
    FROM item_text
    WHERE id > :last
    ORDER BY id
"""


@contextmanager
def indexed_together(tx: Transaction) -> Iterator[None]:
    """Index the words of all rows written in the block when it ends.

    The word index writes itself out before every statement that could fail alone, so row by row it does so for each
    row. If the block raises, so must the transaction.
    """
    last = last_row_id(tx)
    meta.put(tx, "fts_deferred_after", last)
    yield
    meta.remove(tx, "fts_deferred_after")
    tx.execute(_INDEX, {"last": last})
