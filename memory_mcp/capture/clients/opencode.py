"""Read OpenCode's messages as our plugin sends them when a session is idle: ``{info, parts}``, each part with an id."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from memory_mcp.capture.clients import tool_calls
from memory_mcp.capture.clients.injected_markup import is_own_tool, is_wrapper, unframed
from memory_mcp.capture.clients.utterance import (
    Json,
    TranscriptEntry,
    compaction,
    instant,
    object_of,
    objects_of,
    text_of,
)

_FINISHED: Final = frozenset({"completed", "error"})

# An id is "msg_", twelve hexadecimal digits of which the first nine are the end of its time in milliseconds, and more.
_ID: Final = re.compile(r"msg_([0-9a-f]{9})[0-9a-f]{3}\w{14}", re.ASCII)
_TIMES: Final = 1 << 36
# A client that is on another machine may make the id of a prompt by its own clock.
_APART_MS: Final = 2_000


def read(message: Json) -> Iterator[TranscriptEntry]:
    """Yield what a message says; parts the client made up are left out. A call comes once it is over."""
    info = object_of(message.get("info"))
    key = text_of(info.get("id"))
    at = instant(object_of(info.get("time")).get("created"))
    parts = objects_of(message.get("parts"))
    words = [text_of(part.get("text")) for part in parts if part.get("type") == "text" and not is_made_up(part)]
    text = "\n".join(filter(None, words))
    if info.get("role") == "user":
        text = unframed(text)
        if text.strip() and not is_wrapper(text):
            yield TranscriptEntry(key, "user", text, at)
    elif info.get("role") == "assistant" and not info.get("summary"):
        asked = text_of(info.get("parentID"))
        if text.strip():
            yield TranscriptEntry(key, "assistant", text, at, asked=asked)
        for part in parts:
            if part.get("type") == "tool":
                yield from (call._replace(asked=asked) for call in call_of(part))
    for part in parts:
        if part.get("type") == "compaction":
            yield compaction(text_of(part.get("id")) or f"{key}:compaction", at)


def is_copied(message: Json) -> bool:
    """Return whether a message is one that a fork copied: it has the time it was said at, and an id made later."""
    info = object_of(message.get("info"))
    made, created = _ID.fullmatch(text_of(info.get("id"))), object_of(info.get("time")).get("created")
    if made is None or not isinstance(created, int):
        return False
    return _APART_MS < (int(made[1], 16) - created) % _TIMES < _TIMES // 2


def is_made_up(part: Json) -> bool:
    """Whether the client, not a person or a model, put a part in."""
    return bool(part.get("synthetic") or part.get("ignored"))


def call_of(part: Json) -> Iterator[TranscriptEntry]:
    """Yield the turn of a tool's part, once it is over; own tools yield none."""
    name, state = text_of(part.get("tool")), object_of(part.get("state"))
    if is_own_tool(name) or state.get("status") not in _FINISHED:
        return
    given = state.get("input")
    asked = tool_calls.called(name, given)
    exit_code = object_of(state.get("metadata")).get("exit")
    yield tool_calls.turn(
        text_of(part.get("callID")) or text_of(part.get("id")), asked, state.get("output") or state.get("error"),
        at=instant(object_of(state.get("time")).get("start")), is_error=state.get("status") == "error",
        exit_code=exit_code if isinstance(exit_code, int) else None,
    )  # fmt: skip
