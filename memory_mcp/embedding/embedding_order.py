"""The order of embedding: questions go before stored texts and beside other work, and nothing starts at exit."""

from __future__ import annotations

import atexit
import os
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from queue import SimpleQueue
from typing import Final, TypeVar
from weakref import finalize

Job = TypeVar("Job")
Result = TypeVar("Result")

_MOST_THREADS: Final = 4
_EXIT_PATIENCE_S: Final = 2.0


class QuestionsFirst:
    """A gate that closes while a question is embedded; work on stored texts waits at it between batches."""

    def __init__(self) -> None:
        self._condition = threading.Condition()
        self._asking = 0

    @contextmanager
    def asking(self) -> Iterator[None]:
        """Keep the gate closed for the length of the block."""
        with self._condition:
            self._asking += 1
        try:
            yield
        finally:
            with self._condition:
                self._asking -= 1
                self._condition.notify_all()

    def give_way(self) -> None:
        """Wait until no question is being embedded."""
        with self._condition:
            self._condition.wait_for(lambda: self._asking == 0)


class NativeCalls:
    """Calls into a native library that the end of the process must not interrupt.

    A daemon thread that returns from C++ while the interpreter shuts down is unwound through code that forbids it,
    and the process aborts (4 of 25 exits with onnxruntime 1.31, Python 3.11). So the exit waits for the calls that
    run, each of a single text, and lets no other begin.
    """

    def __init__(self) -> None:
        self._condition = threading.Condition()
        self._running = 0
        self._is_closed = False
        atexit.register(self.close)

    @contextmanager
    def call(self) -> Iterator[None]:
        """Run one call in the block. At the end of the process this waits for ever, so only daemon threads may call."""
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
        """Let no call begin, and wait at most 2 s for those that run."""
        with self._condition:
            self._is_closed = True
            self._condition.wait_for(lambda: self._running == 0, timeout=_EXIT_PATIENCE_S)


def usable_threads() -> int:
    """Return how many threads embedding may use: one a processor that this process may run on, at most four."""
    processors = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(_MOST_THREADS, processors)


class Helper:
    """A daemon thread that works beside whoever asks it, one thing after another; it ends with its owner."""

    def __init__(self) -> None:
        """Start nothing: the thread comes with the first work."""
        self._jobs: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        self._guard = threading.Lock()
        self._is_started = False

    def begin(self, work: Callable[[], Result]) -> Callable[[], Result]:
        """Begin work; return a function that waits for its end, and returns or raises what the work did."""
        # A process that asks no question has no use for it.
        from concurrent.futures import Future  # noqa: PLC0415

        future: Future[Result] = Future()

        def run() -> None:
            try:
                future.set_result(work())
            except BaseException as error:  # noqa: BLE001 - raised again where the result is wanted
                future.set_exception(error)

        with self._guard:
            if not self._is_started:
                self._is_started = True
                threading.Thread(target=_work_off, args=(self._jobs,), name="helper", daemon=True).start()
                finalize(self, self._jobs.put, None)
        self._jobs.put(run)
        return future.result


def _work_off(jobs: SimpleQueue[Callable[[], None] | None]) -> None:
    while (job := jobs.get()) is not None:
        job()
        # What it worked with is not kept until the next one comes.
        del job


def run_all(jobs: Sequence[Job], work: Callable[[Job], None], threads: int) -> None:
    """Do every job once, on the calling thread and at most ``threads - 1`` others.

    The other threads end with the call. They are daemons, so that no exit waits for them. Raises the first exception
    that ``work`` raised; jobs that have not begun by then are left undone.
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
