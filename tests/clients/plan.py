"""Calls that use every tool: as it is meant, and with one argument of a kind it cannot take."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

Call = dict[str, Any]


def call(name: str, saved_as: str = "", /, **arguments: object) -> Call:
    """Return one call of a plan; a later one may write "{saved_as.id}" for what it returned."""
    return {"name": name, "arguments": arguments} | ({"as": saved_as} if saved_as else {})


def good_calls(folder: Path) -> list[Call]:
    """Return calls that must succeed, every tool among them, the export among them."""
    return [
        call("memory_session_start", client="foreign"),
        call("memory_learn", "lesson", category="fact", content="Staging listens on port 6543"),
        call("memory_learn_bulk", "bulk", items=[{"category": "tool", "content": "ripgrep respects .gitignore"}]),
        call("memory_learn_update", learningId="{lesson.id}", confidence=0.9, tags=["staging"]),
        call("memory_recall", query="staging"),
        call("memory_recall"),
        call("memory_decide", "decision", title="Database", decision="Use Postgres", reasoning="We know it"),
        call("memory_decide_update", decisionId="{decision.id}", verified=True, outcome="It held"),
        call("memory_entity_create", "ada", name="Ada", entityType="person", aliases=["Countess"]),
        call("memory_entity_create", "engine", name="Engine", entityType="machine"),
        call("memory_entity_observe", "old", entityId="{ada.id}", content="Ada lives in London"),
        call("memory_entity_observe", "new", entityName="Ada", entityType="person", content="Ada lives in Paris"),
        call("memory_observation_supersede", observationId="{old.observationId}", supersededById="{new.observationId}"),
        call(
            "memory_entity_relate",
            fromEntityId="{ada.id}",
            toEntityId="{engine.id}",
            relationType="programs",
        ),
        call("memory_entity_search", query="Ada"),
        call("memory_entity_open", name="Ada", entityType="person", depth=1),
        call("memory_save", "document", content="First line\nSecond line about turbines\nThird line", title="Notes"),
        call("memory_read", id="{document.id}", lines="2-3"),
        call("memory_read", id="{lesson.id}", history=True),
        call("memory_search", query="turbines", explain=True, ranking={"fusion": "rrf"}),
        call("memory_search", query="staging", types=["learning"], asOf="2001-01-01"),
        call("memory_grep", pattern="port \\d+"),
        call("memory_grep", pattern="turbnies", fuzzy=True),
        call("memory_contradictions"),
        call("memory_reflect"),
        call("memory_retention", action="preview"),
        call("memory_insights"),
        call("memory_profile", action="set", field="editor", value="vim"),
        call("memory_profile", action="get"),
        call("memory_goal", action="set", goal="Ship the first release"),
        call("memory_goal", action="get"),
        call("memory_guide"),
        call("memory_handoff", action="begin", summary="Half of it is done", nextSteps=["the other half"]),
        call("memory_handoff", action="list"),
        call("memory_timeline"),
        call("memory_export", path="export.json"),
        call("memory_import", path="export.json", dryRun=True),
        call("memory_view"),
        call("memory_health"),
        call("memory_learn_archive", learningId="{lesson.id}", reason="moved"),
        call("memory_forget", ids=["{bulk.results.0.id}"], erase=True),
        call("memory_entity_delete", id="{engine.id}"),
        call("memory_session_end", summary="Tried every tool"),
    ]


_WRONG: Mapping[str, object] = {
    "string": {"not": "text"},
    "integer": "many",
    "number": "much",
    "boolean": "perhaps",
    "array": {"not": "a list"},
    "object": "not an object",
}


_RIGHT: Mapping[str, object] = {"string": "x", "integer": 1, "number": 0.5, "boolean": True, "array": ["x"]}


def bad_calls(tools: list[Mapping[str, Any]]) -> Iterator[Call]:
    """Yield, for every tool and each of its parameters, a call in which that one alone is of a wrong kind."""
    for tool in tools:
        takes = tool["inputSchema"]["properties"]
        needed = {name: takes[name] for name in tool["inputSchema"].get("required", [])}
        rest = {name: schema.get("enum", [_RIGHT[schema["type"]]])[0] for name, schema in needed.items()}
        for name, schema in takes.items():
            if isinstance(schema.get("type"), str):
                yield {"name": tool["name"], "arguments": rest | {name: _WRONG[schema["type"]]}, "field": name}
