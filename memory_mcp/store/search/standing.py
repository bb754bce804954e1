"""Find turns in which the user said how things are always to be done; any query they may affect has them as candidates.

"Always name the version when I ask about libraries" has hardly a word of the questions it is about. Such turns were
recognised when they were stored; here they are looked up.
"""

from __future__ import annotations

from typing import Final

from memory_mcp.store.facts.scope import IN_SCOPE
from memory_mcp.store.facts.visibility import Filter, filtered
from memory_mcp.store.file.as_of import BELIEVED, of
from memory_mcp.store.file.database import Snapshot
from memory_mcp.store.vectors.query_vector import QueryVector

# What was said last counts: of a project's statements so many, the newest, are looked at.
_MOST: Final = 500
_NEAREST: Final = 10

_STANDING: Final = filtered(f"""
    SELECT DISTINCT item.id
    FROM (
        SELECT said.id
        -- Otherwise every aside is read too, of which there are many times as many.
        FROM item AS said INDEXED BY item_stated
        WHERE said.kind = 'statement' AND said.attributes ->> 'role' <> 'aside'
          AND {of("said", IN_SCOPE)}
          AND {of("said", BELIEVED)}
        ORDER BY said.valid_from DESC
        LIMIT :most
    ) AS newest
    CROSS JOIN item AS said ON said.id = newest.id AND said.attributes ->> 'role' = 'standing'
    CROSS JOIN item ON item.uid = said.parent_uid AND item.kind = 'turn'
    WHERE {{filter}}
    ORDER BY item.id
""")


def standing_turns(snapshot: Snapshot, filter_: Filter) -> list[int]:
    """Return the turns under a filter that say a wish which still stands, by their row ids, in order."""
    return [row_id for (row_id,) in snapshot.rows(_STANDING, filter_.parameters | {"most": _MOST})]


def nearest_of(snapshot: Snapshot, query: QueryVector, ids: list[int]) -> list[int]:
    """Return those of the rows that are nearest to a query, nearest first; what has no vector is left out."""
    items, vectors = query.vectors_of(snapshot, ids)
    if not len(items):
        return []
    nearest = (-(vectors @ query.vector)).argsort(kind="stable")
    return list(dict.fromkeys(items[nearest].tolist()))[:_NEAREST]
