"""Delete the memory and all that lies beside it."""

from __future__ import annotations

import shutil
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Final

from memory_mcp.config import Settings
from memory_mcp.store.file.copies.erased_copies import copies_of
from memory_mcp.store.file.copies.pages import refuse_where_open
from memory_mcp.store.file.location import CLIENT_FILES

# A log of its own, and what it was before it grew too long.
_LOGS: Final = ("", ".old", ".1")


def belongings(settings: Settings) -> list[Path]:
    """Return what there is of it on the disk: file, log, last lists, copies, spool, logs, clients' files."""
    db, backups = settings.db_path, settings.backup_dir
    beside = [db.with_name(db.name + suffix) for suffix in ("", "-wal", "-shm", "-listed")]
    if db.parent.is_dir():
        # A folder that a link leads to may hold what is not of this memory.
        beside += [copy for copy in copies_of(db, backups) if copy.parent != backups or backups.is_symlink()]
    logs = [log.with_name(log.name + end) for log in (settings.hook_log_path, settings.log_path) for end in _LOGS]
    every = [*beside, settings.spool_dir, backups, db.parent / CLIENT_FILES, *logs]
    return [path for path in every if path.exists()]


def purge(settings: Settings, paths: Iterable[Path]) -> None:
    """Delete these paths of a memory; of a link the link alone.

    Raises BusyError while another process has it open. Nobody needs the key, which may be lost.
    """
    if settings.db_path.is_file():
        refuse_where_open(settings.db_path)
    for path in paths:
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        else:
            path.unlink()
    with suppress(OSError):
        # Only where nothing else is in it.
        settings.db_path.parent.rmdir()
