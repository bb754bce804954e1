"""Lock a folder while one process changes the key of a memory, and tell whether another process does so now.

Meanwhile the file is locked, replaced, or under a key that is not in its place yet: a process that fails to open it
tries again.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from memory_mcp.errors import BusyError

# Folders that this process has locked: it does not wait for itself.
_held: Final[set[str]] = set()


@contextmanager
def held_here(path: Path) -> Iterator[None]:
    """Note, until the block ends, that this process itself holds the lock of this memory's folder."""
    folder = os.path.realpath(path.parent)
    _held.add(folder)
    try:
        yield
    finally:
        _held.discard(folder)


def is_being_changed(path: Path) -> bool:
    """Return whether another process changes the key of the memory at ``path``, or puts a backup in its place."""
    folder = os.path.dirname(os.path.realpath(path))  # noqa: PTH120 - of a text
    if sys.platform == "win32" or folder in _held:
        return False
    import fcntl  # noqa: PLC0415 - Windows has none

    try:
        descriptor = os.open(folder, os.O_RDONLY)
    except OSError:
        return False
    try:
        fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:
        # A file system without such locks.
        return False
    finally:
        os.close(descriptor)
    return False


def being_changed(path: Path) -> BusyError:
    """Return what to tell whoever meets a change."""
    return BusyError(
        f"another process changes the key of {path}, or puts a backup in its place",
        hint="Nothing was written. Try the same call again in a moment.",
    )
