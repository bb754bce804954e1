"""Make facts of what pages of markdown say: documents, learnings, decisions, entities and what is known of them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, Final, NamedTuple

from memory_mcp.errors import InvalidInputError
from memory_mcp.language.unseen_characters import is_blank
from memory_mcp.store.documents import documents
from memory_mcp.store.facts.versions import Draft
from memory_mcp.temporal import Instant, Period
from memory_mcp.transfer.formats import front_matter, markdown_sections, markdown_times
from memory_mcp.transfer.formats.front_matter import Fields
from memory_mcp.transfer.formats.markdown_edits import Compared
from memory_mcp.transfer.formats.native_records import context_of
from memory_mcp.transfer.formats.reference import Stated, entity_fact, observation_fact, relation_fact
from memory_mcp.transfer.model.entry import Entry, Fact, Record, Source, Version
from memory_mcp.transfer.model.made_ids import made_uid
from memory_mcp.transfer.model.page_parts import REASONS, SUMMARY, digest
from memory_mcp.transfer.model.records import one_by_one
from memory_mcp.transfer.model.values import Reader, number

HEADING: Final = re.compile(r"^#{1,6}\s+(.*?)\s*#*\s*$", re.MULTILINE)
LINKED: Final = re.compile(
    r"(?P<kind>[^\[\]]{1,50}?)\s*\[\[(?P<target>[^\[\]]{1,200})\]\](?:\s*\((?P<context>[^()]*)\))?"
)
_FIELDS_A_LINE: Final = 4
_DEFAULT_CATEGORY: Final = "insight"


class _Page(NamedTuple):
    """A record of a page as it is read: by whom, the fields of the page's head, and the project that it is of."""

    reader: Reader
    record: Record
    head: Fields
    project: str | None

    @property
    def data(self) -> dict[str, Any]:
        """What the record has of the page."""
        data: dict[str, Any] = self.record.data
        return data

    @property
    def where(self) -> str:
        """The path of the page, and where in it."""
        return self.record.where

    def title(self) -> str:
        """Return how it is called: in its head, in its first heading, else as its file is."""
        title = self.head.text("title", "name") or _first_heading(self.data["body"])
        return self.reader.clean(str(self.data["stem"]) if is_blank(title) else title, "title")

    def stated(self) -> Stated:
        """Return where and since when a fact of it is stated."""
        return Stated(self.where, self.project, markdown_times.since(self.reader, self.head))

    def given_id(self) -> str | None:
        """Return the id in its head."""
        return self.reader.key({"id": self.head.text("id")}, "id")

    def source(self) -> dict[str, Any]:
        """Return the source in its head as an attribute, if there is one."""
        return {"source": self.reader.clean(text, "source")} if (text := self.head.text("source")) else {}

    def parts_were(self, *parts: str) -> dict[str, str]:
        """Return the digests of what parts said when an export wrote the page; none where it does not say."""
        found: Mapping[str, str] = self.data["parts_were"]
        return {part: found.get(part, digest("")) for part in parts} if found else {}

    def tags(self) -> tuple[str, ...]:
        """Return the tags in its head."""
        return tuple(self.reader.clean(tag.lstrip("#"), "tags") for tag in self.head.texts("tags") if tag.strip("# "))

    def share(self, key: str) -> float | None:
        """Return a field of its head that is a share of one; what is no number counts as not taken."""
        found = number(self.head.text(key))
        if found is None:
            self.head.leave(key)
        return None if found is None else min(max(found, 0.0), 1.0)


def entries(source: Source, reader: Reader, project: str | None) -> Iterator[tuple[Entry | None, int]]:
    """Yield what each page says, an entity's facts and relations each for itself."""

    def read(record: Record) -> Fact:
        head = Fields(record.data["head"])
        page = _Page(reader, record, head, reader.name({"project": head.text("project")}, "project") or project)
        fact = _fact(page)
        if record.kind in ("observation", "relation"):
            fact = record.data["people"].with_ids(fact, head.text("project"), reader)
        fact.replaces = record.data["row"].was
        _account(page)
        return fact

    return one_by_one(source.records, reader, read)


