"""Read a copy of a memory from end to end, and refuse what is damaged or was made by no program of ours."""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable, Collection
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

import apsw

from memory_mcp.errors import CorruptError, InvalidInputError, NotFoundError
from memory_mcp.language.plurals import counted
from memory_mcp.language.typed_commands import typed
from memory_mcp.store.file.copies.pages import Pause, opened
from memory_mcp.store.file.database import ORIGIN
from memory_mcp.store.file.encryption import as_given, damaged, is_plain, unreadable
from memory_mcp.store.file.mending.own_schema import strange_parts
from memory_mcp.store.file.mending.undecodable import undecodable_texts
from memory_mcp.store.file.migrate import file_version

# What SQLite does between two pauses while it reads a copy back: some milliseconds.
_STEPS_BETWEEN_PAUSES: Final = 5_000
ITEMS: Final = """
    -- Without an index: a damaged one may be short.
    SELECT count(*)
    FROM item NOT INDEXED
"""
"""How many versions a file holds."""
_STRANGE: Final = "Bring its rows into a new file, `memory-mcp --db FILE repair`, and give that. Nothing was written."
_MOST_NAMED: Final = 3
_EXPORT: Final = re.compile(rb'\s*\{\s*"format":\s*"memory-mcp-')
_HEAD_OF_EXPORT: Final = 100
# Of so many bytes packed so many can be unpacked.
_HEAD_OF_PACKED: Final = 4_096
_PACKED: Final = b"\x1f\x8b"
_GZIP: Final = 16 + zlib.MAX_WBITS


class Backup(NamedTuple):
    """A file that passed all checks: its size in bytes, its schema, and how many versions it holds."""

    path: Path
    size: int
    schema_version: int
    versions: int


def origin_of(path: Path, keys: Collection[str]) -> str | None:
    """Return the id of the memory that a file is, or is a copy of; None where none of these keys lets it be read.

    Makes no file beside it.
    """
    log = path.with_name(f"{path.name}-wal")
    how = "" if log.exists() and log.stat().st_size else "?immutable=1"
    for key in [None] if is_plain(path) else keys:
        flags = apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI
        with suppress(apsw.Error), opened(f"{path.absolute().as_uri()}{how}", key, flags) as connection:
            if isinstance(origin := connection.execute(ORIGIN).get, str):
                return origin
    return None


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
                refuse_strange(connection, path)
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
        raise unreadable(path, exc, as_given(key), hint="Try an older backup.") from exc
    except (apsw.CorruptError, apsw.IOError, apsw.CantOpenError) as exc:
        raise damaged(path, exc, hint="Try an older backup.") from exc
    return Backup(path, path.stat().st_size, version, versions)


def _is_export(path: Path) -> bool:
    with path.open("rb") as file:
        head = file.read(_HEAD_OF_PACKED)
    if head.startswith(_PACKED):
        with suppress(zlib.error):
            head = zlib.decompressobj(_GZIP).decompress(head, _HEAD_OF_EXPORT)
    return _EXPORT.match(head[:_HEAD_OF_EXPORT]) is not None


def refuse_strange(connection: apsw.Connection, path: Path) -> None:
    """Raise CorruptError for a file whose tables and triggers are not this program's.

    It is asked before any table is read, which may be a view without an end.
    """
    strange: list[str] = []
    with connection:
        strange = strange_parts(connection, file_version(connection, str(path)))
    if not strange and not isinstance(connection.execute(ORIGIN).get, str):
        strange = ["it does not say which memory it is"]
    if strange:
        named = "; ".join(strange[:_MOST_NAMED])
        raise CorruptError(f"{path} is not as this program makes it: {named}", hint=_STRANGE)


def _going_on(pause: Pause) -> Callable[[], bool]:
    def handler() -> bool:
        pause()
        return False

    return handler
