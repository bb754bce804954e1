"""List rows without a query: newest first, a page at a time, with the total."""

from __future__ import annotations

import json
from typing import Any, Final, NamedTuple

from memory_mcp.store.facts.versions import Item, item_of
from memory_mcp.store.facts.visibility import Filter, filtered
from memory_mcp.store.file.database import Snapshot
from memory_mcp.temporal import Instant

Place = tuple[Instant, int]
"""Where a row stands in the list: its valid start and its row id."""

_PAGE: Final = filtered("""
    SELECT item.*
    FROM (
        -- Places alone are sorted: whole rows take five times as long.
        SELECT item.id AS id
        FROM item
        WHERE item.kind IN (SELECT value FROM json_each(:wanted)) AND {filter}
          AND (:at IS NULL OR (item.valid_from, item.id) < (:at, :id))
        ORDER BY item.valid_from DESC, item.id DESC
        LIMIT :k
    ) AS page
    CROSS JOIN item ON item.id = page.id
    ORDER BY item.valid_from DESC, item.id DESC
""")
_COUNT: Final = filtered("""
    SELECT count(*)
    FROM item
    WHERE item.kind IN (SELECT value FROM json_each(:wanted)) AND {filter}
""")


class ListPage(NamedTuple):
    """Some rows of a list; ``total`` is of all of it, ``next`` the last row's place where more follow."""

    rows: tuple[Item, ...]
    total: int
    next: Place | None


def newest(snapshot: Snapshot, filter_: Filter, limit: int, after: Place | None = None) -> ListPage:
    """Return up to ``limit`` rows, latest valid start first, from behind the place ``after`` on."""
    wanted = filter_.parameters | {"wanted": _wanted(filter_)}
    at, row_id = after or (None, None)
    found = snapshot.rows(_PAGE, wanted | {"k": limit + 1, "at": at, "id": row_id})
    rows = tuple(item_of(row) for row in found)
    shown = rows[:limit]
    return ListPage(shown, snapshot.value(_COUNT, wanted), place(shown[-1]) if len(rows) > limit else None)


def place(item: Item) -> Place:
    """Return where a row stands in the list."""
    return item.valid.start, item.id


def _wanted(filter_: Filter) -> Any:
    # A document's passages are no rows of a list.
    return json.dumps([kind for kind in filter_.wanted_kinds if kind != "passage"])