def _account(page: _Page) -> None:
    """Report why a page's head was not read, or which of its fields say nothing here; a document's text holds all."""
    kind, report = page.record.kind, page.reader.report
    if kind in {"observation", "relation"}:
        return
    if page.data["problem"]:
        report.note(page.where, page.data["problem"])
    left = [] if kind == "document" else list(page.head.not_taken())
    for at in range(0, len(left), _FIELDS_A_LINE):
        report.note(page.where, f"not taken over: {', '.join(left[at : at + _FIELDS_A_LINE])}")


def _fact(page: _Page) -> Fact:
    # What a page says it is was read when it became a record.
    page.head.text("type")
    match page.record.kind:
        case "observation":
            return _observation(page)
        case "relation":
            return _relation(page)
        case "entity":
            return _entity(page)
        case "document":
            return _document(page)
        case "learning":
            return _of_text(page, _learning(page), Compared("", page.data.get("was", ""), page.data.get("line", "")))
        case _:
            return _of_text(page, *_decision(page))


def _observation(page: _Page) -> Fact:
    title, text = page.title(), page.reader.clean(page.data["bullet"], "observation")
    if is_blank(text):
        raise InvalidInputError("no observation")
    fact = observation_fact(title, text, page.stated())
    data = page.data
    fact.versions = [replace(one, line=data.get("line", ""), was=data.get("was", "")) for one in fact.versions]
    if page.data.get("is_line"):
        fact.state = markdown_times.state(page.reader, page.head)
    return _named(fact, page) if page.data.get("is_line") else fact


def _relation(page: _Page) -> Fact:
    reader, linked = page.reader, LINKED.fullmatch(page.data["bullet"])
    kind = reader.clean(linked["kind"].strip(" \"'"), "relationType") if linked else ""
    target = reader.clean(linked["target"].split("|")[0].strip(), "target") if linked else ""
    if linked is None or not kind or not target:
        raise InvalidInputError("a relation is written: kind [[name]]")
    if linked["context"]:
        reader.report.note(page.where, f"left out: ({linked['context']})")
    return relation_fact(page.title(), kind, target, page.stated())


def _of_text(page: _Page, draft: Draft, said: Compared) -> Fact:
    """Return a learning or a decision, of which an exported page says what it ``said`` and was."""
    # The place of a line changes with those above it.
    place = draft.body if page.data.get("is_line") else page.where
    were = page.parts_were(*REASONS) if draft.kind == "decision" else {}
    version = Version(draft, page.where, project=page.project, line=said.line, was=said.was, parts_were=were)
    made = made_uid(page.record.kind, place, page.project or "")
    return _named(Fact(made, draft.kind, [version], markdown_times.state(page.reader, page.head), by_text=True), page)


def _named(fact: Fact, page: _Page) -> Fact:
    """Give a fact the id that its page says, or what stands for that where only the mark of its line is known."""
    if (given := page.given_id()) is not None:
        fact.uid = given
    elif mark := page.data.get("mark"):
        fact.uid, fact.mark = made_uid(page.record.kind, f"^{mark}"), mark
    return fact


def _learning(page: _Page) -> Draft:
    content = page.reader.clean(page.data["body"].strip(), "content")
    if is_blank(content):
        raise InvalidInputError("no content")
    keys = ("category", "source", "memoryType")
    given = {key: page.reader.clean(text, key) for key in keys if (text := page.head.text(key))}
    return Draft(
        kind="learning", body=content, valid=Period(_date(page)), tags=page.tags(),
        attributes={"category": _DEFAULT_CATEGORY} | given,
        confidence=page.share("confidence"), importance=page.share("importance"),
    )  # fmt: skip


