"""Answer ``tools/list``, from the tools or from a file that was made of them, because declaring them takes a while."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable
from pathlib import Path
from typing import Final

import mcp_types as types

from memory_mcp.config import Toolset
from memory_mcp.store.facts.client_names import EVENT_TOOL
from memory_mcp.tools.framework.declare import ToolSpec

PREPARED: Final = Path(__file__).with_name("tools.json")
"""Made from the program with the generated parts of the documentation; a test compares."""


def listing(tools: Iterable[ToolSpec]) -> types.ListToolsResult:
    """Return the answer to ``tools/list``."""
    return types.ListToolsResult(tools=[_listed(spec) for spec in tools])


def prepared_text(tools: Collection[ToolSpec]) -> str:
    """Return what ``prepared`` reads, a tool a line."""
    core = [spec.name for spec in tools if spec.core]
    lines = [one.model_dump_json(by_alias=True, exclude_unset=True) for one in listing(tools).tools]
    return f'{{"core": {json.dumps(core)}, "tools": [\n' + ",\n".join(lines) + "\n]}\n"


def prepared(toolset: Toolset) -> types.ListToolsResult:
    """Return the answer to ``tools/list`` as it was written down when the program was made: no tool is declared."""
    listed = json.loads(PREPARED.read_bytes())
    tools = [one for one in listed["tools"] if toolset == "all" or one["name"] in listed["core"]]
    return types.ListToolsResult.model_validate({"tools": tools})


def _listed(spec: ToolSpec) -> types.Tool:
    return types.Tool(
        name=spec.name,
        title=spec.title,
        description=spec.description,
        input_schema=spec.input_schema,
        output_schema=spec.output_schema,
        annotations=types.ToolAnnotations.model_validate(spec.annotations),
        _meta={"ui": {"resourceUri": spec.page}} if spec.page else None,
    )


def event_listed() -> types.Tool:
    """Return the tool that a client's hooks call, as it is listed to that client: kept from its model."""
    hidden = {"ui": {"visibility": ["app"]}}
    schema = {"type": "object", "properties": {}}
    about = "Takes an event of this client's hooks."
    return types.Tool(name=EVENT_TOOL, description=about, input_schema=schema, _meta=hidden)
