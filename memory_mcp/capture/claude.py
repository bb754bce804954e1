"""Claude Code's transcripts: one JSON object a line, each with a uuid that makes it known for ever."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from memory_mcp.capture import calls
from memory_mcp.capture.said import Json, Reading, Said, instant, object_of, objects_of, text_of
from memory_mcp.capture.wrappers import is_wrapper, unframed


def read(line: Json, reading: Reading) -> Iterator[Said]:
    """Yield what a line says. The history a resumed session copies has the uuids it had, so it is not said again."""
    # Spelt out, since it is asked of every line.
    if line.get("isSidechain") or line.get("isMeta") or line.get("isCompactSummary"):
        return
    if line.get("isVisibleInTranscriptOnly") or line.get("isApiErrorMessage"):
        return
    if cwd := text_of(line.get("cwd")):
        reading.note(cwd=cwd)
    key = text_of(line.get("uuid")) or f"{reading.session}:{reading.line_hash()}"
    session, at = text_of(line.get("sessionId")), instant(line.get("timestamp"))
    message = object_of(line.get("message"))
    match line.get("type"):
        case "user":
            yield from _user(line, message.get("content"), reading, Said(key, "user", "", at, session=session))
        case "assistant" if message.get("model") != "<synthetic>":
            yield from _assistant(message.get("content"), reading, Said(key, "assistant", "", at, session=session))
        case "attachment":
            yield from _queued(object_of(line.get("attachment")), Said(key, "user", "", at, session=session))
        case "system" if line.get("subtype") == "compact_boundary":
            yield _compaction(object_of(line.get("compactMetadata")), Said(key, "tool", "", at, session=session))


def _user(line: Json, content: Any, reading: Reading, bare: Said) -> Iterator[Said]:
    if isinstance(content, str):
        texts, results = [content], []
    else:
        blocks = objects_of(content)
        texts = [text_of(block.get("text")) for block in blocks if block.get("type") == "text"]
        texts += ["[image]" for block in blocks if block.get("type") == "image"]
        results = [block for block in blocks if block.get("type") == "tool_result"]
    for block in results:
        is_error = block.get("is_error") is True
        output = calls.outcome_text(block.get("content"))
        structured = object_of(line.get("toolUseResult"))
        is_command = "stdout" in structured and not structured.get("interrupted")
        yield from calls.end(
            reading, text_of(block.get("tool_use_id")), output, bare.at,
            is_error=is_error, exit_code=0 if is_command and not is_error else None,
            session=bare.session,
        )  # fmt: skip
    said = [unframed(text) for text in texts if not is_wrapper(text)]
    text = "\n".join(part for part in said if part.strip())
    if text and not (results and text == "[image]"):
        yield _with(bare, text=text)


def _assistant(content: Any, reading: Reading, bare: Said) -> Iterator[Said]:
    if isinstance(content, str):
        yield _with(bare, text=content)
        return
    blocks = objects_of(content)
    text = "\n\n".join(text_of(block.get("text")) for block in blocks if block.get("type") == "text")
    if text:
        yield _with(bare, text=text)
    for block in blocks:
        if block.get("type") == "tool_use":
            call_id, name = text_of(block.get("id")), text_of(block.get("name"))
            calls.begin(reading, call_id, name, block.get("input"), bare.at, bare.session)


def _queued(attachment: Json, bare: Said) -> Iterator[Said]:
    """Yield what was typed while the model was at work."""
    prompt = attachment.get("prompt")
    if attachment.get("type") != "queued_command" or attachment.get("commandMode", "prompt") != "prompt":
        return
    text = unframed(calls.outcome_text(prompt))
    if text and not is_wrapper(text):
        yield _with(bare, text=text)


def _compaction(metadata: Json, bare: Said) -> Said:
    trigger, before = text_of(metadata.get("trigger")), metadata.get("preTokens")
    parts = [
        "the conversation was compacted",
        f"trigger {trigger}" if trigger else "",
        f"{before} tokens before" if before else "",
    ]
    return _with(bare, text=f"[{', '.join(filter(None, parts))}]", speaker="compaction")


def _with(bare: Said, *, text: str, speaker: str = "") -> Said:
    return Said(bare.key, bare.role, text, bare.at, speaker, bare.session, bare.attributes)
