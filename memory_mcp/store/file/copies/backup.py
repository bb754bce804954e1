"""Copy the whole file while it is in use, and restore a copy only while no other process has the file open."""

from __future__ import annotations

import os
import re
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from errno import ENOSPC
from pathlib import Path
from typing import Final, NamedTuple

import apsw

from memory_mcp.errors import BusyError, ConflictError, CorruptError, InvalidInputError, NotFoundError, RefusedError
from memory_mcp.language.plurals import counted
from memory_mcp.language.typed_commands import typed
from memory_mcp.store.file.atomic_files import new_file
from memory_mcp.store.file.busy_handler import Patience
from memory_mcp.store.file.connection import known_failure, leave, open_connection
from memory_mcp.store.file.copies.overwriting import overwrite
from memory_mcp.store.file.database import ORIGIN, Database
from memory_mcp.store.file.encryption import damaged, is_plain, unreadable
from memory_mcp.store.file.mending.own_schema import strange_parts
from memory_mcp.store.file.mending.undecodable import undecodable_texts
from memory_mcp.store.file.migrate import file_version
from memory_mcp.store.file.presence import is_cut_off, presence_of, refuse_what_is_no_file
from memory_mcp.store.file.progress import Progress

Pause = Callable[[], None]

# Pages copied between two reports of progress; 1 MB.
_STEP: Final = 256
# What SQLite does between two pauses while it reads a copy back: some milliseconds.
_STEPS_BETWEEN_PAUSES: Final = 5_000
_PATIENCE_MS: Final = 5_000
ITEMS: Final = """
    -- Without an index: a damaged one may be short.
    SELECT count(*)
    FROM item NOT INDEXED
"""
"""How many versions a file holds."""
_CHECK: Final = "Check it with `memory-mcp --db FILE health`."
_STRANGE: Final = "Bring its rows into a new file, `memory-mcp --db FILE repair`, and give that. Nothing was written."
_MOST_NAMED: Final = 3
_NO_MEMORY: Final = "Give the file of a memory, or an export of one. Nothing was written."
_WITH_ITS_KEY: Final = (
    "With its own key make an export of it, `memory-mcp --db FILE --key-file KEY export OUT.json`, and give that. "
    "Nothing was written."
)
_EXPORT: Final = re.compile(rb'\s*\{\s*"format":\s*"memory-mcp-')
_HEAD_OF_EXPORT: Final = 100
# Of so many bytes packed so many can be unpacked.
_HEAD_OF_PACKED: Final = 4_096
_PACKED: Final = b"\x1f\x8b"
_GZIP: Final = 16 + zlib.MAX_WBITS
_ERASURES: Final = """
    SELECT count(*)
    FROM erasure
"""


class Backup(NamedTuple):
    """A file that passed all checks: its size in bytes, its schema, and how many versions it holds."""

    path: Path
    size: int
    schema_version: int
    versions: int


class Restored(NamedTuple):
    """What was brought back, and where the file that stood there before is kept (None when there was none)."""

    backup: Backup
    kept: Path | None


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
            _copy(source, draft, key, progress, pause)
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
            _copy(connection, draft, key)
            check_backup(draft, key=key)
            return path
    raise ConflictError(f"{folder} is full of backups named {stem}", hint="Move some of them elsewhere.")


def _is_export(path: Path) -> bool:
    with path.open("rb") as file:
        head = file.read(_HEAD_OF_PACKED)
    if head.startswith(_PACKED):
        with suppress(zlib.error):
            head = zlib.decompressobj(_GZIP).decompress(head, _HEAD_OF_EXPORT)
    return _EXPORT.match(head[:_HEAD_OF_EXPORT]) is not None


def check_backup(
    path: Path, *, key: str | None = None, pause: Pause | None = None, reads_texts: bool = False
) -> Backup:
    """Read a file from end to end without changing it; ``pause`` is called again and again meanwhile.

    ``reads_texts``: text that does not decode counts as damage too.
    Raises NotFoundError, InvalidInputError for an export, CorruptError for a damaged or foreign file and for one whose
    tables or triggers are not this program's, RefusedError for a wrong key, UnsupportedError for a newer file.
    """
    if not path.is_file():
        raise NotFoundError(f"no file at {path}", hint="Give the path that `memory-mcp backup` printed.", field="path")
    try:
        with opened(path, key, apsw.SQLITE_OPEN_READONLY) as connection:
            connection.set_progress_handler(None if pause is None else _going_on(pause), _STEPS_BETWEEN_PAUSES)
            version = file_version(connection, str(path))
            if version != 0:
                _refuse_strange(connection, path)
            found = [str(row[0]) for row in connection.execute("PRAGMA integrity_check(5)")]
            if found == ["ok"] and reads_texts:
                found = undecodable_texts(connection) or found
            if version == 0 or found != ["ok"]:
                size = path.stat().st_size
                nothing = f"no memory is in its {counted(size, 'byte')}" if size else "it is empty"
                raise CorruptError(
                    f"{path} is no whole backup: {'; '.join(found) if version else nothing}",
                    hint="Try an older backup; nothing was changed.",
                )
            versions = int(connection.execute(ITEMS).get or 0)
    except apsw.NotADBError as exc:
        if _is_export(path):
            hint = f"`{typed('import', str(path))}` brings it in; nothing was changed."
            raise InvalidInputError(f"{path} is an export and no backup", hint=hint, field="path") from exc
        raise unreadable(path, exc, has_key=bool(key), hint="Try an older backup.") from exc
    except (apsw.CorruptError, apsw.IOError, apsw.CantOpenError) as exc:
        raise damaged(path, exc, hint="Try an older backup.") from exc
    return Backup(path, path.stat().st_size, version, versions)


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
            _copy(connection, draft, key, progress)
            # A log that its file left behind: SQLite would write it over the backup.
            _move_aside(target, kept)
        log = kept.with_name(f"{kept.name}-wal")
        return Restored(checked, log if log.exists() else None)
    try:
        with _told(target), alone(target, key) as connection:
            # Another may have restored until now.
            kept = _free_name(target)
            with new_file(kept) as draft:
                _copy(connection, draft, key)
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


