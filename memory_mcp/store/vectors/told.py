"""Read vectors for another database: in the order made, each with what identifies its version on every machine."""

from __future__ import annotations

import json
from collections.abc import Collection
from typing import Final, NamedTuple

from memory_mcp.store.file.database import Snapshot
from memory_mcp.temporal import Instant

_COLUMNS: Final = """item_embedding.id, item.uid, item.recorded_at, txn.origin, item.valid_from,
           (
               SELECT count(*)
               FROM item_embedding AS before
               WHERE before.item_id = item.id AND before.id < item_embedding.id
           ),
           vec_to_json(item_vector.embedding), vec_length(item_vector.embedding)"""
_AFTER: Final = f"""
    SELECT {_COLUMNS}
    FROM item_embedding
    CROSS JOIN item ON item.id = item_embedding.item_id
    CROSS JOIN txn ON txn.id = item.txn_id
    CROSS JOIN item_vector ON item_vector.rowid = item_embedding.id
    WHERE item_embedding.id > :after
    ORDER BY item_embedding.id
    LIMIT :most
"""
_OF: Final = f"""
    SELECT {_COLUMNS}
    FROM json_each(:uids) AS wanted
    CROSS JOIN item ON item.uid = wanted.value
    CROSS JOIN item_embedding ON item_embedding.item_id = item.id
    CROSS JOIN txn ON txn.id = item.txn_id
    CROSS JOIN item_vector ON item_vector.rowid = item_embedding.id
"""


class VectorRow(NamedTuple):
    """A vector: the version it is of, which part of its text, and its numbers as JSON."""

    id: int
    uid: str
    recorded_at: Instant
    origin: str
    valid_from: Instant
    part: int
    embedding: str
    length: int


def after(snapshot: Snapshot, number: int, most: int) -> list[VectorRow]:
    """Return up to ``most`` vectors behind a number. The vector extension has to be loaded."""
    return [VectorRow(*row) for row in snapshot.rows(_AFTER, {"after": number, "most": most})]


def of(snapshot: Snapshot, uids: Collection[str]) -> list[VectorRow]:
    """Return the vectors of facts and passages. The vector extension has to be loaded."""
    return [VectorRow(*row) for row in snapshot.rows(_OF, {"uids": json.dumps(list(uids))})]
