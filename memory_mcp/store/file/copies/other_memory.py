"""Copy another memory, which may be in use, or lie where nothing can be written."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import apsw

from memory_mcp.errors import CorruptError, RefusedError
from memory_mcp.store.file.copies.checking import ITEMS, refuse_strange
from memory_mcp.store.file.copies.pages import copy_into, opened
from memory_mcp.store.file.encryption import as_given, damaged, is_plain, unreadable
from memory_mcp.store.file.migrate import file_version

_CHECK: Final = "Check it with `memory-mcp --db FILE health`."
_NO_MEMORY: Final = "Give the file of a memory, or an export of one. Nothing was written."
_WITH_ITS_KEY: Final = (
    "With its own key make an export of it, `memory-mcp --db FILE --key-file KEY export OUT.json`, and give that. "
    "Nothing was written."
)


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
            refuse_strange(connection, source)
            connection.execute(ITEMS).fetchall()
            copy_into(connection, draft, key)
    except apsw.NotADBError as exc:
        refused = unreadable(source, exc, as_given(key), hint=_WITH_ITS_KEY)
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
