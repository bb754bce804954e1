"""The SDK's server; an Application answers every request.

Calls run in worker threads, one at a time in the order they came, because the process has one connection. A cancelled
call still finishes, and its answer is dropped.
"""

from __future__ import annotations

import asyncio
import functools
import threading
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, Final, TypeAlias

import anyio
import mcp_types as types
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server

from memory_mcp import __version__
from memory_mcp.application.application import Application
from memory_mcp.application.instructions import INSTRUCTIONS
from memory_mcp.serving.client_identity import facts_of
from memory_mcp.serving.json_rpc_pipe import Pipe
from memory_mcp.serving.marker_question import MarkerQuestion
from memory_mcp.serving.resource_requests import Shelf
from memory_mcp.serving.roots import Roots
from memory_mcp.serving.skill_requests import serve_skill
from memory_mcp.serving.tool_listing import event_listed, listing
from memory_mcp.serving.tool_results import answer, heard
from memory_mcp.store.facts.client_names import EVENT_CLIENT, EVENT_TOOL, client_name
from memory_mcp.tools.framework.declare import RequestFacts

SERVER_NAME: Final = "memory"
# The list of tools is out by then, and whatever else a client asks for at once.
_CALM_SECONDS: Final = 0.1
APPS: Final = "io.modelcontextprotocol/ui"
"""The extension by which a tool has a page."""

Listed: TypeAlias = Callable[[], types.ListToolsResult] | None
Lister: TypeAlias = Callable[
    [ServerRequestContext[Any], types.PaginatedRequestParams | None], Awaitable[types.ListToolsResult]
]
ToolAnswer: TypeAlias = types.CallToolResult | types.InputRequiredResult


def build(application: Callable[[], Application], pipe: Pipe, listed: Listed = None) -> Server[Any]:
    """Return the server of an application, which is only made when a request needs it: the first one does not.

    ``listed`` returns the list of its tools without it, where that is known; it is made soon after.
    """
    one_at_a_time = anyio.CapacityLimiter(1)
    roots = Roots()
    question = MarkerQuestion(application, one_at_a_time)

    async def call_tool(ctx: ServerRequestContext[Any], params: types.CallToolRequestParams) -> ToolAnswer:
        facts = facts_of(ctx, pipe.notify, await roots.folders(ctx))
        if params.name != EVENT_TOOL and (asking := await question.put(ctx, params, facts)):
            return asking
        return await anyio.to_thread.run_sync(
            lambda: _answered(application(), params.name, params.arguments or {}, facts), limiter=one_at_a_time
        )

    server: Server[Any] = Server(
        SERVER_NAME,
        version=__version__,
        title="Memory",
        instructions=INSTRUCTIONS,
        on_list_tools=_lister(application, pipe, listed),
        on_call_tool=call_tool,
        **Shelf(application, pipe, roots, one_at_a_time).handlers(),
    )
    server.extensions[APPS] = {}
    serve_skill(server)
    server.add_notification_handler("notifications/roots/list_changed", types.NotificationParams, roots.changed)
    # The SDK reports every message to OpenTelemetry where that is installed; what is said to a memory stays in it.
    server.middleware.clear()
    return server


def _lister(application: Callable[[], Application], pipe: Pipe, listed: Listed) -> Lister:
    """Return what answers ``tools/list``."""

    @functools.cache
    def tools() -> types.ListToolsResult:
        if listed is None:
            return listing(application().tools.values())
        # Calls follow: who makes the first one should not wait for what can be done meanwhile.
        making = threading.Thread(target=_make_early, args=(application,), name="making", daemon=True)
        asyncio.get_running_loop().call_later(_CALM_SECONDS, making.start)
        return listed()

    async def list_tools(
        ctx: ServerRequestContext[Any], _page: types.PaginatedRequestParams | None
    ) -> types.ListToolsResult:
        hears = _is_event_client(facts_of(ctx, pipe.notify, ())) and (listed or application().hear)
        return types.ListToolsResult(tools=[*tools().tools, event_listed()]) if hears else tools()

    return list_tools


def _hears(application: Application, facts: RequestFacts) -> bool:
    """Whether the client's hooks may tell the server what happens."""
    return application.hear is not None and _is_event_client(facts)


def _is_event_client(facts: RequestFacts) -> bool:
    return client_name(facts.client_name) == EVENT_CLIENT


def _make_early(application: Callable[[], Application]) -> None:
    # What keeps it from being made is told to the call that needs it.
    with suppress(Exception):
        application()


def _answered(application: Application, name: str, given: dict[str, Any], facts: RequestFacts) -> types.CallToolResult:
    if name == EVENT_TOOL and _hears(application, facts):
        return heard(application, given)
    return answer(application, name, given, facts)
