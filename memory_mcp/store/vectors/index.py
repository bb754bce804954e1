"""Keep vectors in the file: queue rows that lack one, make them in small batches, and change to another model.

A row without a vector stands in a queue that any process works off. The model runs outside every transaction; its
vectors are written in a short one, only for rows that still wait, so two processes at once do no harm. The file has one
model, named by the first vector written; a process with another one neither writes vectors nor uses them. Only a
reindex changes the model.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final, LiteralString, NamedTuple, cast

from memory_mcp.errors import UnsupportedError
from memory_mcp.store.facts.versions import Item, Kind, item_of
from memory_mcp.store.file import meta
from memory_mcp.store.file.database import Database, Snapshot, Transaction
from memory_mcp.store.file.kinds import HAS_VECTOR
from memory_mcp.store.vectors import fact_vectors
from memory_mcp.store.vectors.fact_vectors import as_bytes
from memory_mcp.store.vectors.file_model import model_tag, set_model_tag

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from memory_mcp.embedding.protocol import Embedder


BATCH: Final = 32
"""Rows embedded between two transactions."""
_MOST_PASSAGES: Final = 256
MEAN_TRUST: Final = 8
"""Vectors at which their mean is trusted by half: that of three is their subject, not what the model gives all."""

_HAS_EXTENSION: Final = """
    SELECT 1
    FROM pragma_module_list
    WHERE name = 'vec0'
"""
_HAS_TABLE: Final = """
    SELECT 1
    FROM sqlite_schema
    WHERE name = 'item_vector'
"""
_WAITING: Final = """
    -- What was said last is asked for first.
    SELECT item.*
    FROM embedding_queue
    CROSS JOIN item ON item.id = embedding_queue.item_id
    WHERE :kinds IS NULL OR item.kind IN (SELECT value FROM json_each(:kinds))
    ORDER BY embedding_queue.item_id DESC
    LIMIT :limit
"""
_COUNT_WAITING: Final = """
    SELECT count(*)
    FROM embedding_queue
"""
_TWIN: Final = """
    -- A version that says the same has the same vectors: a closed period or a new tag needs no model.
    SELECT other.id
    FROM item AS other
    WHERE other.uid = :uid AND other.id <> :id
      AND (other.title, other.body, other.context) = (:title, :body, :context)
      AND EXISTS (
          SELECT 1
          FROM item_embedding
          WHERE item_embedding.item_id = other.id
      )
    LIMIT 1
"""
_STILL_WAITS: Final = """
    SELECT 1
    FROM embedding_queue
    WHERE item_id = :item_id
"""
_DONE: Final = """
    DELETE FROM embedding_queue
    WHERE item_id = :item_id
"""
_NOTE_VECTOR: Final = """
    INSERT INTO item_embedding (item_id, model_tag)
    VALUES (:item_id, :model_tag)
"""
_WRITE_VECTOR: Final = """
    INSERT INTO item_vector (rowid, embedding)
    VALUES (:id, :embedding)
"""
_VECTORS_OF: Final = """
    SELECT item_vector.embedding
    FROM item_embedding
    CROSS JOIN item_vector ON item_vector.rowid = item_embedding.id
    WHERE item_embedding.item_id = :item_id
    ORDER BY item_embedding.id
"""
_REMOVE: Final = """
    DELETE FROM item_embedding
    WHERE item_id IN (SELECT value FROM json_each(:item_ids))
"""
_LEFTOVERS: Final = """
    SELECT id
    FROM orphan_vector
"""
_ERASE_VECTOR: Final = """
    DELETE FROM item_vector
    WHERE rowid = :id
"""
_NO_LEFTOVERS: Final = """
    DELETE FROM orphan_vector
"""
_VECTOR: Final = """
    SELECT embedding
    FROM item_vector
    WHERE rowid = :id
"""
_QUEUE_ALL: Final = f"""
    INSERT OR IGNORE INTO embedding_queue (item_id)
    SELECT id
    FROM item
    WHERE {HAS_VECTOR}
"""
_FORGET_VECTORS: Final[tuple[LiteralString, ...]] = (
    "DELETE FROM item_embedding",
    "DELETE FROM fact_vector",
    "DELETE FROM orphan_vector",
    "DROP TABLE IF EXISTS item_vector",
)


class ModelMismatch(NamedTuple):
    """The file's vectors are of another model than this process has: answers are lexical until a reindex."""

    file_model: str
    own_model: str

    def __str__(self) -> str:
        """Say it to a person, with what to do."""
        return (
            f"this file's vectors are of the model {self.file_model}, this process has {self.own_model}; "
            "`memory-mcp reindex` changes the file's model"
        )


