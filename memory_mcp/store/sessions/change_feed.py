"""Read what was written since a point, in order: each row once, and each verb that changed a belief.

Two numbers mark the point, the last row's and the last change's. Ids only grow, in the order of the transactions, so a
reader that knows the last ids it saw gets exactly what came since.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from operator import itemgetter
from typing import Any, Final

from memory_mcp.store.facts.facts import Verb
from memory_mcp.store.facts.scope import IN_SCOPE
from memory_mcp.store.facts.versions import ITEM_WIDTH, Item, Kind, item_of
from memory_mcp.store.file.as_of import BELIEVED
from memory_mcp.store.file.database import Snapshot

_END: Final = """
    SELECT coalesce((SELECT max(id) FROM item), 0), coalesce((SELECT max(id) FROM change), 0)
"""
_LATEST: Final = f"""
    SELECT item.*, coalesce(session.client, '')
    FROM item
    LEFT JOIN session ON session.uid = item.session_uid
    WHERE +item.kind IN (SELECT value FROM json_each(:kinds))
      AND {IN_SCOPE}
      AND {BELIEVED}
      -- What was corrected is told as it reads now; what only ended since is nothing new.
      AND (
          :now < item.valid_to
          OR NOT EXISTS (
              SELECT 1
              FROM item AS earlier
              WHERE earlier.uid = item.uid AND earlier.id < item.id
          )
      )
    ORDER BY item.id DESC
    LIMIT :limit
"""
_ROWS_SINCE: Final = f"""
    SELECT item.*, coalesce(session.client, '')
    FROM item
    LEFT JOIN session ON session.uid = item.session_uid
    WHERE item.id > :after AND item.id <= :through
      AND +item.kind IN (SELECT value FROM json_each(:kinds))
      AND {IN_SCOPE}
      -- A later version of a row is told by the verb that made it.
      AND NOT EXISTS (
          SELECT 1
          FROM item AS earlier
          WHERE earlier.uid = item.uid AND earlier.id < item.id
      )
    ORDER BY item.id
"""
_VERBS_SINCE: Final = f"""
    SELECT item.*, change.txn_id, change.verb, change.reason
    FROM change
    JOIN item ON item.id = (
        -- What it says now; what is not believed any more as it was last.
        SELECT version.id
        FROM item AS version
        WHERE version.uid = change.uid
        ORDER BY version.superseded_at DESC, version.id DESC
        LIMIT 1
    )
    WHERE change.id > :after AND change.id <= :through
      AND item.kind IN (SELECT value FROM json_each(:kinds))
      AND {IN_SCOPE}
    ORDER BY change.id
"""


@dataclass(frozen=True, slots=True)
class FeedPosition:
    """A point in the feed: the numbers of the last row and of the last change of belief before it."""

    row: int
    change: int


@dataclass(frozen=True, slots=True)
class FeedEntry:
    """A row that was stored (``verb`` is None), or a verb that was applied to one.

    ``client`` is the client of the session in which a row was stored; empty for a verb.
    """

    item: Item
    client: str = ""
    verb: Verb | None = None
    reason: str = ""


def end(snapshot: Snapshot) -> FeedPosition:
    """Return the point behind everything written so far; both numbers are 0 where nothing is."""
    return FeedPosition(*(snapshot.row(_END) or (0, 0)))


def latest(snapshot: Snapshot, *, project: int, kinds: tuple[Kind, ...], limit: int) -> list[FeedEntry]:
    """Return the last ``limit`` rows stored or corrected that are still believed, each as it reads now, oldest first.

    ``project`` is a project's number, which brings the rows of none along; -1 is all projects.
    """
    parameters = {"project": project, "kinds": json.dumps(kinds), "limit": limit, "now": snapshot.now}
    rows = snapshot.rows(_LATEST, parameters)[::-1] if limit else []
    return [FeedEntry(item_of(row), row[ITEM_WIDTH]) for row in rows]


def since(
    snapshot: Snapshot, after: FeedPosition, through: FeedPosition, *, project: int, kinds: tuple[Kind, ...]
) -> list[FeedEntry]:
    """Return what was stored after ``after`` and no later than ``through``, in the order of its transactions.

    Of one transaction the rows come before the verbs; what a merge adds to a known one stands where that does. Only
    what is asked for at once is in order. ``project`` is a project's number, -1 for all.
    """
    scope: dict[str, Any] = {"project": project, "kinds": json.dumps(kinds)}
    rows = snapshot.rows(_ROWS_SINCE, scope | {"after": after.row, "through": through.row})
    verbs = snapshot.rows(_VERBS_SINCE, scope | {"after": after.change, "through": through.change})
    stored = [FeedEntry(item_of(row), row[ITEM_WIDTH]) for row in rows]
    found = [(one.item.txn_id, one) for one in stored]
    for row in verbs:
        txn_id, verb, reason = row[ITEM_WIDTH : ITEM_WIDTH + 3]
        found.append((txn_id, FeedEntry(item_of(row), "", verb, reason)))
    return [one for _, one in sorted(found, key=itemgetter(0))]
