"""End a command that is told to end as Ctrl-C does: with what it began cleared away."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def unwound_by_signals() -> Iterator[None]:
    """Raise SystemExit in the block, with 128 and the signal's number, when it is told to end or its window is closed.

    Else a copy of a memory would stay in the folder for temporary files, or half of an export beside its place.
    """
    told: list[int] = []

    def end(number: int, frame: FrameType | None) -> None:
        told.append(number)
        on_interrupt = signal.getsignal(signal.SIGINT)
        if callable(on_interrupt) and on_interrupt is not signal.default_int_handler:
            # That of asyncio, which lets its tasks end.
            on_interrupt(signal.SIGINT, frame)
        else:
            sys.exit(128 + number)

    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        # nohup has it ignored.
        if number is not None and signal.getsignal(number) == signal.SIG_DFL:
            signal.signal(number, end)
    try:
        yield
    except BaseException:
        # What it was raised in may have made something else of it, such as a group of what failed in tasks.
        if told:
            sys.exit(128 + told[0])
        raise
