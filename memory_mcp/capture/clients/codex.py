"""Read Codex's rollouts: rows of ``{timestamp, type, payload}``; what was said stands in ``event_msg``.

``response_item`` repeats the words together with what the client added to them, and only it has the tool calls. Rows
have no ids: a row is identified by its hash and a call by its id, so that a rollout that was copied into another one
adds nothing twice.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from memory_mcp.capture.clients import tool_calls
from memory_mcp.capture.clients.injected_markup import is_wrapper, unframed
from memory_mcp.capture.clients.utterance import (
    Json,
    Reading,
    TranscriptEntry,
    compaction,
    instant,
    object_of,
    objects_of,
    parsed,
    text_of,
)
from memory_mcp.language.digests import blake2b
from memory_mcp.temporal import Instant


def read(line: Json, reading: Reading) -> Iterator[TranscriptEntry]:
    """Yield what a row says; nothing in the rollout of a sub-agent."""
    payload, at = object_of(line.get("payload")), instant(line.get("timestamp"))
    if line.get("type") == "session_meta" and reading.fact("session") is None:
        source = payload.get("source")
        is_side = isinstance(source, dict) and "subagent" in source
        reading.note(session=text_of(payload.get("id")), cwd=text_of(payload.get("cwd")), side=is_side)
    if reading.fact("side"):
        return
    session = reading.fact("session") or ""
    match line.get("type"):
        case "turn_context" if text_of(payload.get("cwd")):
            reading.note(cwd=text_of(payload.get("cwd")))
        case "event_msg":
            yield from _message(payload, reading, at, session)
        case "response_item":
            yield from _tool(payload, reading, at, session)
        case "compacted":
            yield compaction(reading.line_hash(), at, session=session, folder=reading.folder)


def _message(payload: Json, reading: Reading, at: Instant | None, session: str) -> Iterator[TranscriptEntry]:
    """Yield what was said: from 0.169 on an item is completed, before there was an event for each speaker."""
    item = object_of(payload.get("item"))
    is_item = payload.get("type") == "item_completed"
    text = text_of(payload.get("message"))
    if is_item:
        text = "\n".join(text_of(part.get("text")) for part in objects_of(item.get("content")))
    match item.get("type") if is_item else payload.get("type"):
        case "user_message" | "UserMessage":
            said = unframed(text)
            if said.strip() and not is_wrapper(said) and not _is_repeated("user", said, reading, is_item=is_item):
                yield TranscriptEntry(reading.line_hash(), "user", said, at, session=session, folder=reading.folder)
        case "agent_message" | "AgentMessage" if text:
            if not _is_repeated("assistant", text, reading, is_item=is_item):
                yield TranscriptEntry(
                    reading.line_hash(), "assistant", text, at, session=session, folder=reading.folder
                )


def _is_repeated(role: str, text: str, reading: Reading, *, is_item: bool) -> bool:
    """Return whether the last words were these, in the other of the two forms."""
    words = blake2b(text.encode("utf-8", "replace"), digest_size=6).hexdigest()
    is_again: bool = reading.fact("last") == [role, not is_item, words]
    reading.note(last=None if is_again else [role, is_item, words])
    return is_again


def _tool(payload: Json, reading: Reading, at: Instant | None, session: str) -> Iterator[TranscriptEntry]:
    call_id = text_of(payload.get("call_id")) or text_of(payload.get("id"))
    match payload.get("type"):
        case "function_call":
            name, arguments = text_of(payload.get("name")), payload.get("arguments")
            tool_calls.begin(reading, call_id, name, parsed(arguments), at, session)
        case "custom_tool_call":
            tool_calls.begin(reading, call_id, text_of(payload.get("name")), payload.get("input"), at, session)
        case "local_shell_call":
            tool_calls.begin(reading, call_id, "shell", object_of(payload.get("action")), at, session)
        case "function_call_output" | "custom_tool_call_output" | "local_shell_call_output":
            yield from _outcome(payload.get("output"), call_id, reading, at, session)


def _outcome(
    output: Any, call_id: str, reading: Reading, at: Instant | None, session: str
) -> Iterator[TranscriptEntry]:
    """Yield a call with what came back: a text, or an object (also as a text) with output, exit code and success."""
    given = object_of(parsed(output))
    exit_code = object_of(given.get("metadata")).get("exit_code")
    is_error = given.get("success") is False
    said: Any = output
    if "output" in given or "content" in given:
        said = given.get("output", given.get("content"))
    known = exit_code if isinstance(exit_code, int) else None
    yield from tool_calls.end(reading, call_id, said, at, is_error=is_error, exit_code=known, session=session)
