"""No call is without limit: each text and each list of each tool has a most, and what is more is refused."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from calling import Client, learn

from memory_mcp.errors import InvalidInputError
from memory_mcp.store.text_index.fts_query import LONGEST_QUERY
from memory_mcp.tools import registry
from memory_mcp.tools.framework.declare import ToolSpec
from memory_mcp.tools.framework.value_checks import LONGEST_TEXT, MOST_ITEMS, checked_shape
from memory_mcp.tools.recall import memory_recall
from memory_mcp.tools.search import memory_search
from memory_mcp.tools.transfer import memory_import

SPECS = list(registry().values())


def unlimited(schema: dict[str, Any], path: str) -> Iterator[str]:
    """Yield where a text or a list may be of any size."""
    match schema["type"]:
        case "str" | "list" if not schema.get("max_length"):
            yield path
        case "list":
            yield from unlimited(schema["items_schema"], f"{path}[]")
        case "typed-dict":
            for name, field in schema["fields"].items():
                yield from unlimited(field["schema"], f"{path}.{name}")
        case "union":
            for choice in schema["choices"]:
                yield from unlimited(choice, path)
        case "dict":
            yield f"{path}: an object"


@pytest.mark.parametrize("spec", SPECS, ids=lambda spec: spec.name)
def test_each_text_and_each_list_has_a_most(spec: ToolSpec):
    # What an import brings as an object is measured by the tool.
    measured = ["memory_import.data: an object"] if spec.name == "memory_import" else []
    assert list(unlimited(checked_shape(spec.parameters), spec.name)) == measured


@pytest.mark.parametrize("tool", ["memory_read", "memory_forget", "memory_search"])
def test_a_text_that_is_too_long_is_refused_with_its_limit(tool: str):
    spec = registry()[tool]
    given = {"id": "x", "ids": ["x"], "query": "x"} | {"project": "x" * (LONGEST_TEXT + 1)}
    with pytest.raises(
        InvalidInputError, match=rf"project: may have {LONGEST_TEXT} characters, has {LONGEST_TEXT + 1}"
    ):
        spec.validate({name: value for name, value in given.items() if name in {p.wire for p in spec.parameters}})


def test_a_list_whose_declaration_says_no_most_has_one():
    with pytest.raises(InvalidInputError, match=f"types: may have {MOST_ITEMS} items, has {MOST_ITEMS + 1}"):
        registry()["memory_search"].validate({"query": "x", "types": ["turn"] * (MOST_ITEMS + 1)})


@pytest.mark.parametrize("data", ["x" * 16_000_001, {"x": "x" * 16_000_000}], ids=["text", "object"])
def test_an_import_that_comes_with_a_call_has_a_most(client: Client, data: Any):
    with pytest.raises(InvalidInputError, match="at most 16,000,000") as refused:
        client.call(memory_import, data=data)
    assert "give path" in refused.value.hint


@pytest.mark.parametrize("tool", [memory_search, memory_recall])
def test_what_stands_behind_the_cut_of_a_query_is_not_looked_at(client: Client, tool: Any):
    learn(client, "The harbour closes on Fridays.", validFrom="2026-02-03")
    learn(client, "The harbour opens on Mondays.", validFrom="2026-01-03")

    def scores(query: str) -> list[float]:
        answer = client.call(tool, query=query)
        assert (f"cut to its first {LONGEST_QUERY}" in answer["notice"]) == (len(query) > LONGEST_QUERY)
        return [hit["score"] for hit in answer["hits"]]

    named = "harbour" + " " * LONGEST_QUERY
    assert scores("harbour on 2026-01-03") != scores("harbour")
    assert scores(f"{named} on 2026-01-03") == scores(named)
