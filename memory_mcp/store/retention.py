"""What can go: rows nobody used for long leave live answers, and what was out of them for longer still is erased.

Immunity is one expression, used at both steps. A run does what the preview at the same moment says, because both ask
the same statement.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Final, Literal

from memory_mcp.store import facts, state
from memory_mcp.store.db import Snapshot, Transaction
from memory_mcp.store.items import Kind
from memory_mcp.temporal import Instant, describe_gap

DAY_US: Final = 24 * 3_600 * 1_000_000
RETIRED_KINDS: Final[tuple[Kind, ...]] = ("learning", "observation", "document")
REASON: Final = "retention"

_ZONES: Final = """
    WITH row AS (
        SELECT item.uid, item.kind, item.title, item.body, item_state.archived_at,
               max(item.recorded_at, coalesce(item_state.last_used_at, item.recorded_at)) AS touched_at,
               CASE
                   WHEN item_state.pinned = 1 THEN 'pinned'
                   WHEN item.importance >= 0.8 THEN 'importance'
                   WHEN item.kind = 'decision' THEN 'decision'
                   WHEN item_state.use_count >= 3 THEN 'used'
                   WHEN EXISTS (
                       SELECT 1
                       FROM item_tag
                       WHERE item_tag.item_id = item.id
                         AND lower(item_tag.tag) IN ('critical', 'decision', 'keep', 'important')
                   ) THEN 'tag'
                   WHEN item.kind IN ('observation', 'relation') AND :now < item.valid_to THEN 'current'
                   ELSE ''
               END AS immunity
        FROM item
        LEFT JOIN item_state ON item_state.uid = item.uid
        WHERE item.kind IN (SELECT value FROM json_each(:kinds))
          AND (:project = -1 OR item.project_id IN (0, :project))
          AND item.superseded_at = 9223372036854775807
          AND (:uids IS NULL OR item.uid IN (SELECT value FROM json_each(:uids)))
          AND (
              coalesce(item_state.archived_at <= :purge_before, 0)
              OR (
                  item_state.archived_at IS NULL
                  AND max(item.recorded_at, coalesce(item_state.last_used_at, item.recorded_at)) <= :archive_before
              )
          )
    )
    -- A fact believed of several periods is one fact: it is immune if any of them is.
    SELECT uid, kind, title, body, archived_at, max(touched_at), max(immunity)
    FROM row
    GROUP BY uid
    ORDER BY archived_at IS NULL, max(touched_at), uid
"""
_ARCHIVED: Final = """
    SELECT item_state.uid
    FROM item_state
    JOIN item ON item.uid = item_state.uid AND item.superseded_at = 9223372036854775807
    WHERE item_state.archived_at IS NOT NULL
      AND (:project = -1 OR item.project_id IN (0, :project))
      AND item.uid IN (SELECT value FROM json_each(:uids))
    GROUP BY item_state.uid
    ORDER BY item_state.uid
"""
_LAST_RUN: Final = """
    WITH run AS (
        SELECT item_state.uid, item_state.archived_at
        FROM item_state
        JOIN item ON item.uid = item_state.uid AND item.superseded_at = 9223372036854775807
        WHERE item_state.archived_at IS NOT NULL AND item_state.archive_reason = :reason
          AND (:project = -1 OR item.project_id IN (0, :project))
    )
    -- Everything one run archived has that run's time.
    SELECT uid
    FROM run
    WHERE archived_at = (SELECT max(archived_at) FROM run)
    GROUP BY uid
    ORDER BY uid
"""


@dataclass(frozen=True, slots=True)
class Policy:
    """From which age on (days without use; days in the archive) rows of which kinds go, in which scope."""

    project: int
    older_than_days: int = 30
    purge_after_days: int = 180
    kinds: tuple[Kind, ...] = RETIRED_KINDS
    uids: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Leaving:
    """A row that goes, where to, and why."""

    uid: str
    kind: Kind
    step: Literal["archive", "purge"]
    text: str
    why: str


@dataclass(frozen=True, slots=True)
class Plan:
    """What a run would do now, oldest first, and how many rows old enough are immune, by reason."""

    leaving: list[Leaving]
    immune: dict[str, int]

    def of(self, step: Literal["archive", "purge"]) -> list[Leaving]:
        """Return what goes that way."""
        return [row for row in self.leaving if row.step == step]


def plan(snapshot: Snapshot, policy: Policy) -> Plan:
    """Name every row that a run at this moment would archive or purge, with the reason."""
    leaving: list[Leaving] = []
    immune: dict[str, int] = {}
    for uid, kind, title, body, archived_at, touched_at, immunity in snapshot.rows(
        _ZONES, _parameters(snapshot.now, policy)
    ):
        if immunity:
            immune[immunity] = immune.get(immunity, 0) + 1
            continue
        why = (
            f"not used for {describe_gap(snapshot.now - touched_at)}"
            if archived_at is None
            else f"archived {describe_gap(snapshot.now - archived_at)} ago"
        )
        leaving.append(Leaving(uid, kind, "archive" if archived_at is None else "purge", title or body, why))
    return Plan(leaving, dict(sorted(immune.items())))


def run(tx: Transaction, policy: Policy) -> tuple[Plan, list[int]]:
    """Do what the plan says and return it, with the integer keys of purged rows, for the vector table."""
    planned = plan(tx, policy)
    gone: list[int] = []
    for row in planned.leaving:
        if row.step == "archive":
            state.archive(tx, row.uid, reason=REASON)
        else:
            gone += facts.erase(tx, row.uid, reason=REASON)
    return planned, gone


def restore(tx: Transaction, *, project: int, uids: list[str] | None = None) -> list[str]:
    """Put archived rows back into live answers: the given ones, else all that the last run in this scope archived.

    Returns the ids that were archived and are not any more.
    """
    if uids is None:
        rows = tx.rows(_LAST_RUN, {"project": project, "reason": REASON})
    else:
        rows = tx.rows(_ARCHIVED, {"project": project, "uids": json.dumps(uids)})
    return [uid for (uid,) in rows if state.restore(tx, uid)]


def _parameters(now: Instant, policy: Policy) -> dict[str, Any]:
    return {
        "now": now,
        "kinds": json.dumps(policy.kinds),
        "project": policy.project,
        "uids": None if policy.uids is None else json.dumps(policy.uids),
        "archive_before": now - policy.older_than_days * DAY_US,
        "purge_before": now - policy.purge_after_days * DAY_US,
    }
