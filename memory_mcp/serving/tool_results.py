"""The answer to a tool call: a result in two forms with the same facts, or a failure that a model can act on."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any

import mcp_types as types

from memory_mcp.application.application import Application
from memory_mcp.capture.context.framing import all_disarmed, disarmed
from memory_mcp.errors import MemoryMcpError, NotFoundError, RefusedError
from memory_mcp.language.unseen_characters import all_visible
from memory_mcp.store.facts.client_names import EVENT_TOOL
from memory_mcp.tools.framework.declare import RequestFacts, ToolSpec
from memory_mcp.tools.framework.parameters import nearest_name
from memory_mcp.tools.framework.render import LONGEST
from memory_mcp.tools.framework.wire_text import clean, wire_size

_log = logging.getLogger(__name__)


def heard(application: Application, payload: Mapping[str, Any]) -> types.CallToolResult:
    """Take an event in this thread and return what the client reads; a failure is an answer, and nothing is raised."""
    try:
        assert application.hear is not None
        with application.lane.answering():
            text = application.hear(payload)
        return types.CallToolResult(content=[types.TextContent(type="text", text=text)])
    except Exception as exc:  # noqa: BLE001 - the edge, as below
        return failure(known_failure(exc, EVENT_TOOL))


def answer(
    application: Application, name: str, arguments: Mapping[str, Any], facts: RequestFacts
) -> types.CallToolResult:
    """Run a tool in this thread and return its answer; a failure is an answer, too, and nothing is raised."""
    try:
        spec = _declared(name, application)
        with application.lane.answering():
            result = spec.invoke(application.make_call(facts), arguments)
        return _success(spec, spec.shown(result, arguments))
    except Exception as exc:  # noqa: BLE001 - the edge: what is not ours to name is a defect, and an answer all the same
        return failure(known_failure(exc, name))


def known_failure(exc: Exception, what: str) -> MemoryMcpError:
    """Return an exception as one of ours. A defect becomes ``internal``, and its traceback goes to the log."""
    if isinstance(exc, MemoryMcpError):
        return exc
    _log.error("%s failed", what, exc_info=exc)
    return MemoryMcpError(
        f"{what} failed with {type(exc).__name__}",
        hint="this is a defect of the memory server, not of the call; the details are in its log on standard error",
    )


def failure(exc: MemoryMcpError) -> types.CallToolResult:
    """Return a failure as text alone, because some clients check structured results against the output schema."""
    text = disarmed(clean(str(exc))[0])
    meta = {"code": exc.code} | ({"field": exc.field} if exc.field else {})
    return types.CallToolResult(content=[types.TextContent(type="text", text=text)], is_error=True, _meta=meta)


def _declared(name: str, application: Application) -> ToolSpec:
    spec = application.tools.get(name)
    if spec is not None:
        return spec
    nearest = nearest_name(name, application.tools)
    raise NotFoundError(
        f"unknown tool {name[:80]!r}" + (f"; did you mean {nearest}?" if nearest else ""),
        hint="tools: " + ", ".join(application.tools),
    )


def _success(spec: ToolSpec, result: dict[str, Any]) -> types.CallToolResult:
    cleaned, _ = clean(result)
    structured = all_disarmed(all_visible(cleaned))
    size = wire_size(structured)
    if size > LONGEST:
        raise RefusedError(
            f"the answer of {spec.name} would be {size} bytes, more than the {LONGEST} a client can take",
            hint="ask for less: a smaller limit, a range of lines, or a cursor",
        )
    text = types.TextContent(type="text", text=all_disarmed(spec.text(cleaned)))
    return types.CallToolResult(content=[text], structured_content=structured)
