"""The memory and all that lies beside it, deleted."""

from __future__ import annotations

import shutil
from contextlib import suppress
from pathlib import Path

from memory_mcp.config import Settings
from memory_mcp.keys.lookup import find_key
from memory_mcp.store.file.backup import alone
from memory_mcp.view.page import is_page


def belongings(settings: Settings) -> list[Path]:
    """Return what there is of it on the disk: file, log, last lists, page, backups, spool, logs, clients' files."""
    db = settings.db_path
    beside = [db.with_name(db.name + suffix) for suffix in ("", "-wal", "-shm", "-listed")]
    hooks = settings.hook_log_path
    # It shows in the clear what the memory holds; a file of that name that somebody else wrote stays.
    beside += [page for page in [db.with_name("memory.html")] if is_page(page)]
    beside += [settings.spool_dir, hooks, hooks.with_name(hooks.name + ".old"), settings.backup_dir]
    return [path for path in [*beside, db.parent / "client-files", settings.log_path] if path.exists()]


def purge(settings: Settings) -> None:
    """Delete the memory. Raises BusyError while another process has it open, RefusedError for a wrong key."""
    if settings.db_path.exists():
        with alone(settings.db_path, find_key(settings)):
            pass
    for path in belongings(settings):
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink()
    with suppress(OSError):
        # Only where nothing else is in it.
        settings.db_path.parent.rmdir()
