"""Put the parts together: settings in, a whole application out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from memory_mcp.application.application import Application
from memory_mcp.application.chores import chores
from memory_mcp.application.opening import open_runtime
from memory_mcp.application.resources import MemoryLibrary
from memory_mcp.capture.events import kept_text
from memory_mcp.config import Settings
from memory_mcp.tools import registry
from memory_mcp.tools.framework.call import Call
from memory_mcp.tools.framework.declare import RequestFacts
from memory_mcp.tools.framework.scheduler import Lane


def open_application(settings: Settings) -> Application:
    """Return everything a server serves."""
    runtime = open_runtime(settings)
    lane = Lane()

    def make_call(facts: RequestFacts) -> Call:
        # Named as the client's hooks name it.
        facts = facts._replace(
            client_name=kept_text.keep_name(facts.client_name, settings.redact),
            session_hint=kept_text.keep_id(facts.session_hint, settings.redact),
        )
        return Call(runtime, facts, actor=f"tool {facts.client_name}".strip())

    def hear(payload: Mapping[str, Any]) -> str:
        # No handshake waits for what reads events.
        from memory_mcp.application.client_events import handle_event  # noqa: PLC0415

        return handle_event(runtime, payload)

    return Application(
        tools={name: spec for name, spec in registry().items() if settings.tools == "all" or spec.core},
        make_call=make_call,
        library=MemoryLibrary(),
        hear=hear,
        after_reply=chores(runtime, lane),
        close=runtime.close,
        lane=lane,
    )
