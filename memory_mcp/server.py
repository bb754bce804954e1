"""The MCP server on standard input and output.

What has to happen before the protocol's library is imported happens here: the streams become the client's alone,
signals are answered from the first moment, and the garbage collector stays out of the way of half a second of
imports, all of which live until the end.
"""

from __future__ import annotations

import gc
from collections.abc import Callable
from typing import TYPE_CHECKING, NoReturn

from memory_mcp.embedding.process_memory import keep_heap_small
from memory_mcp.serving.shutdown import on_signals, with_parent
from memory_mcp.serving.stdio import claim

if TYPE_CHECKING:  # at run time they would bring in pydantic before the collector is off
    from mcp_types import ListToolsResult

    from memory_mcp.application.application import Application
    from memory_mcp.config import Settings


def serve(settings: Settings) -> NoReturn:
    """Serve the memory of these settings until the client leaves; end the process."""

    def begin() -> None:
        from memory_mcp.serving.logs import start_log  # noqa: PLC0415 - imported with the collector off

        start_log(settings)

    def application() -> Application:
        from memory_mcp.application.assembly import open_application  # noqa: PLC0415 - nor is it waited for

        return open_application(settings)

    def listed() -> ListToolsResult:
        from memory_mcp.serving.tool_listing import prepared  # noqa: PLC0415 - brings in the protocol's library

        return prepared(settings.tools)

    serve_application(application, begin, listed)


def serve_application(
    application: Callable[[], Application],
    begin: Callable[[], None] = lambda: None,
    listed: Callable[[], ListToolsResult] | None = None,
) -> NoReturn:
    """Serve what the function returns; it is called after the client's first answer.

    ``begin`` is called before, once the streams and signals are taken care of. ``listed`` returns the list of the
    tools without the application, where that is known.
    """
    gc.disable()
    keep_heap_small()
    on_signals()
    source, sink = claim()
    with_parent()
    from memory_mcp.serving.run import run  # noqa: PLC0415 - imports the SDK, 0.6 s, with the collector off

    begin()
    run(application, source, sink, listed)
