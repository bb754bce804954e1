"""Copy the whole file while it is in use."""

from __future__ import annotations

import os
from contextlib import suppress
from errno import ENOSPC
from pathlib import Path
from typing import Final

import apsw

from memory_mcp.errors import BusyError, ConflictError, CorruptError
from memory_mcp.store.file.atomic_files import new_file
from memory_mcp.store.file.busy_handler import Patience
from memory_mcp.store.file.connection import open_connection
from memory_mcp.store.file.copies.checking import Backup, check_backup
from memory_mcp.store.file.copies.overwriting import overwrite
from memory_mcp.store.file.copies.pages import Pause, copy_into
from memory_mcp.store.file.database import Database
from memory_mcp.store.file.progress import Progress

_PATIENCE_MS: Final = 5_000
_ERASURES: Final = """
    SELECT count(*)
    FROM erasure
"""


def backup(
    db: Database, target: Path, *, key: str | None = None, progress: Progress | None = None, pause: Pause | None = None
) -> Backup:
    """Copy the file as it is now to ``target``, check the copy, and return what it holds.

    Writers and readers go on meanwhile; ``pause`` is called again and again and may wait until nobody is in the way.
    Raises ConflictError when ``target`` exists, CorruptError when the file is damaged, BusyError when something was
    erased meanwhile, which the copy would keep; nothing is left then. An encrypted file is copied under its ``key``.
    """
    with new_file(target) as draft:
        erased = _copy_of_now(db, draft, key, progress, pause)
        try:
            checked = check_backup(draft, key=key, pause=pause, reads_texts=True)
        except CorruptError as exc:
            # A copy has the pages of the file: what is wrong with it is wrong with the file.
            found = exc.message.replace(str(draft), "a copy of it")
            raise CorruptError(f"{db.path} is damaged and was not copied: {found}", hint=db.damage_advice) from exc
    # Only now: who erases looks for copies after that, and finds this one, or was done before.
    with db.connection() as connection:
        was_erased = connection.execute(_ERASURES).get != erased
    if was_erased:
        overwrite(target)
        raise BusyError("something was erased while the backup was made", hint="Make it again; nothing was left of it.")
    return Backup(target, checked.size, checked.schema_version, checked.versions)


def _copy_of_now(db: Database, draft: Path, key: str | None, progress: Progress | None, pause: Pause | None) -> int:
    """Copy one snapshot through a connection of its own, so that nobody waits for the one all calls share.

    Returns how many rows were erased by then.
    """
    with db.translated():
        source = open_connection(db.path, key, Patience(_PATIENCE_MS))
        try:
            # What others write from now on is not in it, and does not make it begin anew.
            source.execute("BEGIN")
            erased = int(source.execute(_ERASURES).get or 0)
            copy_into(source, draft, key, progress, pause)
        except apsw.FullError as exc:
            # Only the copy is written.
            raise OSError(ENOSPC, os.strerror(ENOSPC)) from exc
        finally:
            source.close()
    return erased


def backup_before_migration(
    connection: apsw.Connection, folder: Path, old_version: int, key: str | None = None
) -> Path:
    """Copy a file that is about to be migrated into ``folder``; a name that is taken gets a number.

    Returns the path of the copy. Raises RefusedError when the folder cannot be written, CorruptError when the copy does
    not read back, and ConflictError when 999 backups of that schema version are there already.
    """
    stem = f"{Path(connection.filename).stem}-schema-{old_version}"
    for number in range(1, 1_000):
        path = folder / (f"{stem}.db" if number == 1 else f"{stem}-{number}.db")
        with suppress(ConflictError), new_file(path) as draft:
            copy_into(connection, draft, key)
            check_backup(draft, key=key)
            return path
    raise ConflictError(f"{folder} is full of backups named {stem}", hint="Move some of them elsewhere.")