class CaughtUp(NamedTuple):
    """How many rows got their vectors, and how many still wait."""

    done: int
    waiting: int


class Coverage(NamedTuple):
    """How many vectors there are, how many versions wait for theirs; the file's model, None before the first vector."""

    vectors: int
    waiting: int
    model_tag: str | None


def coverage(snapshot: Snapshot) -> Coverage:
    """Return how far the vectors have come, by counts that are kept: asked before every search by meaning."""
    return Coverage(_count(snapshot), waiting(snapshot), model_tag(snapshot))


def waiting(snapshot: Snapshot | Database) -> int:
    """Return how many rows wait for a vector, in a snapshot or just now."""
    return int(snapshot.value(_COUNT_WAITING))


def mismatch(snapshot: Snapshot, own_model: str) -> ModelMismatch | None:
    """Return what is wrong when the file's vectors are of another model; None when they are comparable."""
    tag = model_tag(snapshot)
    return None if tag is None or tag == own_model else ModelMismatch(tag, own_model)


def text_to_embed(item: Item) -> str:
    """Return what a row says to the model: the text the word index has, a turn as a line of a conversation."""
    if item.kind == "turn":
        return f"{item.title}: {item.body}" if item.title else item.body
    return "\n".join(part for part in (item.title, item.body, item.context) if part)


def are_waiting(db: Database, kinds: Sequence[Kind]) -> bool:
    """Whether a row of one of these kinds waits for a vector."""
    with db.reading() as snapshot:
        return bool(snapshot.rows(_WAITING, {"limit": 1, "kinds": json.dumps(kinds)}))


def catch_up(
    db: Database, embedder: Embedder, limit: int = BATCH, *, kinds: Sequence[Kind] | None = None
) -> CaughtUp | ModelMismatch:
    """Give vectors to at most ``limit`` waiting rows, newest first, and take out those whose rows are gone.

    ``kinds`` are those that are wanted, all by default; what still waits is counted of all.

    Raises UnsupportedError when the vector extension cannot be loaded.
    """
    db.load_vectors()
    with db.reading() as snapshot:
        wrong = mismatch(snapshot, embedder.model_tag)
        if wrong is not None:
            return wrong
        rows = [item_of(row) for row in snapshot.rows(_WAITING, {"limit": limit, "kinds": kinds and json.dumps(kinds)})]
        twins = {item.id: _twin(snapshot, item) for item in rows}
        if not rows and not snapshot.row(_LEFTOVERS):
            return CaughtUp(0, 0)
        facts = fact_vectors.lacking(snapshot, [item for item in rows if twins[item.id] is None])
    given = _embedded(embedder, [item for item in rows if twins[item.id] is None])
    compared = fact_vectors.made(embedder, facts)
    with db.writing("embed") as tx:
        wrong = mismatch(tx, embedder.model_tag)
        if wrong is not None:  # somebody changed the file's model meanwhile
            return wrong
        fresh = []
        for item in rows:
            twin = twins[item.id]
            vectors = given[item.id] if twin is None else [row[0] for row in tx.rows(_VECTORS_OF, {"item_id": twin})]
            fresh.append((item.id, vectors))
            if twin is not None:
                fact_vectors.copy(tx, item.id, twin)
        fact_vectors.keep(tx, compared)
        sweep(tx)
        done = put_all(tx, fresh, embedder.model_tag, embedder.dim) if fresh else 0
        return CaughtUp(done, waiting(tx))


def put_all(tx: Transaction, vectors: Iterable[tuple[int, Sequence[bytes]]], tag: str, dim: int) -> int:
    """Write (row id, its vectors as ``as_bytes`` gives them) for the rows that still wait; return how many did."""
    prepare(tx, tag, dim)
    done, written = 0, []
    for item_id, given in vectors:
        if not tx.value(_STILL_WAITS, {"item_id": item_id}):
            continue
        for vector in given[:_MOST_PASSAGES]:
            tx.execute(_NOTE_VECTOR, {"item_id": item_id, "model_tag": tag})
            tx.execute(_WRITE_VECTOR, {"id": tx.inserted_id(), "embedding": vector})
            written.append(vector)
        tx.execute(_DONE, {"item_id": item_id})
        done += 1
    _count_in(tx, written, 1)
    return done


def remove(tx: Transaction, item_ids: Sequence[int]) -> bool:
    """Take the vectors of rows out of the file; False when that waits for a process that has the extension."""
    tx.execute(_REMOVE, {"item_ids": json.dumps(list(item_ids))})
    return sweep(tx)


def are_kept(snapshot: Snapshot) -> bool:
    """Whether the file has vectors at all."""
    return bool(snapshot.value(_HAS_TABLE))


