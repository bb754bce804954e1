"""Read a transcript on from where the last reading ended, whatever was done to the file meanwhile.

A line is read when it is complete: it ends in a newline, or it is a whole JSON object (a part of one never is). When a
file is shorter than what was read of it, or the last 256 bytes of what was read are others, it is read from its start.
This does no harm, because turns that are known by their key change nothing.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO, Final, NamedTuple

from memory_mcp.capture.clients.passing import from_start, heard
from memory_mcp.capture.clients.utterance import LineReader, Reading, TranscriptEntry
from memory_mcp.language.digests import blake2b
from memory_mcp.language.long_numbers import decode_json, read_json
from memory_mcp.store.capture_state.transcript_cursors import Cursor

# Bytes of a line. Each is held in memory as a whole, and pictures in one are some millions.
_LONGEST: Final = 64_000_000
TOO_LONG: Final = "a chat of 64 MB or more in one piece"
"""Why a transcript that is one JSON object is left out."""
NO_END: Final = 1 << 62
_SEAM: Final = 256
_INODE_BITS: Final = 0x7FFF_FFFF_FFFF_FFFF


class Batch(NamedTuple):
    """What the next lines say, and how far they reach; ``is_last``: nothing whole is left behind them.

    ``unreadable`` counts the lines that are no JSON objects.
    """

    said: list[TranscriptEntry]
    cursor: Cursor
    is_last: bool
    facts: dict[str, Any]
    unreadable: int = 0


def can_be_read(path: Path) -> bool:
    """Whether a file, no folder and no pipe, is at a path and this process may read it. Raises nothing."""
    return os.path.isfile(path) and os.access(path, os.R_OK)  # noqa: PTH113 - it fails for no path


def is_too_long(path: Path) -> bool:
    """Whether a file that is one JSON object as a whole is longer than any that is read: nothing of it is."""
    return path.suffix == ".json" and path.stat().st_size >= _LONGEST


def read_on(
    path: Path, cursor: Cursor | None, reader: LineReader, session: str, *, lines: int = 500, size: int = 4_000_000,
    end: int = NO_END,
) -> Batch | None:  # fmt: skip
    """Read the next lines (at most ``lines``, or more than ``size`` bytes); None where nothing is new to be read.

    ``end`` is where the last one ends at most, in bytes of the file. Raises OSError when the file cannot be read.
    """
    # Opening a pipe waits for somebody who writes into it.
    if not can_be_read(path) or is_too_long(path):
        return None
    with path.open("rb") as file:
        status = os.fstat(file.fileno())
        inode = status.st_ino & _INODE_BITS
        if cursor is None or not _continues(file, cursor):
            start = Cursor({}) if cursor is None else from_start(cursor)
            cursor = start._replace(inode=inode, size=status.st_size)
        if status.st_size == cursor.offset:
            return None
        # The reader changes what is pending; the cursor that was given stays as it is.
        reading = Reading(session, cursor.lines, pending=json.loads(json.dumps(cursor.pending)))
        file.seek(cursor.offset)
        said, offset, is_last = list[TranscriptEntry](), cursor.offset, True
        for raw in _whole_lines(file, end, is_one=path.suffix == ".json"):
            offset += len(raw)
            reading.number += 1
            reading.raw = raw
            said += _say(raw, reader, reading)
            if reading.number - cursor.lines >= lines or offset - cursor.offset >= size:
                is_last = offset >= status.st_size
                break
        if offset == cursor.offset:
            return None
        tail_hash = _tail_hash(file, offset)
    reached = cursor._replace(
        inode=inode, size=max(status.st_size, offset), offset=offset, lines=reading.number, tail_hash=tail_hash,
        pending=reading.pending,
    )  # fmt: skip
    return Batch(said, reached, is_last, reading.pending.get("facts", {}), reading.unreadable)


def is_side(path: Path, cursor: Cursor | None, reader: LineReader, session: str) -> bool:
    """Whether a transcript, as far as it was read or by its first line, is of a side conversation of an agent's own.

    One that cannot be read says nothing of itself: what its client tells of it is no less said.
    """
    facts = {} if cursor is None else cursor.pending.get("facts", {})
    if not facts:
        batch = None
        with suppress(OSError):
            batch = read_on(path, None, reader, session, lines=1)
        facts = {} if batch is None else batch.facts
    return bool(facts.get("side"))


def _continues(file: BinaryIO, cursor: Cursor) -> bool:
    """Whether what was read of the file still stands in it; a copy that took its place goes on like the file."""
    return cursor.offset == 0 or _tail_hash(file, cursor.offset) == cursor.tail_hash


def _tail_hash(file: BinaryIO, offset: int) -> bytes:
    start = max(0, offset - _SEAM)
    file.seek(start)
    return blake2b(file.read(offset - start), digest_size=16).digest()


def _whole_lines(file: BinaryIO, end: int, *, is_one: bool) -> Iterator[bytes]:
    """Yield the whole lines that end before a place; ``is_one``: the file is one JSON object, however it is set.

    A line that is too long comes in pieces, none of which is a JSON object; a file that is one and too long does not.
    """
    read = file.read if is_one else file.readline
    while (raw := read(_LONGEST)) and file.tell() <= end:
        if len(raw) == _LONGEST and not raw.endswith(b"\n"):
            if is_one:
                return
            yield raw
            continue
        if (is_one or not raw.endswith(b"\n")) and not _is_whole(raw):
            return
        yield raw


def _is_whole(raw: bytes) -> bool:
    try:
        return isinstance(read_json(raw), dict)
    except (ValueError, RecursionError):
        return False


def _say(raw: bytes, reader: LineReader, reading: Reading) -> Iterable[TranscriptEntry]:
    """Return what a line says; one that is not JSON says nothing, and the next ones are read all the same."""
    text = raw.decode("utf-8", "replace").removeprefix("\ufeff").strip()
    if not text:
        return ()
    try:
        # All but the search for space around a line, which would take as long as the rest of a short one.
        line, end = decode_json(text)
    except (ValueError, RecursionError):
        line, end = None, 0
    if isinstance(line, dict) and end == len(text):
        return heard(line, reader, reading)
    reading.unreadable += 1
    return ()
