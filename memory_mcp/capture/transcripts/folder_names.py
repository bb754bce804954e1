"""Find the folder that Cursor's transcripts were held in: no line names it, only the folder they lie in.

That is called as the whole path is, with a hyphen for all between letters and digits: ``home-ada-pay-roll`` is
``/home/ada/pay/roll`` or ``/home/ada/pay-roll``, whichever is there.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

_TRANSCRIPTS: Final = "agent-transcripts"
_SIGNS: Final = re.compile(r"[^A-Za-z0-9]+")


def held_in(transcript: Path) -> str:
    """Return the folder a transcript's place names; empty where it names none that is there, or several."""
    whole = Path(os.path.abspath(transcript))  # noqa: PTH100 - a link is not followed
    parts = whole.parts
    if _TRANSCRIPTS not in parts[1:]:
        return ""
    name = parts[parts.index(_TRANSCRIPTS, 1) - 1]
    root = Path(whole.anchor)
    drive = _named(whole.anchor)
    found = {os.path.realpath(place) for place in _below(root, name[len(drive) :].strip("-"))}
    return found.pop() if len(found) == 1 else ""


def _below(folder: Path, name: str) -> Iterator[Path]:
    """Yield the folders below one whose path from there is called so."""
    below: list[Path] = []
    with suppress(OSError):
        below = [Path(entry.path) for entry in os.scandir(folder) if name.startswith(_named(entry.name))]
    for place in below:
        own = _named(place.name)
        if own and name == own and place.is_dir():
            yield place
        elif own and name.startswith(f"{own}-"):
            yield from _below(place, name[len(own) + 1 :])


def _named(name: str) -> str:
    return _SIGNS.sub("-", name).strip("-")
