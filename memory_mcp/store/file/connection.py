"""Open a connection to the file: private, in WAL mode, and such that an acknowledged write survives a power cut."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Final, TypeAlias

import apsw

from memory_mcp.errors import BusyError, MemoryMcpError, RefusedError
from memory_mcp.keys.change_lock import being_changed, is_being_changed
from memory_mcp.keys.private_folders import make_private
from memory_mcp.store.file.atomic_files import is_writable
from memory_mcp.store.file.busy_handler import Patience
from memory_mcp.store.file.mending.own_schema import refuse_strange
from memory_mcp.store.file.migrate import file_version, migrate
from memory_mcp.store.file.presence import (
    LOCATION_HINT,
    Presence,
    cannot_be_opened,
    is_empty,
    presence_of,
    refuse_cut_off,
    refuse_what_is_no_file,
)

BeforeMigration: TypeAlias = Callable[[apsw.Connection, int], object]
"""What is called before an existing file is migrated, with its connection and its old version."""

# Bytes; the index of the log is made 32 KB at a time.
_LEAST_FREE: Final = 65_536


def connect(
    path: Path, key: str | None, patience: Patience, busy_timeout_ms: int, before_migration: BeforeMigration | None
) -> tuple[apsw.Connection, Presence]:
    """Open or make the file at ``path``, of this program's schema; it may be made or replaced by others meanwhile."""
    while True:
        make_file(path)
        at_path, was_empty = presence_of(path).file, is_empty(path)
        connection = open_connection(path, key, patience)
        try:
            configure(connection, path, busy_timeout_ms)
            refuse_strange(connection, str(path))
            migrate(connection, str(path), before_first=before_migration and partial(before_migration, connection))
            presence = presence_of(path)
        except BaseException as exc:
            leave(connection)
            # The key of an empty file is mixed with a random salt, and another process has written its own by now.
            was_made = was_empty and isinstance(exc, apsw.NotADBError) and not is_empty(path)
            if presence_of(path).file == at_path and not was_made:
                raise
        else:
            if presence.file == at_path:
                return connection, presence
            leave(connection)


def make_file(path: Path) -> None:
    """Make an empty file where there is none; raise RefusedError for what is none, or was cut to nothing."""
    refuse_what_is_no_file(path)
    refuse_cut_off(path)
    if not path.exists():
        # A symbolic link to a file that is not there yet: the file is made where it leads.
        _create_private(path.resolve() if path.is_symlink() else path)


def open_connection(path: Path, key: str | None, patience: Patience) -> apsw.Connection:
    """Open the file; raise RefusedError for one whose newest changes cannot be read."""
    if is_writable(path):
        connection = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_CREATE)
    else:
        connection = apsw.Connection(_unchanging(path), flags=apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI)
    connection.set_busy_handler(patience)
    if key:
        connection.pragma("key", key)
    return connection


def only_reads(cursor: apsw.Cursor, _sql: str, _bindings: apsw.Bindings | None) -> bool:
    """Let a statement run that changes nothing; raise ReadOnlyError before any other: a connection's ``exec_trace``."""
    if not cursor.is_readonly:
        raise apsw.ReadOnlyError("nothing can be written while a snapshot is read")
    return True


def leave(connection: apsw.Connection) -> None:
    """Close a connection and leave the write-ahead log beside the file as it is: it may be of another key or file."""
    # Closing what is closed changes nothing.
    with suppress(apsw.ConnectionClosedError):
        connection.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
    connection.close()


def _unchanging(path: Path) -> str:
    """Return how SQLite opens a file that may only be read, without making files beside it.

    They would be as unwritable as the file, and stay so when it is not any more. Where they are, they are used.
    """
    log, index = (path.with_name(path.name + suffix) for suffix in ("-wal", "-shm"))
    has_log = log.exists() and log.stat().st_size > 0
    if has_log and not index.exists():
        raise RefusedError(
            f"{path} cannot be written, and its newest changes are in {log.name}", hint=writable_hint(path)
        )
    return f"{path.absolute().as_uri()}?{'mode=ro' if index.exists() and log.exists() else 'immutable=1'}"


def writable_hint(path: Path) -> str:
    """Return what to do about a file that could only be opened to read."""
    return f"Make {path} and its folder writable for you (chmod u+w) and start again: it was opened to read only."


def _create_private(path: Path) -> None:
    """Create the file for its owner alone; SQLite would make it readable for all, and the WAL takes the file's mode."""
    try:
        make_private(path.parent)
        with suppress(FileExistsError):
            os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    except OSError as exc:
        raise RefusedError(f"{path} cannot be created: {exc.strerror}", hint=LOCATION_HINT) from exc


def configure(connection: apsw.Connection, path: Path, busy_timeout_ms: int) -> None:
    """Set what every connection keeps; raise UnsupportedError or RefusedError for a file that is not ours."""
    # Before anything is changed: is it ours at all?
    file_version(connection, str(path))
    if not connection.readonly("main") and connection.pragma("journal_mode") != "wal":
        _retry_while_busy(lambda: connection.pragma("journal_mode", "wal"), busy_timeout_ms)
    # An acknowledged write survives a power cut.
    connection.pragma("synchronous", "full")
    connection.pragma("foreign_keys", True)
    # What is deleted is overwritten: erased text must not stay readable on a free page.
    connection.pragma("secure_delete", True)
    # A log that once grew gives its space back.
    connection.pragma("journal_size_limit", 16 * 1024 * 1024)
    # 16 MB find no faster among 10,000 and 100,000 rows: what is left out is in the system's cache.
    connection.pragma("cache_size", -6_000)


def _retry_while_busy(action: Callable[[], object], limit_ms: int) -> None:
    """SQLite does not call its busy handler for the switch to WAL: two first starts would meet."""
    deadline = time.monotonic() + limit_ms / 1_000
    while True:
        try:
            action()
        except apsw.BusyError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.01)
        else:
            return


def _is_full(path: Path) -> bool:
    """Whether the disk has no room for the index of the log, of which SQLite says no more than that it failed."""
    import shutil  # noqa: PLC0415 - hooks have no time

    with suppress(OSError):
        return shutil.disk_usage(path.parent).free < _LEAST_FREE
    return False


def known_failure(exc: apsw.Error, path: Path) -> MemoryMcpError | None:
    """Return what to tell of a failure of SQLite or the system; None where it is a defect of ours."""
    match exc:
        case apsw.BusyError() | apsw.LockedError() | apsw.CantOpenError() | apsw.IOError() if is_being_changed(path):
            return being_changed(path)
        case apsw.BusyError() | apsw.LockedError():
            return BusyError(f"{path} is being written by another process", hint="Try the same call again.")
        case apsw.FullError() | apsw.CantOpenError() | apsw.IOError() if isinstance(exc, apsw.FullError) or _is_full(
            path
        ):
            return RefusedError(
                f"the disk that holds {path} is full", hint="Free some space and repeat the call; nothing was written."
            )
        case apsw.ReadOnlyError() | apsw.PermissionsError():
            return RefusedError(f"{path} cannot be written: {exc}", hint=writable_hint(path))
        case apsw.CantOpenError() | apsw.IOError():
            return cannot_be_opened(path, exc)
    return None
