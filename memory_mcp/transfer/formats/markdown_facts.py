"""Make facts of what pages of markdown say: documents, learnings, decisions, entities and what is known of them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from memory_mcp.errors import InvalidInputError
from memory_mcp.language.unseen_characters import is_blank
from memory_mcp.store.documents import documents
from memory_mcp.store.facts.versions import Draft
from memory_mcp.temporal import Instant, Period
from memory_mcp.transfer.formats import front_matter, markdown_sections, markdown_times
from memory_mcp.transfer.formats.front_matter import Fields
from memory_mcp.transfer.formats.native_records import context_of
from memory_mcp.transfer.formats.reference import Stated, entity_fact, observation_fact, relation_fact
from memory_mcp.transfer.model.entry import Entry, Fact, Record, Source, Version
from memory_mcp.transfer.model.made_ids import made_uid
from memory_mcp.transfer.model.records import one_by_one
from memory_mcp.transfer.model.values import Reader, number

HEADING: Final = re.compile(r"^#{1,6}\s+(.*?)\s*#*\s*$", re.MULTILINE)
LINKED: Final = re.compile(
    r"(?P<kind>[^\[\]]{1,50}?)\s*\[\[(?P<target>[^\[\]]{1,200})\]\](?:\s*\((?P<context>[^()]*)\))?"
)
_FIELDS_A_LINE: Final = 4
_DEFAULT_CATEGORY: Final = "insight"


def entries(source: Source, reader: Reader, project: str | None) -> Iterator[tuple[Entry | None, int]]:
    """Yield what each page says, an entity's facts and relations each for itself."""

    def read(record: Record) -> Fact:
        head = Fields(record.data["head"])
        fact = _fact(reader, record, head, reader.name({"project": head.text("project")}, "project") or project)
        if record.kind in ("observation", "relation"):
            fact = record.data["people"].with_ids(fact, head.text("project"), reader)
        fact.replaces = record.data["row"].was
        _account(reader, record, head)
        return fact

    return one_by_one(source.records, reader, read)


def _account(reader: Reader, record: Record, head: Fields) -> None:
    """Report why a page's head was not read, or which of its fields say nothing here; a document's text holds all."""
    if record.kind in {"observation", "relation"}:
        return
    if record.data["problem"]:
        reader.report.note(record.where, record.data["problem"])
    left = [] if record.kind == "document" else list(head.not_taken())
    for at in range(0, len(left), _FIELDS_A_LINE):
        reader.report.note(record.where, f"not taken over: {', '.join(left[at : at + _FIELDS_A_LINE])}")


def _fact(reader: Reader, record: Record, head: Fields, project: str | None) -> Fact:
    data = record.data
    title = reader.clean(_title(record, head), "title")
    match record.kind:
        case "observation":
            text = reader.clean(data["bullet"], "observation")
            if is_blank(text):
                raise InvalidInputError("no observation")
            fact = observation_fact(title, text, _stated(reader, record, head, project))
            fact.versions = [replace(one, line=data.get("line", "")) for one in fact.versions]
            return _named(fact, reader, record, head)
        case "relation":
            linked = LINKED.fullmatch(data["bullet"])
            if linked is None:
                raise InvalidInputError("a relation is written: kind [[name]]")
            kind = reader.clean(linked["kind"].strip(" \"'"), "relationType")
            target = reader.clean(linked["target"].split("|")[0].strip(), "target")
            if not kind or not target:
                raise InvalidInputError("a relation is written: kind [[name]]")
            if linked["context"]:
                reader.report.note(record.where, f"left out: ({linked['context']})")
            return relation_fact(title, kind, target, _stated(reader, record, head, project))
        case "entity":
            return _entity(reader, record, head, title, project)
    at = markdown_times.date(reader, head, record.where)
    if record.kind == "document":
        return _document(reader, record, head, title, at, project)
    if record.kind == "learning":
        draft, line = _learning(reader, data, head, at), data.get("line", "")
    else:
        draft, line = _decision(reader, record, head, title, at)
    # The place of a line changes with those above it.
    place = draft.body if data.get("is_line") else record.where
    version = Version(draft, record.where, project=project, line=line)
    made = made_uid(record.kind, place, project or "")
    fact = Fact(made, draft.kind, [version], markdown_times.state(reader, head), by_text=True)
    return _named(fact, reader, record, head)


def _stated(reader: Reader, record: Record, head: Fields, project: str | None) -> Stated:
    return Stated(record.where, project, markdown_times.since(reader, head))


def _named(fact: Fact, reader: Reader, record: Record, head: Fields) -> Fact:
    """Give a fact the id that its page says, or what stands for that where only the mark of its line is known."""
    if fact.kind == "observation" and not record.data.get("is_line"):
        return fact
    if (given := _given_id(reader, head)) is not None:
        fact.uid = given
    elif mark := record.data.get("mark"):
        fact.uid, fact.mark = made_uid(record.kind, f"^{mark}"), mark
    return fact


def _learning(reader: Reader, data: Mapping[str, Any], head: Fields, at: Instant) -> Draft:
    content = reader.clean(data["body"].strip(), "content")
    if is_blank(content):
        raise InvalidInputError("no content")
    given = {key: reader.clean(text, key) for key in ("category", "source", "memoryType") if (text := head.text(key))}
    attributes = {"category": _DEFAULT_CATEGORY} | given
    return Draft(
        kind="learning", body=content, valid=Period(at), tags=_tags(reader, head), attributes=attributes,
        confidence=_share(head, "confidence"), importance=_share(head, "importance"),
    )  # fmt: skip


