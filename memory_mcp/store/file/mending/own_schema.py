"""Whether the tables, indexes, views and triggers of a file are those this program makes, and no trigger is more.

A trigger that somebody added runs with every write: it can change what is stored, and keep what is erased. A view in
the place of a table can go on for ever.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final

import apsw

from memory_mcp.store.file.migrate import migrate

_SCHEMA: Final = """
    SELECT name, sql
    FROM sqlite_schema
    WHERE sql IS NOT NULL
"""
# SQLite keeps these words as it writes them itself, however they were typed.
_DOES_NOTHING: Final = re.compile(r"CREATE (TABLE|INDEX|UNIQUE INDEX|VIEW|VIRTUAL TABLE) ")
# Made with the first vector, as wide as its model's are.
_VECTORS: Final = "item_vector"
_OF_VECTORS: Final = "CREATE VIRTUAL TABLE item_vector USING vec0("


def strange_parts(connection: apsw.Connection, version: int) -> list[str]:
    """Return what of a file's schema is missing, or not as this program makes it in that version; empty is good."""
    found = {str(name): _one_line(sql) for name, sql in connection.execute(_SCHEMA)}
    own = _own_schema(version)
    strange = [f"{name} is missing" for name in own if name not in found]
    strange += [f"{name} is not as this program makes it" for name in own if found.get(name, own[name]) != own[name]]
    return strange + added_parts(found, own)


def added_parts(found: dict[str, str], own: dict[str, str]) -> list[str]:
    """Return what a schema has besides this program's own that does something; both map a name to its statement."""
    added = [name for name, sql in found.items() if name not in own and not _DOES_NOTHING.match(sql)]
    if not found.get(_VECTORS, _OF_VECTORS).startswith(_OF_VECTORS):
        added.append(_VECTORS)
    return [f"{name!r:.60} is not of this program" for name in added]


@cache
def _own_schema(version: int) -> dict[str, str]:
    connection = apsw.Connection(":memory:")
    try:
        migrate(connection, ":memory:", through=version)
        return {str(name): _one_line(sql) for name, sql in connection.execute(_SCHEMA)}
    finally:
        connection.close()


def _one_line(sql: object) -> str:
    return " ".join(str(sql).split())
