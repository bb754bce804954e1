"""What a new session would be told, line by line, and why each line is there."""

from __future__ import annotations

from typing import Any

from memory_mcp.store.facts import profile
from memory_mcp.store.facts.short_ids import short
from memory_mcp.store.file.database import Snapshot
from memory_mcp.tools.framework.call import Call, Scope
from memory_mcp.tools.rows.told_lines import lines_told


def today(call: Call, snapshot: Snapshot, scope: Scope) -> list[dict[str, Any]]:
    """Return the lines a new session of a scope starts with, in order; a heading is a line of its own."""
    found: list[dict[str, Any]] = []
    heading = ""
    for line in lines_told(call, snapshot, scope):
        if line.heading != heading:
            heading = line.heading
            if heading:
                found.append({"text": heading, "heading": True})
        told: dict[str, Any] = {"text": line.text.strip().removeprefix("- "), "under": line.heading}
        if line.id is not None:
            # The page shows the id beside the line.
            told["text"] = told["text"].removesuffix(f" [{short(line.id)}]")
            told |= {"id": line.id, "kind": line.kind, "why": "; ".join(line.why), "reasons": line.reasons}
        elif line.shows:
            told |= {"shows": line.shows} | _value(snapshot, scope, line.shows)
        found.append(told)
    return found


def _value(snapshot: Snapshot, scope: Scope, shows: str) -> dict[str, str]:
    """Return the whole text of a goal of the scope or of a field about the person, for who changes it."""
    name, _, field = shows.partition(":")
    found = profile.goal(snapshot, scope.id) if name == "goal" else None
    if found is not None and found.project_id == scope.id:
        return {"value": found.text}
    return {"value": profile.fields(snapshot)[field]} if name == "profile" else {}
