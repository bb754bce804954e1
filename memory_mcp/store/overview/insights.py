"""Count how much of each kind holds now, by several breakdowns, how often it was used, and what came each week."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any, Final, NamedTuple

from memory_mcp.store.facts.scope import IN_SCOPE
from memory_mcp.store.facts.tags import as_one
from memory_mcp.store.file.as_of import BELIEVED, CURRENT
from memory_mcp.store.file.database import Snapshot
from memory_mcp.temporal import WEEK_US, Instant

_LONGEST_BREAKDOWN: Final = 15

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
    SELECT item_tag.item_id, item_tag.tag
    FROM item_tag
    JOIN item ON item.id = item_tag.item_id
    WHERE {IN_SCOPE}
      AND {CURRENT}
    ORDER BY item_tag.tag
"""
_PROJECTS: Final = f"""
    SELECT project.name, count(*)
    FROM item
    JOIN project ON project.id = item.project_id
    WHERE item.kind <> 'passage'
      AND {IN_SCOPE}
      AND {CURRENT}
    GROUP BY project.id
    ORDER BY 2 DESC, 1
    LIMIT :limit
"""
_WEEKS: Final = f"""
    -- Weeks back from now; 0 is the week that ends now.
    SELECT (:now - item.recorded_at) / :week AS weeks_ago, count(*)
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
_CHANGES: Final = f"""
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


def insights(snapshot: Snapshot, project: int, *, since: Instant) -> Insights:
    """Return counts and breakdowns of a scope (-1: all); weekly growth from ``since`` on."""
    parameters: dict[str, Any] = {
        "project": project,
        "now": snapshot.now,
        "since": since,
        "limit": _LONGEST_BREAKDOWN,
        "week": WEEK_US,
    }
    lessons = snapshot.rows(_LESSONS, parameters)
    used = snapshot.rows(_USAGE, parameters)[0]
    return Insights(
        kinds={kind: KindCount(*counts) for kind, *counts in snapshot.rows(_COUNTS, parameters)},
        categories=_most((category, count) for category, _type, count in lessons),
        memory_types=_most((memory_type, count) for _category, memory_type, count in lessons),
        entity_types=dict(snapshot.rows(_ENTITY_TYPES, parameters)),
        tags=as_one(snapshot.rows(_TAGS, parameters), _LONGEST_BREAKDOWN),
        projects=dict(snapshot.rows(_PROJECTS, parameters)),
        decisions=dict(snapshot.rows(_DECISIONS, parameters)),
        changes=dict(snapshot.rows(_CHANGES, parameters)),
        weeks=dict(snapshot.rows(_WEEKS, parameters)),
        usage=dict(zip(("shown", "opened", "cited", "rowsUsed"), map(int, used), strict=True)),
    )


def _most(counted: Iterable[tuple[str, int]]) -> dict[str, int]:
    """Return the sums by name, the largest first."""
    sums: Counter[str] = Counter()
    for name, count in counted:
        sums[name] += count
    return dict(sorted(sums.items(), key=lambda entry: (-entry[1], entry[0]))[:_LONGEST_BREAKDOWN])
