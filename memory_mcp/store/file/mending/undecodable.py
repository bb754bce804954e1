"""Find text that is no UTF-8: damage within a value, which SQLite's own check does not see and nobody can read."""

from __future__ import annotations

from contextlib import suppress
from typing import Final

import apsw

_TEXTS: Final = """
    -- The indexes of words and vectors are derived: nothing is copied from them.
    SELECT "table".name, "column".name
    FROM sqlite_schema AS "table"
    JOIN pragma_table_info("table".name) AS "column"
    WHERE "table".type = 'table' AND "table".rootpage > 0 AND "column".type IN ('TEXT', 'ANY')
      AND "table".name NOT LIKE 'item\\_fts%' ESCAPE '\\' AND "table".name NOT LIKE 'item\\_trigram%' ESCAPE '\\'
      AND "table".name NOT LIKE 'item\\_vector%' ESCAPE '\\'
    ORDER BY "table".name, "column".cid
"""
_MOST_NAMED: Final = 20


def is_of_a_cursor(exc: UnicodeDecodeError) -> bool:
    """Whether a text of the file did not decode, which is read here in the store, and none of what somebody gave."""
    innermost = exc.__traceback__
    while innermost is not None and innermost.tb_next is not None:
        innermost = innermost.tb_next
    return innermost is not None and str(innermost.tb_frame.f_globals.get("__name__")).startswith("memory_mcp.store.")


def undecodable_texts(connection: apsw.Connection) -> list[str]:
    """Return where text does not decode, as lines for a person: table, row (of a version kind and id), columns.

    It reads every text once; a table whose pages are damaged is passed over from there on. At most 20 are named.
    """
    tables: dict[str, list[str]] = {}
    for table, column in connection.execute(_TEXTS):
        tables.setdefault(table, []).append(column)
    found: list[str] = []
    for table, columns in tables.items():
        with suppress(apsw.CorruptError):
            try:
                # Names are the schema's.
                for _ in connection.execute(f'SELECT {", ".join(map(quoted, columns))} FROM "{table}" NOT INDEXED'):
                    pass
            except UnicodeDecodeError:
                found += _named(connection, table, columns, _MOST_NAMED - len(found))
    return found


def as_bytes(column: str) -> str:
    """Return the expression that reads a text column without decoding it."""
    return f"iif(typeof({quoted(column)}) = 'text', CAST({quoted(column)} AS BLOB), {quoted(column)})"


def quoted(name: str) -> str:
    """Return a name of the schema as SQL has it."""
    return f'"{name}"'


def is_text(value: object) -> bool:
    """Whether these bytes decode; what is no bytes does."""
    try:
        return not isinstance(value, bytes) or value.decode() is not None
    except UnicodeDecodeError:
        return False


def shown(value: object) -> str:
    """Return a value as text, with U+FFFD for what does not decode."""
    return value.decode(errors="replace") if isinstance(value, bytes) else str(value)


def _named(connection: apsw.Connection, table: str, columns: list[str], most: int) -> list[str]:
    found: list[str] = []
    for row in connection.execute(f'SELECT {", ".join(map(as_bytes, columns))} FROM "{table}" NOT INDEXED'):
        if len(found) >= most:
            break
        values = dict(zip(columns, row, strict=True))
        # The only bytes in a column of texts are those of vector_sum.
        wrong = [name for name, value in values.items() if not is_text(value) and row[0] != b"vector_sum"]
        if wrong:
            name = f"{shown(values['kind'])} {shown(values['uid'])}" if table == "item" else f"row {shown(row[0])}"
            found.append(f"text of {table}, {name}, does not decode: {', '.join(wrong)}")
    return found or ([f"text of {table} does not decode"] if most > 0 else [])
