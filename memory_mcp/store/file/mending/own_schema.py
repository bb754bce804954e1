"""Check that the tables, indexes, views and triggers of a file are those this program makes, and no others.

A trigger that somebody added runs with every write: it can change what is stored and keep what is erased. A view in the
place of a table can go on for ever.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final

import apsw

from memory_mcp.errors import CorruptError
from memory_mcp.language.digests import blake2b
from memory_mcp.store.file.migrate import file_version, migrate, schema_version

SCHEMA: Final = """
    SELECT name, sql
    FROM sqlite_schema
    WHERE sql IS NOT NULL
"""
# What can run by itself when a table is read or written.
_ACTING: Final = """
    SELECT name, sql
    FROM sqlite_schema
    WHERE type IN ('view', 'trigger') OR sql LIKE 'CREATE VIRTUAL TABLE%'
    ORDER BY name
"""
OWN_ACTING: Final = "d606cbc8b8ec691c90cedb5054e63876"
"""The digest of this program's own views, triggers and virtual tables: a migration that changes them changes it."""
# SQLite keeps the first words as it writes them itself, however they were typed. An index on a table of ours can refuse
# rows, and so can a table that refers to one.
_DOES_NOTHING: Final = re.compile(r"CREATE (VIEW|VIRTUAL TABLE) |CREATE TABLE (?!.*\bREFERENCES\b)", re.IGNORECASE)
_INDEX: Final = re.compile(r"CREATE (?:UNIQUE )?INDEX .*?\bON\s*[\"`\[]?(\w+)", re.IGNORECASE)
_ACTS: Final = re.compile(r"CREATE (?:VIEW|TRIGGER|VIRTUAL TABLE) ", re.IGNORECASE)
# Made with the first vector, as wide as its model's are.
_VECTORS: Final = "item_vector"
_OF_VECTORS: Final = "CREATE VIRTUAL TABLE item_vector USING vec0("
_MOST_NAMED: Final = 3


def refuse_strange(connection: apsw.Connection, path: str) -> None:
    """Raise CorruptError for a file of ours that has other views, triggers or virtual tables than this program makes.

    Nothing but the schema is read: what a view in the place of a table yields may have no end. It costs 0.5 ms where a
    file is good, and 0.1 s where it is of an older version, or has something of somebody else.
    """
    strange: list[str] = []
    # As one state: another process may be making the file, or bringing it to a newer schema.
    with connection:
        version = file_version(connection, path)
        if version not in {0, schema_version()} or (version and acting(connection) != OWN_ACTING):
            strange = strange_parts(connection, version)
    if strange:
        raise CorruptError(
            f"{path} is damaged: {'; '.join(strange[:_MOST_NAMED])}",
            hint="`memory-mcp repair` brings its rows into a file as this program makes it. Nothing was written.",
        )


def acting(connection: apsw.Connection) -> str:
    """Return the digest of a file's views, triggers and virtual tables, without the vectors' table where it is ours."""
    found = [
        f"{name} {one_line(sql)}"
        for name, sql in connection.execute(_ACTING)
        if name != _VECTORS or not one_line(sql).startswith(_OF_VECTORS)
    ]
    return blake2b("\n".join(found).encode("utf-8", "replace"), digest_size=16).hexdigest()


def strange_parts(connection: apsw.Connection, version: int) -> list[str]:
    """Return what of a file's schema is missing, or does something that this program's does not; empty is good.

    A table or an index of ours may be put otherwise, as in a file of a program that was never released.
    """
    found = {str(name): one_line(sql) for name, sql in connection.execute(SCHEMA)}
    own = _own_schema(version)
    later = _own_schema(schema_version()).keys() - own.keys()
    strange = [f"it has {name}, which schema {version} has not" for name in found if name in later]
    strange += [f"{name} is missing" for name in own if name not in found]
    strange += [
        f"{name} is not as this program makes it"
        for name, sql in own.items()
        if found.get(name, sql) != sql and (_ACTS.match(sql) or _ACTS.match(found[name]))
    ]
    return strange + added_parts(found, own)


def added_parts(found: dict[str, str], own: dict[str, str]) -> list[str]:
    """Return what a schema has besides this program's own that does something; both map a name to its statement."""
    added = [name for name, sql in found.items() if name not in own and not _is_harmless(sql, own)]
    if not found.get(_VECTORS, _OF_VECTORS).startswith(_OF_VECTORS):
        added.append(_VECTORS)
    return [f"{name!r:.60} is not of this program" for name in added]


def _is_harmless(sql: str, own: dict[str, str]) -> bool:
    index = _INDEX.match(sql)
    return index[1] not in own if index else _DOES_NOTHING.match(sql) is not None


@cache
def _own_schema(version: int) -> dict[str, str]:
    connection = apsw.Connection(":memory:")
    try:
        migrate(connection, ":memory:", through=version)
        return {str(name): one_line(sql) for name, sql in connection.execute(SCHEMA)}
    finally:
        connection.close()


def one_line(sql: object) -> str:
    """Return a statement of a schema with its spaces as one."""
    return " ".join(str(sql).split())
