"""Make the word index and the vectors anew from the rows; this is also how a file changes to another model."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memory_mcp.store.file import meta
from memory_mcp.store.file.database import Database
from memory_mcp.store.file.progress import Progress
from memory_mcp.store.text_index.rebuild import rebuild
from memory_mcp.store.vectors import index

if TYPE_CHECKING:
    from memory_mcp.embedding.protocol import Embedder


def reindex(
    db: Database, embedder: Embedder, progress: Progress = lambda _done, _total: None, *, batch: int = index.BATCH
) -> index.CaughtUp:
    """Rebuild the word indexes and give every row a vector of this model. Interrupted, the next call goes on.

    The change of model is one transaction: from then on only vectors of the new one exist, so they never mix.
    Raises UnsupportedError when the vector extension cannot be loaded.
    """
    db.load_vectors()
    with db.writing("reindex") as tx:
        if meta.get(tx, "reindexing") != embedder.model_tag:
            rebuild(tx)
            index.start_over(tx, embedder.model_tag, embedder.dim)
            meta.put(tx, "reindexing", embedder.model_tag)
        total = index.waiting(tx)
    done = 0
    while True:
        caught_up = index.catch_up(db, embedder, batch)
        if isinstance(caught_up, index.ModelMismatch):
            # Another process began a reindex of its own; its model is the file's now.
            return index.CaughtUp(done, total - done)
        done += caught_up.done
        progress(done, max(total, done + caught_up.waiting))
        if not caught_up.waiting:
            break
    with db.writing("reindex") as tx:
        meta.remove(tx, "reindexing")
    return index.CaughtUp(done, 0)
