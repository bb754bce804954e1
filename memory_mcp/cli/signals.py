"""End a command that is told to end as Ctrl-C does: with what it began cleared away."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import NoReturn


@contextmanager
def unwound_by_signals() -> Iterator[None]:
    """Raise SystemExit in the block, with 128 and the signal's number, when it is told to end or its window is closed.

    Else a copy of a memory would stay in the folder for temporary files, or half of an export beside its place.
    """
    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        # nohup has it ignored.
        if number is not None and signal.getsignal(number) == signal.SIG_DFL:
            signal.signal(number, _told_to_end)
    try:
        yield
    except BaseExceptionGroup as exc:
        # Tasks wrap what a signal raises in one of them.
        if (ended := exc.subgroup(SystemExit)) is None:
            raise
        sys.exit(_code_of(ended))


def _told_to_end(number: int, _frame: FrameType | None) -> NoReturn:
    sys.exit(128 + number)


def _code_of(exc: BaseException) -> int:
    while isinstance(exc, BaseExceptionGroup):
        exc = exc.exceptions[0]
    return int(exc.code or 0) if isinstance(exc, SystemExit) else 1
