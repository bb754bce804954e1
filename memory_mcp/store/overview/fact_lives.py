"""Read the lives of facts: every version of the facts that matter most, and why each was closed."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from memory_mcp.store.facts.scope import IN_SCOPE, TOLD_ONCE
from memory_mcp.store.facts.versions import ITEM_WIDTH, Item, Kind, item_of
from memory_mcp.store.file.database import Snapshot
from memory_mcp.temporal import DAY_US, Instant

_CHOSEN: Final = f"""
    SELECT item.uid, coalesce(item_state.pinned, 0), item_state.archived_at IS NOT NULL,
           coalesce(item_state.use_count, 0), coalesce(item_state.shown_count, 0), item_state.verified
    FROM item
    LEFT JOIN item_state ON item_state.uid = item.uid
    WHERE item.kind IN (SELECT value FROM json_each(:kinds))
      AND (item.kind NOT IN ('document', 'statement') OR item.importance IS NOT 0)
      AND {IN_SCOPE}
    GROUP BY item.uid
    -- Pinned ones, then the newest; a use makes a fact a day newer.
    ORDER BY coalesce(item_state.pinned, 0) DESC,
             max(item.recorded_at) + :day * coalesce(item_state.use_count, 0) DESC, item.uid
    LIMIT :limit
"""
_COUNT: Final = f"""
    SELECT count(DISTINCT item.uid)
    FROM item
    WHERE item.kind IN (SELECT value FROM json_each(:kinds))
      AND (item.kind NOT IN ('document', 'statement') OR item.importance IS NOT 0)
      AND {IN_SCOPE}
"""
_VERSIONS: Final = """
    SELECT item.*, txn.actor, txn.origin
    FROM json_each(:uids) AS wanted
    CROSS JOIN item ON item.uid = wanted.value
    CROSS JOIN txn ON txn.id = item.txn_id
    ORDER BY wanted.key, item.recorded_at, item.valid_from
"""
_CLOSINGS: Final = f"""
    SELECT change.uid, txn.at, change.verb, change.reason, change.superseded_by
    FROM json_each(:uids) AS wanted
    CROSS JOIN change ON change.uid = wanted.value
    CROSS JOIN txn ON txn.id = change.txn_id
    WHERE change.verb <> 'verify' AND {TOLD_ONCE}
    ORDER BY change.id
"""


@dataclass(frozen=True, slots=True)
class Closing:
    """Why a belief was closed at ``at``: the verb, the reason that was given, and what came instead."""

    at: Instant
    verb: str
    reason: str
    superseded_by: str | None


@dataclass(frozen=True, slots=True)
class Version:
    """One version and who wrote it: the tool, hook or import, in which memory."""

    item: Item
    actor: str
    origin: str


@dataclass(frozen=True, slots=True)
class FactLife:
    """All versions of one fact, oldest belief first, and what changed its mind."""

    uid: str
    is_pinned: bool
    is_archived: bool
    use_count: int
    shown_count: int
    verified: bool | None
    versions: tuple[Version, ...]
    closings: tuple[Closing, ...]


def lives(snapshot: Snapshot, project: int, kinds: Sequence[Kind], *, limit: int) -> tuple[list[FactLife], int]:
    """Return up to ``limit`` facts of a scope (-1: all projects) and how many there are: pinned, used, newest first."""
    asked = {"project": project, "kinds": json.dumps(kinds)}
    chosen = snapshot.rows(_CHOSEN, asked | {"limit": limit, "day": DAY_US})
    uids = json.dumps([row[0] for row in chosen])
    versions: defaultdict[str, list[Version]] = defaultdict(list)
    for row in snapshot.execute(_VERSIONS, {"uids": uids}):
        item = item_of(row)
        versions[item.uid].append(Version(item, *row[ITEM_WIDTH:]))
    closings: defaultdict[str, list[Closing]] = defaultdict(list)
    for uid, *closed in snapshot.execute(_CLOSINGS, {"uids": uids}):
        closings[uid].append(Closing(*closed))
    found = [
        FactLife(
            uid, bool(pinned), bool(archived), uses, shown, None if verified is None else bool(verified),
            tuple(versions[uid]), tuple(closings[uid]),
        )
        for uid, pinned, archived, uses, shown, verified in chosen
    ]  # fmt: skip
    return found, int(snapshot.value(_COUNT, asked))
