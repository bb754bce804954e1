"""Check that every index agrees with a scan of its table and that every text decodes; else a copy would lack rows."""

from __future__ import annotations

from typing import Final

from memory_mcp.errors import CorruptError
from memory_mcp.store.file.database import Database, Snapshot
from memory_mcp.store.file.mending.undecodable import undecodable_texts

_MOST_NAMED: Final = 3

_TABLES: Final = """
    -- The indexes of words and vectors are derived: nothing is copied from them.
    SELECT name
    FROM sqlite_schema
    WHERE type = 'table' AND rootpage > 0
      AND name NOT LIKE 'item\\_fts%' ESCAPE '\\' AND name NOT LIKE 'item\\_trigram%' ESCAPE '\\'
      AND name NOT LIKE 'item\\_vector%' ESCAPE '\\'
"""
_COMPARE: Final = """
    -- SQLite reads the table by its keys, and looks each row up in each index.
    SELECT integrity_check
    FROM pragma_integrity_check(:name)
    WHERE integrity_check <> 'ok'
    LIMIT 4
"""
_SCAN: Final = """
    SELECT kind, count(*)
    FROM item NOT INDEXED
    GROUP BY kind
"""


def refuse_damaged(db: Database, snapshot: Snapshot) -> None:
    """Compare each table with its indexes, by a scan of its rows, and decode each text.

    Raises CorruptError, which names what is damaged and how to mend it.
    """
    found = []
    for (name,) in snapshot.rows(_TABLES):
        found += [f"{name}: {line}" for (line,) in snapshot.rows(_COMPARE, {"name": name})]
    with db.connection() as connection:
        found += undecodable_texts(connection)
    if found:
        raise damage_error(db, found)


def rows_by_scan(snapshot: Snapshot) -> dict[str, int]:
    """Return how many versions of each kind the table itself has, read without an index."""
    return {str(kind): int(count) for kind, count in snapshot.rows(_SCAN)}


def damage_error(db: Database, findings: list[str]) -> CorruptError:
    """Return what to tell of a file whose rows cannot all be read."""
    named = [" ".join(line.split()) for line in findings[:_MOST_NAMED]]
    more = ", and more" if len(findings) > len(named) else ""
    return CorruptError(f"{db.path} is damaged: {'; '.join(named)}{more}", hint=db.damage_advice)
