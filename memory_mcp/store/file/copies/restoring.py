"""Put a checked backup in the place of a memory, while no other process has that open."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

import apsw

from memory_mcp.errors import ConflictError
from memory_mcp.store.file.atomic_files import new_file
from memory_mcp.store.file.connection import known_failure
from memory_mcp.store.file.copies.checking import Backup, check_backup
from memory_mcp.store.file.copies.pages import alone, copy_into, opened, overwrite_with
from memory_mcp.store.file.presence import is_cut_off, refuse_what_is_no_file
from memory_mcp.store.file.progress import Progress


class Restored(NamedTuple):
    """What was brought back, and where the file that stood there before is kept (None when there was none)."""

    backup: Backup
    kept: Path | None


def restore(source: Path, target: Path, *, key: str | None = None, progress: Progress | None = None) -> Restored:
    """Put a checked backup in the place of the memory at ``target``; what stood there is kept beside it.

    Raises what ``check_backup`` raises, RefusedError for what is no file and for a full disk, ConflictError when the
    backup is the memory itself, and BusyError while any other process has the memory open.
    """
    refuse_what_is_no_file(target)
    checked = check_backup(source, key=key)
    if source.exists() and target.exists() and source.samefile(target):
        raise ConflictError(f"{source} is the memory itself", hint="Give the path of a backup.", field="path")
    kept = _free_name(target)
    if is_cut_off(target):
        _move_aside(target, kept)
        return Restored(restore(source, target, key=key, progress=progress).backup, kept)
    if not target.exists():
        readable = opened(source, key, apsw.SQLITE_OPEN_READONLY)
        with _told(target), new_file(target) as draft, readable as connection:
            copy_into(connection, draft, key, progress)
            # A log that its file left behind: SQLite would write it over the backup.
            _move_aside(target, kept)
        log = kept.with_name(f"{kept.name}-wal")
        return Restored(checked, log if log.exists() else None)
    try:
        with _told(target), alone(target, key) as connection:
            # Another may have restored until now.
            kept = _free_name(target)
            with new_file(kept) as draft:
                copy_into(connection, draft, key)
            overwrite_with(connection, source, key, progress)
    except (apsw.NotADBError, apsw.CorruptError):
        # It cannot be copied page by page, so it is moved aside as it is.
        _move_aside(target, kept)
        return Restored(restore(source, target, key=key, progress=progress).backup, kept)
    return Restored(checked, kept)


@contextmanager
def _told(path: Path) -> Iterator[None]:
    """Turn a full disk, and what else is known of SQLite's failures, into ours."""
    try:
        yield
    except apsw.Error as exc:
        if (ours := known_failure(exc, path)) is None:
            raise
        raise ours from exc


def _move_aside(target: Path, kept: Path) -> None:
    """Give what there is of a file, its log with the index of that, and its journal another name."""
    for suffix in ("-wal", "-shm", "-journal", ""):
        with suppress(FileNotFoundError):
            target.with_name(target.name + suffix).rename(kept.with_name(kept.name + suffix))


def _free_name(target: Path) -> Path:
    number = 1
    while True:
        path = target.with_name(f"{target.stem}-before-restore-{number}{target.suffix}")
        if not any(os.path.lexists(f"{path}{suffix}") for suffix in ("", "-wal", "-journal")):
            return path
        number += 1
