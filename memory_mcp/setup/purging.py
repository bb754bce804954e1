"""Delete the memory and all that lies beside it."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Final

from memory_mcp.config import Settings
from memory_mcp.errors import MemoryMcpError
from memory_mcp.keys.storage import known_keys
from memory_mcp.store.file.copies.checking import origin_of
from memory_mcp.store.file.copies.erased_copies import copies_of
from memory_mcp.store.file.copies.kept_backups import is_backup_name
from memory_mcp.store.file.copies.pages import refuse_where_open
from memory_mcp.store.file.encryption import is_plain
from memory_mcp.store.file.location import CLIENT_FILES

# A log of its own, and what it was before it grew too long.
_LOGS: Final = ("", ".old", ".1")


def belongings(settings: Settings) -> list[Path]:
    """Return what there is of it on the disk: file, log, last lists, copies, spool, logs, clients' files."""
    db, backups = settings.db_path, settings.backup_dir
    # Of a link the memory is what it leads to; its log lies there too.
    beside = [one.with_name(one.name + suffix) for one in _files(db) for suffix in ("", "-wal", "-shm", "-listed")]
    if db.parent.is_dir():
        beside += [copy for copy in copies_of(db, backups) if copy.parent != backups]
    # Of a link what is in its folder goes by itself: there may be files that are not of this memory.
    beside += [copy for copy in _linked(settings) if _is_ours(copy, settings)]
    logs = [log.with_name(log.name + end) for log in (settings.hook_log_path, settings.log_path) for end in _LOGS]
    every = [*beside, settings.spool_dir, backups, db.parent / CLIENT_FILES, *logs]
    return [path for path in every if path.exists()]


def _files(db: Path) -> list[Path]:
    return [db, Path(os.path.realpath(db))] if db.is_symlink() else [db]


def left_behind(settings: Settings) -> list[Path]:
    """Return the copies that a link leads to which have a name as those of this memory and may be of another one."""
    return [copy for copy in _linked(settings) if not _is_ours(copy, settings)]


def _linked(settings: Settings) -> list[Path]:
    """Return the copies with a name as those of this memory in a folder that a link leads to."""
    stems = [one.stem for one in _files(settings.db_path)]
    if not settings.backup_dir.is_symlink() or not settings.db_path.parent.is_dir():
        return []
    return [
        copy
        for copy in copies_of(settings.db_path, settings.backup_dir)
        if copy.parent == settings.backup_dir and any(is_backup_name(copy.name, stem) for stem in stems)
    ]


def _is_ours(copy: Path, settings: Settings) -> bool:
    """Whether a copy says that it is of this memory; what is damaged and not encrypted goes by its name."""
    keys: list[str] = []
    if not (is_plain(copy) and is_plain(settings.db_path)):
        with suppress(MemoryMcpError):
            keys = known_keys(settings)
    origin = origin_of(copy, keys)
    return is_plain(copy) if origin is None else origin == origin_of(settings.db_path, keys)


def purge(settings: Settings, paths: Iterable[Path]) -> None:
    """Delete these paths of a memory; of a link the link alone, where what it leads to is not one of them.

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
