"""Find the key of the file: in the environment, else in a key file, else in the system's keychain.

The server, the command line and every hook ask this one function, each time they open the file.
"""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path
from typing import Final

from memory_mcp.config import Settings, is_unfilled
from memory_mcp.errors import RefusedError
from memory_mcp.keys.change_lock import being_changed, is_being_changed
from memory_mcp.language.typed_commands import quoted

MOST_OF_A_KEY: Final = 4_096
_AT_ONCE: Final = getattr(os, "O_NONBLOCK", 0)
_NOTHING_OPENED: Final = "Nothing was opened."


def find_key(settings: Settings) -> str | None:
    """Return the key that these settings lead to, None where they name no place for one.

    Raises RefusedError for a key file or an entry of the keychain that is missing, empty or open to others, and
    UnsupportedError where the keychain cannot be asked or does not answer in time, BusyError where another process
    changes the key.
    """
    if settings.key:
        return settings.key
    if settings.key_file is not None:
        try:
            return read_key_file(settings.key_file)
        except RefusedError as exc:
            if is_being_changed(settings.db_path):
                raise being_changed(settings.db_path) from exc
            raise
    if settings.keychain:
        # Loads a package that asks the system for its keychain: only who keeps the key there waits for it.
        from memory_mcp.keys.keychain import read_entry  # noqa: PLC0415 - hooks come by here

        return read_entry(settings.keychain, patience_s=settings.keychain_patience_s)
    return None


def find_sync_keys(settings: Settings) -> tuple[str, ...]:
    """Return the keys that may open a segment of a shared folder; the first seals what is written. Raises as above."""
    of_folder = read_key_file(settings.sync_key_file) if settings.sync_key_file is not None else None
    return tuple(dict.fromkeys(key for key in (of_folder, find_key(settings)) if key))


def place_of_key(settings: Settings) -> str:
    """Return where the key is looked for, in words; empty where nowhere."""
    if settings.key:
        return "MEMORY_DB_KEY"
    if settings.key_file is not None:
        return f"the key file {settings.key_file}"
    return f"the keychain entry {settings.keychain!r}" if settings.keychain else ""


def options_of(settings: Settings) -> tuple[str, ...]:
    """Return the options that lead a program to the place of the key; none where the environment gives the key."""
    if settings.key:
        return ()
    if settings.key_file is not None:
        return ("--key-file", str(settings.key_file))
    return ("--keychain", settings.keychain) if settings.keychain else ()


def read_key_file(path: Path) -> str:
    """Return the key that a file holds: its text without the line end. Raises RefusedError with the mend."""
    try:
        # Opening a pipe would wait for whoever writes to it.
        with open(path, "rb", opener=lambda name, flags: os.open(name, flags | _AT_ONCE)) as file:
            status = os.fstat(file.fileno())
            raw = file.read(MOST_OF_A_KEY + 1) if stat.S_ISREG(status.st_mode) else b""
    except OSError as exc:
        raise RefusedError(
            f"the key file {path} cannot be read: {exc.strerror}",
            hint=f"Check MEMORY_DB_KEY_FILE, or ask memory-mcp key test. {_NOTHING_OPENED}",
        ) from exc
    if sys.platform != "win32" and status.st_mode & 0o077:
        raise RefusedError(
            f"the key file {path} can be read by others",
            hint=f"Run: chmod 600 {quoted(str(path))}. {_NOTHING_OPENED}",
        )
    return checked_key(raw, f"the key file {path}")


def checked_key(raw: bytes, place: str) -> str:
    """Return the key in some bytes. Raises RefusedError where they hold none."""
    line = raw.removesuffix(b"\n").removesuffix(b"\r")
    try:
        key = line.decode()
    except UnicodeDecodeError:
        key = ""
    if is_unfilled(key) or len(line) > MOST_OF_A_KEY or "\0" in key:
        raise RefusedError(f"{place} holds no key", hint=f"It must hold the key, a line of text. {_NOTHING_OPENED}")
    return key
