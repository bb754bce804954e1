"""Send the vectors of this file's model to the hub, for versions that lack one there, in the order they were made."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from memory_mcp.hub.connection import Hub
from memory_mcp.store.file.database import Database, Transaction
from memory_mcp.store.sync import targets
from memory_mcp.store.sync.targets import Position
from memory_mcp.store.vectors import index, told
from memory_mcp.store.vectors.file_model import model_tag
from memory_mcp.temporal import format_instant

_POSITION: Final = "vectors"
_MOST: Final = 2_000

_HAS_VECTORS: Final = """
    SELECT to_regclass('memory.item_embedding') IS NOT NULL
"""
_ASIDE: Final = """
    -- The type of a vector has a name only for whoever has the extension's schema in their search path.
    CREATE TEMPORARY TABLE IF NOT EXISTS incoming_vector ON COMMIT DELETE ROWS AS
    SELECT item.uid, item.recorded_at, item.origin, lower(item.valid) AS valid_from, item_embedding.part,
           item_embedding.embedding
    FROM memory.item_embedding
    JOIN memory.item ON item.id = item_embedding.item_id
    WITH NO DATA
"""
_STREAM: Final = """
    COPY incoming_vector FROM STDIN
"""
_ADD: Final = """
    INSERT INTO memory.item_embedding (item_id, part, model_tag, embedding)
    SELECT item.id, incoming_vector.part, %(tag)s, incoming_vector.embedding
    FROM incoming_vector
    JOIN memory.item ON item.uid = incoming_vector.uid AND item.recorded_at = incoming_vector.recorded_at
        AND item.origin = incoming_vector.origin AND lower(item.valid) = incoming_vector.valid_from
    ON CONFLICT DO NOTHING
"""
_WITHOUT: Final = """
    SELECT DISTINCT uid
    FROM memory.item
    WHERE uid = ANY (%(uids)s) AND kind NOT IN ('document', 'statement')
      AND NOT EXISTS (
          SELECT 1 FROM memory.item_embedding WHERE item_embedding.item_id = item.id AND model_tag = %(tag)s
      )
"""
_INDEX: Final = """
    SELECT memory.index_vectors(%(tag)s, %(length)s)
"""


def push_vectors(db: Database, hub: Hub, target: int) -> int:
    """Tell the hub the vectors made here since the last time; return how many. Of a hub without pgvector none."""
    tag, passed = _passed(db, hub, target)
    if tag is None:
        return 0
    count, after = 0, passed
    while True:
        with db.reading() as snapshot:
            page = told.after(snapshot, after, _MOST)
        if not page:
            return count
        count += _tell(hub, tag, page)
        if after == 0:
            hub.rows(_INDEX, {"tag": tag, "length": page[0].length})
        after = page[-1].id
        with db.writing("sync") as tx:
            targets.reach(tx, target, _POSITION, Position(0, after, tag))


def push_passed(db: Database, hub: Hub, target: int, uids: Sequence[str]) -> None:
    """Tell the hub the vectors of rows that came there after ``push_vectors`` had passed theirs.

    Such a row was learned while others were pushed, or its words waited for their line in the transcript.
    """
    tag, passed = _passed(db, hub, target)
    if tag is None or not passed:
        return
    without = [uid for (uid,) in hub.rows(_WITHOUT, {"uids": uids, "tag": tag})]
    with db.reading() as snapshot:
        page = told.of(snapshot, without) if without else []
    if page:
        _tell(hub, tag, page)


def start_over(tx: Transaction, target: int) -> None:
    """Send all vectors once more."""
    targets.reach(tx, target, _POSITION, Position())


def _passed(db: Database, hub: Hub, target: int) -> tuple[str | None, int]:
    """Return the model whose vectors can be told, None for none, and up to which they are."""
    if not hub.value(_HAS_VECTORS):
        return None, 0
    with db.reading() as snapshot:
        tag, kept = model_tag(snapshot), targets.position(snapshot, target, _POSITION)
        has_table = index.are_kept(snapshot)
    if tag is None or not has_table:
        return None, 0
    db.load_vectors()
    return tag, kept.number if kept.digest == tag else 0


def _tell(hub: Hub, tag: str, vectors: list[told.VectorRow]) -> int:
    hub.once(_ASIDE)
    with hub.transaction():
        hub.copy(
            _STREAM,
            [
                (v.uid, format_instant(v.recorded_at), v.origin, format_instant(v.valid_from), v.part, v.embedding)
                for v in vectors
            ],
        )
        return hub.execute(_ADD, {"tag": tag})
