"""Take a lock that another process may hold for a moment, or say that it holds it for too long."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from memory_mcp.errors import BusyError

Place = tuple[int, int]
"""Where the bytes of a lock begin, and how many they are."""
_PAUSE_S: Final = 0.005


def lock_bytes(descriptor: int, place: Place, *, patience_s: float, busy: BusyError) -> None:
    """Lock bytes of an open file for this process alone. Raises ``busy`` after so many seconds. Windows has none."""
    import fcntl  # noqa: PLC0415 - Windows has none

    start, length = place
    insist(
        lambda: fcntl.lockf(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB, length, start), patience_s=patience_s, busy=busy
    )


def insist(lock: Callable[[], object], *, patience_s: float, busy: BusyError) -> None:
    """Take a lock. Raises ``busy`` where somebody holds it for more than so many seconds."""
    deadline = time.monotonic() + patience_s
    while True:
        try:
            lock()
        except OSError as exc:
            if time.monotonic() > deadline:
                raise busy from exc
            time.sleep(_PAUSE_S)
        else:
            return
