"""Read Gemini CLI's chats: a head, messages that are written again under their id as they grow, and control lines.

``$rewindTo`` takes messages out of the conversation. They were said all the same, so they stay here. ``$set`` may
repeat all messages. Older versions of the client keep one JSON object with all messages in it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

from memory_mcp.capture.clients import tool_calls
from memory_mcp.capture.clients.injected_markup import is_own_tool, is_wrapper, unframed
from memory_mcp.capture.clients.utterance import Json, Reading, TranscriptEntry, instant, object_of, objects_of, text_of

_FINISHED: Final = frozenset({"success", "error", "cancelled"})
# Its shell says below an output how a command ended, but only where it ended badly; both are compiled when needed.
_WRAPPED: Final = r"(?s)\A<untrusted_context>\n(.*)\n</untrusted_context>\Z"
_BELOW: Final = r"(?m)^(Error|Exit Code|Signal): (.*)$"
# What an output says of itself may be any sign that counts as a digit, and have more of them than Python reads.
_NUMBER: Final = r"[0-9]{1,10}"


def read(line: Json, reading: Reading) -> Iterator[TranscriptEntry]:
    """Yield what a line says; nothing in the chat of a sub-agent."""
    reading.is_keyed = True
    if "sessionId" in line:
        directories = line.get("directories")
        cwd = text_of(directories[0]) if isinstance(directories, list) and directories else ""
        reading.note(session=text_of(line["sessionId"]), cwd=cwd, side=line.get("kind") == "subagent")
    if reading.fact("side"):
        return
    for message in (*objects_of(line.get("messages")), *objects_of(object_of(line.get("$set")).get("messages"))):
        yield from _message(message, reading)
    if "id" in line and "type" in line:
        yield from _message(line, reading)


def _message(message: Json, reading: Reading) -> Iterator[TranscriptEntry]:
    session = reading.fact("session") or reading.session
    key, at = f"{session}:{text_of(message.get('id'))}", instant(message.get("timestamp"))
    match message.get("type"):
        case "user":
            text = unframed(_text(message.get("displayContent")) or _text(message.get("content")))
            if text.strip() and not is_wrapper(text):
                yield TranscriptEntry(key, "user", text, at, session=session)
        case "gemini":
            text = _text(message.get("content"))
            if text.strip():
                yield TranscriptEntry(key, "assistant", text, at, session=session)
            for call in objects_of(message.get("toolCalls")):
                yield from _call(call, session, key)


def _call(call: Json, session: str, key: str) -> Iterator[TranscriptEntry]:
    """Yield a call once it is over; until then it comes again."""
    name, status = text_of(call.get("name")), text_of(call.get("status"))
    if is_own_tool(name) or status not in _FINISHED:
        return
    asked = tool_calls.called(name, call.get("args"))
    # The model's own copy says all; what is displayed may be a summary, or a difference of files.
    outcome = tool_calls.outcome_text(call.get("result") or call.get("resultDisplay"))
    wrapped = re.match(_WRAPPED, outcome)
    outcome = wrapped[1] if wrapped else outcome
    yield tool_calls.turn(
        f"{session}:{text_of(call.get('id')) or key}", asked, outcome, at=instant(call.get("timestamp")),
        is_error=status != "success", exit_code=_exit_of(outcome), session=session,
    )  # fmt: skip


def _exit_of(outcome: str) -> int | None:
    """Return how a command ended, below zero by a signal; None for what does not say it."""
    if not outcome.startswith("Output: "):
        return None
    ends = re.findall(_BELOW, outcome)
    if not ends:
        return 0
    what, said = ends[-1]
    if not re.fullmatch(_NUMBER, said):
        return None
    return -int(said) if what == "Signal" else int(said)


def _text(content: Any) -> str:
    """Return the words of a text, or of a list of parts; parts that are no words are named."""
    if isinstance(content, str):
        return content
    parts = [content] if isinstance(content, dict) else objects_of(content)
    words = [text_of(part.get("text")) or ("[image]" if "inlineData" in part else "") for part in parts]
    return "\n".join(filter(None, words))
