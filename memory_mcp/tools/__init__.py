"""The tools: one typed function each, declared once."""

from __future__ import annotations

from difflib import get_close_matches
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from memory_mcp.errors import NotFoundError
from memory_mcp.language.shortening import echoed
from memory_mcp.tools.catalogue import MODULES

if TYPE_CHECKING:
    from memory_mcp.tools.framework.declare import ToolSpec

__all__ = [
    "amending",
    "catalogue",
    "documents",
    "forget",
    "graph",
    "health",
    "learnings",
    "registry",
    "timeline",
    "tool_named",
    "view",
]


@cache
def registry() -> dict[str, ToolSpec]:
    """Return every tool by name, in the order they are listed."""
    return {name: _declared(name) for name in MODULES}


def tool_named(name: str) -> ToolSpec:
    """Return one tool, and load no other; NotFoundError names the nearest."""
    if name not in MODULES:
        near = get_close_matches(name, MODULES, n=1, cutoff=0.4)
        hint = f"Did you mean {near[0]}?" if near else "See `memory-mcp tools`."
        raise NotFoundError(f"no tool {echoed(name)!r}", hint=hint)
    return _declared(name)


def _declared(name: str) -> ToolSpec:
    from memory_mcp.tools.framework.declare import collect  # noqa: PLC0415 - declaring takes a while; --version does not

    return collect([getattr(import_module(f"memory_mcp.tools.{MODULES[name]}"), name)])[name]