def _decision(page: _Page) -> tuple[Draft, Compared]:
    """Return a decision, and what an exported page says of it now and said before."""
    title, at, sections = page.title(), _date(page), _decision_sections(page)
    said = Compared(sections.get("decision") or sections[""], "")
    if page.data["is_exported"]:
        said = page.data["row"].compared(said.now)
    body = page.reader.clean(said.now, "decision")
    if is_blank(body):
        raise InvalidInputError("no decision")
    attributes = {
        key: page.reader.clean(text, key)
        for key in REASONS
        if not is_blank(text := sections.get(key) or page.head.text(key))
    } | page.source()
    draft = Draft(
        kind="decision", title=title, body=body, context=context_of("decision", attributes),
        valid=markdown_times.period(page.reader, page.head, at), tags=page.tags(), attributes=attributes,
        confidence=page.share("confidence"), importance=page.share("importance"),
    )  # fmt: skip
    return draft, said


def _decision_sections(page: _Page) -> dict[str, str]:
    data = page.data
    found = markdown_sections.parts(data["body"], markdown_sections.DECISION, is_exported=data["is_exported"])
    if found.get("decision") and found[""]:
        page.reader.report.note(page.where, "left out: what stands before the decision")
    return found


def _entity(page: _Page) -> Fact:
    reader, title = page.reader, page.title()
    kind = reader.clean(page.head.text("entityType", "entity_type"), "entityType")
    fact = entity_fact(title, kind, Stated(page.where, page.project, reader.now))
    version = fact.versions[0]
    aliases = [reader.clean(alias, "aliases") for alias in page.head.texts("aliases")]
    attributes = {**version.draft.attributes, **({"aliases": aliases} if aliases else {})}
    summary = reader.clean(_summary(page), "summary")
    draft = Draft(
        kind="entity", title=title, body=summary, context=context_of("entity", attributes),
        valid=version.draft.valid, attributes=attributes,
    )  # fmt: skip
    fact.versions = [Version(draft, page.where, project=page.project, parts_were=page.parts_were(SUMMARY))]
    fact.uid = (page.data["has_id"] and page.given_id()) or fact.uid
    return fact


def _document(page: _Page) -> Fact:
    reader, head, title, at = page.reader, page.head, page.title(), _date(page)
    is_exported = page.data["is_exported"] and head.text("type") == "document"
    # A page of somebody's is kept with its head; one of an export is what a memory had without it.
    whole = page.data["page"]
    text = reader.clean(front_matter.below(whole) if is_exported else whole, "page")
    if len(text) > documents.LONGEST_DOCUMENT:
        raise InvalidInputError(f"longer than {documents.LONGEST_DOCUMENT} characters")
    if not text.strip():
        raise InvalidInputError("an empty page")
    draft = Draft(
        kind="document", title=title, body=reader.clean(head.text("summary"), "summary"), valid=Period(at),
        external_id=None if is_exported else reader.joining(f"page {page.where}", "page"), tags=page.tags(),
        attributes=page.source() if is_exported else {"source": reader.clean(page.where, "source")},
    )  # fmt: skip
    # A page that says something else by now is another document, which takes the place of the old one.
    named, project = page.given_id(), page.project
    made = made_uid("page", named or page.where, documents.text_hash(text), project or "")
    state = markdown_times.state(reader, head) if is_exported else None
    version = Version(draft, page.where, project=project)
    return Fact((is_exported and named) or made, "document", [version], state, text=text, by_text=True)


def _summary(page: _Page) -> str:
    """Return what a page says of a person or thing before its lists; in a note of basic-memory, before any heading."""
    data = page.data
    said = markdown_sections.parts(data["body"], markdown_sections.ENTITY, is_exported=data["is_exported"])[""]
    return HEADING.split(said)[0].strip() if data["head"].get("permalink") else said


def _first_heading(body: str) -> str:
    heading = HEADING.search(body)
    return heading[1] if heading else ""


def _date(page: _Page) -> Instant:
    return markdown_times.date(page.reader, page.head, page.where)
