"""The tools: one typed function each, declared once."""

from __future__ import annotations

from difflib import get_close_matches
from functools import cache
from typing import TYPE_CHECKING

from memory_mcp.errors import NotFoundError

if TYPE_CHECKING:
    from memory_mcp.tools.framework.declare import ToolSpec

__all__ = [
    "amending",
    "documents",
    "forget",
    "graph",
    "health",
    "learnings",
    "registry",
    "tool_named",
    "view",
]


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
