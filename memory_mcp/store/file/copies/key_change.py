"""Encrypt the file, change its key or remove it, while other processes have it open; it succeeds whole or not at all.

SQLite's own rekeying overwrites the file in place and needs every other process to leave. Here a new file is written
beside the old one, read through, and renamed into its place while nobody can write, read or open the old one. So a
process that is killed at any moment leaves one whole file, with the old key or with the new one. A process that has the
old file open notices at its next call that another file is at the path.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Final
from urllib.parse import quote

import apsw

from memory_mcp.errors import BusyError, ConflictError, CorruptError, UnsupportedError
from memory_mcp.keys.change_lock import held_here
from memory_mcp.keys.private_folders import make_private
from memory_mcp.store.file.connection import known_failure
from memory_mcp.store.file.copies.checking import ITEMS, check_backup
from memory_mcp.store.file.copies.file_locks import insist, lock_bytes
from memory_mcp.store.file.copies.overwriting import overwrite, overwritten
from memory_mcp.store.file.copies.pages import opened
from memory_mcp.store.file.database import Database
from memory_mcp.store.file.encryption import is_plain
from memory_mcp.temporal import Clock

# Bytes that SQLite's processes lock. The pending byte keeps new ones from opening the file:
# https://www.sqlite.org/fileformat2.html#the_lock_byte_page; the marks keep readers out:
# https://www.sqlite.org/walformat.html#locks
_PENDING: Final = (0x40000000, 1)
_READ_MARKS: Final = (123, 5)
_PATIENCE_S: Final = 10.0

_COPY: Final = """
    VACUUM INTO :target
