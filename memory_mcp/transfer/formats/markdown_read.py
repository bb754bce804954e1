"""Read folders of markdown: a page is a document, or what its front matter says it is (learning, decision, entity)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from memory_mcp.errors import InvalidInputError
from memory_mcp.language.unseen_characters import is_blank
from memory_mcp.store.documents import documents
from memory_mcp.store.facts.versions import Draft
from memory_mcp.temporal import Instant, Period
from memory_mcp.transfer.formats import (
    front_matter,
    markdown_edits,
    markdown_lines,
    markdown_parts,
    markdown_sections,
    markdown_times,
    markdown_write,
)
from memory_mcp.transfer.formats.front_matter import Fields, MarkdownPage
from memory_mcp.transfer.formats.markdown_people import People
from memory_mcp.transfer.formats.native_records import context_of
from memory_mcp.transfer.formats.reference import Stated, entity_fact, observation_fact, relation_fact
from memory_mcp.transfer.model import undecoded
from memory_mcp.transfer.model.entry import Entry, Fact, Record, Source, Version
from memory_mcp.transfer.model.input import Input
from memory_mcp.transfer.model.made_ids import made_uid
from memory_mcp.transfer.model.records import one_by_one
from memory_mcp.transfer.model.values import Reader, number

PAGES: Final = frozenset({".md", ".markdown"})
_MOST_BYTES: Final = 4 * documents.LONGEST_DOCUMENT
_HEADING: Final = re.compile(r"^#{1,6}\s+(.*?)\s*#*\s*$", re.MULTILINE)
_BULLET: Final = re.compile(r"^\s*[-*+]\s+(.+?)\s*$", re.MULTILINE)
_LINKED: Final = re.compile(
    r"(?P<kind>[^\[\]]{1,50}?)\s*\[\[(?P<target>[^\[\]]{1,200})\]\](?:\s*\((?P<context>[^()]*)\))?"
)
# By what a line of an export is known again.
_BLOCK: Final = re.compile(r"\s*\^[0-9a-z-]{8}$")
# What kind of fact a note of basic-memory says a line is.
_CATEGORY: Final = re.compile(r"^\[(?![\d:.,\s-]+\])[^\[\]()]{2,40}\]\s+(?=\S)")
# What it takes for a relation wherever it stands: one word, or a quoted name, before the link.
_RELATED: Final = re.compile(r"""(?:"[^"]+"|'[^']+'|[^\s\[\]]+)\s*\[\[""")
# A box to tick is neither.
_TASK: Final = re.compile(r"\[(?:[xX]|[^\w\[\]])\]\s")
_FENCED: Final = re.compile(r"^ {0,3}(`{3,}|~{3,}).*?(?:^ {0,3}\1|\Z)", re.MULTILINE | re.DOTALL)
_FACT_HEADINGS: Final = frozenset({"observations", "facts"})
_RELATION_HEADINGS: Final = frozenset({"relations"})
_FIELDS_A_LINE: Final = 4
_DEFAULT_CATEGORY: Final = "insight"


def open_pages(source: Input) -> Source:
    """Open a folder, or one page; folders whose name starts with a dot are left alone.

    Returns the records of all pages, in order of their paths. Raises InvalidInputError for text that came without a
    file.
    """
    root = source.path
    if root is None:
        raise InvalidInputError("markdown comes as a folder or a page", hint="Give its path.", field=source.field)
    pages = [root] if root.is_file() else sorted(_pages(root))
    base = _base(root)
    own = markdown_lines.written(base) if markdown_edits.is_exported(base) else None
    people = People({}, {} if own is None else markdown_parts.relations(base))
    if own is not None and base != root:
        people.add_all(base)
    records = [
        record for page in pages for record in _read(page, base, own, people) if _is_asked_for(record, source.only)
    ]
    # A page is what its writer holds now: since when, the file system knows.
    written_at = max((int(page.stat().st_mtime * 1_000_000) for page in pages), default=None)
    # Which rows are asked for is another question each time, so such an import is not taken up where it broke off.
    fingerprint = source.name if source.only is None else ""
    problems = tuple((_where(page, base), problem) for page in pages if (problem := undecoded.in_page(page)))
    return Source(
        "markdown", source.name, fingerprint, iter(records), len(records), exported_at=written_at, problems=problems
    )


def _base(root: Path) -> Path:
    """Return the folder that pages are named from: of a page or a folder in an exported one the whole of that."""
    folder = root if root.is_dir() else root.absolute().parent
    return next((one for one in (folder, folder.absolute().parent) if markdown_edits.is_exported(one)), folder)


