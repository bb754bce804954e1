"""The folders a client has open (MCP roots), for clients of the handshake era, which answer a request for them.

The server asks once, at the first call that could need them, and again after the client says that they changed. A
client that does not answer within a second counts as one without folders: a memory without a project is better than a
call without an answer.
"""

from __future__ import annotations

import logging
from typing import Any, Final
from urllib.parse import urlsplit
from urllib.request import url2pathname

import mcp_types as types
from mcp.server.context import ServerRequestContext
from mcp.shared.exceptions import MCPError
from pydantic import ValidationError

_PATIENCE_SECONDS: Final = 1.0

_log = logging.getLogger(__name__)


class Roots:
    """The folders of the one connection this process serves."""

    def __init__(self) -> None:
        self._known: tuple[str, ...] | None = None

    async def folders(self, ctx: ServerRequestContext[Any]) -> tuple[str, ...]:
        """Return the folders' paths in the client's order; an empty tuple for a client without roots."""
        if self._known is None:
            self._known = await _asked(ctx)
        return self._known

    async def changed(self, _ctx: ServerRequestContext[Any], _params: types.NotificationParams) -> None:
        """Forget the folders, so that the next call asks again."""
        self._known = None


async def _asked(ctx: ServerRequestContext[Any]) -> tuple[str, ...]:
    capabilities = ctx.session.client_capabilities
    if capabilities is None or capabilities.roots is None or not ctx.session.can_send_request:
        return ()
    try:
        answer = await ctx.session.send_request(
            types.ListRootsRequest(), types.ListRootsResult, request_read_timeout_seconds=_PATIENCE_SECONDS
        )
    except (MCPError, ValidationError) as exc:
        _log.info("the client did not name its folders: %s", type(exc).__name__)
        return ()
    parts = [urlsplit(str(root.uri)) for root in answer.roots]
    return tuple(url2pathname(part.path) for part in parts if part.scheme == "file" and part.path)
