"""Read memories of mem0, files in the Memory Interchange Format 2.0, and mcp-memory-service's exports.

Sources: mem0's results of ``get_all`` (``mem0ai`` 2.2.1), https://varun29ankus.github.io/mif-spec/spec for MIF 2.0, and
``sync/exporter.py`` of ``mcp-memory-service`` 12.4.0.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from memory_mcp.transfer.foreign.made import NAMED, RELATED, iso, lesson, listed, mapping, nothing
from memory_mcp.transfer.model.elements import Place, where
from memory_mcp.transfer.model.entry import Record
from memory_mcp.transfer.model.made_ids import made_uid

GRAPH: Final = (("knowledge_graph", "entities"), ("knowledge_graph", "relationships"))


class Mem0:
    """What a file of mem0 says; each person or thing of its graph is one record, the first time it is named."""

    def __init__(self) -> None:
        self._named: set[str] = set()

    def read(self, value: Any, place: Place) -> Iterator[Record]:
        """Yield a memory, whose it is kept as tags, or a relation, behind those of its ends that are named first."""
        data, at = mapping(value), where(place)
        if place[0] != "relations":
            yield _memory_of_mem0(data, at)
            return
        # Answers to a search call the target a destination.
        target = "target" if data.get("target") else "destination"
        kind = data.get("relationship") or data.get("relation")
        if not (data.get("source") and kind and data.get(target)):
            yield nothing(at, "a relation without both ends and a name")
            return
        for end in ("source", target):
            name = str(data[end])
            if name not in self._named:
                self._named.add(name)
                yield Record(NAMED, {"name": name, "type": str(data.get(f"{end}_type") or "")}, f"{at}, {end}")
        ends = {"source": str(data["source"]), "target": str(data[target])}
        since = iso(data.get("created_at"))
        yield Record(RELATED, ends | {"relationship": str(kind), "at": since}, at)


def _memory_of_mem0(data: Mapping[str, Any], at: str) -> Record:
    about = mapping(data.get("metadata"))
    if not data.get("memory"):
        return nothing(at, "no memory in it")
    kinds = listed(data.get("categories"))
    owners = [f"{key.removesuffix('_id')}:{data[key]}" for key in ("user_id", "agent_id", "run_id") if data.get(key)]
    return lesson(
        at, str(data.get("id") or made_uid("mem0", data["memory"])), data["memory"], source="mem0",
        kind=about.get("category") or (kinds[0] if kinds else ""), at=data.get("created_at"),
        changed_at=data.get("updated_at"), tags=[*kinds, *owners],
    )  # fmt: skip


def mif(value: Any, place: Place) -> Iterator[Record]:
    """Yield a memory of a MIF 2.0 file, or an entity or a relationship of its graph; ``place`` says which of them."""
    data, at = mapping(value), where(place)
    match place:
        case ("memories", _):
            yield _memory_of_mif(data, at)
        case (_, "entities", _):
            kinds = listed(data.get("types")) or [data.get("entity_type") or data.get("type")]
            yield Record("entity", {
                "id": data.get("id"), "name": data.get("name"), "entityType": str(kinds[0] or "unknown"),
                "summary": data.get("summary") or "", "recordedAt": data.get("created_at"),
                "validFrom": data.get("created_at"),
            }, at)  # fmt: skip
        case (_, "relationships", _):
            ends = [data.get(f"{side}_entity_id") or data.get(side) for side in ("source", "target")]
            kind = data.get("relation_type") or data.get("type")
            uid = str(data.get("id") or made_uid("mif", *ends, kind))
            since = data.get("valid_at") or data.get("created_at")
            yield Record("relation", {
                "id": uid, "fromEntityId": ends[0], "toEntityId": ends[1], "relationType": kind, "validFrom": since,
                "recordedAt": data.get("created_at") or since, "validTo": data.get("invalidated_at"),
            }, at)  # fmt: skip


def _memory_of_mif(memory: Mapping[str, Any], at: str) -> Record:
    if not memory.get("content"):
        return nothing(at, "no content")
    source = mapping(memory.get("source"))
    return lesson(
        at, str(memory.get("id") or made_uid("mif", memory["content"])), memory["content"],
        kind=memory.get("memory_type"), at=memory.get("created_at"), changed_at=memory.get("updated_at"),
        tags=memory.get("tags"), source=str(source.get("source_type") or source.get("name") or "MIF"),
    )  # fmt: skip


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
