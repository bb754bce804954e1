"""Copy the pages of one file over those of another, through bare connections, which may keep everybody else out."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import apsw

from memory_mcp.errors import BusyError
from memory_mcp.store.file.connection import leave
from memory_mcp.store.file.copies.file_locks import lock_bytes
from memory_mcp.store.file.presence import presence_of
from memory_mcp.store.file.progress import Progress

Pause = Callable[[], None]
"""Waits, if it likes to, until nobody is in the way."""
# Pages copied between two reports of progress; 1 MB.
_STEP: Final = 256
# How long somebody may take who leaves at this moment, such as a hook.
_PATIENCE_MS: Final = 500
# Bytes that each connection to a file with a write-ahead log holds a shared lock on as long as it is open:
# https://www.sqlite.org/fileformat2.html#the_lock_byte_page
_SHARED: Final = (0x40000002, 510)


@contextmanager
def opened(path: Path | str, key: str | None, flags: int) -> Iterator[apsw.Connection]:
    """Hand out a bare connection to a file; with another key than the file's, its first use raises NotADBError."""
    connection = apsw.Connection(str(path), flags=flags)
    try:
        connection.set_busy_timeout(5_000)
        if key:
            connection.pragma("key", key)
        yield connection
    except apsw.NotADBError:
        leave(connection)
        raise
    finally:
        connection.close()


@contextmanager
def alone(path: Path, key: str | None) -> Iterator[apsw.Connection]:
    """Open the memory so that no other process has it open, and none can open it meanwhile.

    Raises BusyError while one has, or where another file came to stand there meanwhile.
    """
    at_path = presence_of(path).file
    with opened(path, key, apsw.SQLITE_OPEN_READWRITE) as connection:
        connection.set_busy_timeout(_PATIENCE_MS)
        busy = _busy(path)
        try:
            # Every connection to a file with a write-ahead log holds a shared lock as long as it is open.
            connection.pragma("locking_mode", "exclusive")
            connection.execute("BEGIN EXCLUSIVE")
            connection.execute("COMMIT")
        except (apsw.BusyError, apsw.LockedError) as exc:
            raise busy from exc
        except apsw.Error as exc:
            if presence_of(path).file != at_path:
                raise busy from exc
            raise
        if presence_of(path).file != at_path:
            # Its key was changed: the lock is of a file that has no name any more.
            raise busy
        yield connection


def refuse_where_open(path: Path) -> None:
    """Raise BusyError while another process has the memory open. No key is asked for, and it may be damaged.

    On Windows nothing is looked at: nobody can delete there what is open. Raises OSError where it may not be opened.
    """
    if sys.platform == "win32":
        return
    descriptor = os.open(path, os.O_RDWR)
    try:
        lock_bytes(descriptor, _SHARED, patience_s=_PATIENCE_MS / 1_000, busy=_busy(path))
    finally:
        os.close(descriptor)


def _busy(path: Path) -> BusyError:
    return BusyError(
        f"{path} is open in another process", hint="Quit the clients that use this memory, then call again."
    )


def overwrite_with(
    connection: apsw.Connection, source: Path, key: str | None, progress: Progress | None = None
) -> None:
    """Write the content of another file over that of an open one, in one transaction."""
    with opened(source, key, apsw.SQLITE_OPEN_READONLY) as backup_connection:
        _pages(connection, backup_connection, progress)


def copy_into(
    source: apsw.Connection, draft: Path, key: str | None, progress: Progress | None = None, pause: Pause | None = None
) -> None:
    """Copy a whole file into the new one ``draft``, which has the same ``key``.

    ``progress(done, total)`` is told pages, and ``pause`` called, after every megabyte.
    """
    with opened(draft, key, apsw.SQLITE_OPEN_READWRITE) as target:
        _pages(target, source, progress, pause)
        # One file, without a log beside it.
        target.pragma("journal_mode", "delete")


def _pages(
    target: apsw.Connection, source: apsw.Connection, progress: Progress | None, pause: Pause | None = None
) -> None:
    with target.backup("main", source, "main") as copy:
        while not copy.done:
            if pause is not None:
                pause()
            copy.step(_STEP)
            if progress is not None:
                progress(copy.page_count - copy.remaining, copy.page_count)
