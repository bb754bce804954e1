"""Know what a conversation was told before it went on in a copy of its transcript, as a fork does under a new name."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from memory_mcp.capture.clients.injected_markup import FRAME_CLOSE, FRAME_OPEN
from memory_mcp.capture.clients.utterance import Json, object_of, parsed
from memory_mcp.language.long_numbers import read_json

# A client waits for the start of its session.
_LARGEST: Final = 40_000_000
_MARK: Final = FRAME_OPEN.encode()
# What every line that says that the conversation was compacted has in it.
_COMPACTED: Final = (b'"compact', b'"isCompactSummary"')


def told_in(transcript: Path | None) -> str:
    """Return what this memory told in a transcript behind its last compaction: what the conversation still has.

    Empty without a transcript, and for one that cannot be read or has more than 40 MB.
    """
    said: list[str] = []
    with suppress(OSError):
        if transcript is None or not transcript.is_file() or transcript.stat().st_size > _LARGEST:
            return ""
        with transcript.open("rb") as file:
            for raw in file:
                is_told = _MARK in raw
                if not is_told and not any(one in raw for one in _COMPACTED):
                    continue
                with suppress(ValueError, RecursionError):
                    line = object_of(read_json(raw))
                    if _is_compaction(line):
                        said.clear()
                    elif is_told and not line.get("isSidechain"):
                        said += _framed(line)
    return "\n".join(said)


def _is_compaction(line: Json) -> bool:
    is_summary = line.get("isCompactSummary") is True
    return is_summary or line.get("subtype") == "compact_boundary" or line.get("type") == "compacted"


def _framed(value: Any) -> Iterator[str]:
    """Yield what stands in our frames in a JSON value, also where a text of it is JSON itself."""
    if isinstance(value, str) and FRAME_OPEN in value:
        if (inner := parsed(value)) is not value:
            yield from _framed(inner)
            return
        for part in value.split(FRAME_OPEN)[1:]:
            yield part.partition(FRAME_CLOSE)[0]
    elif isinstance(value, dict | list):
        for one in value.values() if isinstance(value, dict) else value:
            yield from _framed(one)
