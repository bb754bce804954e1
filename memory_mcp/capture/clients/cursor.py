"""Read Cursor's agent transcripts: a role and blocks a line, no ids or times; a line is known by place and hash."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from memory_mcp.capture.clients import tool_calls
from memory_mcp.capture.clients.injected_markup import is_own_tool, is_wrapper, unframed
from memory_mcp.capture.clients.utterance import Json, Reading, TranscriptEntry, instant, object_of, objects_of, text_of

_QUERY: Final = r"(?s)<user_query>\n?(.*?)\n?</user_query>"
_NOTIFICATION: Final = "<system_notification>"


def read(line: Json, reading: Reading) -> Iterator[TranscriptEntry]:
    """Yield what a line says: of a user's message the query alone, without what the client put around it."""
    message = object_of(line.get("message")) or line
    role = text_of(line.get("role")) or text_of(message.get("role"))
    content = message.get("content")
    blocks = [{"type": "text", "text": content}] if isinstance(content, str) else objects_of(content)
    key, at = f"{reading.session}:{reading.number}:{reading.line_hash()}", instant(line.get("timestamp"))
    text = "\n".join(text_of(block.get("text")) for block in blocks if block.get("type") == "text")
    if role == "user":
        queries = re.findall(_QUERY, text)
        said = "\n".join(queries) if queries else unframed(text)
        # Behind a notification the client asks in a person's name.
        if said.strip() and not is_wrapper(said) and not text.lstrip().startswith(_NOTIFICATION):
            yield TranscriptEntry(key, "user", said, at)
    elif role == "assistant":
        if text.strip():
            yield TranscriptEntry(key, "assistant", text, at)
        yield from _calls(blocks, key, reading)
    for block in blocks:
        if block.get("type") == "tool_result":
            call_id = text_of(block.get("tool_use_id"))
            yield from tool_calls.end(
                reading, call_id, block.get("content"), at, is_error=block.get("is_error") is True
            )


def _calls(blocks: list[Json], key: str, reading: Reading) -> Iterator[TranscriptEntry]:
    """Yield the calls of a line; they mostly have neither an id nor, later, an outcome."""
    used = [block for block in blocks if block.get("type") == "tool_use"]
    for number, block in enumerate(used):
        name, given, call_id = text_of(block.get("name")), block.get("input"), text_of(block.get("id"))
        if call_id:
            tool_calls.begin(reading, call_id, name, given, None)
        elif not is_own_tool(name):
            asked = tool_calls.called(name, given)
            yield tool_calls.turn(f"{key}:{number}", asked, None, at=None)
