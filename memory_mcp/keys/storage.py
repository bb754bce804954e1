"""Keep a new key: beside the one in use first, and in its place once the file is encrypted with it.

So whenever the process is killed, the key that opens the file is on the disk. The old key stays for older backups.
"""

from __future__ import annotations

import os
import secrets
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol

from memory_mcp.config import Settings
from memory_mcp.errors import MemoryMcpError, RefusedError
from memory_mcp.keys.keychain import entry_or_none, remove_entry, write_entry
from memory_mcp.keys.lookup import checked_key, find_key, read_key_file
from memory_mcp.keys.private_folders import make_private

_NEW: Final = ".new"
_OLD: Final = ".old"


class KeyPlace(Protocol):
    """A key file or an entry of the keychain; ``suffix`` names what is kept beside it."""

    def get(self, suffix: str = "") -> str | None:
        """Return the key, None where there is none. Raises RefusedError for one that may not be used."""
        ...

    def put(self, suffix: str, key: str) -> None:
        """Store the key, in the place of another. Raises RefusedError where that cannot be done."""
        ...

    def remove(self, suffix: str) -> None:
        """Delete the key."""
        ...


@dataclass(frozen=True, slots=True)
class KeyFile:
    """A file of the owner alone that holds the key as its one line."""

    path: Path

    def __str__(self) -> str:
        return f"the key file {self.path}"

    def get(self, suffix: str = "") -> str | None:
        """Return the key, None where there is no file. Raises RefusedError for a file that others can read."""
        path = self._named(suffix)
        return read_key_file(path) if os.path.lexists(path) else None

    def put(self, suffix: str, key: str) -> None:
        """Write the file (0600), whole or not at all. Raises RefusedError where it cannot be written."""
        path, draft = self._named(suffix), self._named(f".{secrets.token_hex(4)}.part")
        try:
            make_private(path.parent)
            with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
                file.write(f"{key}\n")
                file.flush()
                os.fsync(file.fileno())
            draft.replace(path)
        except OSError as exc:
            with suppress(OSError):
                draft.unlink()
            raise RefusedError(
                f"the key file {path} cannot be written: {exc.strerror}", hint="Give a path that can be written."
            ) from exc

    def remove(self, suffix: str) -> None:
        """Delete the file."""
        self._named(suffix).unlink(missing_ok=True)

    def _named(self, suffix: str) -> Path:
        return self.path.with_name(self.path.name + suffix)


@dataclass(frozen=True, slots=True)
class KeychainEntry:
    """An entry of the system's keychain; every method raises UnsupportedError where there is no keychain."""

    name: str

    def __str__(self) -> str:
        return f"the keychain entry {self.name!r}"

    def get(self, suffix: str = "") -> str | None:
        """Return the key, None where there is no such entry. Raises RefusedError for an empty one."""
        key = entry_or_none(self.name + suffix)
        return None if key is None else checked_key(key.encode(), str(self))

    def put(self, suffix: str, key: str) -> None:
        """Store the key."""
        write_entry(self.name + suffix, key)

    def remove(self, suffix: str) -> None:
        """Delete the entry."""
        if entry_or_none(self.name + suffix) is not None:
            remove_entry(self.name + suffix)


def place_of(settings: Settings) -> KeyPlace | None:
    """Return where a key can be kept by these settings, None where they name no place or give the key itself."""
    if settings.key:
        return None
    if settings.key_file is not None:
        return KeyFile(settings.key_file)
    return KeychainEntry(settings.keychain) if settings.keychain else None


def random_key() -> str:
    """Return a new key of 256 bits, in the form that SQLite's cipher takes as it is.

    A pass phrase is stretched each time the file is opened, which takes a tenth of a second; this one need not be.
    """
    return f"raw:{secrets.token_hex(32)}"


def stage(place: KeyPlace, key: str) -> None:
    """Keep a key beside the one in use, until the file has it. Raises RefusedError where it is not kept there."""
    _kept(place, _NEW, key)


def staged(place: KeyPlace) -> str | None:
    """Return the key that was kept beside the one in use and is in its place not yet."""
    return place.get(_NEW)


def settle(place: KeyPlace) -> None:
    """Put the key that was staged in its place; what was there stays beside it, for backups made under it."""
    key, before = place.get(_NEW), place.get()
    if key is None:
        return
    if before not in (None, key):
        number, suffix = 1, _OLD
        while place.get(suffix) not in (None, before):
            number += 1
            suffix = f"{_OLD}-{number}"
        _kept(place, suffix, str(before))
    _kept(place, "", key)
    place.remove(_NEW)


def _kept(place: KeyPlace, suffix: str, key: str) -> None:
    """Store a key and read it back: a keychain that is switched off takes any and keeps none."""
    place.put(suffix, key)
    if place.get(suffix) != key:
        raise RefusedError(
            f"{place} does not keep what is stored in it",
            hint="Name another keychain, or keep the key in a file: MEMORY_DB_KEY_FILE.",
        )


def known_keys(settings: Settings) -> list[str]:
    """Return the key of the file and those before it that were kept, for copies that were made under them.

    Raises what ``find_key`` raises; where one before it may not be used, those that are older are left out with it.
    """
    found = [find_key(settings)]
    place = place_of(settings)
    with suppress(MemoryMcpError):
        number, suffix = 1, _OLD
        while place is not None and (before := place.get(suffix)) is not None:
            found.append(before)
            number += 1
            suffix = f"{_OLD}-{number}"
    return [key for key in found if key]


def discard(place: KeyPlace) -> None:
    """Forget the key that was staged."""
    place.remove(_NEW)
