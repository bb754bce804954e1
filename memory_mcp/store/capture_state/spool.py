"""Keep what could not be written while the file was locked: one file an event, beside the database, to be read later.

A file is complete or not there: it is written under another name, flushed to the disk and renamed. The process that
imports one removes it after the commit; a second import changes nothing, since its rows have keys. Where the memory is
encrypted, each file is a database of one row under the same key, so nothing that the memory hides lies beside it in the
clear. What cannot be read or imported goes into a folder below, with the reason beside it, and holds up nothing.
"""

from __future__ import annotations

import json
import os
import stat
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from memory_mcp.keys.private_folders import make_private
from memory_mcp.store.file.copies.erased_copies import SHORTEST, overwrite_in
from memory_mcp.store.file.copies.overwriting import overwrite
from memory_mcp.store.file.encryption import SEALED
from memory_mcp.store.file.sealed_text import read_sealed, write_sealed

_SUFFIX: Final = ".json"
_UNFINISHED: Final = ".tmp"
_REST: Final = "-rest"
_PASSED: Final = "-passed"
_SET_ASIDE: Final = "unreadable"
_WHY: Final = ".why"
_LONGEST_WHY: Final = 300
# A process that writes one takes milliseconds; one that is as old was killed.
_ABANDONED_S: Final = 600
# A process apart reads a transcript of years in minutes.
_REST_HANGS_US: Final = 3_600_000_000


def put(folder: Path, at: int, entry: dict[str, Any], key: str | None = None) -> Path:
    """Write one entry to a file of its own, encrypted if there is a ``key``; when this returns it is on the disk.

    ``at`` orders entries, in microseconds. One with ``is_rest`` waits for a process apart; one with ``is_passed`` tells
    no event, but what is not to be read. Returns the path. Raises OSError when the file cannot be written, and leaves
    nothing of it then.
    """
    make_private(folder)
    what = _PASSED if entry.get("is_passed") else _REST if entry.get("is_rest") else ""
    name = f"{_time_of(at)}-{os.getpid()}-{os.urandom(4).hex()}{what}"
    unfinished = folder / f"{name}{_UNFINISHED}"
    path = folder / f"{name}{SEALED if key else _SUFFIX}"
    try:
        _write(unfinished, json.dumps(entry), key)
        unfinished.rename(path)
    except BaseException:
        with suppress(OSError):
            unfinished.unlink(missing_ok=True)
        raise
    _flush_folder(folder)
    return path


def waiting(folder: Path) -> list[Path]:
    """Return the files of events that wait to be imported, oldest first; none where there is no such folder."""
    return [path for path in _all(folder) if not path.stem.endswith(_PASSED)]


def passed(folder: Path) -> list[Path]:
    """Return the files that say what is not to be read, oldest first; none where there is no such folder."""
    return [path for path in _all(folder) if path.stem.endswith(_PASSED)]


def _all(folder: Path) -> list[Path]:
    return [path for path in _listed(folder) if path.name.endswith((_SUFFIX, SEALED))]


def hanging(folder: Path, now: int) -> list[Path]:
    """Return the files that wait though nothing is about to bring them in: all but what a process apart is reading."""
    since = _time_of(max(0, now - _REST_HANGS_US))
    return [path for path in waiting(folder) if not path.stem.endswith(_REST) or path.name < since]


def unreadable(folder: Path) -> dict[Path, str]:
    """Return what was set aside because it could not be read or imported, and why each was."""
    aside = [path for path in _listed(folder / _SET_ASIDE) if not path.name.endswith(_WHY)]
    return {path: _why(path) for path in aside}


def entries(
    folder: Path, key: str | None = None, listed: Callable[[Path], list[Path]] = waiting
) -> Iterator[tuple[Path, dict[str, Any]]]:
    """Yield the path and content of each entry, oldest first; what cannot be read is set aside, never deleted.

    ``listed`` says of which files: ``waiting`` or ``passed``. Encrypted entries are passed over where there is no
    ``key``.
    """
    _finish_abandoned(folder)
    for path in listed(folder):
        if path.name.endswith(SEALED) and not key:
            continue
        try:
            entry = _read(path, key)
        except FileNotFoundError:
            # Another process was faster.
            continue
        except Exception as exc:  # noqa: BLE001 - whatever is wrong with one must not hold up the next
            set_aside(path, exc)
            continue
        yield path, entry


