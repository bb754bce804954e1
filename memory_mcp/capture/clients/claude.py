"""Claude Code's transcripts: one JSON object a line, each with a uuid that makes it known for ever."""

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
    text_of,
)
from memory_mcp.store.sessions.turns import Role
from memory_mcp.temporal import Instant


def read(line: Json, reading: Reading) -> Iterator[TranscriptEntry]:
    """Yield what a line says. The history a resumed session copies has the uuids it had, so it is not said again."""
    # Spelt out, since it is asked of every line.
    if line.get("isSidechain") or line.get("isMeta") or line.get("isCompactSummary"):
        return
    if line.get("isVisibleInTranscriptOnly") or line.get("isApiErrorMessage"):
        return
    cwd = text_of(line.get("cwd"))
    if cwd and cwd != reading.fact("cwd"):
        reading.note(cwd=cwd)
    match line.get("type"):
        case "user":
            yield from _user(line, object_of(line.get("message")).get("content"), reading)
        case "assistant":
            message = object_of(line.get("message"))
            if message.get("model") != "<synthetic>":
                yield from _assistant(line, message.get("content"), reading)
        case "attachment":
            yield from _queued(line, object_of(line.get("attachment")), reading)
        case "system" if line.get("subtype") == "compact_boundary":
            yield _compaction(line, object_of(line.get("compactMetadata")), reading)


def _user(line: Json, content: Any, reading: Reading) -> Iterator[TranscriptEntry]:
    texts: list[str] = []
    results: list[Json] = []
    if isinstance(content, str):
        texts = [content]
    for block in objects_of(content):
        match block.get("type"):
            case "tool_result":
                results.append(block)
            case "text":
                texts.append(text_of(block.get("text")))
            case "image":
                texts.append("[image]")
    for block in results:
        is_error = block.get("is_error") is True
        output = tool_calls.outcome_text(block.get("content"))
        structured = object_of(line.get("toolUseResult"))
        is_command = "stdout" in structured and not structured.get("interrupted")
        yield from tool_calls.end(
            reading, text_of(block.get("tool_use_id")), output, instant(line.get("timestamp")),
            is_error=is_error, exit_code=0 if is_command and not is_error else None,
            session=text_of(line.get("sessionId")),
        )  # fmt: skip
    said = [unframed(text) for text in texts if not is_wrapper(text)]
    text = "\n".join(part for part in said if part.strip())
    if text and not (results and text == "[image]"):
        yield _said(line, reading, "user", text)


def _assistant(line: Json, content: Any, reading: Reading) -> Iterator[TranscriptEntry]:
    if isinstance(content, str):
        yield _said(line, reading, "assistant", content)
        return
    blocks = objects_of(content)
    text = "\n\n".join(text_of(block.get("text")) for block in blocks if block.get("type") == "text")
    if text:
        yield _said(line, reading, "assistant", text)
    for block in blocks:
        if block.get("type") == "tool_use":
            call_id, name = text_of(block.get("id")), text_of(block.get("name"))
            at, session = instant(line.get("timestamp")), text_of(line.get("sessionId"))
            tool_calls.begin(reading, call_id, name, block.get("input"), at, session)


def _queued(line: Json, attachment: Json, reading: Reading) -> Iterator[TranscriptEntry]:
    """Yield what was typed while the model was at work."""
    prompt = attachment.get("prompt")
    if attachment.get("type") != "queued_command" or attachment.get("commandMode", "prompt") != "prompt":
        return
    text = unframed(tool_calls.outcome_text(prompt))
    if text and not is_wrapper(text):
        yield _said(line, reading, "user", text)


def _compaction(line: Json, metadata: Json, reading: Reading) -> TranscriptEntry:
    trigger, before = text_of(metadata.get("trigger")), metadata.get("preTokens")
    key, at, session = _facts(line, reading)
    details = (f"trigger {trigger}" if trigger else "", f"{before} tokens before" if before else "")
    return compaction(key, at, *details, session=session, folder=reading.folder)


def _said(line: Json, reading: Reading, role: Role, text: str) -> TranscriptEntry:
    """Return a text as said by the line, whose facts are read only now: most lines say nothing."""
    key, at, session = _facts(line, reading)
    return TranscriptEntry(key, role, text, at, session=session, folder=reading.folder)


def _facts(line: Json, reading: Reading) -> tuple[str, Instant | None, str]:
    """Return the key of what a line says, when it was said, and in which session."""
    key = text_of(line.get("uuid")) or f"{reading.session}:{reading.line_hash()}"
    return key, instant(line.get("timestamp")), text_of(line.get("sessionId"))
