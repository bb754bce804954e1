"""Read the reference memory server's JSON lines: entities with observations, and relations, all by name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from memory_mcp.errors import InvalidInputError
from memory_mcp.language.folding import text_key
from memory_mcp.store.facts.versions import Draft
from memory_mcp.temporal import Instant, Period
from memory_mcp.transfer.formats.native_records import context_of
from memory_mcp.transfer.model.entry import Entry, Fact, Record, Source, Version
from memory_mcp.transfer.model.input import Input
from memory_mcp.transfer.model.json_values import json_lines
from memory_mcp.transfer.model.made_ids import made_uid
from memory_mcp.transfer.model.records import one_by_one
from memory_mcp.transfer.model.values import Reader, an_object


def open_lines(source: Input) -> Source:
    """Open such a file; an entity's observations are records of their own, because each is a fact."""
    return Source("reference", source.name, source.fingerprint(), _records(source))


def entries(source: Source, reader: Reader, project: str | None) -> Iterator[tuple[Entry | None, int]]:
    """Yield what each record says; one that says nothing is accounted for here."""

    def read(record: Record) -> Fact:
        return _fact(reader, record, an_object(record.data), project)

    return one_by_one(source.records, reader, read)


class Stated(NamedTuple):
    """Where a file says something, of which project, and since when that holds."""

    where: str
    project: str | None
    since: Instant


def entity_uid(name: str, project: str | None) -> str:
    """Return the id of an entity that has none: the same name in the same project is the same one."""
    return made_uid("entity", name, project or "")


def entity_fact(name: str, entity_type: str, stated: Stated) -> Fact:
    """Return an entity known by its name alone."""
    attributes = {"entityType": entity_type or "unknown"}
    draft = Draft(
        kind="entity", title=name, body="", context=context_of("entity", attributes), valid=Period(stated.since),
        attributes=attributes,
    )  # fmt: skip
    return Fact(entity_uid(name, stated.project), "entity", [_version(draft, stated)], by_text=True)


def observation_fact(name: str, content: str, stated: Stated) -> Fact:
    """Return a fact about an entity known by its name; the same words about it are the same fact."""
    parent = entity_uid(name, stated.project)
    draft = Draft(kind="observation", body=content, valid=Period(stated.since), parent_uid=parent)
    uid = made_uid("observation", parent, text_key(content))
    return Fact(uid, "observation", [_version(draft, stated)], labels={parent: name}, by_text=True)


def relation_fact(source: str, kind: str, target: str, stated: Stated) -> Fact:
    """Return a relation between two entities known by their names."""
    ends = entity_uid(source, stated.project), entity_uid(target, stated.project)
    draft = Draft(
        kind="relation", title=kind, body="", valid=Period(stated.since), parent_uid=ends[0], target_uid=ends[1],
        attributes={"weight": 1.0},
    )  # fmt: skip
    labels = {ends[0]: source, ends[1]: target}
    uid = made_uid("relation", *ends, kind)
    return Fact(uid, "relation", [_version(draft, stated)], labels=labels, by_text=True)


def _version(draft: Draft, stated: Stated) -> Version:
    return Version(draft, stated.where, project=stated.project)


def _records(source: Input) -> Iterator[Record]:
    for record in json_lines(source):
        data = record.data
        yield record
        observations = data.get("observations") if isinstance(data, dict) else None
        if isinstance(observations, list):
            for place, content in enumerate(observations):
                said = {"type": "observation", "name": data.get("name"), "content": content}
                yield Record("", said, f"{record.where}, observation {place + 1}")


def _fact(reader: Reader, record: Record, data: Mapping[str, Any], project: str | None) -> Fact:
    stated = Stated(record.where, project, reader.now)
    match data.get("type"):
        case "entity":
            name = reader.text(data, "name", required=True)
            return entity_fact(name, reader.said(data, "entityType"), stated)
        case "observation":
            name = reader.text(data, "name", required=True)
            content = reader.text(data, "content", required=True)
            return observation_fact(name, content, stated)
        case "relation":
            source, target = (reader.text(data, key, required=True) for key in ("from", "to"))
            kind = reader.text(data, "relationType", required=True)
            return relation_fact(source, kind, target, stated)
        case _:
            raise InvalidInputError("no known type")
