"""Know in a conversation that goes on in a copy of its transcript what was passed over before it was copied."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

from memory_mcp.capture.clients import passing
from memory_mcp.capture.clients.utterance import object_of, text_of
from memory_mcp.language.long_numbers import read_json
from memory_mcp.store.capture_state import transcript_cursors
from memory_mcp.store.capture_state.transcript_cursors import Cursor
from memory_mcp.store.file.database import Snapshot

# Lines at most before the first that has a name.
_LOOKED_AT: Final = 40


def cursor_of(
    snapshot: Snapshot, path: Path, client: str, firsts: dict[str, str] | None = None
) -> Cursor | None:  # fmt: skip
    """Return how far a transcript was read; of one that never was, what is passed over in it, None where nothing is.

    Claude Code goes on in another file beside the first, which begins with lines of that under the names they had.
    What a fork of Codex copied is passed over where it was copied from a rollout that is there: that one tells it.
    Whoever asks for many files gives the same ``firsts`` for all, so that the beginning of each is read once.
    """
    name = os.path.realpath(path)
    at = transcript_cursors.cursor(snapshot, name)
    if at is None and client == "codex":
        return _forked(path)
    if at is not None or client != "claude-code":
        return at
    with suppress(OSError):
        folder = os.path.join(os.path.dirname(name), "")  # noqa: PTH118, PTH120 - a text as it is kept
        others = transcript_cursors.passed_in(snapshot, folder)
        if others and (first := _first(path)):
            firsts = {} if firsts is None else firsts
            for other in others:
                # What has no line with a name yet may have one later.
                firsts[other] = firsts.get(other) or _first(Path(other))
            from_there = {Path(other): at for other, at in others.items() if first == firsts[other]}
            if from_there:
                return _copied(path, from_there)
    return None


def _forked(path: Path) -> Cursor | None:
    from memory_mcp.capture.clients.codex_forks import copied_lines  # noqa: PLC0415 - a hook serves one client

    with suppress(OSError):
        if last := copied_lines(path):
            return passing.copied((), range(2, last + 1))
    return None


def _copied(path: Path, others: dict[Path, Cursor]) -> Cursor:
    names: set[str] = set()
    for other, at in others.items():
        lines = passing.lines_passed(at)
        names |= {name for number, name in _names(other) if number in lines}
    return passing.copied(others.values(), [number for number, name in _names(path) if name in names])


def _first(path: Path) -> str:
    if not path.is_file():
        return ""
    return next((name for _number, name in _names(path)), "")


def _names(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the numbers and the names of the lines that have one; none where the first have none."""
    has_any = False
    with path.open("rb") as file:
        for number, raw in enumerate(file, start=1):
            with suppress(ValueError, RecursionError):
                if name := text_of(object_of(read_json(raw)).get("uuid")):
                    has_any = True
                    yield number, name
            if number == _LOOKED_AT and not has_any:
                return
