"""The tools: one typed function each, declared once."""

from __future__ import annotations

from difflib import get_close_matches
from functools import cache
from typing import TYPE_CHECKING

from memory_mcp.errors import NotFoundError

if TYPE_CHECKING:
    from memory_mcp.application.application import Application
    from memory_mcp.config import Settings
    from memory_mcp.tools.framework.declare import ToolSpec
    from memory_mcp.tools.framework.runtime import Runtime


@cache
def registry() -> dict[str, ToolSpec]:
    """Return every tool by name, in the order they are listed."""
    from memory_mcp.tools.catalogue import TOOLS  # noqa: PLC0415 - declaring all tools takes a while; --version does not
    from memory_mcp.tools.framework.declare import collect  # noqa: PLC0415 - the same

    return collect(TOOLS)


def tool_named(name: str) -> ToolSpec:
    """Return one tool; NotFoundError names the nearest."""
    spec = registry().get(name)
    if spec is None:
        near = get_close_matches(name, registry(), n=1, cutoff=0.4)
        raise NotFoundError(f"no tool {name!r}", hint=f"Did you mean {near[0]}?" if near else "See `memory-mcp tools`.")
    return spec


def open_runtime(settings: Settings) -> Runtime:
    """Return the process-wide state for these settings; nothing is opened or loaded yet."""
    from memory_mcp.application.assembly import open_runtime as opened  # noqa: PLC0415 - the same

    return opened(settings)


def open_application(settings: Settings) -> Application:
    """Return everything a server serves."""
    from memory_mcp.application.assembly import open_application as opened  # noqa: PLC0415 - the same

    return opened(settings)


def settle(runtime: Runtime) -> None:
    """Write what was noted for after the reply."""
    from memory_mcp.application.assembly import settle as settled  # noqa: PLC0415 - the same

    settled(runtime)
