"""A look at the memory itself, one statement a section: what is used, stale, hot, open, alone; counts and growth."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from typing import Any, Final, NamedTuple

from memory_mcp.store.facts.scope import IN_SCOPE
from memory_mcp.store.file.as_of import BELIEVED, CURRENT, of
from memory_mcp.store.file.database import Snapshot
from memory_mcp.store.upkeep import stale_premises
from memory_mcp.temporal import Instant

# In every section: what holds now, in the scope, and is not archived; the last column is how many there are.
_MOST_USED: Final = f"""
    SELECT item.uid, item.kind, item.title, item.body, item_state.use_count AS used,
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
          WHERE item.parent_uid = entity.uid AND item.kind IN ('observation', 'relation')
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
_COUNTS: Final = f"""
    -- What holds now has one version of each fact, so rows are facts. Few rows have a state: they are asked for apart.
    SELECT kind, sum(facts) - sum(archived), sum(archived), sum(pinned)
    FROM (
        -- The pluses keep it from leaping through the table in the order of an index: one pass is five times faster.
        SELECT item.kind AS kind, count(*) AS facts, 0 AS archived, 0 AS pinned
        FROM item
        WHERE item.kind <> 'passage'
          AND {IN_SCOPE}
          AND {BELIEVED}
          AND +item.valid_from <= :now AND :now < item.valid_to
        GROUP BY +item.kind
        UNION ALL
        SELECT item.kind, 0, item_state.archived_at IS NOT NULL, item_state.pinned
        FROM item_state
        CROSS JOIN item ON item.uid = item_state.uid
        WHERE (item_state.archived_at IS NOT NULL OR item_state.pinned = 1)
          AND item.kind <> 'passage'
          AND {IN_SCOPE}
          AND {CURRENT}
    )
    GROUP BY kind
    ORDER BY kind
"""
_LESSONS: Final = f"""
    SELECT coalesce(item.attributes ->> '$.category', 'none'), coalesce(item.attributes ->> '$.memoryType', 'none'),
           count(*)
    FROM item
    WHERE item.kind = 'learning'
      AND {IN_SCOPE}
      AND {CURRENT}
    GROUP BY 1, 2
"""
_ENTITY_TYPES: Final = f"""
    SELECT coalesce(item.attributes ->> '$.entityType', 'none'), count(*)
    FROM item
    WHERE item.kind = 'entity'
      AND {IN_SCOPE}
      AND {CURRENT}
    GROUP BY 1
    ORDER BY 2 DESC, 1
    LIMIT :limit
"""
_TAGS: Final = f"""
    SELECT item_tag.tag, count(*)
    FROM item_tag
    JOIN item ON item.id = item_tag.item_id
    WHERE {IN_SCOPE}
      AND {CURRENT}
    GROUP BY item_tag.tag
    ORDER BY 2 DESC, 1
    LIMIT :limit
"""
_PROJECTS: Final = f"""
    SELECT project.name, count(*)
    FROM item
    JOIN project ON project.id = item.project_id
    WHERE item.kind <> 'passage' AND {BELIEVED}
      AND {IN_SCOPE}
    GROUP BY project.id
    ORDER BY 2 DESC, 1
    LIMIT :limit
"""
_WEEKS: Final = f"""
    -- Weeks back from now; 0 is the week that ends now.
    SELECT (:now - item.recorded_at) / 604800000000 AS weeks_ago, count(*)
    FROM item
    WHERE item.recorded_at > :since AND item.recorded_at <= :now
      AND item.kind <> 'passage'
      AND {IN_SCOPE}
      -- The first belief in a fact is what made the memory grow.
      AND NOT EXISTS (
          SELECT 1
          FROM item AS earlier
          WHERE earlier.uid = item.uid AND earlier.recorded_at < item.recorded_at
      )
    GROUP BY weeks_ago
    ORDER BY weeks_ago
"""
_DECISIONS: Final = f"""
    SELECT CASE item_state.verified WHEN 1 THEN 'verified' WHEN 0 THEN 'refuted' ELSE 'unverified' END, count(*)
    FROM item
    LEFT JOIN item_state ON item_state.uid = item.uid
    WHERE item.kind = 'decision'
      AND {IN_SCOPE}
      AND {CURRENT}
    GROUP BY 1
    ORDER BY 1
"""
_USAGE: Final = f"""
    SELECT total(item_state.shown_count), total(item_state.use_count - item_state.cited_count),
           total(item_state.cited_count), count(*) FILTER (WHERE item_state.use_count > 0)
    FROM item_state
    CROSS JOIN item ON item.uid = item_state.uid
    WHERE (item_state.use_count > 0 OR item_state.shown_count > 0)
      AND {IN_SCOPE}
      AND {CURRENT}
"""
_SUPERSEDED: Final = f"""
    SELECT change.verb, count(*)
    FROM change
    WHERE EXISTS (
        SELECT 1
        FROM item
        WHERE item.uid = change.uid AND {IN_SCOPE}
    )
    GROUP BY change.verb
    ORDER BY change.verb
"""
_LONGEST_BREAKDOWN: Final = 15


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


class KindCount(NamedTuple):
    """How many rows of a kind hold now: in live answers, archived, and pinned of both."""

    current: int
    archived: int
    pinned: int


class Insights(NamedTuple):
    """Counts and breakdowns of a scope; ``weeks`` counts new facts by how many weeks ago they came.

    ``usage`` says how often what holds now was shown, opened and cited, and how much of it was used at all.
    """

    kinds: dict[str, KindCount]
    categories: dict[str, int]
    memory_types: dict[str, int]
    entity_types: dict[str, int]
    tags: dict[str, int]
    projects: dict[str, int]
    decisions: dict[str, int]
    changes: dict[str, int]
    weeks: dict[int, int]
    usage: dict[str, int]


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


def insights(snapshot: Snapshot, project: int, *, since: Instant) -> Insights:
    """Return counts and breakdowns of a scope (-1: all); weekly growth from ``since`` on."""
    parameters: dict[str, Any] = {
        "project": project,
        "now": snapshot.now,
        "since": since,
        "limit": _LONGEST_BREAKDOWN,
    }

    lessons = snapshot.rows(_LESSONS, parameters)
    used = snapshot.rows(_USAGE, parameters)[0]
    return Insights(
        kinds={kind: KindCount(*counts) for kind, *counts in snapshot.rows(_COUNTS, parameters)},
        categories=_most((category, count) for category, _type, count in lessons),
        memory_types=_most((memory_type, count) for _category, memory_type, count in lessons),
        entity_types=dict(snapshot.rows(_ENTITY_TYPES, parameters)),
        tags=dict(snapshot.rows(_TAGS, parameters)),
        projects=dict(snapshot.rows(_PROJECTS, parameters)),
        decisions=dict(snapshot.rows(_DECISIONS, parameters)),
        changes=dict(snapshot.rows(_SUPERSEDED, parameters)),
        weeks=dict(snapshot.rows(_WEEKS, parameters)),
        usage=dict(zip(("shown", "opened", "cited", "rowsUsed"), map(int, used), strict=True)),
    )


def _most(counted: Iterable[tuple[str, int]]) -> dict[str, int]:
    """Return the sums by name, the largest first."""
    sums: Counter[str] = Counter()
    for name, count in counted:
        sums[name] += count
    return dict(sorted(sums.items(), key=lambda entry: (-entry[1], entry[0]))[:_LONGEST_BREAKDOWN])
