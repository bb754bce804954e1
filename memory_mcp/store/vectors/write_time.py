"""Vectors at write time: rows that were just stored get theirs before the answer, and meet their nearest facts.

The model runs when the rows are committed and outside every transaction, so a write is neither lost nor delayed for
others because of it. What it gives is stored in a short transaction of its own; where another process writes just
then the rows stay in the queue.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from memory_mcp.errors import BusyError, UnsupportedError
from memory_mcp.store.facts.versions import Item, Kind, item_of
from memory_mcp.store.facts.visibility import Filter
from memory_mcp.store.file.database import SERVER_BUSY_TIMEOUT_MS, Database, Snapshot
from memory_mcp.store.vectors import index
from memory_mcp.temporal import AsOf

if TYPE_CHECKING:
    from memory_mcp.embedding import Embedder

COMPARED: Final[tuple[Kind, ...]] = ("learning", "decision", "observation")
"""The kinds of rows that say what holds, and so may repeat or contradict each other."""
# A lock never delays an answer.
_LOCK_PATIENCE_MS: Final = 20

_ROWS: Final = """
    SELECT item.*
    FROM json_each(:ids) AS wanted
    CROSS JOIN item ON item.id = wanted.value
    ORDER BY wanted.key
"""


def embed_written(db: Database, embedder: Embedder, rows: Sequence[Item]) -> dict[int, list[bytes]]:
    """Return the vectors of rows that were just stored, by row id, and keep them so that no backlog makes them again.

    Raises UnsupportedError where the vector extension cannot be loaded or the file's vectors are of another model.
    """
    db.load_vectors()
    with db.reading() as snapshot:
        wrong = index.mismatch(snapshot, embedder.model_tag)
    if wrong is not None:
        raise UnsupportedError(
            f"this file's vectors are of the model {wrong.file_model}, this process has {wrong.own_model}",
            hint="`memory-mcp reindex` changes the file's model.",
        )
    vectors = index.embedded(embedder, list(rows))
    db.wait_at_most(_LOCK_PATIENCE_MS)
    try:
        with suppress(BusyError), db.writing("embed") as tx:
            if index.mismatch(tx, embedder.model_tag) is None:
                index.put_all(tx, vectors.items(), embedder.model_tag, embedder.dim)
    finally:
        db.wait_at_most(SERVER_BUSY_TIMEOUT_MS)
    return vectors


def nearest_facts(
    db: Database, snapshot: Snapshot, written: Item, vectors: Sequence[bytes], *, most: int
) -> list[tuple[Item, float]]:
    """Return the facts nearest to one that was just stored, nearest first, each with its cosine.

    They are believed and true now, of the same project or of none, in any wording and language. The vectors of the
    written row are as ``index.as_bytes`` gives them.
    """
    # It imports numpy, which a process with a model has anyway.
    import numpy as np  # noqa: PLC0415

    from memory_mcp.store.vectors import knn  # noqa: PLC0415

    here = Filter(AsOf(snapshot.now, snapshot.now), written.project_id, COMPARED)
    found: dict[int, float] = {}
    for vector in vectors:
        near = knn.nearest(snapshot, np.frombuffer(vector, "<f4"), here, most + 1, copy=knn.copy_of(db))
        for row_id, cosine in near:
            found[row_id] = max(found.get(row_id, -1.0), cosine)
    ids = sorted(found, key=lambda row_id: (-found[row_id], row_id))
    items = [item_of(row) for row in snapshot.rows(_ROWS, {"ids": json.dumps(ids)})]
    return [(item, found[item.id]) for item in items if item.uid != written.uid][:most]
