"""Know in a rollout of Codex what it copied of another: older versions began a fork with all that was said before it.

They wrote each line anew, with the time of the fork, so that no hash of it is known. What was copied stands behind the
head of the rollout that it was copied from. Later versions (0.169 is one) only name that one.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from typing import Any, Final

from memory_mcp.capture.clients.utterance import Json, instant, object_of, text_of
from memory_mcp.language.long_numbers import read_json
from memory_mcp.temporal import EPOCH, MICROSECOND, Instant

_ARCHIVE: Final = "archived_sessions"
# A copy is written in one go; whoever then says the same again takes longer.
_APART_US: Final = 1_000_000
# What is read of a rollout; all else differs between the two, or says nothing.
_READ: Final = frozenset({
    "user_message", "agent_message", "item_completed", "function_call", "custom_tool_call", "local_shell_call",
    "function_call_output", "custom_tool_call_output", "local_shell_call_output",
})  # fmt: skip


def copied_lines(path: Path) -> int:
    """Return up to which line a rollout is a copy of another that is there, 0 where it is none.

    Raises OSError when a file cannot be read.
    """
    lines = _lines(path)
    head, second = next(lines, (0, {})), next(lines, (0, {}))
    if (copied := _head(second[1])) is None or _head(head[1]) is None:
        return 0
    original = rollout_of(path, text_of(copied.get("id")), instant(copied.get("timestamp")))
    last, at, is_later = 0, instant(second[1].get("timestamp")), False
    if original is not None:
        saying = (what for _number, line in _lines(original) if (what := _said(line)))
        for number, line in lines:
            before, at = at, instant(line.get("timestamp"))
            is_later = is_later or (before is not None and at is not None and at - before > _APART_US)
            if said := _said(line):
                if (is_later and _is_asked(said[1])) or said != next(saying, None):
                    break
                last, is_later = number, False
    return last


def _is_asked(payload: Json) -> bool:
    return payload.get("type") == "user_message" or object_of(payload.get("item")).get("type") == "UserMessage"


def _lines(path: Path) -> Iterator[tuple[int, Json]]:
    with path.open("rb") as file:
        for number, raw in enumerate(file, start=1):
            with suppress(ValueError, RecursionError):
                yield number, object_of(read_json(raw))


def _head(line: Json) -> Json | None:
    return object_of(line.get("payload")) if line.get("type") == "session_meta" else None


def _said(line: Json) -> tuple[str, Any] | None:
    """Return what a line says, without its time; None for one of which nothing is read."""
    kind, payload = text_of(line.get("type")), object_of(line.get("payload"))
    return (kind, payload) if kind == "compacted" or payload.get("type") in _READ else None


def rollout_of(path: Path, session: str, begun: Instant | None) -> Path | None:
    """Return the rollout of another session: beside a path, in the folder of its day, or among the archived.

    ``begun`` is when it began, None where nobody knows.
    """
    ending, folders = f"-{session}.jsonl", [path.parent]
    home = next((one.parent for one in path.parents if one.name in {"sessions", _ARCHIVE}), None)
    if home is not None:
        folders.append(home / _ARCHIVE)
    if home is not None and begun is not None:
        day = EPOCH + begun * MICROSECOND
        # Folders have the day it was where the client ran.
        days = [day + timedelta(days=away) for away in (0, -1, 1)]
        folders += [Path(home, "sessions", *f"{one:%Y %m %d}".split()) for one in days]
    for folder in folders:
        with suppress(OSError):
            for name in os.listdir(folder):  # noqa: PTH208 - names are all it takes
                if name.endswith(ending) and name != path.name:
                    return folder / name
    return None
