"""List what a new session would be told, line by line, and why each line is there."""

from __future__ import annotations

from typing import Any, Final

from memory_mcp.capture.context.framing import WIDTH, line
from memory_mcp.store.facts import profile
from memory_mcp.store.facts.short_ids import short
from memory_mcp.store.file.database import Snapshot
from memory_mcp.store.sessions import sessions
from memory_mcp.tools.framework.call import Call, Scope
from memory_mcp.tools.rows.told_lines import lines_told

# What takes a summary back takes no longer one.
_LONGEST_SUMMARY: Final = 10_000


def today(call: Call, snapshot: Snapshot, scope: Scope) -> list[dict[str, Any]]:
    """Return the lines a new session of a scope starts with, in order; a heading is a line of its own."""
    found: list[dict[str, Any]] = []
    heading = ""
    for one in lines_told(call, snapshot, scope):
        if one.heading != heading:
            heading = one.heading
            if heading:
                found.append({"text": heading, "heading": True})
        told: dict[str, Any] = {"text": one.text.strip().removeprefix("- "), "under": one.heading}
        if one.id is not None:
            # The page shows the id beside the line.
            told["text"] = told["text"].removesuffix(f" [{short(one.id)}]")
            told |= {"id": one.id, "kind": one.kind, "why": "; ".join(one.why), "reasons": one.reasons}
        elif one.shows:
            told |= {"shows": one.shows} | _value(snapshot, scope, one.shows)
            told |= _of_session(snapshot, told)
        found.append(told)
    return found


def _of_session(snapshot: Snapshot, told: dict[str, Any]) -> dict[str, Any]:
    """Return what a line on a session is of it: the whole summary, or which of the lines it left."""
    session = sessions.find(snapshot, told["shows"])
    if session is None:
        return {}
    if told["text"].endswith(f" [{short(session.uid)}]"):
        return {"value": session.summary} if len(session.summary) <= _LONGEST_SUMMARY else {}
    what, _, said = told["text"].partition(": ")
    lists = {"open": ("openQuestions", session.open_questions), "next": ("nextSteps", session.next_steps)}
    of, entries = lists.get(what, ("", ()))
    left = ({"of": of, "text": text, "place": place} for place, text in enumerate(entries) if line(text, WIDTH) == said)
    return {"left": found} if (found := next(left, None)) else {}


def _value(snapshot: Snapshot, scope: Scope, shows: str) -> dict[str, str]:
    """Return the whole text of a goal of the scope or of a field about the person, for who changes it."""
    name, _, field = shows.partition(":")
    found = profile.goal(snapshot, scope.id) if name == "goal" else None
    if found is not None and found.project_id == scope.id:
        return {"value": found.text}
    return {"value": profile.fields(snapshot)[field]} if name == "profile" else {}
