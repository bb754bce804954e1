"""Resources and prompts, in the shapes of the protocol.

A resource cannot carry a failure as a tool does: its failures are protocol errors.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeAlias, TypeVar

import anyio
import mcp_types as types
from mcp.server.context import ServerRequestContext
from mcp.shared.exceptions import MCPError

from memory_mcp.application.application import Application, Library, ResourceEntry
from memory_mcp.errors import InvalidInputError, NotFoundError, RefusedError
from memory_mcp.language.unseen_characters import visible
from memory_mcp.serving.client_identity import facts_of
from memory_mcp.serving.json_rpc_pipe import Pipe
from memory_mcp.serving.roots import Roots
from memory_mcp.serving.tool_results import known_failure
from memory_mcp.tools.framework.wire_text import clean_text

_RESOURCE_NOT_FOUND: Final = -32002
_MODERN: Final = "2026"
# A message names what was asked for, which may be of any length.
_LONGEST_MESSAGE: Final = 2_000

_Result = TypeVar("_Result")
_Context: TypeAlias = ServerRequestContext[Any]
_Page: TypeAlias = types.PaginatedRequestParams | None


class Shelf:
    """The handlers of one application's resources and prompts."""

    def __init__(
        self, application: Callable[[], Application], pipe: Pipe, roots: Roots, limiter: anyio.CapacityLimiter
    ) -> None:
        self._application = application
        self._pipe = pipe
        self._roots = roots
        self._limiter = limiter

    def handlers(self) -> dict[str, Any]:
        """Return the handlers by the names of the SDK server's parameters."""
        return {
            "on_list_resources": self._resources,
            "on_list_resource_templates": self._templates,
            "on_read_resource": self._read,
            "on_list_prompts": self._prompts,
            "on_get_prompt": self._prompt,
        }

    async def _resources(self, _ctx: _Context, _page: _Page) -> types.ListResourcesResult:
        listed = [types.Resource(uri=entry.uri, **_described(entry)) for entry in self._application().library.resources]
        return types.ListResourcesResult(resources=listed)

    async def _templates(self, _ctx: _Context, _page: _Page) -> types.ListResourceTemplatesResult:
        listed = [
            types.ResourceTemplate(uri_template=entry.uri, **_described(entry))
            for entry in self._application().library.templates
        ]
        return types.ListResourceTemplatesResult(resource_templates=listed)

    async def _read(self, ctx: _Context, params: types.ReadResourceRequestParams) -> types.ReadResourceResult:
        text = await self._ask(ctx, params.uri, lambda call: self._application().library.read(call, params.uri))
        mime_type = mime_type_of(self._application().library, params.uri)
        contents = types.TextResourceContents(uri=params.uri, mime_type=mime_type, text=clean_text(text)[0])
        return types.ReadResourceResult(contents=[contents])

    async def _prompts(self, _ctx: _Context, _page: _Page) -> types.ListPromptsResult:
        return types.ListPromptsResult(
            prompts=[
                types.Prompt(
                    name=entry.name,
                    title=entry.title,
                    description=entry.description,
                    arguments=[
                        types.PromptArgument(name=a.name, description=a.description, required=a.required)
                        for a in entry.arguments
                    ],
                )
                for entry in self._application().library.prompts
            ]
        )

    async def _prompt(self, ctx: _Context, params: types.GetPromptRequestParams) -> types.GetPromptResult:
        name, arguments = params.name, params.arguments or {}
        messages = await self._ask(ctx, name, lambda call: self._application().library.prompt(call, name, arguments))
        return types.GetPromptResult(
            messages=[
                types.PromptMessage(
                    role=message.role, content=types.TextContent(type="text", text=clean_text(message.text)[0])
                )
                for message in messages
            ]
        )

    async def _ask(self, ctx: _Context, what: str, question: Callable[[Any], _Result]) -> _Result:
        facts = facts_of(ctx, self._pipe.notify, await self._roots.folders(ctx))

        def work() -> _Result:
            with self._application().lane.answering():
                return question(self._application().make_call(facts))

        try:
            return await anyio.to_thread.run_sync(work, limiter=self._limiter)
        except Exception as exc:  # the edge: the protocol's error is the only way to say it
            raise _protocol_error(exc, what, ctx) from exc


def mime_type_of(library: Library, uri: str) -> str:
    """Return what a resource is, as its entry or that of its family says: a project's name may have slashes."""
    named = [entry for entry in library.resources if entry.uri == uri]
    families = [entry for entry in library.templates if uri.startswith(entry.uri.partition("{")[0])]
    return next((entry.mime_type for entry in named + families), "text/markdown")


def _described(entry: ResourceEntry) -> dict[str, Any]:
    return {
        "name": entry.name,
        "title": entry.title,
        "description": entry.description,
        "mime_type": entry.mime_type,
    }


def _protocol_error(exc: Exception, what: str, ctx: _Context) -> MCPError:
    known = known_failure(exc, what)
    code = types.INTERNAL_ERROR
    if isinstance(known, InvalidInputError | RefusedError):
        code = types.INVALID_PARAMS
    elif isinstance(known, NotFoundError):
        code = types.INVALID_PARAMS if ctx.protocol_version >= _MODERN else _RESOURCE_NOT_FOUND
    said = visible(clean_text(str(known)[:_LONGEST_MESSAGE])[0])
    return MCPError(code=code, message=said, data={"code": known.code})
