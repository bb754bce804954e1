"""Find the folder that one of Claude Code's transcript folders belongs to; its transcripts say so, its name does not.

The name is the folder's path with a hyphen for every other sign, so ``pay/roll`` and ``pay-roll`` have the same name.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from memory_mcp.language.long_numbers import read_json

_MOST_TRANSCRIPTS: Final = 200
_MOST_LINES: Final = 50
_MOST_BYTES: Final = 1_000_000


def are_of(transcripts: Path, folder: str) -> bool:
    """Whether the newest transcripts name this folder, and none of them a place outside it.

    One that cannot be read, or whose beginning is too long to find its folder in, may be of any folder.
    """
    here = _real(folder)
    try:
        newest = _newest(transcripts)
        places = {_real(place) for path in newest if (place := _folder_in(path)) is not None}
    except (OSError, ValueError):
        return False
    # A session may be in a folder below, or in a working tree there.
    return here in places and all(one == here or one.startswith(here.rstrip(os.sep) + os.sep) for one in places)


def _newest(transcripts: Path) -> list[Path]:
    with os.scandir(transcripts) as entries:
        found = [
            (entry.stat(follow_symlinks=False).st_mtime_ns, entry.name)
            for entry in entries
            if entry.name.endswith(".jsonl") and entry.is_file(follow_symlinks=False)
        ]
    return [transcripts / name for _, name in sorted(found, reverse=True)[:_MOST_TRANSCRIPTS]]


def _folder_in(path: Path) -> str | None:
    """Return the folder a transcript began in, None where it is over before it names any.

    Raises OSError for one that cannot be read, ValueError for one that goes on without a folder.
    """
    left = _MOST_BYTES
    with path.open("rb") as file:
        for _ in range(_MOST_LINES):
            raw = file.readline(left)
            if not raw:
                return None
            left -= len(raw)
            if left <= 0:
                break
            try:
                line = read_json(raw)
            except (ValueError, RecursionError):
                continue
            place = line.get("cwd") if isinstance(line, dict) else None
            if isinstance(place, str) and place:
                return place
    raise ValueError(f"{path} names no folder in its beginning")


def _real(folder: str) -> str:
    """Return how a folder is compared; a path of another system is only equal to itself."""
    return os.path.normcase(os.path.realpath(folder)) if os.path.isabs(folder) else folder  # noqa: PTH117 - a text
