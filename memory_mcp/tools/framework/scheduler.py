"""Share one connection between calls and deferred work; answers go before work that can wait.

A process has one database connection. Calls from the client and deferred work (use counts, missing vectors) take turns
on it. Deferred work starts only when no call waits, so it delays an answer by one short step at most.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager


class Lane:
    """The right to use the connection. Not reentrant: whoever holds it must not ask again."""

    def __init__(self) -> None:
        self._free = threading.Condition()
        self._is_taken = False
        self._waiting = 0

    @property
    def is_wanted(self) -> bool:
        """Say whether a call waits for its turn: deferred work stops at its next step."""
        return self._waiting > 0

    @contextmanager
    def answering(self) -> Iterator[None]:
        """Hold the lane for a call that somebody waits for."""
        with self._free:
            self._waiting += 1
            self._free.wait_for(lambda: not self._is_taken)
            self._waiting -= 1
            self._is_taken = True
        try:
            yield
        finally:
            self._release()

    @contextmanager
    def deferred(self) -> Iterator[None]:
        """Hold the lane for a short step that nobody waits for, once no call does."""
        with self._free:
            self._free.wait_for(lambda: not self._is_taken and not self._waiting)
            self._is_taken = True
        try:
            yield
        finally:
            self._release()

    def _release(self) -> None:
        with self._free:
            self._is_taken = False
            self._free.notify_all()
