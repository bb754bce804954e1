"""Databases of other programs, opened to be read: their tables row by row, as they stand."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, Literal, LiteralString, TypeAlias

import apsw

from memory_mcp.errors import RefusedError

Table: TypeAlias = Literal[
    "claude-mem sessions", "claude-mem observations", "claude-mem summaries", "claude-mem prompts",
    "mcp-memory-service memories", "opencode parts", "opencode side sessions",
]  # fmt: skip

_MAGIC: Final = b"SQLite format 3\0"
_TABLES: Final = """
    SELECT name FROM sqlite_schema WHERE type IN ('table', 'view')
"""
_ROWS: Final[dict[Table, LiteralString]] = {
    "claude-mem sessions": "SELECT * FROM sdk_sessions ORDER BY id",
    "claude-mem observations": "SELECT * FROM observations ORDER BY id",
    "claude-mem summaries": "SELECT * FROM session_summaries ORDER BY id",
    "claude-mem prompts": "SELECT * FROM user_prompts ORDER BY id",
    "mcp-memory-service memories": "SELECT * FROM memories ORDER BY created_at",
    "opencode side sessions": "SELECT id FROM session WHERE parent_id IS NOT NULL",
    "opencode parts": """
        SELECT part.id, part.data, message.id AS message_id, message.data AS message_data,
               session.id AS session_id, session.directory
        FROM message
        JOIN session ON session.id = message.session_id
        LEFT JOIN part ON part.message_id = message.id
        ORDER BY session.time_created, session.id, message.time_created, message.id, part.id
    """,
}


def is_database(path: Path) -> bool:
    """Whether a file is an SQLite database that is not encrypted."""
    if not path.is_file():
        return False
    with path.open("rb") as file:
        return file.read(len(_MAGIC)) == _MAGIC


def tables(path: Path) -> set[str]:
    """Return the names of a database's tables. Raises RefusedError for one that cannot be read."""
    return {str(name) for (name,) in _connection(path).execute(_TABLES)}


def rows(path: Path, table: Table) -> Iterator[dict[str, Any]]:
    """Yield the rows of a table, column to value; a column that a version of the program has not is not there.

    Raises RefusedError for a database that cannot be read.
    """
    cursor = _connection(path).cursor()
    try:
        for row in cursor.execute(_ROWS[table]):
            names = [column[0] for column in cursor.get_description()]
            yield dict(zip(names, row, strict=True))
    except apsw.Error as exc:
        raise _refusal(path, exc) from exc


def json_of(value: Any) -> Any:
    """Return a column that holds JSON; None for anything else."""
    try:
        return json.loads(value) if isinstance(value, str) else None
    except ValueError:
        return None


def _connection(path: Path) -> apsw.Connection:
    try:
        return apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)
    except apsw.Error as exc:
        raise _refusal(path, exc) from exc


def _refusal(path: Path, exc: apsw.Error) -> RefusedError:
    hint = "Close the program it belongs to, and try again."
    if isinstance(exc, apsw.SQLError):
        hint = "Another version of its program made it, with other tables than are known here."
    return RefusedError(f"{path} cannot be read: {exc}", hint=hint, field="path")
