"""Show entities, their facts and relations in an answer."""

from __future__ import annotations

from typing import TypedDict

from memory_mcp.language.shortening import one_line
from memory_mcp.store.facts.versions import Item
from memory_mcp.store.graph.observations import ObservationPage
from memory_mcp.store.graph.relations import Neighbour
from memory_mcp.temporal import format_instant
from memory_mcp.tools.framework.paging import when

_FACT_WIDTH = 400


class EntityRow(TypedDict, total=False):
    """An entity."""

    id: str
    name: str
    entityType: str
    aliases: list[str]
    summary: str
    confidence: float | None
    project: str | None
    recordedAt: str


class FactRow(TypedDict, total=False):
    """A fact about an entity; supersededById where something newer is known, contradictedBy where that is in doubt."""

    id: str
    content: str
    source: str
    confidence: float | None
    validFrom: str
    validTo: str | None
    recordedAt: str
    supersededById: str
    contradictedBy: str


class RelationRow(TypedDict, total=False):
    """A directed relation between two entities."""

    id: str
    relationType: str
    fromEntityId: str
    fromName: str
    toEntityId: str
    toName: str
    weight: float
    validFrom: str
    validTo: str | None


class NeighbourRow(TypedDict, total=False):
    """An entity so many relations away."""

    id: str
    name: str
    entityType: str
    depth: int


def entity_row(entity: Item, names: dict[int, str]) -> EntityRow:
    """Return an entity as answers show it; ``names`` are the projects' names by number."""
    row = EntityRow(
        id=entity.uid,
        name=entity.title,
        entityType=entity.attributes.get("entityType", ""),
        confidence=entity.confidence,
        project=names.get(entity.project_id),
        recordedAt=when(entity.recorded_at),
    )
    if entity.attributes.get("aliases"):
        row["aliases"] = list(entity.attributes["aliases"])
    if entity.body:
        row["summary"] = one_line(entity.body, _FACT_WIDTH)
    return row


def relation_row(relation: Item, names: dict[str, str]) -> RelationRow:
    """Return a relation as answers show it; ``names`` are the entities' names by id."""
    source, target = relation.parent_uid or "", relation.target_uid or ""
    return RelationRow(
        id=relation.uid,
        relationType=relation.title,
        fromEntityId=source,
        fromName=names.get(source, ""),
        toEntityId=target,
        toName=names.get(target, ""),
        weight=relation.attributes.get("weight", 1.0),
        validFrom=when(relation.valid.start),
        validTo=format_instant(relation.valid.end),
    )


def neighbour_row(one: Neighbour) -> NeighbourRow:
    """Return a neighbour as answers show it."""
    return NeighbourRow(
        id=one.entity.uid,
        name=one.entity.title,
        entityType=one.entity.attributes.get("entityType", ""),
        depth=one.depth,
    )


def fact_rows(page: ObservationPage) -> list[FactRow]:
    """Return facts about an entity as answers show them, each with what is newer where that is known."""
    rows = []
    for fact in page.observations:
        row = _fact_row(fact)
        if fact.uid in page.superseded_by:
            row["supersededById"] = page.superseded_by[fact.uid]
        if fact.uid in page.contradicted_by:
            row["contradictedBy"] = page.contradicted_by[fact.uid]
        rows.append(row)
    return rows


def _fact_row(fact: Item) -> FactRow:
    row = FactRow(
        id=fact.uid,
        content=one_line(fact.body, _FACT_WIDTH),
        confidence=fact.confidence,
        validFrom=when(fact.valid.start),
        validTo=format_instant(fact.valid.end),
        recordedAt=when(fact.recorded_at),
    )
    if fact.attributes.get("source"):
        row["source"] = one_line(fact.attributes["source"])
    return row
