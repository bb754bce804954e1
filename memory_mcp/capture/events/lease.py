"""Let one background process at a time do what waits, by a lease that it renews while it works.

A process that was killed renews nothing, so a minute later another one takes the lease. Process ids would not do: they
are reused, and they mean nothing in another container that has the same file.
"""

from __future__ import annotations

import os
from contextlib import suppress
from typing import Final

from memory_mcp.errors import BusyError
from memory_mcp.store.file import meta
from memory_mcp.store.file.database import Database, Snapshot

_RENEWED: Final = "read_on_apart_since"
_OWNER: Final = "read_on_apart_owner"
_LASTS_US: Final = 60_000_000
_RENEW_EVERY_US: Final = 10_000_000


class Lease:
    """The right of this process to do what waits, from ``take`` to ``give_back``, unless another took it over."""

    def __init__(self, db: Database) -> None:
        self._db = db
        self._name = os.urandom(8).hex()
        self._renewed = 0
        self._is_lost = False

    def take(self) -> bool:
        """Take the lease; False where another process has it. Raises BusyError."""
        with self._db.writing("read on") as tx:
            if is_taken(tx):
                return False
            meta.put(tx, _OWNER, self._name)
            meta.put(tx, _RENEWED, tx.now)
            self._renewed = tx.now
        return True

    def is_lost(self) -> bool:
        """Renew the lease where it is time to, and return whether another process has it: ask between short steps."""
        if not self._is_lost and not 0 <= self._db.clock.now() - self._renewed < _RENEW_EVERY_US:
            # Where somebody writes for long, the next time does it.
            with suppress(BusyError), self._db.writing("read on") as tx:
                self._is_lost = meta.get(tx, _OWNER) != self._name
                if not self._is_lost:
                    meta.put(tx, _RENEWED, tx.now)
                    self._renewed = tx.now
        return self._is_lost

    def give_back(self) -> None:
        """Let another process take the lease; one that another has stays. Raises BusyError."""
        with self._db.writing("read on") as tx:
            if meta.get(tx, _OWNER) == self._name:
                meta.remove(tx, _OWNER)
                meta.remove(tx, _RENEWED)


def is_taken(snapshot: Snapshot) -> bool:
    """Whether a process apart does what waits."""
    return 0 <= snapshot.now - meta.watermark(snapshot, _RENEWED) < _LASTS_US
