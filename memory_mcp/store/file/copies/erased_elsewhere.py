"""Find erased rows in files that nobody made as a backup: exports, and other memories beside the file."""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path
from typing import Final

from memory_mcp.project import walked
from memory_mcp.store.file.copies.erased_copies import SHORTEST
from memory_mcp.store.file.encryption import SEALED, is_plain
from memory_mcp.store.file.migrate import APPLICATION_ID

_MOST_FILES: Final = 2_000
# Bytes, unpacked, of all files together; and bytes times what is sought in them.
_MOST_BYTES: Final = 500_000_000
_MOST_COMPARED: Final = 20_000_000_000
_CHUNK: Final = 4_000_000
# As an export of Markdown ends a line with the id of its row.
_SHORT: Final = 8
# Where the header of an SQLite file has the id of the program it is of.
_PROGRAM_AT: Final = 68
_PROGRAM_LENGTH: Final = 4


class _TooMuchError(Exception):
    """There is more to read than may be read."""


def memories_beside(path: Path, copies: Collection[Path]) -> list[Path]:
    """Return the other databases in the folder of the memory at ``path`` that are this program's, or encrypted.

    Neither ``copies`` nor the file itself under another name is one, nor what another program keeps there.
    """
    # Opening and closing the file itself would drop the locks this process holds on it.
    found = (
        one for one in sorted({*path.parent.glob("*.db"), *path.parent.glob(f"*{path.suffix or '.db'}")})
        if one not in copies and one.is_file() and not one.is_symlink() and not (path.exists() and one.samefile(path))
    )  # fmt: skip
    return [one for one in found if _is_ours(one)]


def _is_ours(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            head = file.read(_PROGRAM_AT + _PROGRAM_LENGTH)
    except OSError:
        return True
    if len(head) < _PROGRAM_AT + _PROGRAM_LENGTH:
        return False
    return not is_plain(path) or int.from_bytes(head[_PROGRAM_AT:], "big") == APPLICATION_ID


def exports_holding(
    folder: Path, uids: Collection[str], texts: Iterable[str] = ()
) -> tuple[list[Path], list[Path]]:  # fmt: skip
    """Return which exports in a folder name any of the ids or hold any of the texts, and which cannot be looked into.

    Sealed ones cannot, nor what is left when a limit of files and bytes is reached. Of an export of several files its
    folder is returned.
    """
    sought, short = _sought(uids, texts), [f"^{uid[-_SHORT:]}".encode() for uid in uids]
    left = min(_MOST_BYTES, _MOST_COMPARED // max(1, len(sought) + len(short)))
    held: dict[Path, None] = {}
    closed: dict[Path, None] = {}
    for number, path in enumerate(_files(folder)):
        export = folder / path.relative_to(folder).parts[0]
        if export in held:
            continue
        if number >= _MOST_FILES or path.suffix == SEALED:
            closed[export] = None
            continue
        try:
            is_held, count = _holds(path, sought + short if path.suffix == ".md" else sought, left)
        except (_TooMuchError, OSError, EOFError, zlib.error):
            closed[export] = None
        else:
            left -= count
            if is_held:
                held[export] = None
    return list(held), [path for path in closed if path not in held]


def _sought(uids: Collection[str], texts: Iterable[str]) -> list[bytes]:
    """Return the ids, and the texts as JSON or Markdown has them: not every export names the rows it is made of."""
    said = {text.strip() for text in texts}
    forms = {
        form
        for one in said
        if len(one) >= SHORTEST
        for form in (one, json.dumps(one)[1:-1], json.dumps(one, ensure_ascii=False)[1:-1])
    }
    return [one.encode("utf-8", "replace") for one in (*uids, *forms)]


def _files(folder: Path) -> Iterator[Path]:
    for place, below, names in walked(folder):
        below.sort()
        yield from (path for name in sorted(names) if (path := Path(place, name)).is_file() and not path.is_symlink())


def _holds(path: Path, sought: list[bytes], most: int) -> tuple[bool, int]:
    """Return whether a file has any of what is sought, and how many bytes were read to know it."""
    overlap = max(map(len, sought), default=1) - 1
    count, before = 0, b""
    with gzip.open(path) if path.suffix == ".gz" else path.open("rb") as file:
        while chunk := file.read(_CHUNK):
            count += len(chunk)
            if count > most:
                raise _TooMuchError
            window = before + chunk
            if any(one in window for one in sought):
                return True, count
            before = window[-overlap:] if overlap else b""
    return False, count
