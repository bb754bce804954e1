"""A refusal repeats the beginning of a long argument and no more, whichever tool and argument it is."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from calling import Client

from memory_mcp.errors import InvalidInputError, MemoryMcpError
from memory_mcp.tools import registry
from memory_mcp.tools.framework.declare import ToolSpec
from memory_mcp.tools.transfer import memory_export, memory_import

LONG = "z9" * 2_450
MOST_REPEATED = 100


def value(schema: dict[str, Any], text: str) -> Any:
    """Return a value of a schema with ``text`` where it has texts."""
    schema = schema.get("anyOf", [schema])[0]
    match schema.get("type"):
        case _ if "enum" in schema:
            return schema["enum"][0]
        case "array":
            return [value(schema["items"], text)]
        case "object":
            return {name: value(one, text) for name, one in schema.get("properties", {}).items()}
        case "integer" | "number":
            return 1
        case "boolean":
            return True
        case _:
            return text


def told(client: Client, tool: ToolSpec, given: dict[str, Any]) -> str:
    try:
        return str(client.call(tool.function, **given).get("notice", ""))
    except MemoryMcpError as refused:
        return f"{refused.message} {refused.hint}"


@pytest.mark.parametrize("tool", registry().values(), ids=registry())
def test_no_answer_repeats_a_long_argument(client: Client, tool: ToolSpec) -> None:
    properties, needed = tool.input_schema["properties"], tool.input_schema.get("required", [])
    base = {name: value(properties[name], "x") for name in needed}
    said = {
        (name, action): told(client, tool, base | ({"action": action} if action else {}) | {name: given})
        for name, schema in properties.items()
        for given in (value(schema, LONG), LONG, {LONG: LONG}, [LONG])
        for action in properties.get("action", {}).get("enum", [None])
    }
    repeated = re.compile(rf"(?:z9){{{MOST_REPEATED // 2 + 1}}}")
    assert {where: text for where, text in said.items() if repeated.search(text)} == {}


def test_what_is_repeated_of_each_of_several_ids_is_short(client: Client) -> None:
    assert len(told(client, registry()["memory_forget"], {"ids": [f"{n}{LONG}" for n in range(9)]})) < 500


@pytest.mark.parametrize("tool", [memory_export, memory_import])
@pytest.mark.parametrize("path", [LONG, "a" * 300 + ".json"])
def test_a_path_that_no_file_can_have_is_refused(client: Client, tool: Any, path: str) -> None:
    Path(client.runtime.settings.db_path.parent / "exports").mkdir()
    with pytest.raises(InvalidInputError, match="not a path: '"):
        client.call(tool, path=path)
