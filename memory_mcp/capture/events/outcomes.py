"""Read from an event what no transcript says: the outcome of a tool, and that the conversation was compacted."""

from __future__ import annotations

from typing import Final

from memory_mcp.capture.clients import tool_calls
from memory_mcp.capture.clients.injected_markup import is_own_tool
from memory_mcp.capture.clients.utterance import TranscriptEntry, compaction, object_of, parsed, text_of
from memory_mcp.capture.events.payload import Event
from memory_mcp.language.digests import blake2b

# Their transcripts name the tools that were used, and not what came of it.
WITHOUT_OUTCOMES: Final = frozenset({"cursor"})
# Their transcripts do not say where the conversation was compacted.
_WITHOUT_COMPACTION: Final = frozenset({"cursor", "gemini-cli"})
OUTCOMES: Final = ("tool_response", "tool_output", "tool_result", "error_message", "error")
_EXITS: Final = ("exitCode", "exit_code")


def is_for_transcript(event: Event) -> bool:
    """Whether an event tells nothing its transcript will not tell, too."""
    return event.kind == "tool" and event.transcript is not None and event.client not in WITHOUT_OUTCOMES


def tool_of(event: Event) -> tuple[TranscriptEntry, TranscriptEntry] | None:
    """Return a tool's turn as the event tells it, and as a transcript that lacks outcomes will; None for own tools."""
    given = event.payload
    name, call_id = text_of(given.get("tool_name")), text_of(given.get("tool_use_id")) or text_of(given.get("callID"))
    if not name or is_own_tool(name):
        return None
    arguments = given.get("tool_input")
    field = next((field for field in OUTCOMES if given.get(field) is not None), "")
    outcome = parsed(given.get(field))
    known = object_of(outcome)
    exits = [known[at] for at in _EXITS if isinstance(known.get(at), int)]
    said = {at: value for at, value in known.items() if at not in _EXITS} if exits else outcome
    call = tool_calls.called(name, arguments)
    key = call_id or blake2b(f"{event.at}{call}".encode("utf-8", "replace"), digest_size=8).hexdigest()
    whole = tool_calls.turn(
        key, call, said, at=event.at, is_error=field.startswith("error"), exit_code=exits[0] if exits else None
    )
    return whole, tool_calls.turn(key, call, None, at=event.at)


def compaction_of(event: Event) -> list[TranscriptEntry]:
    """Return the mark of a compaction, where the transcript will have none; told twice it has one name."""
    is_in_transcript = event.transcript is not None and event.client not in _WITHOUT_COMPACTION
    # Gemini CLI tells of it before each request, and only then looks whether there is anything to compact.
    is_only_asked = event.client == "gemini-cli" and event.source == "auto"
    if event.kind != "compact" or is_in_transcript or is_only_asked or not event.id:
        return []
    session = event.session or (event.transcript.stem if event.transcript else "")
    return [compaction(f"{session}:compaction:{event.id}", event.at)]
