"""Report on the file: its integrity, its size, how much its derived indexes cover, and what is degraded."""

from __future__ import annotations

import stat
import sys
from pathlib import Path
from typing import Any, Final, NamedTuple

import apsw

from memory_mcp.store.file.database import Database, Snapshot
from memory_mcp.store.file.kinds import HAS_VECTOR
from memory_mcp.store.file.mending.own_schema import strange_parts
from memory_mcp.store.file.mending.undecodable import undecodable_texts

_COUNTS: Final = """
    SELECT kind, count(DISTINCT uid), count(*)
    FROM item
    GROUP BY kind
    ORDER BY kind
"""
_COVERAGE: Final = f"""
    SELECT
        (SELECT count(*) FROM item WHERE {HAS_VECTOR}) AS searchable,
        (SELECT count(DISTINCT item_id) FROM item_embedding) AS embedded,
        (SELECT count(*) FROM embedding_queue) AS backlog,
        (SELECT count(*) FROM item
         WHERE id > (SELECT value FROM meta WHERE key = 'trigram_through')
           AND kind <> 'statement') AS trigram_backlog,
        (SELECT value FROM meta WHERE key = 'model_tag') AS model_tag,
        (SELECT value FROM meta WHERE key = 'origin') AS origin
"""
_LAST_WRITES: Final = """
    SELECT actor, max(at)
    FROM txn
    GROUP BY actor
    ORDER BY max(at) DESC
    LIMIT 20
"""
_LAST_TURNS: Final = """
    SELECT session.client, max(item.recorded_at)
    FROM item
    JOIN session ON session.uid = item.session_uid
    WHERE item.kind = 'turn'
    GROUP BY session.client
"""


class FileFacts(NamedTuple):
    """The file from outside. Sizes are bytes; ``mode`` is the permission bits, None where there are none (Windows)."""

    path: Path
    size: int
    wal_size: int
    mode: int | None


def file_facts(path: Path) -> FileFacts:
    """Look at the file without opening it."""
    wal = path.with_name(path.name + "-wal")
    has_modes = sys.platform != "win32"
    return FileFacts(
        path=path,
        size=path.stat().st_size if path.exists() else 0,
        wal_size=wal.stat().st_size if wal.exists() else 0,
        mode=stat.S_IMODE(path.stat().st_mode) if has_modes and path.exists() else None,
    )


def hook_failures(log: Path, since: str) -> tuple[int, str]:
    """Return how many failures hooks noted since a time (ISO 8601, UTC), and what the last one was."""
    try:
        lines = log.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return 0, ""
    # Hints and traces go on over lines that begin otherwise.
    found = [line for line in lines if line[:2].isdigit() and line[4:5] == "-" and line >= since]
    return len(found), found[-1] if found else ""


def is_private(facts: FileFacts) -> bool:
    """Whether nobody but the owner can read the file."""
    return facts.mode is None or facts.mode & 0o077 == 0


def counts(snapshot: Snapshot) -> dict[str, dict[str, int]]:
    """Return facts and versions by kind."""
    return {kind: {"facts": facts, "versions": versions} for kind, facts, versions in snapshot.rows(_COUNTS)}


def coverage(snapshot: Snapshot) -> dict[str, Any]:
    """Return how far derived indexes have come: searchable, embedded, backlog, trigram_backlog, model_tag, origin."""
    return snapshot.dicts(_COVERAGE)[0]


def last_writes(snapshot: Snapshot) -> dict[str, int]:
    """Return when each actor last changed something."""
    return dict(snapshot.rows(_LAST_WRITES))


def last_captures(snapshot: Snapshot) -> dict[str, int]:
    """Return when the last turn of each client came in."""
    return dict(snapshot.rows(_LAST_TURNS))


def integrity(db: Database, *, deep: bool) -> list[str]:
    """Return what SQLite finds wrong with the file; empty is good. ``deep`` reads every page, index entry and text."""
    with db.connection() as connection:
        check = "PRAGMA integrity_check(20)" if deep else "PRAGMA quick_check(20)"
        found = [str(row[0]) for row in connection.execute(check)]
        found += [f"foreign key of {row[0]} row {row[1]}" for row in connection.execute("PRAGMA foreign_key_check")]
        found += strange_parts(connection, int(connection.pragma("user_version")))
        if deep:
            found += undecodable_texts(connection)
            try:
                connection.execute("INSERT INTO item_fts (item_fts, rank) VALUES ('integrity-check', 1)")
            except apsw.CorruptError:
                found.append("the word index does not match the rows: run `memory-mcp reindex`")
            except apsw.ReadOnlyError:
                # It is asked for like a write; another check says that the file cannot be written.
                pass
    return [line for line in found if line != "ok"]


def schema_version(db: Database) -> int:
    """Return the schema version of the open file."""
    with db.connection() as connection:
        return int(connection.pragma("user_version"))


def sqlite_version() -> str:
    """Return the version of the SQLite library in use."""
    return apsw.sqlite_lib_version()