def reach(db: Database) -> str:
    """Make the connection able to remove vectors where any are kept; return why it cannot, "" where it can.

    Those of erased rows are then left to a process that can; ``memory_health`` counts them.
    """
    with db.reading() as snapshot:
        if not are_kept(snapshot):
            return ""
    try:
        db.load_vectors()
    except UnsupportedError as exc:
        return exc.message
    return ""


def sweep(tx: Transaction) -> bool:
    """Take out the vectors whose rows are gone; False when this connection cannot, for want of the extension."""
    leftovers = tx.rows(_LEFTOVERS)
    if not leftovers:
        return True
    if not tx.value(_HAS_EXTENSION):
        return False
    if tx.value(_HAS_TABLE):
        _count_in(tx, [vector for (left,) in leftovers for (vector,) in tx.rows(_VECTOR, {"id": left})], -1)
        tx.many(_ERASE_VECTOR, [{"id": left} for (left,) in leftovers])
    tx.execute(_NO_LEFTOVERS)
    return True


def start_over(tx: Transaction, tag: str, dim: int) -> None:
    """Forget all vectors and let every row wait for one of another model, which is the file's from now on."""
    for statement in _FORGET_VECTORS:
        tx.execute(statement)
    for key in ("vector_sum", "vector_count"):
        meta.remove(tx, key)
    prepare(tx, tag, dim)
    tx.execute(_QUEUE_ALL)


def mean_of(snapshot: Snapshot) -> tuple[npt.NDArray[np.float32], int]:
    """Return the mean (dim,) of all vectors of the file and how many there are; zeros (1,) and 0 without any.

    It is kept as a running sum, so that every process has the same one without reading the vectors.
    """
    import numpy as np  # noqa: PLC0415 - only a process with a model pays for it

    count = _count(snapshot)
    if not count:
        return np.zeros(1, np.float32), 0
    total = np.frombuffer(meta.get(snapshot, "vector_sum"), "<f8")
    return (total / count).astype(np.float32), count


def shared_by_all(snapshot: Snapshot) -> npt.NDArray[np.float32]:
    """Return what all vectors of the file share, (dim,): their mean, of few vectors only a part of it.

    The mean of two vectors lies between them: less all of it, they are opposites, however near they are.
    """
    mean, count = mean_of(snapshot)
    mean *= count / (count + MEAN_TRUST)
    return mean


def _count(snapshot: Snapshot) -> int:
    return meta.get(snapshot, "vector_count") or 0


def _twin(snapshot: Snapshot, item: Item) -> int | None:
    parameters = {"uid": item.uid, "id": item.id, "title": item.title, "body": item.body, "context": item.context}
    return cast("int | None", snapshot.value(_TWIN, parameters))


def _embedded(embedder: Embedder, rows: list[Item]) -> dict[int, list[bytes]]:
    """Return the vectors of each row: one for each stretch of its text that the model takes in at once."""
    # A text without a word has a vector too: every row has one or waits for one.
    stretches = {item.id: embedder.split(text_to_embed(item)) or [""] for item in rows}
    texts = [part for parts in stretches.values() for part in parts[:_MOST_PASSAGES]]
    vectors = iter(embedder.embed_passages(texts) if texts else ())
    return {item_id: [as_bytes(next(vectors)) for _ in parts[:_MOST_PASSAGES]] for item_id, parts in stretches.items()}


def _count_in(tx: Transaction, vectors: list[bytes], sign: int) -> None:
    """Add vectors to the running sum, or take them out of it."""
    if not vectors:
        return
    import numpy as np  # noqa: PLC0415 - only a process with a model pays for it

    added = sign * np.frombuffer(b"".join(vectors), "<f4").reshape(len(vectors), -1).sum(axis=0, dtype="<f8")
    before = meta.get(tx, "vector_sum")
    total = added if before is None else np.frombuffer(before, "<f8") + added
    count = _count(tx) + sign * len(vectors)
    meta.put(tx, "vector_sum", total.tobytes())
    meta.put(tx, "vector_count", count)


def prepare(tx: Transaction, tag: str, dim: int) -> None:
    """Name the file's model and make the table, with the first vector of all."""
    if not tx.value(_HAS_TABLE):
        # Chunks of 16: one vector is read in 7 microseconds, with the default of 1,024 in 250; KNN costs the same
        # (sqlite-vec 0.1.9).
        table = (
            f"CREATE VIRTUAL TABLE item_vector USING vec0(embedding float[{dim:d}] distance_metric=cosine, "
            "chunk_size=16)"
        )
        tx.execute(table)  # pyright: ignore[reportArgumentType]  # a module's arguments cannot be bound; dim is a number
    if model_tag(tx) != tag:
        set_model_tag(tx, tag)