"""


def change_key(
    path: Path, clock: Clock, *, old: str | None, new: str | None, switched: Callable[[], object] = lambda: None
) -> bool:
    """Give the file at ``path`` another key; None stands for a plain file. ``switched`` is called once it has it.

    Returns whether the bytes of the old file were overwritten; they are not where the file has another name (a hard
    link). Raises RefusedError for a wrong key or a full disk, BusyError while another process reads or writes for too
    long, ConflictError where the file was replaced meanwhile, CorruptError where it cannot be copied whole, and
    UnsupportedError on Windows; nothing is changed then.
    """
    if sys.platform == "win32":
        raise UnsupportedError(
            "the key of a file cannot be changed on Windows yet",
            hint="Export to a .sealed file, and import it into a new file that has the key from the start.",
        )
    real = Path(os.path.realpath(path))
    draft = real.with_name(f".{real.name}.rekey.part")
    db = Database(real, clock, key=old, busy_timeout_ms=int(_PATIENCE_S * 1_000))
    try:
        with db.connection() as connection, _no_writer(db, connection):
            try:
                _copy(real, draft, old, new)
                with _no_reader(real) as descriptor:
                    _switch(draft, real)
                    switched()
                    return overwritten(descriptor)
            finally:
                overwrite(draft)
    finally:
        db.close(checkpoint=False)


@contextmanager
def only_change(path: Path) -> Iterator[None]:
    """Let nobody else change the key of a memory in this folder, or of the place it is kept in, until the block ends.

    Raises BusyError where somebody does so for too long. The lock is the folder's: nothing is left of it.
    """
    parent = Path(os.path.realpath(path)).parent
    if sys.platform == "win32" or not parent.exists():
        # No key is changed there.
        yield
        return
    import fcntl  # noqa: PLC0415 - Windows has none

    folder = os.open(parent, os.O_RDONLY)
    try:
        insist(lambda: fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB), patience_s=_PATIENCE_S, busy=_busy(path))
        with held_here(Path(os.path.realpath(path))):
            yield
    finally:
        os.close(folder)


def opens(path: Path, key: str | None, *, flags: int = apsw.SQLITE_OPEN_READWRITE) -> bool:
    """Whether the key (None: no key) opens the file at ``path``; ``flags`` say how SQLite opens it."""
    try:
        with opened(path, key, flags) as connection:
            connection.pragma("user_version")
    except apsw.NotADBError:
        return False
    return True


def key_of(path: Path, keys: Sequence[str]) -> str | None:
    """Return which of the keys opens the copy at ``path``: None where it is in the clear, the first where none does."""
    if is_plain(path):
        return None
    for key in keys:
        with suppress(apsw.Error):
            # Who may write would bring what is in a copy's log into the copy.
            if opens(path, key, flags=apsw.SQLITE_OPEN_READONLY):
                return key
    return keys[0] if keys else None


@contextmanager
def under_key(source: Path, target: Path, *, old: str | None, new: str | None) -> Iterator[Path]:
    """Hand out a copy of ``source``, whose key is ``old``, under the key ``new``; it is beside ``target`` meanwhile.

    A source that has that key, or is the file at ``target``, is handed out itself. Raises what ``check_backup`` raises,
    and RefusedError for a full disk.
    """
    if old == new or (source.exists() and target.exists() and source.samefile(target)):
        yield source
        return
    check_backup(source, key=old)
    draft = target.with_name(f".{target.name}.restore.part")
    try:
        make_private(target.parent)
        try:
            _copy(source, draft, old, new)
        except apsw.Error as exc:
            if (ours := known_failure(exc, target)) is None:
                raise
            raise ours from exc
        yield draft
    finally:
        overwrite(draft)


@contextmanager
def _no_writer(db: Database, connection: apsw.Connection) -> Iterator[None]:
    """Hold the write lock while the log is empty: the file alone is all there is."""
    deadline = time.monotonic() + _PATIENCE_S
    while True:
        emptied = db.checkpoint()
        connection.execute("BEGIN IMMEDIATE")
        if emptied and _has_empty_log(db.path):
            break
        connection.execute("ROLLBACK")
        if time.monotonic() > deadline:
            raise _busy(db.path)
    try:
        if db.is_displaced:
            raise ConflictError(f"{db.path} was replaced meanwhile", hint="Try again; nothing was changed.")
        yield
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")


def _has_empty_log(path: Path) -> bool:
    log = path.with_name(f"{path.name}-wal")
    return not log.exists() or log.stat().st_size == 0


@contextmanager
def _no_reader(path: Path) -> Iterator[int]:
    """Keep processes from opening the file and from reading it; hand out a descriptor of it.

    The locks are this process's, so its own connections must not use the file any more: it ends the block with it.
    """
    with ExitStack() as stack:
        held = []
        for name, place in ((path, _PENDING), (path.with_name(f"{path.name}-shm"), _READ_MARKS)):
            held.append(os.open(name, os.O_RDWR))
            stack.callback(os.close, held[-1])
            lock_bytes(held[-1], place, patience_s=_PATIENCE_S, busy=_busy(path))
        yield held[0]


def _busy(path: Path) -> BusyError:
    return BusyError(
        f"{path} is in use by another process", hint="Close the clients and try again; nothing was changed."
    )


def _copy(source: Path, draft: Path, old: str | None, new: str | None) -> None:
    """Write the new file, read it through, and bring it to the disk."""
    overwrite(draft)
    os.close(os.open(draft, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    with opened(source, old, apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI) as connection:
        connection.pragma("temp_store", "memory")
        versions = int(connection.execute(ITEMS).get or 0)
        connection.execute(_COPY, {"target": f"file:{quote(str(draft))}?key={quote(new or '', safe='')}"})
    copied = check_backup(draft, key=new)
    if copied.versions != versions:
        raise CorruptError(f"{source} could not be copied whole", hint="Run memory-mcp health --deep.")
    with draft.open("rb+") as file:
        os.fsync(file.fileno())


def _switch(draft: Path, path: Path) -> None:
    """Put the new file at the path. The log is empty, so its files belong to nobody once they have no name."""
    for suffix in ("-wal", "-shm"):
        path.with_name(path.name + suffix).unlink(missing_ok=True)
    draft.replace(path)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
