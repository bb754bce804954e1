"""An index of substrings (three characters each), filled behind a watermark; newer rows are looked through as they are.

It finds parts of words and identifiers that the word index cuts up. It costs more than everything else of a bulk import
together, so an import does not wait for it; rows that are not indexed yet are read as they are.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, islice
from typing import Any, Final

from memory_mcp.language.folding import storable
from memory_mcp.store.facts.visibility import Filter, filtered
from memory_mcp.store.file import meta
from memory_mcp.store.file.database import Database, Snapshot
from memory_mcp.store.text_index.fts_query import phrase

SHORTEST: Final = 3
"""Characters a needle needs to be looked up in the index."""
_MOST_UNINDEXED: Final = 5_000
_BATCH: Final = 200

# The key of the watermark in meta.
_THROUGH: Final = "trigram_through"

_NEXT: Final = """
    SELECT id, kind
    FROM item
    WHERE id > :through
    ORDER BY id
    LIMIT :limit
"""
_INDEX: Final = """
    INSERT INTO item_trigram (rowid, title, body)
    SELECT id, title, body
    FROM item
    WHERE id > :after AND id <= :through AND kind <> 'statement'
"""
_INDEXED: Final = filtered("""
    SELECT item.id
    FROM item_trigram
    CROSS JOIN item ON item.id = item_trigram.rowid
    WHERE item_trigram MATCH :match AND {filter}
    ORDER BY item.id DESC
    LIMIT :k
""")
_UNINDEXED: Final = filtered("""
    -- As bytes: some may be no text, where the file is damaged.
    SELECT item.id, CAST(item.title || char(10) || item.body AS BLOB)
    FROM (
        SELECT id
        FROM item
        WHERE id > :through
        ORDER BY id DESC
        LIMIT :most
    ) AS late
    CROSS JOIN item ON item.id = late.id
    WHERE item.kind <> 'statement' AND {filter}
    ORDER BY item.id DESC
""")


def catch_up(db: Database, limit: int = _BATCH) -> int:
    """Index at most ``limit`` more rows and return how many; 0 when all are."""
    with db.reading() as snapshot:
        if not snapshot.row(_NEXT, {"through": watermark(snapshot), "limit": 1}):
            return 0
    with db.writing("index") as tx:
        after = watermark(tx)
        rows = tx.rows(_NEXT, {"through": after, "limit": limit})
        if rows:
            tx.execute(_INDEX, {"after": after, "through": rows[-1][0]})
            meta.put(tx, _THROUGH, rows[-1][0])
        return len(rows)


def watermark(snapshot: Snapshot) -> int:
    """Return the id of the last row that is indexed; all before it are too."""
    return int(meta.get(snapshot, _THROUGH))


def holding(snapshot: Snapshot, needles: Sequence[str], filter_: Filter, k: int) -> list[int]:
    """Return up to k rows, newest first, whose title or text holds any of the needles, in any case.

    Needles under SHORTEST characters are passed over. Of rows not indexed yet the newest 5,000 are looked through.
    """
    wanted = [needle for needle in map(storable, needles) if len(needle) >= SHORTEST]
    if not wanted:
        return []
    parameters: dict[str, Any] = filter_.parameters | {"k": k, "through": watermark(snapshot)}
    late = islice(_late(snapshot, [needle.lower() for needle in wanted], parameters), k)
    match = " OR ".join(map(phrase, wanted))
    indexed = (item_id for (item_id,) in snapshot.execute(_INDEXED, parameters | {"match": match}))
    return list(islice(chain(late, indexed), k))


def _late(snapshot: Snapshot, needles: Sequence[str], parameters: Mapping[str, Any]) -> Iterator[int]:
    """Yield the newest rows that are not indexed yet and hold a needle; these are in small letters.

    SQLite's own lower() knows ASCII only.
    """
    for item_id, said in snapshot.execute(_UNINDEXED, {**parameters, "most": _MOST_UNINDEXED}):
        text = said.decode("utf-8", "replace").lower()
        if any(needle in text for needle in needles):
            yield item_id
