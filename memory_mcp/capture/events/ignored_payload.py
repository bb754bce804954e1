"""Take out of an event's payload what its project ignores; this is for events that have to wait beside the file."""

from __future__ import annotations

from typing import Any, Final

from memory_mcp.capture.clients import opencode
from memory_mcp.capture.clients.utterance import Json, TranscriptEntry, object_of, objects_of
from memory_mcp.capture.events.ignoring import Ignoring
from memory_mcp.capture.events.outcomes import OUTCOMES, tool_of
from memory_mcp.capture.events.payload import Event, messages_of

# What a message's parts are read for; a client puts files and their contents beside them.
_READ: Final = frozenset({"text", "tool", "compaction"})


def payload_without_ignored(event: Event, ignoring: Ignoring) -> Json | None:
    """Return a payload without the outcomes that the rules keep out; None where it tells of nothing else."""
    if event.kind == "tool":
        return _tool(event, ignoring)
    messages = messages_of(event.payload)
    if not messages:
        return event.payload
    return {**event.payload, "messages": [_message(message, ignoring) for message in messages]}


def _tool(event: Event, ignoring: Ignoring) -> Json | None:
    found = tool_of(event)
    kept = None if found is None else ignoring.without_ignored(found[0])
    if found is None or kept is None:
        return None
    if kept is found[0]:
        return event.payload
    field = next(name for name in OUTCOMES if event.payload.get(name) is not None)
    rest = {name: value for name, value in event.payload.items() if name not in OUTCOMES}
    ended = {"exitCode": kept.attributes["exit"]} if "exit" in kept.attributes else {}
    return rest | {field: {"output": _output(kept), **ended}}


def _message(message: Json, ignoring: Ignoring) -> Json:
    parts = []
    for part in objects_of(message.get("parts")):
        if part.get("type") not in _READ or opencode.is_made_up(part):
            continue
        allowed = _part(part, ignoring) if part["type"] == "tool" else part
        if allowed is not None:
            parts.append(allowed)
    return {**message, "parts": parts}


def _part(part: Json, ignoring: Ignoring) -> Json | None:
    """Return a tool's part as it may be kept; a client repeats what came back among the part's facts."""
    state = object_of(part.get("state"))
    for said in opencode.call_of(part):
        kept = ignoring.without_ignored(said)
        if kept is None:
            return None
        if kept is not said:
            exits: dict[str, Any] = {"exit": object_of(state.get("metadata")).get("exit")}
            told = {name: state[name] for name in ("status", "input", "time") if name in state}
            return {**part, "state": told | {"output": _output(kept), "metadata": exits}}
    return part


def _output(said: TranscriptEntry) -> str:
    return said.text[said.call.output_at if said.call else 0 :]
