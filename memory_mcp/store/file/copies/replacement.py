"""Replace the memory by another file: first copy its bytes and its log, then change it, both under one lock.

The lock is SQLite's own, which every process that has the memory open respects. Nothing is done while another process
has the file open, and no process can open it until this ends. The new content is written through that lock as one
transaction, so a process that is killed meanwhile leaves the old content or the new.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Final

import apsw

from memory_mcp.errors import CorruptError
from memory_mcp.store.file.atomic_files import new_file
from memory_mcp.store.file.connection import known_failure
from memory_mcp.store.file.copies.pages import alone, overwrite_with
from memory_mcp.store.file.encryption import is_plain, unreadable

Replace = Callable[[Path], None]
_LOG: Final = "-wal"


@contextmanager
def taken_aside(path: Path, kept: Path, key: str | None) -> Iterator[Replace]:
    """Copy the memory with its log to ``kept``, and hand out what puts another file in its place, until the block ends.

    The copy stays only where something was put there. Raises BusyError while any other process has the memory open,
    RefusedError for a wrong key or where there is no room for the copy, and CorruptError where what was written in
    its place does not read back.
    """
    made: list[Path] = []
    with ExitStack() as files, ExitStack() as lock:
        connection = _locked(path, key, lock)
        try:
            for suffix in ("", _LOG):
                source = path.with_name(path.name + suffix)
                if source.exists():
                    _copy_bytes(source, copy := kept.with_name(kept.name + suffix), files)
                    made.append(copy)

            def replace(new: Path) -> None:
                # From here on the copy may be all there is.
                made.clear()
                _replace(connection, path, new, key)

            yield replace
        finally:
            for copy in made:
                copy.unlink(missing_ok=True)
        if connection is not None and not has_entries(log_of(path)):
            connection.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 0)


def copy_with_log(source: Path, target: Path) -> None:
    """Copy a file that nobody has open, and its log."""
    for suffix in ("", _LOG):
        beside = source.with_name(source.name + suffix)
        if beside.exists():
            shutil.copyfile(beside, target.with_name(target.name + suffix))


def log_of(path: Path) -> Path:
    """Return where the log of a file lies."""
    return path.with_name(path.name + _LOG)


def has_entries(log: Path) -> bool:
    """Whether there is a log with anything in it."""
    return log.exists() and log.stat().st_size > 0


def _locked(path: Path, key: str | None, lock: ExitStack) -> apsw.Connection | None:
    """Lock the memory; None where its first page cannot be read, so that nobody can open it."""
    if key and is_plain(path):
        raise unreadable(path, ValueError(), "whole", hint="")
    try:
        connection = lock.enter_context(alone(path, key))
    except (apsw.NotADBError, apsw.CorruptError):
        return None
    except apsw.Error as exc:
        if (ours := known_failure(exc, path)) is None:
            raise
        raise ours from exc
    # What is in the log stays there until it was copied, and for good if nothing is replaced.
    connection.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
    return connection


def _copy_bytes(source: Path, target: Path, files: ExitStack) -> None:
    # Closing the file before the lock is given back would give it back: the system drops all locks of a process then.
    whole = files.enter_context(source.open("rb"))
    with new_file(target) as draft:
        with draft.open("wb") as copy:
            shutil.copyfileobj(whole, copy, 1 << 20)
        whole.seek(0)
        with draft.open("rb") as copy:
            while chunk := whole.read(1 << 20):
                if copy.read(len(chunk)) != chunk:
                    raise CorruptError(f"{target} does not read back as it was written", hint="Check the disk.")


def _replace(connection: apsw.Connection | None, path: Path, new: Path, key: str | None) -> None:
    if connection is not None:
        with suppress(apsw.NotADBError, apsw.CorruptError):
            overwrite_with(connection, new, key)
            connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)
            return
    # Nobody could open what stands there. A log or journal of it must not be taken for one of the new file.
    for suffix in ("-wal", "-shm", "-journal"):
        path.with_name(path.name + suffix).unlink(missing_ok=True)
    os.replace(new, path)  # noqa: PTH105 - over what is there, on every system
