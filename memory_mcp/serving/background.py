"""Run background work in one thread, a step at a time, after an answer has left."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Sequence
from typing import Final

from memory_mcp.embedding import process_memory
from memory_mcp.tools.framework.scheduler import Lane

_PAUSE_SECONDS: Final = 0.005
# A client that calls again at once is not slowed by what its last call left behind; one that never pauses still is,
# after a while: the work must not wait for ever.
_CALM_SECONDS: Final = 0.1
_LONGEST_WAIT_SECONDS: Final = 10.0

_log = logging.getLogger(__name__)


def _give_back() -> bool:
    """Give back what work left in the heap: of 265 MB after 2,000 turns were read, 40."""
    process_memory.give_back()
    return False


class Deferred:
    """Runs the given functions after a reply, and again as long as one of them returns that there is more to do."""

    def __init__(self, work: Callable[[], tuple[Sequence[Callable[[], bool]], Lane]]) -> None:
        """``work`` returns the functions and the lane they give way to; it is asked in the thread of the work."""
        self._work = work
        self._due = threading.Event()
        self._thread: threading.Thread | None = None
        self._last_reply = 0.0

    def wake(self) -> None:
        """Let the work begin. The pipe calls this after it has written a reply."""
        self._last_reply = time.monotonic()
        self._due.set()
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="deferred", daemon=True)
            self._thread.start()

    def _run(self) -> None:
        has_worked = False
        while self._due.wait():
            self._due.clear()
            self._wait_for_calm()
            try:
                functions, lane = self._work()
            except Exception:  # noqa: BLE001 - an edge, as below: what could not be made is at another call
                _log.exception("deferred work could not begin")
                continue
            with lane.deferred():
                pass  # one that stopped because a call waits would otherwise be asked again and again
            if any([self._step(function) for function in functions]):  # noqa: C419 - all of them, not up to the first
                time.sleep(_PAUSE_SECONDS)  # "more to do" may also mean "not yet": a model loads for a while
                self._due.set()
                has_worked = True
            elif has_worked:  # a single step leaves little
                has_worked = False
                with lane.deferred():
                    self._step(_give_back)

    def _wait_for_calm(self) -> None:
        """Wait until no reply has been sent for 0.1 s, at most 10 s."""
        started = time.monotonic()
        while (wait := self._last_reply + _CALM_SECONDS - time.monotonic()) > 0:
            if time.monotonic() - started > _LONGEST_WAIT_SECONDS:
                return
            time.sleep(wait)

    def _step(self, function: Callable[[], bool]) -> bool:
        try:
            return bool(function())
        except Exception:  # noqa: BLE001 - an edge: nobody else would hear of it, and the next reply tries again
            _log.exception("deferred work failed")
            return False
