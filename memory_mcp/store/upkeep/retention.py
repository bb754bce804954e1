"""Archive rows that nobody used for long, and erase rows that have been archived for longer still.

Which rows are immune is one expression, used at both steps. A run does what its preview says, because both use the same
statement. A run that is bound to an earlier preview does exactly that one, or nothing where it would now differ.
"""

from __future__ import annotations

import json
from collections import Counter
from typing import Any, Final, Literal, NamedTuple

from memory_mcp.errors import ConflictError
from memory_mcp.language.digests import blake2b
from memory_mcp.store.facts import erasure, lifecycle, versions
from memory_mcp.store.facts.scope import IN_SCOPE
from memory_mcp.store.facts.versions import Kind
from memory_mcp.store.file import meta
from memory_mcp.store.file.as_of import BELIEVED
from memory_mcp.store.file.database import Snapshot, Transaction
from memory_mcp.store.file.kinds import CALLED, IS_PART
from memory_mcp.store.handoffs import session_end
from memory_mcp.temporal import DAY_US, Instant, describe_gap

RETIRED_KINDS: Final[tuple[Kind, ...]] = ("learning", "observation", "document")
REASON: Final = "retention"
MOST_PURGED: Final = 2_000
"""Rows one run erases: about a second, so that nobody waits in vain for the write lock."""

_OLD: Final = f"""
    WITH candidate AS (
        SELECT DISTINCT item.uid
        FROM item
        LEFT JOIN item_state ON item_state.uid = item.uid
        WHERE item.kind IN (SELECT value FROM json_each(:kinds))
          AND {IN_SCOPE}
          AND {BELIEVED}
          -- A project's own files (importance 0) are retired when they are gone, not when nobody asks for them.
          AND (item.kind <> 'document' OR item.importance IS NOT 0)
          AND (
              item_state.archived_at <= :purge_before
              OR (
                  item_state.archived_at IS NULL
                  AND max(item.recorded_at, coalesce(item_state.last_used_at, item.recorded_at))
                      <= CASE item.kind WHEN 'turn' THEN :archive_turns_before ELSE :archive_before END
              )
          )
    )
"""
_NAMED: Final = """
    WITH candidate AS (
        SELECT DISTINCT value AS uid
        FROM json_each(:uids)
    )
"""
_ZONES: Final = f"""
    -- A fact may be believed of several periods: it is as young as the youngest of them, and immune if any is.
    SELECT item.uid, item.kind, {CALLED} AS title, item.body, item_state.archived_at,
           max(max(item.recorded_at, coalesce(item_state.last_used_at, item.recorded_at))) AS touched_at,
           min(CASE
                   WHEN item_state.pinned = 1 THEN 0
                   WHEN item.importance >= 0.8 THEN 1
                   WHEN item.kind = 'decision' THEN 2
                   WHEN item_state.use_count >= 3 THEN 3
                   WHEN EXISTS (
                       SELECT 1
                       FROM item_tag
                       WHERE item_tag.item_id = item.id
                         AND lower(item_tag.tag) IN ('critical', 'decision', 'keep', 'important')
                   ) THEN 4
                   WHEN {IS_PART} AND :now < item.valid_to THEN 5
                   ELSE 6
               END) AS immunity
    FROM candidate
    CROSS JOIN item ON item.uid = candidate.uid AND {BELIEVED}
    LEFT JOIN item_state ON item_state.uid = item.uid
    WHERE item.kind IN (SELECT value FROM json_each(:kinds))
      AND {IN_SCOPE}
    GROUP BY item.uid
    HAVING item_state.archived_at <= :purge_before
        OR (
            item_state.archived_at IS NULL
            AND touched_at <= CASE item.kind WHEN 'turn' THEN :archive_turns_before ELSE :archive_before END
            -- What somebody changed, pinned or brought back lately is not taken away again unasked.
            AND (NOT :unasked OR coalesce(item_state.changed_at, 0) <= :archive_before)
        )
    ORDER BY item_state.archived_at IS NULL, touched_at, item.uid
"""
_OLD_ZONES: Final = _OLD + _ZONES
_NAMED_ZONES: Final = _NAMED + _ZONES
_ARCHIVED: Final = f"""
    SELECT item_state.uid
    FROM item_state
    JOIN item ON item.uid = item_state.uid AND {BELIEVED}
    WHERE item_state.archived_at IS NOT NULL
      AND {IN_SCOPE}
      AND item.uid IN (SELECT value FROM json_each(:uids))
    GROUP BY item_state.uid
    ORDER BY item_state.uid
"""
_LAST_RUN: Final = f"""
    WITH run AS (
        SELECT item_state.uid, item_state.archived_at
        FROM item_state
        JOIN item ON item.uid = item_state.uid AND {BELIEVED}
        WHERE item_state.archived_at IS NOT NULL AND item_state.archive_reason = :reason
          AND {IN_SCOPE}
    )
    -- Everything one run archived has that run's time.
    SELECT uid
    FROM run
    WHERE archived_at = (SELECT max(archived_at) FROM run)
    GROUP BY uid
    ORDER BY uid
"""


_IMMUNITY: Final = ("pinned", "importance", "decision", "used", "tag", "current", "")


class Policy(NamedTuple):
    """From which age on (days without use; days in the archive) rows of which kinds go, in which scope.

    ``turn_days`` is an age of their own for turns, which otherwise go only where ``kinds`` names them. ``is_unasked``:
    nobody asked for this run, so it leaves alone what somebody changed, pinned or brought back lately.
    """

    project: int
    older_than_days: int = 30
    purge_after_days: int = 180
    kinds: tuple[Kind, ...] = RETIRED_KINDS
    uids: tuple[str, ...] | None = None
    turn_days: int | None = None
    is_unasked: bool = False

    @property
    def retired(self) -> tuple[Kind, ...]:
        """The kinds that go: turns too where they have an age of their own."""
        return self.kinds if self.turn_days is None or "turn" in self.kinds else (*self.kinds, "turn")