def _where(page: Path, base: Path) -> str:
    return page.absolute().relative_to(base.absolute()).as_posix()


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


def _pages(folder: Path) -> Iterator[Path]:
    for path in sorted(folder.iterdir()):
        if path.name.startswith("."):
            continue
        if path.is_dir() and not path.is_symlink():
            yield from _pages(path)
        elif path.suffix.lower() in PAGES and path.is_file():
            yield path


def _is_asked_for(record: Record, only: Collection[str] | None) -> bool:
    """Whether a record is of a row that is asked for; what is known by its name, and not by an id, always is."""
    if only is None or record.kind in {"entity", "relation"}:
        return True
    return isinstance(record.data, dict) and record.data["head"].get("id") in only


def _read(page: Path, base: Path, own: Mapping[str, markdown_lines.Row] | None, people: People) -> Iterator[Record]:
    """Yield a page, and if it is an entity's, each of its facts and relations; ``own`` are an export's rows by mark."""
    where = _where(page, base)
    try:
        if page.stat().st_size > _MOST_BYTES:
            yield Record("", None, where, f"longer than {documents.LONGEST_DOCUMENT} characters")
            return
        text = page.read_bytes().decode("utf-8", "replace")
    except OSError as exc:
        yield Record("", None, where, f"cannot be read: {exc.strerror}")
        return
    read = front_matter.read(text)
    body = read.body
    if own is None and markdown_lines.is_of_export(read):
        own = {}
    data = {"page": text, "stem": page.stem, "people": people, **_of_page(read, own)}
    if own is not None and (records := markdown_lines.records(where, data, own)) is not None:
        yield from records
        return
    kind = str(read.fields.get("type") or "").lower()
    if kind == "entity" and data["has_id"]:
        people.add(Fields(read.fields))
    yield Record(kind if kind in ("learning", "decision", "entity") else "document", data, where)
    is_note = bool(read.fields.get("permalink"))
    if kind == "entity" or is_note:
        counts = Counter[str]()
        # A page that was taken out of its export has lines of the same form.
        marked = {} if own is None and markdown_edits.has_lines(body) else own
        if marked is not None:
            yield from markdown_lines.observations(where, data, marked)
        for said, bullet in _bullets(body, is_note=is_note):
            if marked is not None and said == "observation":
                continue
            counts[said] += 1
            yield Record(said, data | {"bullet": _CATEGORY.sub("", bullet)}, f"{where}, {said} {counts[said]}")


def _of_page(read: MarkdownPage, own: Mapping[str, markdown_lines.Row] | None) -> dict[str, Any]:
    """Return what a page says, with the id of the row that stands for it now, and what was known of that."""
    uid = str(read.fields.get("id") or "")
    row = (own or {}).get(markdown_write.mark(uid), markdown_lines.UNKNOWN)
    now = {"id": row.uid} if row.is_changed and read.fields.get("type") in ("decision", "document") else {}
    return {
        "head": read.fields | now, "body": read.body, "problem": read.problem, "row": row,
        "is_exported": own is not None and bool(uid),
        "has_id": bool(uid) and (own is not None or markdown_write.is_given(uid)),
    }  # fmt: skip


def _bullets(body: str, *, is_note: bool) -> Iterator[tuple[str, str]]:
    """Yield the facts and the relations of a page, each with its kind.

    They stand under their headings; in a note of basic-memory, which has a permalink, wherever a line has their form:
    https://docs.basicmemory.com/concepts/knowledge-format.
    """
    pieces = ["", *_HEADING.split(_FENCED.sub("", body) if is_note else body)]
    for heading, text in zip(pieces[::2], pieces[1::2], strict=True):
        section = heading.strip().lower()
        for bullet in (_BLOCK.sub("", bullet) for bullet in _BULLET.findall(text)):
            if is_note and _TASK.match(bullet):
                continue
            if section in _RELATION_HEADINGS or (is_note and _LINKED.fullmatch(bullet) and _RELATED.match(bullet)):
                yield "relation", bullet
            elif section in _FACT_HEADINGS or (is_note and _CATEGORY.match(bullet)):
                yield "observation", bullet


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
            linked = _LINKED.fullmatch(data["bullet"])
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
    return _HEADING.split(said)[0].strip() if data["head"].get("permalink") else said


def _title(record: Record, head: Fields) -> str:
    """Return how a page is called: in its head, in its first heading, else as its file is."""
    head.text("type")
    # A learning has no title.
    title = head.text(*(() if record.kind == "learning" else ("title", "name"))) or _first_heading(record.data["body"])
    return str(record.data["stem"]) if is_blank(title) else title


def _first_heading(body: str) -> str:
    heading = _HEADING.search(body)
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
