"""Read databases of other programs: their tables, row by row, as they are."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, Literal, LiteralString, TypeAlias

import apsw

from memory_mcp.errors import RefusedError
from memory_mcp.store.file.migrate import APPLICATION_ID

Table: TypeAlias = Literal[
    "claude-mem sessions", "claude-mem observations", "claude-mem summaries", "claude-mem prompts",
    "mcp-memory-service memories", "opencode sessions", "opencode messages", "opencode parts",
]  # fmt: skip

_MAGIC: Final = b"SQLite format 3\0"
_TABLES: Final = """
    SELECT name FROM sqlite_schema WHERE type IN ('table', 'view')
"""
_TYPE_OF_TABLE: Final = """
    SELECT type FROM pragma_table_list WHERE schema = 'main' AND name = :table COLLATE NOCASE
"""
_MADE_BY_AN_EXPRESSION: Final = """
    SELECT name FROM pragma_table_xinfo(:table) WHERE hidden = 2
"""
# Nothing is sorted here: a file made for it would have SQLite sort more than it holds before the first row is seen.
_ROWS: Final[dict[Table, tuple[str, LiteralString]]] = {
    "claude-mem sessions": ("sdk_sessions", "SELECT * FROM main.sdk_sessions"),
    "claude-mem observations": ("observations", "SELECT * FROM main.observations"),
    "claude-mem summaries": ("session_summaries", "SELECT * FROM main.session_summaries"),
    "claude-mem prompts": ("user_prompts", "SELECT * FROM main.user_prompts"),
    "mcp-memory-service memories": ("memories", "SELECT * FROM main.memories"),
    "opencode sessions": ("session", "SELECT id, directory, parent_id, time_created FROM main.session"),
    "opencode messages": ("message", "SELECT id, data, time_created FROM main.message WHERE session_id = :session"),
    "opencode parts": ("part", "SELECT id, data FROM main.part WHERE message_id = :message"),
}
_LEAST_BYTES: Final = 1_000_000
_TIMES_ITS_SIZE: Final = 4
_BYTES_OF_A_ROW: Final = 8
_STEPS_AT_ONCE: Final = 100_000
_LEAST_STEPS: Final = 100_000_000
_STEPS_OF_A_BYTE: Final = 50


def is_database(path: Path) -> bool:
    """Whether a file is an SQLite database that is not encrypted."""
    if not path.is_file():
        return False
    with path.open("rb") as file:
        return file.read(len(_MAGIC)) == _MAGIC


def is_memory(path: Path) -> bool:
    """Whether a database is a memory of this program. Raises RefusedError for one that cannot be read."""
    with opened(path) as database:
        return database.is_memory()


def tables(path: Path) -> set[str]:
    """Return the names of a database's tables and views. Raises RefusedError for one that cannot be read."""
    with opened(path) as database:
        return database.tables()


def rows(path: Path, table: Table) -> Iterator[dict[str, Any]]:
    """Yield the rows of a table as ``ForeignDatabase.rows`` does, with the same errors."""
    with opened(path) as database:
        yield from database.rows(table)


@contextmanager
def opened(path: Path) -> Iterator[ForeignDatabase]:
    """Open a database to be read, and close it. Raises RefusedError for one that cannot be read."""
    try:
        connection = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)
    except apsw.Error as exc:
        raise _refusal(path, exc) from exc
    try:
        yield ForeignDatabase(path, connection)
    finally:
        connection.close()


