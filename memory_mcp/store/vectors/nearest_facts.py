"""Find the facts nearest to one that was just written, in any wording and language.

The model runs after the fact is committed and outside every transaction, so it can neither lose a write nor delay
others. Its vector is stored in a short transaction of its own. Where another process writes at that moment, the backlog
makes the vector again.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Final, NamedTuple

from memory_mcp.errors import BusyError, UnsupportedError
from memory_mcp.store.facts.versions import ITEM_WIDTH, Item, item_of
from memory_mcp.store.facts.visibility import Filter, filtered
from memory_mcp.store.file.database import Database, Snapshot
from memory_mcp.store.file.short_wait import short_wait
from memory_mcp.store.vectors import fact_vectors, index
from memory_mcp.temporal import AsOf

if TYPE_CHECKING:
    from memory_mcp.embedding.protocol import Embedder

# Those whose vectors for search are near; among them the vectors of facts tell.
_REACH: Final = 40

_FACTS: Final = filtered("""
    SELECT item.*, fact_vector.embedding
    FROM item
    LEFT JOIN fact_vector ON fact_vector.item_id = item.id
    WHERE item.id IN (
        SELECT value FROM json_each(:ids)
        UNION
        -- What was written a moment ago is in no index of vectors yet.
        SELECT * FROM (
            SELECT waiting.item_id
            FROM embedding_queue AS waiting
            JOIN fact_vector USING (item_id)
            ORDER BY waiting.item_id DESC
            LIMIT :most
        )
    )
      AND {filter}
""")


def embed_written(db: Database, embedder: Embedder, rows: Sequence[Item]) -> dict[int, bytes]:
    """Return the vectors of facts that were just stored, by row id, and keep them so that no backlog makes them again.

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
    vectors = fact_vectors.made(embedder, rows, is_awaited=True)
    with suppress(BusyError), short_wait(db), db.writing("embed") as tx:
        if index.mismatch(tx, embedder.model_tag) is None:
            index.prepare(tx, embedder.model_tag, embedder.dim)
            fact_vectors.keep(tx, vectors)
    return vectors


class NearFact(NamedTuple):
    """A fact near another: the cosine of both, and the vector by which it is compared; empty where it has none yet."""

    item: Item
    cosine: float
    vector: bytes


def nearest_facts(db: Database, snapshot: Snapshot, written: Item, vector: bytes) -> list[NearFact]:
    """Return some facts near one that was just stored, nearest first.

    They are believed and true now, and of the same project or of none. ``vector`` is as ``embed_written`` gives it.
    """
    # It imports numpy, which a process with a model has anyway.
    import numpy as np  # noqa: PLC0415

    from memory_mcp.store.vectors import knn  # noqa: PLC0415

    own = np.frombuffer(vector, "<f4")
    here = Filter(AsOf(snapshot.now, snapshot.now), written.project_id, fact_vectors.COMPARED)
    near = dict(knn.nearest(snapshot, own, here, _REACH, copy=knn.copy_of(db)))
    rows = snapshot.rows(_FACTS, here.parameters | {"ids": json.dumps(list(near)), "most": _REACH})
    found = []
    for row in rows:
        item, theirs = item_of(row), row[ITEM_WIDTH]
        # Stored by a program that made no such vectors, or waiting for one.
        cosine = near.get(item.id, 0.0) if theirs is None else float(np.frombuffer(theirs, "<f4") @ own)
        if item.uid != written.uid:
            found.append(NearFact(item, cosine, theirs or b""))
    return sorted(found, key=lambda one: (-one.cosine, one.item.id))
