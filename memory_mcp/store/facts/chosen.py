"""Choose rows to be forgotten: by id, session, person or thing, project and time, each in its newest version."""

from __future__ import annotations

import json
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, Final

from memory_mcp.store.facts.versions import Item, item_of
from memory_mcp.store.file.database import Snapshot
from memory_mcp.store.file.kinds import IS_TOLD
from memory_mcp.temporal import Instant

_CHOSEN: Final = f"""
    SELECT item.*
    FROM item
    WHERE (:uids IS NULL OR item.uid IN (SELECT value FROM json_each(:uids)))
      AND (:session IS NULL OR item.session_uid = :session)
      AND (:entity IS NULL OR :entity IN (item.uid, item.parent_uid, item.target_uid))
      AND (:project IS NULL OR item.project_id = :project)
      AND (:since IS NULL OR item.valid_from >= :since)
      AND (:until IS NULL OR item.valid_from < :until)
      AND {IS_TOLD}
      AND item.id = (
          SELECT max(newer.id)
          FROM item AS newer
          WHERE newer.uid = item.uid
      )
    ORDER BY item.valid_from, item.id
"""
_ROW_IDS: Final = """
    SELECT id
    FROM item
    WHERE uid IN (SELECT value FROM json_each(:uids))
       OR parent_uid IN (SELECT value FROM json_each(:uids))
       OR target_uid IN (SELECT value FROM json_each(:uids))
"""


@dataclass(frozen=True, slots=True)
class Choice:
    """Which rows: all of what is given has to hold, and None says nothing. ``until`` is exclusive."""

    uids: Collection[str] | None = None
    session: str | None = None
    entity: str | None = None
    project: int | None = None
    since: Instant | None = None
    until: Instant | None = None


def rows(snapshot: Snapshot, choice: Choice) -> list[Item]:
    """Return the rows of a choice, the oldest first; what belongs to a document or a session goes with it."""
    asked: dict[str, Any] = {name: getattr(choice, name) for name in ("session", "entity", "project", "since", "until")}
    uids = None if choice.uids is None else json.dumps(list(choice.uids))
    return [item_of(row) for row in snapshot.rows(_CHOSEN, asked | {"uids": uids})]


def row_ids(snapshot: Snapshot, uids: Collection[str]) -> list[int]:
    """Return the integer keys of every version of these rows and of what belongs to them."""
    return [row_id for (row_id,) in snapshot.rows(_ROW_IDS, {"uids": json.dumps(list(uids))})]
