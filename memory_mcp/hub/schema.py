"""The hub's schema: its owner creates and updates it in numbered steps, and it is checked before every use."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from memory_mcp.errors import UnsupportedError
from memory_mcp.hub.connection import Hub, connected, not_made, shown

_FOLDER: Final = Path(__file__).with_name("migrations")

_EXISTS: Final = """
    SELECT to_regclass('memory.meta') IS NOT NULL
"""
_META: Final = """
    SELECT max(value) FILTER (WHERE key = 'schema'), max(value) FILTER (WHERE key = 'id')
    FROM memory.meta
"""
_ONE_AT_A_TIME: Final = """
    SELECT pg_advisory_xact_lock(hashtextextended('memory-mcp schema', 0))
"""
_NOTE: Final = """
    INSERT INTO memory.meta (key, value)
    VALUES ('schema', %(number)s)
    ON CONFLICT (key) DO UPDATE SET value = excluded.value
"""
_ADMIT_AGAIN: Final = """
    SELECT memory.admit(person)
    FROM memory.person
"""
_AVAILABLE: Final = """
    SELECT name
    FROM pg_available_extensions
    WHERE name IN ('vector', 'pg_trgm')
"""
_PEOPLE: Final = """
    SELECT p.person, coalesce(string_agg(m.project || ' (' || m.rights || ')', ', ' ORDER BY m.project), '')
    FROM memory.person AS p
    LEFT JOIN memory.member AS m ON m.person = p.person
    GROUP BY p.person
    ORDER BY p.person
"""
# With the extensions the server has, beside the numbered steps: they can come later.
_OPTIONAL: Final = {"vector": "vectors.sql", "pg_trgm": "trigrams.sql"}


def steps() -> dict[int, str]:
    """Return the SQL of every step by its number."""
    return {int(path.name[:4]): path.read_text("utf-8") for path in sorted(_FOLDER.glob("[0-9]*.sql"))}


def newest() -> int:
    """Return the newest schema this program knows."""
    return max(steps())


def init(url: str) -> list[str]:
    """Make the hub's schema in a database, or bring it up to date, and return lines that say which role may do what.

    All of it is one transaction. Raises UnsupportedError for a schema newer than this program, and what ``connected``
    raises; a role that may not create a schema gets RefusedError.
    """
    with connected(url) as hub, hub.transaction():
        hub.execute(_ONE_AT_A_TIME)
        found = _version(hub)[0] if hub.value(_EXISTS) else 0
        if found > newest():
            raise _newer(shown(url), found)
        for number, sql in steps().items():
            if number > found:
                hub.script(sql)
                hub.execute(_NOTE, {"number": str(number)})
        had = _with_extensions(hub)
        hub.rows(_ADMIT_AGAIN)
        return _lines_on(hub, shown(url), found, had)


def check(hub: Hub, url: str) -> str:
    """Return the hub's id. Raises RefusedError where none was made, UnsupportedError for another schema than ours."""
    if not hub.value(_EXISTS):
        raise not_made(shown(url))
    version, hub_id = _version(hub)
    if version > newest():
        raise _newer(shown(url), version)
    if version < newest():
        raise UnsupportedError(
            f"{shown(url)} has schema {version}, this program needs {newest()}",
            hint="The hub's owner runs: memory-mcp sync init ADDRESS. Nothing was changed.",
        )
    return hub_id


def _version(hub: Hub) -> tuple[int, str]:
    ((version, hub_id),) = hub.rows(_META)
    return int(version or 0), str(hub_id)


def _newer(name: str, version: int) -> UnsupportedError:
    return UnsupportedError(
        f"{name} has schema {version}, this program knows {newest()}",
        hint="Update memory-mcp-sqlite; nothing was changed.",
    )


def _with_extensions(hub: Hub) -> list[str]:
    """Use the extensions the server has, and return their names."""
    available = {name for (name,) in hub.rows(_AVAILABLE)}
    for name, file in _OPTIONAL.items():
        if name in available:
            hub.script((_FOLDER / file).read_text("utf-8"))
    return sorted(available)


def _lines_on(hub: Hub, name: str, found: int, extensions: list[str]) -> list[str]:
    made = f"made with schema {newest()}" if not found else f"brought from schema {found} to {newest()}"
    lines = [f"{name}: {made if found != newest() else f'has schema {found}'}."]
    if "vector" not in extensions:
        lines.append("The server has no pgvector: its search is by words alone. Run this again once it has.")
    if "pg_trgm" not in extensions:
        lines.append("The server has no pg_trgm: parts of words are not found.")
    lines += [
        "Its owner and superusers may do everything, and read everything.",
        "A role reads and writes what it wrote itself, and what is shared with it. The owner lets one in with",
        "    SELECT memory.admit('alice');",
        "and shares a project among roles ('read', 'write', or 'left' for who was there) with",
        "    SELECT memory.share('api', 'alice', 'write');",
    ]
    for person, projects in hub.rows(_PEOPLE):
        lines.append(f"{person}: its own rows{', and ' + projects if projects else ''}.")
    return lines
