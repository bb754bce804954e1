"""The requests of the extension for skills: there is one, and it is the same for everybody."""

from __future__ import annotations

from typing import Any, Final

import mcp_types as types
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.shared.exceptions import MCPError

from memory_mcp.docs import skill

# It changes with the program alone.
_RESULT: Final = {"resultType": "complete", "ttlMs": 300_000, "cacheScope": "public"}


class GetSkillParams(types.RequestParams):
    """Which skill: the address of its SKILL.md."""

    uri: str


def serve_skill(server: Server[Any]) -> None:
    """Let a server answer ``skills/list`` and ``skills/get``, and say that it does."""
    server.extensions[skill.EXTENSION] = {}
    server.add_request_handler("skills/list", types.PaginatedRequestParams, _listed)
    server.add_request_handler("skills/get", GetSkillParams, _got)


async def _listed(_ctx: ServerRequestContext[Any], _page: types.PaginatedRequestParams) -> dict[str, Any]:
    return {**_RESULT, "skills": [skill.entry()]}


async def _got(_ctx: ServerRequestContext[Any], params: GetSkillParams) -> dict[str, Any]:
    if params.uri != skill.URI:
        raise MCPError(code=types.INVALID_PARAMS, message=f"no skill {params.uri!r}; there is {skill.URI}")
    return {**_RESULT, "skill": skill.entry()}
