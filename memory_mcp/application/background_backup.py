"""Make the daily backup while nobody waits: each step begins only when no call runs or waits."""

from __future__ import annotations

import time
from typing import Final

from memory_mcp.application.throttle import Every
from memory_mcp.errors import BusyError, MemoryMcpError
from memory_mcp.keys.lookup import find_key
from memory_mcp.store.upkeep import automatic_backups
from memory_mcp.tools.framework.runtime import Runtime
from memory_mcp.tools.framework.scheduler import Lane

# A look costs a list of a folder; a server that lives for minutes finds what became due meanwhile.
_ASKED_EVERY_US: Final = 60 * 1_000_000
# The copy is of one moment, and the log cannot be emptied as long as it is made.
_LONGEST_S: Final = 900.0


class BackingUp:
    """The backup of a day, as far as this process makes it. Call it when there is time."""

    def __init__(self, runtime: Runtime, lane: Lane) -> None:
        self._runtime = runtime
        self._lane = lane
        self._looks = Every(runtime.clock, _ASKED_EVERY_US)

    def __call__(self) -> bool:
        """Make the backup if one is due; what goes wrong is for memory_health to tell."""
        runtime = self._runtime
        if not runtime.settings.backups or not runtime.may_write or not self._looks.is_due():
            return False
        try:
            with self._lane.deferred():
                has_right = self._claim()
            self._looks.note()
            if has_right:
                self._make()
        except BusyError:
            return False
        except MemoryMcpError as exc:
            runtime.backup_failure = exc.message
        return False

    def _claim(self) -> bool:
        db = self._runtime.db
        with db.reading() as snapshot:
            is_due = automatic_backups.is_due(db, snapshot)
        if not is_due:
            return False
        with db.writing("backup") as tx:
            return automatic_backups.claim(db, tx)

    def _make(self) -> None:
        runtime, ends_at = self._runtime, time.monotonic() + _LONGEST_S

        def pause() -> None:
            with self._lane.deferred():
                pass
            if time.monotonic() > ends_at:
                raise BusyError("the backup took too long", hint="It is tried again in an hour.")

        automatic_backups.make(runtime.db, runtime.settings.backups, key=find_key(runtime.settings), pause=pause)
        runtime.backup_failure = ""
