"""Bring a file to this program's schema: numbered steps, one transaction each, never edited after release.

A step is a file of SQL, or of Python with a function ``migrate(connection)`` where SQL alone cannot do it; that runs
inside the step's transaction and neither begins nor ends one. No step drops or renames a table of the first one: by
these a repair knows what it may read.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import apsw

from memory_mcp.errors import CorruptError, UnsupportedError

# "mmcp" in ASCII: what `file` and any later version recognise the file by.
APPLICATION_ID: Final = 0x6D6D6370


# Whose file it is, its schema, and whether it is empty. One statement, as another process may be making the file.
# Litestream puts tables of its own into a file that it watches, also into one that was made this moment.
_WHOSE: Final = r"""
SELECT (SELECT application_id FROM pragma_application_id), (SELECT user_version FROM pragma_user_version),
       NOT EXISTS (SELECT 1 FROM sqlite_schema WHERE tbl_name NOT LIKE '\_litestream\_%' ESCAPE '\')
"""

# Not importlib.resources: it loads a dozen modules, and every hook opens the file.
_FOLDER: Final = Path(__file__).with_name("migrations")


Step = Callable[[apsw.Connection], object]
"""What one migration does to an open file, within its transaction."""


def migrations() -> list[tuple[int, Step]]:
    """Return (number, step) of every migration, in order."""
    return [(_number(name), _step(_FOLDER / name)) for name in _files()]


def schema_version() -> int:
    """Return the newest schema this program knows."""
    return max(map(_number, _files()))


def _files() -> list[str]:
    return sorted(name for name in os.listdir(_FOLDER) if name.endswith((".sql", ".py")))  # noqa: PTH208 - names are all that is needed


def _number(name: str) -> int:
    return int(name.split("_", 1)[0])


def _step(path: Path) -> Step:
    """Read one migration, which is SQL or Python by its name."""
    source = path.read_text(encoding="utf-8")
    if path.suffix == ".sql":
        return lambda connection: connection.execute(source)
    names: dict[str, Any] = {"__name__": path.stem}
    exec(compile(source, path, "exec"), names)  # noqa: S102 - our own file; its name begins with a digit
    step: Step = names["migrate"]
    return step


def migrate(
    connection: apsw.Connection, path: str, *, before_first: Callable[[int], object] | None = None,
    through: int | None = None,
) -> None:  # fmt: skip
    """Apply what is missing, ``through`` a number or all; ``before_first(old_version)`` runs once before that.

    It is called for an existing file that is changed.

    Raises UnsupportedError for a newer file, CorruptError for a file that is not ours, or has not the schema it says.
    """
    found = file_version(connection, path)
    newest = schema_version()
    if found == newest:
        return
    if found and before_first:
        before_first(found)
    for number, step in migrations():
        if found < number <= (through or newest):
            try:
                _apply(connection, number, step)
            except apsw.SQLError as exc:
                raise CorruptError(
                    f"{path} says it has schema {found}, and cannot be brought to {number}: {exc}",
                    hint="`memory-mcp repair` saves what can be read; the file was not touched.",
                ) from exc


def file_version(connection: apsw.Connection, path: str) -> int:
    """Return the file's schema version, 0 for an empty file.

    Raises CorruptError for a file of another program, UnsupportedError for one of a newer version of this program.
    """
    ((application_id, version, is_empty),) = connection.execute(_WHOSE)
    if application_id != APPLICATION_ID and not is_empty:
        raise CorruptError(
            f"{path} is an SQLite file of another program",
            hint="Point MEMORY_DB_PATH at a new path; this file was not touched.",
        )
    if version > schema_version():
        raise UnsupportedError(
            f"{path} has schema {version}, this program knows {schema_version()}",
            hint="Update memory-mcp-sqlite; the file was not touched.",
        )
    return int(version)


def _new_origin() -> str:
    import uuid  # noqa: PLC0415 - once in the life of a file, and a hook has no time

    return str(uuid.uuid4())


def _apply(connection: apsw.Connection, number: int, step: Step) -> None:
    """Run one migration in one transaction, unless another process was first."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        if int(connection.pragma("user_version")) < number:
            step(connection)
            if number == 1:
                connection.pragma("application_id", APPLICATION_ID)
                connection.execute("INSERT INTO meta (key, value) VALUES ('origin', ?)", (_new_origin(),))
            connection.pragma("user_version", number)
        connection.execute("COMMIT")
    except BaseException:
        # Of some failures, such as a full disk, SQLite has undone all by then.
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