def copied(source: Path, draft: Path, key: str | None) -> None:
    """Copy another memory as it is now, its log with it, into the new file ``draft``; who uses it goes on.

    It may lie where nothing can be written. One that is not encrypted needs no key, whatever ``key`` is. Raises
    RefusedError for another key than ``key``, CorruptError for a damaged file or one that is no memory, and
    UnsupportedError for one of a newer program.
    """
    key = None if is_plain(source) else key
    try:
        with _readable(source, key) as connection:
            _refuse_no_memory(connection, source)
            _refuse_strange(connection, source)
            connection.execute(ITEMS).fetchall()
            _copy(connection, draft, key)
    except apsw.NotADBError as exc:
        refused = unreadable(source, exc, has_key=bool(key), hint=_WITH_ITS_KEY)
        raise type(refused)(refused.message, hint=_WITH_ITS_KEY) from exc
    except apsw.CantOpenError as exc:
        raise RefusedError(
            f"{source} cannot be read where it lies: {exc}",
            hint="Copy it, and the file of that name with -wal, to a folder that can be written, and give the copy.",
        ) from exc
    except apsw.Error as exc:
        raise damaged(source, exc, hint=_CHECK) from exc


@contextmanager
def _readable(path: Path, key: str | None) -> Iterator[apsw.Connection]:
    """Hand out a connection to another memory, also on a disk that is read-only: there is no room for its log."""
    log = path.with_name(f"{path.name}-wal")
    is_still = not (log.exists() and log.stat().st_size) and not _can_be_opened(path, key)
    flags = apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI if is_still else apsw.SQLITE_OPEN_READWRITE
    with opened(f"{path.absolute().as_uri()}?immutable=1" if is_still else path, key, flags) as connection:
        yield connection


def _can_be_opened(path: Path, key: str | None) -> bool:
    try:
        with opened(path, key, apsw.SQLITE_OPEN_READWRITE) as connection:
            connection.pragma("schema_version")
    except apsw.CantOpenError:
        return False
    return True


def _refuse_no_memory(connection: apsw.Connection, path: Path) -> None:
    try:
        is_memory = file_version(connection, str(path)) > 0
    except CorruptError as exc:
        raise CorruptError(exc.message, hint=_NO_MEMORY) from exc
    if not is_memory:
        raise CorruptError(f"{path} holds no memory", hint=_NO_MEMORY)


def _refuse_strange(connection: apsw.Connection, path: Path) -> None:
    """Raise CorruptError before any table is read that may be a view without an end."""
    strange: list[str] = []
    with connection:
        strange = strange_parts(connection, file_version(connection, str(path)))
    if not strange and not isinstance(connection.execute(ORIGIN).get, str):
        strange = ["it does not say which memory it is"]
    if strange:
        named = "; ".join(strange[:_MOST_NAMED])
        raise CorruptError(f"{path} is not as this program makes it: {named}", hint=_STRANGE)


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
        connection.set_busy_timeout(500)
        busy = BusyError(
            f"{path} is open in another process", hint="Quit the clients that use this memory, then call again."
        )
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


def overwrite_with(
    connection: apsw.Connection, source: Path, key: str | None, progress: Progress | None = None
) -> None:
    """Write the content of another file over that of an open one, in one transaction."""
    with opened(source, key, apsw.SQLITE_OPEN_READONLY) as backup_connection:
        _pages(connection, backup_connection, progress)


def _going_on(pause: Pause) -> Callable[[], bool]:
    def handler() -> bool:
        pause()
        return False

    return handler


def _copy(
    source: apsw.Connection, draft: Path, key: str | None, progress: Progress | None = None, pause: Pause | None = None
) -> None:
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
