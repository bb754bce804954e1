"""Find where erased words may still lie beside the file: logs are overwritten, and backups are named."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Final

import apsw

from memory_mcp.keys.private_folders import is_planted
from memory_mcp.store.file.encryption import is_plain

SHORTEST: Final = 12
"""A text of fewer characters is taken out only where it stands alone: as a part it is any word."""
PAGE: Final = "memory.html"
"""The page that shows a memory, beside it, where no other path was given."""

_HOLDS: Final = """
    SELECT 1
    FROM item
    WHERE uid IN (SELECT value FROM json_each(:uids))
    UNION ALL
    SELECT 1
    FROM handoff
    WHERE uid IN (SELECT value FROM json_each(:uids))
    UNION ALL
    -- A session may stay as a place and time, without its words.
    SELECT 1
    FROM session
    WHERE uid IN (SELECT value FROM json_each(:uids))
      AND (title <> '' OR summary <> '' OR tasks <> '[]' OR open_questions <> '[]' OR next_steps <> '[]')
    LIMIT 1
"""
_ERASED: Final = """
    SELECT uid
    FROM erasure
"""


def overwrite_in(path: Path, texts: Iterable[str]) -> bool:
    """Overwrite each of the texts, and their longer lines, with stars where they stand in a file; say if any did.

    The file keeps its length, so whoever has it open goes on. A file that is not there holds nothing. Raises OSError.
    """
    try:
        file = path.open("rb+")
    except FileNotFoundError:
        return False
    with file:
        content, is_found = bytearray(file.read()), False
        for needle in _needles(texts):
            place = content.find(needle)
            while place >= 0:
                is_found = True
                content[place : place + len(needle)] = stars = b"*" * len(needle)
                file.seek(place)
                file.write(stars)
                place = content.find(needle, place + len(needle))
    return is_found


def _needles(texts: Iterable[str]) -> list[bytes]:
    """Return how a text may stand in a log, the longest first: as it is, as JSON or as Python write it; or a line."""
    said = {one.strip() for text in texts for one in (text, *text.splitlines())}
    forms = {
        form
        for one in said
        if len(one) >= SHORTEST
        for form in (one, json.dumps(one)[1:-1], json.dumps(one, ensure_ascii=False)[1:-1], repr(one)[1:-1])
    }
    return sorted((form.encode("utf-8", "replace") for form in forms), key=len, reverse=True)


def copies_of(path: Path, backup_dir: Path) -> list[Path]:
    """Return the backups of the memory at ``path``, and what was kept beside it when it was restored or repaired.

    A link that somebody else put in the place of the backups' folder is not looked into.
    """
    # Other memories may lie in the same folder, under names that begin alike.
    name = rf"{re.escape(path.stem)}-(?:before-restore-\d+|damaged-[\dT]+(?:-\d+)?){re.escape(path.suffix)}"
    kept = re.compile(f"{name}(?:-wal)?")
    beside = (one for one in path.parent.iterdir() if kept.fullmatch(one.name))
    backups = () if is_planted(backup_dir) else backup_dir.glob("*.db")
    return sorted(one for one in (*backups, *beside) if one.is_file() and not one.is_symlink())


def erased_uids(connection: apsw.Connection) -> list[str]:
    """Return the ids of everything that was erased from a file."""
    return [str(uid) for (uid,) in connection.execute(_ERASED)]


def pages_of(path: Path) -> list[Path]:
    """Return the page that `memory-mcp view` wrote beside the memory at ``path``, if there is one."""
    page = path.with_name(PAGE)
    return [page] if page.is_file() and not page.is_symlink() else []


def naming(pages: Iterable[Path], uids: Iterable[str]) -> list[Path]:
    """Return which pages show a row of any of the ids, and which cannot be read."""
    sought = [uid.encode() for uid in uids]
    found = []
    for page in pages:
        try:
            shown = page.read_bytes()
        except OSError:
            found.append(page)
        else:
            found += [page] if any(uid in shown for uid in sought) else []
    return found


def holding(
    copies: Iterable[Path], uids: Collection[str], keys: Collection[str]
) -> tuple[list[Path], list[Path]]:  # fmt: skip
    """Return which copies hold any of the ids, and which cannot be read: unknown key, damage, an old schema.

    A copy is read with the key of ``keys`` that opens it, or without one where it is not encrypted.
    """
    held: list[Path] = []
    closed: list[Path] = []
    for path in copies:
        try:
            if _holds(path, json.dumps(list(uids)), keys):
                held.append(path)
        except apsw.Error:
            closed.append(path)
    return held, closed


def _holds(path: Path, uids: str, keys: Collection[str]) -> bool:
    for key in [] if is_plain(path) else keys:
        with suppress(apsw.NotADBError):
            return _holds_under(path, uids, key)
    return _holds_under(path, uids, None)


def _holds_under(path: Path, uids: str, key: str | None) -> bool:
    connection = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)
    try:
        if key:
            connection.pragma("key", key)
        return connection.execute(_HOLDS, {"uids": uids}).fetchone() is not None
    finally:
        connection.close()
