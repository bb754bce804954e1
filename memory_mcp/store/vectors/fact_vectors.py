"""The vectors by which facts are compared with facts: one each, made from what the fact claims.

A model that embeds questions and stored texts apart compares two texts of one kind worse by the vectors of stored
texts: of 80 contradictory pairs among 160, the other one is among the three nearest for 62 that way and for 70 with
both embedded alike (multilingual-e5-small, whose model card says so: "query: " for symmetric tasks). So a fact has a
vector of its own for this, made when it is written if the model is loaded, else with those for search.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, cast

from memory_mcp.language.entity_names import first_of
from memory_mcp.store.facts.versions import Item, Kind
from memory_mcp.store.file.database import Snapshot, Transaction

if TYPE_CHECKING:
    from memory_mcp.embedding.protocol import Embedder

COMPARED: Final[tuple[Kind, ...]] = ("learning", "decision", "observation")
"""The kinds of rows that say what holds, and so may repeat or contradict each other."""
# Characters, some 150 tokens: what a fact claims stands at its beginning, and an answer waits for it.
_LONGEST: Final = 600

_KEEP: Final = """
    -- The row may have been erased while the model ran.
    INSERT OR IGNORE INTO fact_vector (item_id, embedding)
    SELECT id, :embedding
    FROM item
    WHERE id = :item_id
"""
_COPY: Final = """
    INSERT OR IGNORE INTO fact_vector (item_id, embedding)
    SELECT :item_id, embedding
    FROM fact_vector
    WHERE item_id = :twin
"""
_OF: Final = """
    SELECT item_id, embedding
    FROM fact_vector
    WHERE item_id IN (SELECT value FROM json_each(:ids))
"""
_HAVING: Final = """
    SELECT item_id
    FROM fact_vector
    WHERE item_id IN (SELECT value FROM json_each(:ids))
"""


def claim_to_embed(item: Item) -> str:
    """Return what a fact claims, and of whom, without its reasons."""
    about = first_of(item.context) if item.kind == "observation" else item.title
    return "\n".join(part for part in (about, item.body) if part)[:_LONGEST]


def lacking(snapshot: Snapshot, rows: Sequence[Item]) -> list[Item]:
    """Return those of the rows that are compared and have no such vector yet."""
    facts = [item for item in rows if item.kind in COMPARED]
    having = {item_id for (item_id,) in snapshot.rows(_HAVING, {"ids": json.dumps([item.id for item in facts])})}
    return [item for item in facts if item.id not in having]


def made(embedder: Embedder, rows: Sequence[Item], *, is_awaited: bool = False) -> dict[int, bytes]:
    """Return the vector of each row, by its id; ``is_awaited``: an answer waits for them. Takes no transaction."""
    texts = [claim_to_embed(item) for item in rows]
    vectors = embedder.embed_symmetric(texts, is_awaited=is_awaited) if texts else ()
    return {item.id: as_bytes(vector) for item, vector in zip(rows, vectors, strict=True)}


def keep(tx: Transaction, vectors: Mapping[int, bytes]) -> None:
    """Keep vectors by row id, as ``as_bytes`` gives them, for rows that are there and have none."""
    tx.many(_KEEP, [{"item_id": item_id, "embedding": vector} for item_id, vector in vectors.items()])


def vectors_of(snapshot: Snapshot, ids: Iterable[int]) -> dict[int, bytes]:
    """Return the vectors of the rows that have one, by id."""
    return dict(snapshot.rows(_OF, {"ids": json.dumps(list(ids))}))


def copy(tx: Transaction, item_id: int, twin: int) -> None:
    """Give a version the vector of another one that says the same, if it has one."""
    tx.execute(_COPY, {"item_id": item_id, "twin": twin})


def as_bytes(vector: Any) -> bytes:
    """Return a vector as the file holds it: little-endian float32 of length 1."""
    import numpy as np  # noqa: PLC0415 - 100 ms that only a process with a model pays

    array = np.asarray(vector, dtype="<f4")
    return cast("bytes", (array / (np.linalg.norm(array) or 1.0)).astype("<f4").tobytes())
