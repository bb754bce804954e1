"""Write exports as local-memory-mcp writes and reads them (``studiomeyer-memory-export``, version 1).

The format has one state of each record: what is believed now. Turns, documents, handoffs and history have no place in
it; ``left_out`` counts them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, TextIO

from memory_mcp.store.facts import selection as selected
from memory_mcp.store.facts import versions
from memory_mcp.store.facts.lifecycle import State
from memory_mcp.store.facts.selection import Exported, Selection
from memory_mcp.store.facts.versions import Kind
from memory_mcp.store.file.database import Snapshot
from memory_mcp.temporal import FOREVER, Instant, format_instant
from memory_mcp.transfer.formats.detect import STUDIOMEYER
from memory_mcp.transfer.model.non_fact_sections import aside, left_out

_SCHEMA_VERSION: Final = "2"
_SOURCE: Final = "memory-mcp-sqlite"
_LEFT_OUT: Final[tuple[Kind, ...]] = ("turn", "document", "digest", "statement")
_LEFT_OUT_ASIDE: Final = ("handoffs", "dismissals", "relationValues")


@dataclass(frozen=True, slots=True)
class WriteCounts:
    """How many records of each section went out, and how many of other kinds have no place in the format."""

    counts: dict[str, int]
    left_out: dict[str, int]


def write(snapshot: Snapshot, selection: Selection, file: TextIO) -> WriteCounts:
    """Write an export in one piece."""
    selected.check_times(snapshot, selection)
    believed = replace(selection, include_history=False)
    now = snapshot.now if selection.as_of is None else selection.as_of
    # What has ended is told by an observation's period and a lesson's archive; the rest has no word for it.
    sections = {
        "learnings": [_learning(e, now) for e in selected.believed(snapshot, "learning", believed)],
        "decisions": [
            _decision(e) for e in selected.believed(snapshot, "decision", believed) if e.item.valid.contains(now)
        ],
        "entities": [_entity(snapshot, e) for e in selected.believed(snapshot, "entity", believed)],
        "observations": [_observation(snapshot, e) for e in selected.believed(snapshot, "observation", believed)],
        "relations": [
            _relation(e) for e in selected.believed(snapshot, "relation", believed) if e.item.valid.contains(now)
        ],
        "sessions": [_session(row) for row in aside(snapshot, "sessions", believed)],
    }
    goals = {row["project"]: row["goal"] for row in aside(snapshot, "goals", believed)}
    envelope = {
        "format": STUDIOMEYER,
        "version": 1,
        "exportedAt": _time(snapshot.now),
        "source": _SOURCE,
        "schemaVersion": _SCHEMA_VERSION,
        "counts": {section: len(records) for section, records in sections.items()},
        "profile": {row["field"]: row["value"] for row in aside(snapshot, "profile", believed) if row["value"]},
        "goal": goals.get(selection.project_name or "") or goals.get("") or None,
        **sections,
    }
    json.dump(envelope, file, ensure_ascii=False, allow_nan=False)
    counts = {section: len(records) for section, records in sections.items()}
    without = selected.left_out(snapshot, believed, *_LEFT_OUT) | left_out(snapshot, believed, *_LEFT_OUT_ASIDE)
    return WriteCounts(counts, without)


def _learning(exported: Exported, now: Instant) -> dict[str, Any]:
    item, state = exported.item, exported.state or State()
    archived_at, reason = state.archived_at, state.archive_reason
    if archived_at is None and item.valid.end <= now:
        archived_at, reason = item.valid.end, "superseded"
    lifecycle = "active" if archived_at is None else f"archived:{reason}" if reason else "archived"
    return {
        "id": item.uid,
        "date": _time(item.valid.start),
        "category": item.attributes.get("category"),
        "content": item.body,
        "project": exported.project,
        "tags": list(item.tags),
        "usageCount": state.use_count,
        "lastUsed": _time(state.last_used_at),
        "confidence": item.confidence,
        "source": item.attributes.get("source"),
        "verified": int(bool(state.verified)),
        "verifiedAt": _time(state.verified_at),
        "archived": int(archived_at is not None),
        "archivedAt": _time(archived_at),
        "importance": item.importance,
        "lifecycleState": lifecycle,
        "memoryType": item.attributes.get("memoryType"),
    }


def _decision(exported: Exported) -> dict[str, Any]:
    item, state = exported.item, exported.state or State()
    return {
        "id": item.uid,
        "date": _time(item.valid.start),
        "title": item.title,
        "decision": item.body,
        "alternatives": item.attributes.get("alternatives"),
        "reasoning": item.attributes.get("reasoning"),
        "project": exported.project,
        "tags": list(item.tags),
        "confidence": item.confidence,
        "source": item.attributes.get("source"),
        "verified": int(bool(state.verified)),
        "verifiedAt": _time(state.verified_at),
    }


def _entity(snapshot: Snapshot, exported: Exported) -> dict[str, Any]:
    item = exported.item
    is_as_imported = len(versions.versions(snapshot, item.uid)) == 1
    updated_at = item.attributes.get("updatedAt") if is_as_imported else None
    return {
        "id": item.uid,
        "name": item.title,
        "entityType": item.attributes.get("entityType"),
        "createdAt": _time(item.valid.start),
        "updatedAt": updated_at or _time(item.recorded_at),
        "summary": item.body or None,
        "confidence": item.confidence,
    }


def _observation(snapshot: Snapshot, exported: Exported) -> dict[str, Any]:
    item = exported.item
    created_at = item.attributes.get("createdAt")
    return {
        "id": item.uid,
        "entityId": item.parent_uid,
        "content": item.body,
        "source": item.attributes.get("source"),
        "sessionId": item.session_uid,
        "validFrom": _time(item.valid.start),
        "validTo": _time(item.valid.end),
        "confidence": item.confidence,
        "createdAt": created_at or _time(versions.versions(snapshot, item.uid)[0].recorded_at),
    }


def _relation(exported: Exported) -> dict[str, Any]:
    item = exported.item
    weight = item.attributes.get("weight", 1)
    return {
        "id": item.uid,
        "fromEntityId": item.parent_uid,
        "toEntityId": item.target_uid,
        "relationType": item.title,
        "weight": int(weight) if float(weight).is_integer() else weight,
        "createdAt": _time(item.valid.start),
    }


def _session(row: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "id": row["id"],
        "startedAt": _time(row["startedAt"]),
        "endedAt": _time(row["endedAt"]),
        "project": row["project"] or None,
        "summary": row["summary"] or None,
        "tasks": json.loads(row["tasks"]),
    }


def _time(at: Instant | None) -> str | None:
    """Write a time as SQLite does: seconds, UTC, no zone."""
    return None if at is None or at == FOREVER else str(format_instant(at))[:19].replace("T", " ")
