"""Who embeds when: questions before stored texts, stored texts on the processors there are, nobody after the end."""

from __future__ import annotations

import atexit
import os
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Final, TypeVar

Job = TypeVar("Job")

_MOST_THREADS: Final = 4
_EXIT_PATIENCE_S: Final = 2.0


class QuestionsFirst:
    """A gate that is closed while questions are being embedded: work on stored texts stops at it between batches."""

    def __init__(self) -> None:
        self._condition = threading.Condition()
        self._asking = 0

    @contextmanager
    def asking(self) -> Iterator[None]:
        """Keep the gate closed."""
        with self._condition:
            self._asking += 1
        try:
            yield
        finally:
            with self._condition:
                self._asking -= 1
                self._condition.notify_all()

    def give_way(self) -> None:
        """Return when nobody asks."""
        with self._condition:
            self._condition.wait_for(lambda: self._asking == 0)


class NativeCalls:
    """Calls into a library that may not be left in the middle by the end of the process.

    A daemon thread that comes back from C++ while the interpreter goes down is unwound through code that forbids it,
    and the process aborts (4 of 25 exits with onnxruntime 1.31, Python 3.11). So the end waits for the calls under
    way, single texts, and lets no other begin.
    """

    def __init__(self) -> None:
        self._condition = threading.Condition()
        self._running = 0
        self._is_closed = False
        atexit.register(self.close)

    @contextmanager
    def call(self) -> Iterator[None]:
        """Run one call; never returns once the process is ending, which only daemon threads live to see."""
        with self._condition:
            self._condition.wait_for(lambda: not self._is_closed)
            self._running += 1
        try:
            yield
        finally:
            with self._condition:
                self._running -= 1
                self._condition.notify_all()

    def close(self) -> None:
        """Let no call begin, and wait for those under way, some seconds at most."""
        with self._condition:
            self._is_closed = True
            self._condition.wait_for(lambda: self._running == 0, timeout=_EXIT_PATIENCE_S)


def usable_threads() -> int:
    """Return how many threads embedding may use: the processors this process may run on, four at most."""
    processors = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(_MOST_THREADS, processors)


def run_all(jobs: Sequence[Job], work: Callable[[Job], None], threads: int) -> None:
    """Do every job once, on the calling thread and ``threads - 1`` others; the first failure is raised here.

    The helpers live as long as the call and are daemons: nothing has to be shut down, no exit waits for them.
    """
    waiting = deque(jobs)
    failures: list[BaseException] = []

    def drain() -> None:
        while not failures:
            try:
                job = waiting.popleft()
            except IndexError:
                return
            try:
                work(job)
            except BaseException as error:  # noqa: BLE001 - raised again below, on the thread that asked
                failures.append(error)

    helpers = [threading.Thread(target=drain, daemon=True) for _ in range(min(threads, len(jobs)) - 1)]
    for helper in helpers:
        helper.start()
    drain()
    for helper in helpers:
        helper.join()
    if failures:
        raise failures[0]
