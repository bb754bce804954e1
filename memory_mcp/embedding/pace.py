"""Who embeds when: a question goes before stored texts, and stored texts use the processors there are."""

from __future__ import annotations

import os
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Final, TypeVar

Job = TypeVar("Job")

_MOST_THREADS: Final = 4


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