def _decision(reader: Reader, record: Record, head: Fields, title: str, at: Instant) -> tuple[Draft, str]:
    """Return a decision, and all that an exported page says of it that strikes out what it said."""
    sections = _decision_sections(reader, record)
    text, line = sections.get("decision") or sections[""], ""
    if record.data["is_exported"]:
        text, _, line = record.data["row"].compared(text)
    body = reader.clean(text, "decision")
    if is_blank(body):
        raise InvalidInputError("no decision")
    attributes = {
        key: reader.clean(text, key)
        for key in ("reasoning", "alternatives")
        if not is_blank(text := sections.get(key) or head.text(key))
    }
    attributes |= {"source": reader.clean(text, "source")} if (text := head.text("source")) else {}
    draft = Draft(
        kind="decision", title=title, body=body, context=context_of("decision", attributes),
        valid=markdown_times.period(reader, head, at),
        tags=_tags(reader, head), attributes=attributes, confidence=_share(head, "confidence"),
        importance=_share(head, "importance"),
    )  # fmt: skip
    return draft, line


def _decision_sections(reader: Reader, record: Record) -> dict[str, str]:
    data = record.data
    found = markdown_sections.parts(data["body"], markdown_sections.DECISION, is_exported=data["is_exported"])
    if found.get("decision") and found[""]:
        reader.report.note(record.where, "left out: what stands before the decision")
    return found


def _entity(reader: Reader, record: Record, head: Fields, title: str, project: str | None) -> Fact:
    kind = reader.clean(head.text("entityType", "entity_type"), "entityType")
    fact = entity_fact(title, kind, Stated(record.where, project, reader.now))
    version = fact.versions[0]
    aliases = [reader.clean(alias, "aliases") for alias in head.texts("aliases")]
    attributes = {**version.draft.attributes, **({"aliases": aliases} if aliases else {})}
    summary = reader.clean(_summary(record.data), "summary")
    draft = Draft(
        kind="entity", title=title, body=summary, context=context_of("entity", attributes),
        valid=version.draft.valid, attributes=attributes,
    )  # fmt: skip
    fact.versions = [Version(draft, record.where, project=project)]
    fact.uid = (record.data["has_id"] and _given_id(reader, head)) or fact.uid
    return fact


def _document(
    reader: Reader, record: Record, head: Fields, title: str, at: Instant, project: str | None
) -> Fact:  # fmt: skip
    is_exported = record.data["is_exported"] and head.text("type") == "document"
    # A page of somebody's is kept with its head; one of an export is what a memory had without it.
    page = record.data["page"]
    text = reader.clean(front_matter.below(page) if is_exported else page, "page")
    if len(text) > documents.LONGEST_DOCUMENT:
        raise InvalidInputError(f"longer than {documents.LONGEST_DOCUMENT} characters")
    if not text.strip():
        raise InvalidInputError("an empty page")
    source = head.text("source") if is_exported else record.where
    draft = Draft(
        kind="document", title=title, body=reader.clean(head.text("summary"), "summary"), valid=Period(at),
        external_id=None if is_exported else reader.joining(f"page {record.where}", "page"), tags=_tags(reader, head),
        attributes={"source": reader.clean(source, "source")} if source else {},
    )  # fmt: skip
    # A page that says something else by now is another document, which takes the place of the old one.
    named = _given_id(reader, head)
    uid = (is_exported and named) or made_uid("page", named or record.where, documents.text_hash(text), project or "")
    state = markdown_times.state(reader, head) if is_exported else None
    return Fact(uid, "document", [Version(draft, record.where, project=project)], state, text=text, by_text=True)


def _summary(data: Mapping[str, Any]) -> str:
    """Return what a page says of a person or thing before its lists; in a note of basic-memory, before any heading."""
    said = markdown_sections.parts(data["body"], markdown_sections.ENTITY, is_exported=data["is_exported"])[""]
    return HEADING.split(said)[0].strip() if data["head"].get("permalink") else said


def _title(record: Record, head: Fields) -> str:
    """Return how a page is called: in its head, in its first heading, else as its file is."""
    head.text("type")
    # A learning has no title.
    title = head.text(*(() if record.kind == "learning" else ("title", "name"))) or _first_heading(record.data["body"])
    return str(record.data["stem"]) if is_blank(title) else title


def _first_heading(body: str) -> str:
    heading = HEADING.search(body)
    return heading[1] if heading else ""


def _tags(reader: Reader, head: Fields) -> tuple[str, ...]:
    return tuple(reader.clean(tag.lstrip("#"), "tags") for tag in head.texts("tags") if tag.strip("# "))


def _share(head: Fields, key: str) -> float | None:
    """Return a field that is a share of one; what is no number counts as not taken."""
    found = number(head.text(key))
    if found is None:
        head.leave(key)
    return None if found is None else min(max(found, 0.0), 1.0)


def _given_id(reader: Reader, head: Fields) -> str | None:
    return reader.key({"id": head.text("id")}, "id")
