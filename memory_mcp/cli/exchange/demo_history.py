"""The history of the demonstration, written for it and dated back from now, in the native export format."""

from __future__ import annotations

import json
from importlib import resources
from typing import Any, Final

from memory_mcp.temporal import DAY_US, Instant, format_instant

PROJECT: Final = "parcel-tracker"


def envelope(now: Instant) -> dict[str, Any]:
    """Return the history as an envelope whose days are counted back from ``now``."""
    history = json.loads((resources.files("memory_mcp.cli.exchange") / "demo_history.json").read_text(encoding="utf-8"))

    def at(record: dict[str, Any], key: str = "daysAgo") -> str | None:
        return format_instant(now - int(record[key] * DAY_US)) if key in record else None

    def base(record: dict[str, Any], number: int, kind: str) -> dict[str, Any]:
        since = at(record)
        return {"id": f"demo-{kind}-{number}", "project": PROJECT, "validFrom": since, "validTo": None,
                "recordedAt": since, "supersededAt": None, "confidence": 0.8,
                "actor": f"tool {record.get('client', 'claude-code')}"}  # fmt: skip

    return _head(now) | _records(history, base, at)


def _head(now: Instant) -> dict[str, Any]:
    return {
        "format": "memory-mcp-export",
        "version": 1,
        "exportedAt": format_instant(now),
        "generator": "memory-mcp demo",
        "schemaVersion": 1,
        "origin": "demo",
        "project": PROJECT,
        "goal": None,
        "profile": {"language": "English, sometimes German"},
        "goals": [{"project": PROJECT, "goal": "Ship the tracker to the first ten customers"}],
    }


def _records(history: dict[str, Any], base: Any, at: Any) -> dict[str, Any]:
    """Return the records of the history by section."""
    entities, observations = _people_and_things(history["entities"], base, at)
    return {
        "sessions": [
            {"id": s["id"], "project": PROJECT, "client": s["client"], "startedAt": at(s),
             "endedAt": at(s, "endedDaysAgo"), "summary": s["summary"]}
            for s in history["sessions"]
        ],
        "entities": entities,
        "observations": observations,
        "relations": [],
        "learnings": [
            base(x, n, "learning") | {k: x[k] for k in ("category", "content", "tags", "importance")}
            for n, x in enumerate(history["learnings"])
        ],
        "decisions": [
            base(x, n, "decision") | {k: x[k] for k in ("title", "decision", "reasoning", "alternatives", "tags")}
            for n, x in enumerate(history["decisions"])
        ],
        "documents": [],
        "turns": [
            base(x, n, "turn") | {"sessionId": x["session"], "role": x["role"], "text": x["text"], "position": n}
            for n, x in enumerate(history["turns"])
        ],
        "handoffs": [],
        "dismissals": [],
        "relationValues": [],
    }  # fmt: skip


def _people_and_things(records: list[dict[str, Any]], base: Any, at: Any) -> tuple[list[Any], list[Any]]:
    """Return entities and their facts; a fact that ended was known to be open until then."""
    entities, observations = [], []
    for n, record in enumerate(records):
        entities.append(
            base(record, n, "entity")
            | {
                "project": None,
                "name": record["name"],
                "entityType": record["entityType"],
                "summary": record["summary"],
            }
        )
        for m, fact in enumerate(record["facts"]):
            row = base(fact, n * 10 + m, "observation")
            row |= {"project": None, "entityId": f"demo-entity-{n}", "content": fact["content"]}
            ended = at(fact, "untilDaysAgo")
            if ended is None:
                observations.append(row)
            else:
                observations += [row | {"supersededAt": ended}, row | {"recordedAt": ended, "validTo": ended}]
    return entities, observations
