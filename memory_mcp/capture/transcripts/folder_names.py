"""Find the folder that a transcript was held in where no line names it.

Cursor calls the folder that its transcripts lie in as the whole path is, with a hyphen for all between letters and
digits: ``home-ada-pay-roll`` is ``/home/ada/pay/roll`` or ``/home/ada/pay-roll``, whichever is there. Gemini CLI writes
the path into a file above its chats; older versions leave a hash of the path alone.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from memory_mcp.capture.clients.utterance import Json, text_of

_TRANSCRIPTS: Final = "agent-transcripts"
_ROOT: Final = ".project_root"
# A path is no longer than the longest a system takes.
_LONGEST: Final = 4_096
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


def chat_held_in(chat: Path, lines: Iterable[Json]) -> str:
    """Return the folder a chat of Gemini CLI was held in, empty where nobody can tell.

    It is written above the chat, or it is one of those above the files that ``lines`` of the chat name, by its hash.
    """
    for folder in chat.parents[:3]:
        with suppress(OSError, ValueError):
            return (folder / _ROOT).read_text("utf-8").strip()
    heard = list(lines)
    wanted = next((name for line in heard if (name := text_of(line.get("projectHash")))), "")
    if not wanted:
        return ""
    named = (Path(text) for text in _texts(heard) if len(text) < _LONGEST and os.path.isabs(text))  # noqa: PTH117 - a text
    places: dict[str, None] = {}
    # Nested as deep as no client's call is.
    with suppress(RecursionError):
        for path in named:
            places.update(dict.fromkeys(str(place) for place in (path, *path.parents)))
    return next(
        (place for place in places if hashlib.sha256(place.encode("utf-8", "replace")).hexdigest() == wanted), ""
    )


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for one in value.values() if isinstance(value, dict) else value:
            yield from _texts(one)


def _below(folder: Path, name: str) -> Iterator[Path]:
    """Yield the folders below one whose path from there is called so."""
    below: list[Path] = []
    with suppress(OSError):
        below = [Path(entry.path) for entry in os.scandir(folder) if name.startswith(_named(entry.name))]
    for place in below:
        own = _named(place.name)
        if own and name == own:
            with suppress(OSError):
                if place.is_dir():
                    yield place
        elif own and name.startswith(f"{own}-"):
            yield from _below(place, name[len(own) + 1 :])


def _named(name: str) -> str:
    return _SIGNS.sub("-", name).strip("-")
