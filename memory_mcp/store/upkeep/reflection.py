"""Look over the memory, with one statement a section: what is used, stale, hot, open, alone and new."""

from __future__ import annotations

import json
from typing import Any, Final, NamedTuple

from memory_mcp.store.facts.scope import IN_SCOPE
from memory_mcp.store.file.as_of import BELIEVED, CURRENT, of
from memory_mcp.store.file.database import Snapshot
from memory_mcp.store.file.kinds import CALLED, IS_PART
from memory_mcp.store.upkeep import stale_premises
from memory_mcp.temporal import Instant

# In every section: what holds now, in the scope, and is not archived; the last column is how many there are.
_MOST_USED: Final = f"""
    SELECT item.uid, item.kind, {CALLED} AS title, item.body, item_state.use_count AS used,
           item_state.cited_count AS cited, item_state.shown_count AS shown,
           item_state.last_used_at AS last_used_at, count(*) OVER () AS total
    FROM item_state
    CROSS JOIN item ON item.uid = item_state.uid
    WHERE item_state.use_count > 0 AND item_state.last_used_at >= :since AND item_state.archived_at IS NULL
      AND {IN_SCOPE}
      AND {CURRENT}
    ORDER BY item_state.use_count DESC, item_state.last_used_at DESC, item.uid
    LIMIT :limit
"""
_STALE: Final = f"""
    SELECT item.uid, item.kind, item.title, item.body,
           max(item.recorded_at, coalesce(item_state.last_used_at, item.recorded_at)) AS touched_at,
           count(*) OVER () AS total
    FROM item
    LEFT JOIN item_state ON item_state.uid = item.uid
    WHERE item.kind = 'learning'
      AND {IN_SCOPE}
      AND {CURRENT}
      AND item_state.archived_at IS NULL AND coalesce(item_state.pinned, 0) = 0
      AND max(item.recorded_at, coalesce(item_state.last_used_at, item.recorded_at)) < :stale_before
    ORDER BY touched_at, item.uid
    LIMIT :limit
"""
_HOT_ENTITIES: Final = f"""
    WITH recent AS (
        SELECT item.parent_uid AS uid, count(DISTINCT item.uid) AS facts
        FROM item
        WHERE item.kind = 'observation' AND item.recorded_at >= :since
          AND {IN_SCOPE}
          AND {BELIEVED}
        GROUP BY item.parent_uid
    )
    SELECT item.uid, item.kind, item.title, item.body, recent.facts, count(*) OVER () AS total
    FROM recent
    JOIN item ON item.uid = recent.uid AND item.kind = 'entity'
    WHERE {BELIEVED}
    ORDER BY recent.facts DESC, item.title, item.uid
    LIMIT :limit
"""
_OPEN_DECISIONS: Final = f"""
    SELECT item.uid, item.kind, item.title, item.body, item.valid_from AS decided_at, item_state.verified,
           count(*) OVER () AS total
    FROM item
    LEFT JOIN item_state ON item_state.uid = item.uid
    WHERE item.kind = 'decision'
      AND {IN_SCOPE}
      AND {CURRENT}
      AND item_state.archived_at IS NULL
      AND (item_state.verified IS NULL OR coalesce(item_state.outcome, '') = '')
    ORDER BY item.valid_from, item.uid
    LIMIT :limit
"""
_STALE_PREMISES: Final = f"""
    -- What was kept, and what was found just now. A decision looked at again since is left out.
    WITH pair AS (
        SELECT decision_uid, change_id
        FROM stale_premise
        UNION
        SELECT value ->> 0, value ->> 1
        FROM json_each(:fresh)
    )
    SELECT item.uid, item.kind, item.title, item.body, change.uid AS premise, change.verb, max(txn.at) AS changed_at,
           trim(before.title || ' ' || before.body) AS said, item_state.verified, count(*) OVER () AS total
    FROM pair
    CROSS JOIN item ON item.uid = pair.decision_uid
    CROSS JOIN change ON change.id = pair.change_id
    CROSS JOIN txn ON txn.id = change.txn_id
    LEFT JOIN item AS before ON before.uid = change.uid AND before.superseded_at = txn.at
    LEFT JOIN item_state ON item_state.uid = item.uid
    WHERE {IN_SCOPE}
      -- A decision for all is not told of what one project knows.
      AND EXISTS (SELECT 1 FROM item AS fact WHERE fact.uid = change.uid AND {of("fact", IN_SCOPE)})
      AND {CURRENT}
      AND item_state.archived_at IS NULL
      AND coalesce(item_state.verified_at, item.recorded_at) < txn.at
    GROUP BY item.uid
    ORDER BY changed_at DESC, item.uid
    LIMIT :limit
"""
_ORPHANS: Final = f"""
    -- An entity nothing is known about and nothing is related to.
    SELECT entity.uid, entity.kind, entity.title, entity.body, entity.recorded_at, count(*) OVER () AS total
    FROM item AS entity
    WHERE entity.kind = 'entity'
      AND {of("entity", IN_SCOPE)}
      AND {of("entity", BELIEVED)}
      AND NOT EXISTS (
          SELECT 1
          FROM item
          WHERE item.parent_uid = entity.uid AND {IS_PART}
            AND {BELIEVED} AND :now < item.valid_to
      )
      AND NOT EXISTS (
          SELECT 1
          FROM item
          WHERE item.target_uid = entity.uid
            AND {BELIEVED} AND :now < item.valid_to
      )
    ORDER BY entity.recorded_at, entity.uid
    LIMIT :limit
"""
_GROWTH: Final = f"""
    SELECT item.kind, count(*)
    -- The pluses keep it from leaping through the table in the order of an index: one pass is five times faster.
    FROM item
    WHERE item.recorded_at >= :since
      AND item.kind <> 'passage'
      AND {IN_SCOPE}
      AND {BELIEVED}
      AND +item.valid_from <= :now AND :now < item.valid_to
    GROUP BY +item.kind
    ORDER BY 1
"""


class Section(NamedTuple):
    """Some rows, as dictionaries by column, and how many there are in all."""

    rows: list[dict[str, Any]]
    total: int


class Reflection(NamedTuple):
    """The sections of a reflection that are statements of their own."""

    most_used: Section
    stale: Section
    hot_entities: Section
    open_decisions: Section
    stale_premises: Section
    orphans: Section
    growth: dict[str, int]


def reflect(snapshot: Snapshot, project: int, *, since: Instant, stale_before: Instant, limit: int) -> Reflection:
    """Return the sections for a scope (-1: all); ``since`` bounds what counts as recent."""
    parameters: dict[str, Any] = {
        "project": project,
        "now": snapshot.now,
        "since": since,
        "stale_before": stale_before,
        "limit": limit,
        "fresh": json.dumps(stale_premises.look(snapshot)[0] if stale_premises.is_pending(snapshot) else []),
    }

    def section(found: list[dict[str, Any]]) -> Section:
        return Section(found, found[0]["total"] if found else 0)

    return Reflection(
        most_used=section(snapshot.dicts(_MOST_USED, parameters)),
        stale=section(snapshot.dicts(_STALE, parameters)),
        hot_entities=section(snapshot.dicts(_HOT_ENTITIES, parameters)),
        open_decisions=section(snapshot.dicts(_OPEN_DECISIONS, parameters)),
        stale_premises=section(snapshot.dicts(_STALE_PREMISES, parameters)),
        orphans=section(snapshot.dicts(_ORPHANS, parameters)),
        growth=dict(snapshot.rows(_GROWTH, parameters)),
    )
