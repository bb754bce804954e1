"""What could not be written while the file was locked: one file per event beside the database, for the next process.

A file is complete or not there: written under another name, flushed to the disk, renamed. Whoever imports one removes
it after the commit; imported twice it changes nothing, since what it holds has keys. Under a key each is a database of
one row, encrypted as the memory is: what the memory hides is nowhere beside it in the clear.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from memory_mcp.store.file.overwriting import overwrite
from memory_mcp.store.file.sealed_text import read_sealed, write_sealed

_SUFFIX: Final = ".json"
_SEALED: Final = ".sealed"
_SET_ASIDE: Final = ".unreadable"


def put(folder: Path, at: int, entry: dict[str, Any], key: str | None = None) -> Path:
    """Write one entry to a file of its own, encrypted if there is a ``key``; when this returns it is on the disk.

    ``at`` orders entries, in microseconds. Returns the path. Raises OSError when the file cannot be written.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    name = f"{at:020d}-{os.getpid()}-{os.urandom(4).hex()}"
    unfinished = folder / f"{name}.tmp"
    # ASCII, so that a lone surrogate a client sent comes back as it was.
    text = json.dumps(entry)
    with os.fdopen(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as file:
        if not key:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
    if key:
        write_sealed(unfinished, text, key)
    path = folder / f"{name}{_SEALED if key else _SUFFIX}"
    unfinished.rename(path)
    _flush_folder(folder)
    return path


def waiting(folder: Path) -> list[Path]:
    """Return the files that wait to be imported, oldest first; none where there is no such folder."""
    try:
        names = os.listdir(folder)  # noqa: PTH208 - names are all that is needed
    except (FileNotFoundError, NotADirectoryError):
        return []
    return [folder / name for name in sorted(names) if name.endswith((_SUFFIX, _SEALED))]


def unreadable(folder: Path) -> list[Path]:
    """Return the files that were set aside because they could not be read or imported."""
    return sorted(folder.glob(f"*{_SET_ASIDE}"))


def entries(folder: Path, key: str | None = None) -> Iterator[tuple[Path, dict[str, Any]]]:
    """Yield the path and content of each entry, oldest first; a file that cannot be read is set aside, never deleted.

    Encrypted entries are passed over where there is no ``key``.
    """
    for path in waiting(folder):
        if path.name.endswith(_SEALED) and not key:
            continue
        try:
            entry = _read(path, key)
        except FileNotFoundError:
            # Another process was faster.
            continue
        except ValueError:
            set_aside(path)
            continue
        yield path, entry


def seal_again(folder: Path, old: str | None, new: str | None) -> None:
    """Write each entry that the ``old`` key opens again under the ``new`` one; None: in the clear.

    Others stay as they are: a hook may have the new key already.
    """
    for path in waiting(folder):
        with suppress(FileNotFoundError, ValueError):
            put(folder, int(path.name.partition("-")[0]), _read(path, old), new)
            overwrite(path)


def remove(path: Path) -> None:
    """Delete a file whose entry is committed."""
    path.unlink(missing_ok=True)


def set_aside(path: Path) -> None:
    """Rename a file that cannot be imported, so that the others go on without it."""
    with suppress(FileNotFoundError):
        path.rename(path.with_name(path.name + _SET_ASIDE))


def _read(path: Path, key: str | None) -> dict[str, Any]:
    """Return an entry. Raises FileNotFoundError where it is gone, ValueError where it cannot be read with the key."""
    is_sealed = path.name.endswith(_SEALED)
    entry: dict[str, Any] = json.loads(read_sealed(path, key or "") if is_sealed else path.read_text(encoding="ascii"))
    return entry


def _flush_folder(folder: Path) -> None:
    """Let the rename survive a power cut, where the system can open folders."""
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