def seal_again(folder: Path, old: str | None, new: str | None) -> None:
    """Write each entry that the ``old`` key opens again under the ``new`` one; None: in the clear.

    Others stay as they are: a hook may have the new key already.
    """
    for path in _all(folder):
        with suppress(OSError, ValueError):
            put(folder, int(path.name.partition("-")[0]), _read(path, old), new)
            overwrite(path)


def erase_from(folder: Path, texts: Collection[str], key: str | None) -> list[Path]:
    """Take texts out of the entries that wait or were set aside; return those that could not be looked into.

    A text of fewer than SHORTEST characters goes only where it is all that somebody said.
    """
    closed = []
    for path in [*_all(folder), *unreadable(folder)]:
        try:
            entry = _read(path, key)
            left = _without(entry, texts)
            if left != entry:
                unfinished = path.with_suffix(_UNFINISHED)
                _write(unfinished, json.dumps(left), key if path.name.endswith(SEALED) else None)
                overwrite(path)
                unfinished.rename(path)
        except FileNotFoundError:
            continue
        except Exception:  # noqa: BLE001 - what cannot be read is overwritten where it says so, or named
            if path.name.endswith(SEALED) or not path.is_file():
                closed.append(path)
            else:
                overwrite_in(path, texts)
    return closed


def _without(value: Any, texts: Collection[str]) -> Any:
    if isinstance(value, str):
        if value.strip() in texts:
            return ""
        for text in texts:
            if len(text) >= SHORTEST:
                value = value.replace(text, "")
        return value
    if isinstance(value, dict):
        return {name: _without(one, texts) for name, one in value.items()}
    return [_without(one, texts) for one in value] if isinstance(value, list) else value


def remove(path: Path) -> None:
    """Delete a file whose entry is committed."""
    path.unlink(missing_ok=True)


def set_aside(path: Path, why: BaseException | str) -> None:
    """Move what cannot be imported into a folder below, with the reason; where that fails it stays, and waits."""
    folder = path.parent / _SET_ASIDE
    with suppress(OSError):
        folder.mkdir(mode=0o700, exist_ok=True)
        path.rename(folder / path.name)
        reason = why if isinstance(why, str) else f"{type(why).__name__}: {why}"
        said = folder / f"{path.name}{_WHY}"
        said.touch(0o600)
        said.write_text(" ".join(reason.split())[:_LONGEST_WHY], encoding="utf-8")


def _write(path: Path, text: str, key: str | None) -> None:
    # ASCII, as json.dumps leaves it, so that a lone surrogate a client sent comes back as it was.
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as file:
        if not key:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
    if key:
        write_sealed(path, text, key)


def _listed(folder: Path) -> list[Path]:
    try:
        return [folder / name for name in sorted(os.listdir(folder))]  # noqa: PTH208 - names are all that is needed
    except OSError:
        return []


def _time_of(at: int) -> str:
    """Return a time as names begin with it: they sort by it."""
    return f"{at:020d}"


def _why(path: Path) -> str:
    with suppress(OSError):
        return path.with_name(f"{path.name}{_WHY}").read_text(encoding="utf-8", errors="replace")
    return "no reason was noted"


def _finish_abandoned(folder: Path) -> None:
    """Let what a killed process left be tried like the others, and remove what is empty."""
    for path in _listed(folder):
        with suppress(OSError):
            if not path.name.endswith(_UNFINISHED) or time.time() - path.lstat().st_mtime < _ABANDONED_S:
                continue
            if path.lstat().st_size == 0:
                path.unlink()
            else:
                with path.open("rb") as file:
                    is_plain = file.read(1) == b"{"
                path.rename(path.with_suffix(_SUFFIX if is_plain else SEALED))


def _read(path: Path, key: str | None) -> dict[str, Any]:
    """Return an entry. Raises FileNotFoundError where it is gone, ValueError where it cannot be read with the key."""
    # Opening a pipe would wait for ever, and nobody here makes links.
    if not stat.S_ISREG(path.lstat().st_mode):
        raise ValueError("it is no regular file")
    is_sealed = path.name.endswith(SEALED)
    entry = json.loads(read_sealed(path, key or "") if is_sealed else path.read_text(encoding="ascii"))
    if not isinstance(entry, dict):
        raise ValueError("it is no entry")  # noqa: TRY004 - as is said above
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
