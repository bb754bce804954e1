"""Memories out of mem0, of files in the Memory Interchange Format 2.0, and of mcp-memory-service's exports.

Sources: mem0's results of ``get_all`` (``mem0ai`` 2.2.1), https://varun29ankus.github.io/mif-spec/spec for MIF 2.0, and
``sync/exporter.py`` of ``mcp-memory-service`` 12.4.0.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from memory_mcp.transfer.foreign.made import lesson, listed, made_uid, mapping, nothing
from memory_mcp.transfer.model.entry import Record


def mem0(memory: Any, where: str) -> Record:
    """Return one memory of mem0; whose it is stays as tags."""
    data = mapping(memory)
    about = mapping(data.get("metadata"))
    if not data.get("memory"):
        return nothing(where, "no memory in it")
    kinds = listed(data.get("categories"))
    owners = [f"{key.removesuffix('_id')}:{data[key]}" for key in ("user_id", "agent_id", "run_id") if data.get(key)]
    return lesson(
        where, str(data.get("id") or made_uid("mem0", data["memory"])), data["memory"], source="mem0",
        kind=about.get("category") or (kinds[0] if kinds else ""), at=data.get("created_at"),
        changed_at=data.get("updated_at"), tags=[*kinds, *owners],
    )  # fmt: skip


def mif(value: Any) -> Iterator[Record]:
    """Yield the memories of a MIF 2.0 file, and the entities and relationships of its graph."""
    data = mapping(value)
    for number, memory in enumerate(map(mapping, listed(data.get("memories"))), 1):
        where = f"memories[{number}]"
        if not memory.get("content"):
            yield nothing(where, "no content")
            continue
        source = mapping(memory.get("source"))
        yield lesson(
            where, str(memory.get("id") or made_uid("mif", memory["content"])), memory["content"],
            kind=memory.get("memory_type"), at=memory.get("created_at"), changed_at=memory.get("updated_at"),
            tags=memory.get("tags"), source=str(source.get("source_type") or source.get("name") or "MIF"),
        )  # fmt: skip
    graph = mapping(data.get("knowledge_graph"))
    for number, entity in enumerate(map(mapping, listed(graph.get("entities"))), 1):
        kinds = listed(entity.get("types")) or [entity.get("entity_type") or entity.get("type")]
        yield Record("entity", {
            "id": entity.get("id"), "name": entity.get("name"), "entityType": str(kinds[0] or "unknown"),
            "summary": entity.get("summary") or "", "recordedAt": entity.get("created_at"),
            "validFrom": entity.get("created_at"),
        }, f"entities[{number}]")  # fmt: skip
    for number, relation in enumerate(map(mapping, listed(graph.get("relationships"))), 1):
        ends = [relation.get(f"{side}_entity_id") or relation.get(side) for side in ("source", "target")]
        kind = relation.get("relation_type") or relation.get("type")
        uid = str(relation.get("id") or made_uid("mif", *ends, kind))
        at = relation.get("valid_at") or relation.get("created_at")
        yield Record("relation", {
            "id": uid, "fromEntityId": ends[0], "toEntityId": ends[1], "relationType": kind, "validFrom": at,
            "recordedAt": relation.get("created_at") or at, "validTo": relation.get("invalidated_at"),
        }, f"relationships[{number}]")  # fmt: skip


def mcp_memory_service(memory: Any, where: str) -> Record:
    """Return one memory of mcp-memory-service, of its export or a row of its database."""
    data = mapping(memory)
    tags = data.get("tags")
    if not data.get("content"):
        return nothing(where, "no content")
    if data.get("deleted_at"):
        return nothing(where, "deleted there")
    return lesson(
        where, made_uid("mcp-memory-service", data.get("content_hash") or data["content"]), data["content"],
        kind=data.get("memory_type"), at=data.get("created_at"), changed_at=data.get("updated_at"),
        tags=[tag.strip() for tag in tags.split(",")] if isinstance(tags, str) else tags, source="mcp-memory-service",
    )  # fmt: skip
