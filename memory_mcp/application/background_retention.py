"""Run retention on its own: a bounded slice, at most once a day for a file, never while a client waits.

One process takes the right to do it, for a day; what it does not finish is left for the next day. It makes its plan in
a read that stops when a call comes, and carries the plan out a few rows at a time. Each step checks again whether its
rows may still go.
"""

from __future__ import annotations

from typing import Final

from memory_mcp.application.throttle import Every
from memory_mcp.keys.lookup import find_key
from memory_mcp.store.facts.projects.projects import ALL_PROJECTS
from memory_mcp.store.upkeep import retention
from memory_mcp.store.upkeep.erased_beside import erase_beside
from memory_mcp.store.upkeep.retention import Policy
from memory_mcp.store.vectors import index
from memory_mcp.temporal import HOUR_US, Instant
from memory_mcp.tools.framework.runtime import Runtime
from memory_mcp.tools.framework.scheduler import Lane

SLICE: Final = 500
STEP: Final = 20
_ACTOR: Final = "retention"
_ASKED_EVERY_US: Final = HOUR_US


class Retiring:
    """The slice of a day, as far as this process has it. Call it when there is time; it says whether there is more."""

    def __init__(self, runtime: Runtime, lane: Lane) -> None:
        self._runtime = runtime
        self._lane = lane
        self._looks = Every(runtime.clock, _ASKED_EVERY_US)
        # When the right of the day was taken; None while another process has it.
        self._claimed_at: Instant | None = None
        self._left: list[str] = []
        self._has_erased = False

    def __call__(self) -> bool:
        """Do one short step."""
        if self._runtime.settings.retention != "auto" or not self._runtime.may_write:
            return False
        step = self._carry_out if self._left else self._plan if self._claimed_at is not None else self._claim
        with self._lane.deferred():
            return step()

    def _claim(self) -> bool:
        if not self._looks.is_due():
            return False
        with self._runtime.db.reading() as snapshot:
            is_due = retention.is_due(snapshot)
        if is_due:
            with self._runtime.db.writing(_ACTOR) as tx:
                self._claimed_at = tx.now if retention.claim(tx) else None
        self._looks.note()
        return self._claimed_at is not None

    def _plan(self) -> bool:
        planned = None
        with self._runtime.db.giving_way(lambda: self._lane.is_wanted), self._runtime.db.reading() as snapshot:
            planned = retention.plan(snapshot, self._policy())
        if planned is None:
            return True
        self._left = [row.uid for row in planned.leaving[:SLICE]]
        if not self._left:
            self._claimed_at = None
        return bool(self._left)

    def _carry_out(self) -> bool:
        assert self._claimed_at is not None
        batch = tuple(self._left[:STEP])
        db = self._runtime.db
        index.reach(db)
        with db.writing(_ACTOR) as tx:
            planned = retention.plan(tx, self._policy(batch))
            gone = retention.carry_out(tx, planned, at=self._claimed_at)
            index.remove(tx, gone)
        self._has_erased |= bool(gone)
        if tx.erased_texts:
            settings = self._runtime.settings
            erase_beside(settings, tx.erased_texts, find_key(settings))
        del self._left[:STEP]
        if not self._left:
            self._claimed_at = None
            if self._has_erased:
                self._has_erased = not db.checkpoint(at_once=True)
        return bool(self._left)

    def _policy(self, uids: tuple[str, ...] | None = None) -> Policy:
        days = self._runtime.settings.retention_turn_days
        return Policy(ALL_PROJECTS, uids=uids, turn_days=days, is_unasked=True)