class Leaving(NamedTuple):
    """A row that goes, where to, and why."""

    uid: str
    kind: Kind
    step: Literal["archive", "purge"]
    text: str
    why: str


class Plan(NamedTuple):
    """What a run would do at ``at``, purges first, oldest first, and how many rows old enough are immune, by reason.

    ``later`` counts what is due to be purged and left to the next run.
    """

    leaving: list[Leaving]
    immune: dict[str, int]
    at: Instant
    later: int = 0

    def of(self, step: Literal["archive", "purge"]) -> list[Leaving]:
        """Return what goes that way."""
        return [row for row in self.leaving if row.step == step]

    @property
    def mark(self) -> int:
        """A number by which the same rows leaving the same way are recognised."""
        told = json.dumps([(row.uid, row.step) for row in self.leaving]).encode()
        return int.from_bytes(blake2b(told, digest_size=6).digest())


def plan(snapshot: Snapshot, policy: Policy, *, at: Instant | None = None) -> Plan:
    """Name every row that a run at this moment (or with the ages of an earlier one) would archive or purge, and why."""
    at = snapshot.now if at is None else min(at, snapshot.now)
    statement = _OLD_ZONES if policy.uids is None else _NAMED_ZONES
    leaving: list[Leaving] = []
    immune: Counter[str] = Counter()
    purged = later = 0
    for uid, kind, title, body, archived_at, touched_at, immunity in snapshot.rows(statement, _parameters(at, policy)):
        if _IMMUNITY[immunity]:
            immune[_IMMUNITY[immunity]] += 1
        elif archived_at is None:
            why = f"not used for {describe_gap(at - touched_at)}"
            leaving.append(Leaving(uid, kind, "archive", title or body, why))
        elif purged == MOST_PURGED:
            later += 1
        else:
            purged += 1
            why = f"archived {describe_gap(at - archived_at)} ago"
            leaving.append(Leaving(uid, kind, "purge", title or body, why))
    return Plan(leaving, dict(sorted(immune.items())), at, later)


def run(tx: Transaction, policy: Policy, *, previewed: tuple[Instant, int] | None = None) -> tuple[Plan, list[int]]:
    """Do what the plan says and return it, with the integer keys of purged rows, for the vector table.

    ``previewed`` is the time and mark of an earlier plan of the same policy: exactly that is done. Raises
    ConflictError, and does nothing, where something it names was used, saved or removed since.
    """
    planned = plan(tx, policy, at=None if previewed is None else previewed[0])
    if previewed is not None and planned.mark != previewed[1]:
        raise ConflictError(
            "what would go is not what was previewed: rows were used, changed or removed since, or others asked for",
            hint="Preview again with the same arguments and run that.", field="previewId",
        )  # fmt: skip
    return planned, carry_out(tx, planned, at=tx.now)


def carry_out(tx: Transaction, planned: Plan, *, at: Instant) -> list[int]:
    """Archive and erase what a plan names; return the integer keys of erased rows.

    What one run archived has one time, ``at``: by it ``restore`` knows it again.
    """
    gone: list[int] = []
    shortened: set[str | None] = set()
    for row in planned.leaving:
        if row.step == "archive":
            lifecycle.archive(tx, row.uid, reason=REASON, at=at)
            continue
        if row.kind == "turn":
            shortened.add(versions.require(tx, row.uid).session_uid)
        gone += erasure.erase(tx, row.uid, reason=REASON)
    for session_uid in sorted(filter(None, shortened)):
        session_end.forget(tx, session_uid, reason=REASON)
    return gone


def claim(tx: Transaction, *, every: int = DAY_US) -> bool:
    """Take the right to one run that nobody asked for; False when it was taken less than ``every`` ago, by whomever."""
    if not is_due(tx, every=every):
        return False
    meta.put(tx, "retired_at", tx.now)
    return True


def is_due(snapshot: Snapshot, *, every: int = DAY_US) -> bool:
    """Whether the right was not taken within ``every``; one taken in the future was taken under a wrong clock."""
    claimed: Instant | None = meta.get(snapshot, "retired_at")
    return claimed is None or not 0 <= snapshot.now - claimed < every


def restore(tx: Transaction, *, project: int, uids: list[str] | None = None) -> list[str]:
    """Put archived rows back into live answers: the given ones, else all that the last run in this scope archived.

    Returns the ids that were archived and are not any more.
    """
    if uids is None:
        rows = tx.rows(_LAST_RUN, {"project": project, "reason": REASON})
    else:
        rows = tx.rows(_ARCHIVED, {"project": project, "uids": json.dumps(uids)})
    return [uid for (uid,) in rows if lifecycle.restore(tx, uid)]


def _parameters(at: Instant, policy: Policy) -> dict[str, Any]:
    archive_before = at - policy.older_than_days * DAY_US
    return {
        "now": at,
        "kinds": json.dumps(policy.retired),
        "project": policy.project,
        "uids": None if policy.uids is None else json.dumps(policy.uids),
        "archive_before": archive_before,
        "archive_turns_before": archive_before if policy.turn_days is None else at - policy.turn_days * DAY_US,
        "purge_before": at - policy.purge_after_days * DAY_US,
        "unasked": policy.is_unasked,
    }
