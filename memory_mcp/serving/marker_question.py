"""The question whether a folder's marker file may say whose memory it is, put to the person through the client.

Anybody can write a marker file into a repository, so one that names a project with memories from elsewhere counts only
once a person said so. A client that takes questions (MCP elicitation) is asked with the first call from such a folder:
by a request of the server in the handshake era, by an answer that wants input in the newer one. No answer is a no, and
a folder is asked about once in the life of a process. The model does not see the question.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any, Final, TypeVar

import anyio
import mcp_types as types
from mcp.server.context import ServerRequestContext
from mcp.shared.exceptions import MCPError
from pydantic import ValidationError

from memory_mcp.application.application import Application
from memory_mcp.errors import MemoryMcpError
from memory_mcp.language.unseen_characters import visible
from memory_mcp.project import MARKER, ProjectRef
from memory_mcp.tools.framework.declare import RequestFacts

_PATIENCE_SECONDS: Final = 45.0
_QUESTION: Final = "marker"
_FORM: Final = {
    "type": "object",
    "properties": {"trust": {"type": "boolean", "title": "Let this folder use that project's memories"}},
    "required": ["trust"],
}

Value = TypeVar("Value")

_log = logging.getLogger(__name__)


class MarkerQuestion:
    """What the person of the one connection this process serves was asked."""

    def __init__(self, application: Callable[[], Application], limiter: anyio.CapacityLimiter) -> None:
        self._application = application
        self._limiter = limiter
        self._asked: dict[tuple[str, ...], ProjectRef | None] = {}

    async def put(
        self, ctx: ServerRequestContext[Any], params: types.CallToolRequestParams, facts: RequestFacts
    ) -> types.InputRequiredResult | None:
        """Ask where that is needed and possible, and have the folder known after a yes.

        Return the answer that asks, in the newer era; None where the call can go on.
        """
        if not _takes_questions(ctx):
            return None
        folder = (facts.project_dir, *facts.workspaces)
        if folder in self._asked:
            given = (params.input_responses or {}).get(_QUESTION)
            if (ref := self._asked[folder]) is not None and isinstance(given, types.ElicitResult):
                self._asked[folder] = None
                await self._heed(given, ref, facts)
            return None
        self._asked[folder] = ref = await self._in_turn(lambda: self._waiting(facts))
        if ref is None:
            return None
        if not ctx.session.can_send_request:
            return types.InputRequiredResult(input_requests={_QUESTION: _question(ref)})
        self._asked[folder] = None
        try:
            answer = await ctx.session.send_request(
                _question(ref), types.ElicitResult, request_read_timeout_seconds=_PATIENCE_SECONDS
            )
        except (MCPError, ValidationError) as exc:
            _log.info("nobody answered whose memory the folder is: %s", type(exc).__name__)
            return None
        await self._heed(answer, ref, facts)
        return None

    async def _heed(self, answer: types.ElicitResult, ref: ProjectRef, facts: RequestFacts) -> None:
        if answer.action == "accept" and (answer.content or {}).get("trust") is True:
            await self._in_turn(lambda: self._bind(ref, facts))

    async def _in_turn(self, work: Callable[[], Value]) -> Value:
        return await anyio.to_thread.run_sync(work, limiter=self._limiter)

    def _waiting(self, facts: RequestFacts) -> ProjectRef | None:
        """Return what the folder's marker file names and does not open; None, too, where the file cannot be read."""
        application = self._application()
        with application.lane.answering():
            try:
                found: ProjectRef | None = application.make_call(facts).unconfirmed()
            except MemoryMcpError:  # the call itself says so
                return None
        return found

    def _bind(self, ref: ProjectRef, facts: RequestFacts) -> None:
        application = self._application()
        with application.lane.answering():
            application.make_call(facts).confirm(ref)


def _takes_questions(ctx: ServerRequestContext[Any]) -> bool:
    capabilities = ctx.session.client_capabilities
    asked = capabilities.elicitation if capabilities else None
    return asked is not None and (asked.form is not None or asked.url is None)


def _question(ref: ProjectRef) -> types.ElicitRequest:
    message = (
        f"The file {MARKER} in {visible(str(ref.root))} says that this folder belongs to the project "
        f'"{visible(ref.name)}", which has memories from elsewhere. Anybody can put such a file into a repository. '
        "Let this folder read and write that project's memories?"
    )
    return types.ElicitRequest(params=types.ElicitRequestFormParams(message=message, requested_schema=_FORM))
