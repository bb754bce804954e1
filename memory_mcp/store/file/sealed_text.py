"""Keep one text in an encrypted file of its own: a database of one row under the memory's key."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import apsw

_MAKE: Final = """
    CREATE TABLE entry (body TEXT NOT NULL)
"""
_ADD: Final = """
    INSERT INTO entry (body)
    VALUES (:body)
"""
_READ: Final = """
    SELECT body
    FROM entry
"""


def write_sealed(path: Path, text: str, key: str) -> None:
    """Write a text into an empty file, encrypted; when this returns it is on the disk. Raises OSError."""
    try:
        connection = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READWRITE)
        try:
            connection.pragma("key", key)
            # Nobody sees the file before it is whole; what is half is left behind.
            connection.pragma("journal_mode", "memory")
            connection.pragma("synchronous", "full")
            with connection:
                connection.execute(_MAKE)
                connection.execute(_ADD, {"body": text})
        finally:
            connection.close()
    except apsw.Error as exc:
        raise OSError(f"{path} cannot be written: {exc}") from exc


def read_sealed(path: Path, key: str) -> str:
    """Return the text of an encrypted file.

    Raises FileNotFoundError where it cannot be opened, ValueError where it is damaged or under another key.
    """
    try:
        connection = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)
        try:
            connection.pragma("key", key)
            return str(connection.execute(_READ).get)
        finally:
            connection.close()
    except apsw.CantOpenError as exc:
        raise FileNotFoundError(f"{path} cannot be opened: {exc}") from exc
    except (apsw.NotADBError, apsw.CorruptError, apsw.SQLError) as exc:
        raise ValueError(f"{path} cannot be read under this key: {exc}") from exc
