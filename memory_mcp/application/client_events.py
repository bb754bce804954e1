"""Receive an event of a client's hook in the running server: it does what a hook's process does, without starting one.

Claude Code's hooks of the type ``mcp_tool`` call a tool of a server that already runs. The tool is listed to Claude
Code alone and hidden from its model, which must not say what a person typed.
"""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from functools import partial
from typing import Any

from memory_mcp.capture.context.prompt import QuestionModel, injected
from memory_mcp.capture.events.outcomes import is_for_transcript
from memory_mcp.capture.events.passing_first import pass_over_before, pass_over_now
from memory_mcp.capture.events.payload import Event, Heard, event_of, own_environment
from memory_mcp.capture.events.read_on_apart import READING_S, read_on_apart
from memory_mcp.capture.events.recording import record, source_of
from memory_mcp.capture.events.spooled import put_off, put_off_passing
from memory_mcp.capture.events.storing import Source
from memory_mcp.config import Settings
from memory_mcp.embedding.one_question import BUNDLED_TAG, LONGEST, question_vector
from memory_mcp.errors import MemoryMcpError
from memory_mcp.store.facts.client_names import EVENT_CLIENT
from memory_mcp.store.facts.projects import projects
from memory_mcp.store.file.database import HOOK_BUSY_TIMEOUT_MS, Database
from memory_mcp.store.file.short_wait import short_wait
from memory_mcp.tools.framework.runtime import Runtime


def handle_event(runtime: Runtime, payload: Mapping[str, Any]) -> str:
    """Record an event and return what the client reads: a hook's output as JSON, an empty object for nothing to say.

    ``payload`` is a hook's input; ``hook_event_name`` says which event it is. What cannot be written now is put off,
    as by a hook's process. Raises OSError or RefusedError where even that cannot be done.
    """
    settings, name = runtime.settings, str(payload.get("hook_event_name") or "")
    heard = Heard(name, EVENT_CLIENT, dict(payload), own_environment(), runtime.clock.now())
    event = event_of(*heard)
    if event.kind not in ("prompt", "turn-end") or is_for_transcript(event):
        return "{}"
    source = source_of(event, settings)
    try:
        is_read = _record(runtime.db, settings, event, source)
    except (MemoryMcpError, OSError):
        if source is None:
            put_off_passing(settings, event)
        else:
            put_off(settings, heard, source.ignoring)
        return "{}"
    if source is None:
        if not is_read:
            put_off_passing(settings, event)
        return "{}"
    if not is_read:
        put_off(settings, heard, source.ignoring, is_rest=True)
        read_on_apart(settings)
    text = _context(runtime, event, source) if event.kind == "prompt" and source.workplace.injects else ""
    output = {"hookEventName": event.name, "additionalContext": text}
    return json.dumps({"hookSpecificOutput": output} if text else {})


def _record(db: Database, settings: Settings, event: Event, source: Source | None) -> bool:
    """Record an event and say whether its transcript was read to the end; without a source pass over what was said."""

    def is_time_up() -> bool:
        return time.monotonic() >= until

    until = time.monotonic() + READING_S
    with short_wait(db, HOOK_BUSY_TIMEOUT_MS):
        if source is None:
            return pass_over_now(db, settings, event, is_time_up)
        return pass_over_before(db, settings, is_time_up) and record(db, event, source, is_time_up=is_time_up)


def _context(runtime: Runtime, event: Event, source: Source) -> str:
    with runtime.db.reading() as snapshot:
        # A marker file that binds nobody switches nothing on.
        is_wanted = runtime.settings.inject == "on" or not projects.unbound(snapshot, source.project)
    if not is_wanted:
        return ""
    model = None if runtime.settings.embed_disabled else partial(_model, runtime)
    reader = runtime.reading.want_answers()
    return injected(
        runtime.db, event.prompt, client=source.client, client_session=source.session, model=model,
        odds=None if reader is None else reader.odds,
    )  # fmt: skip


def _model(runtime: Runtime) -> QuestionModel:
    """Return the server's engine; for the first prompt, while it loads, what a hook's process asks."""

    def vector_of(text: str) -> bytes:
        return embedder.embed_query(text[:LONGEST]).astype("float32").tobytes()

    if not runtime.embedding.wait(0):
        return QuestionModel(BUNDLED_TAG, question_vector)
    embedder = runtime.embedding.embedder
    return QuestionModel(embedder.model_tag, vector_of)