class ForeignDatabase:
    """One state of a database that may be made to do harm: what is read of it is bounded by its own size.

    A file of a few kilobytes can have a view that never ends, or a tree of pages that leads to itself. So only tables
    are read, and neither more bytes nor more of SQLite's steps than a file of this size can need.
    """

    def __init__(self, path: Path, connection: apsw.Connection) -> None:
        """Take a fresh connection to ``path``. Raises RefusedError for a database that cannot be read."""
        self._path, self._connection = path, connection
        connection.config(apsw.SQLITE_DBCONFIG_ENABLE_VIEW, 0)
        connection.config(apsw.SQLITE_DBCONFIG_DEFENSIVE, 1)
        try:
            connection.pragma("trusted_schema", False)
            connection.pragma("mmap_size", 0)
            connection.execute("BEGIN")
            size = connection.pragma("page_count") * connection.pragma("page_size")
        except apsw.Error as exc:
            raise _refusal(path, exc) from exc
        self._bytes = _LEAST_BYTES + _TIMES_ITS_SIZE * size
        self._steps = _LEAST_STEPS + _STEPS_OF_A_BYTE * size
        connection.limit(apsw.SQLITE_LIMIT_LENGTH, min(size + _LEAST_BYTES, 1_000_000_000))
        connection.set_progress_handler(self._count_steps, _STEPS_AT_ONCE)

    def is_memory(self) -> bool:
        """Whether it says that it is one of ours. Raises RefusedError for a database that cannot be read."""
        try:
            return bool(self._connection.pragma("application_id") == APPLICATION_ID)
        except apsw.Error as exc:
            raise _refusal(self._path, exc) from exc

    def tables(self) -> set[str]:
        """Return the names of the tables and views. Raises RefusedError for a database that cannot be read."""
        try:
            return {str(name) for (name,) in self._connection.execute(_TABLES)}
        except (apsw.Error, UnicodeDecodeError) as exc:
            raise _refusal(self._path, exc) from exc

    def rows(self, table: Table, **given: Any) -> Iterator[dict[str, Any]]:
        """Yield the rows of a table in no order, column to value; a column that a version has not is not there.

        Bytes are read as text, with U+FFFD for what is none.

        ``given`` is what the rows of some tables are asked by. Raises RefusedError for a database that cannot be read,
        for a view or a virtual table in the place of a table, and for one that yields more than a file of its size.
        """
        name, statement = _ROWS[table]
        cursor = self._connection.cursor()
        try:
            self._refuse_what_is_made_up(name)
            for row in cursor.execute(statement, given or None):
                self._bytes -= _BYTES_OF_A_ROW + sum(len(value) for value in row if isinstance(value, (str, bytes)))
                if self._bytes < 0:
                    raise self._endless()
                names = [column[0] for column in cursor.get_description()]
                texts = (one.decode("utf-8", "replace") if isinstance(one, bytes) else one for one in row)
                yield dict(zip(names, texts, strict=True))
        except (apsw.Error, UnicodeDecodeError) as exc:
            raise _refusal(self._path, exc) from exc

    def _refuse_what_is_made_up(self, table: str) -> None:
        of_table = {"table": table}
        kind = self._connection.execute(_TYPE_OF_TABLE, of_table).get
        if kind not in {None, "table"}:
            called = "a view" if kind == "view" else f"a {kind} table"
            raise RefusedError(
                f"{self._path} cannot be read: {table} is {called} in it",
                hint="Of a foreign database only tables are read: copy its rows into a table of that name.",
                field="path",
            )
        if self._connection.execute(_MADE_BY_AN_EXPRESSION, of_table).get is not None:
            raise RefusedError(
                f"{self._path} cannot be read: a column of {table} is made by an expression",
                hint="Of a foreign database only what is stored is read: copy its rows into a plain table.",
                field="path",
            )

    def _count_steps(self) -> bool:
        self._steps -= _STEPS_AT_ONCE
        if self._steps < 0:
            raise self._endless()
        return False

    def _endless(self) -> RefusedError:
        return RefusedError(
            f"{self._path} cannot be read: it yields more than a file of its size can hold",
            hint="It is damaged or made to do harm. Take a fresh copy from the program it belongs to.",
            field="path",
        )


def json_of(value: Any) -> Any:
    """Return a column that holds JSON; None for anything else."""
    try:
        return json.loads(value) if isinstance(value, str) else None
    except (ValueError, RecursionError):
        return None


def _refusal(path: Path, exc: Exception) -> RefusedError:
    hint = "Close the program it belongs to, and try again."
    if isinstance(exc, apsw.SQLError):
        hint = "Another version of its program made it, with other tables than are known here."
    return RefusedError(f"{path} cannot be read: {exc}", hint=hint, field="path")
