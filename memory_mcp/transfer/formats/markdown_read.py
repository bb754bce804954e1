"""Read folders of markdown: a page is a document, or what its front matter says it is (learning, decision, entity).

Here pages become records, and in ``markdown_facts`` records become facts.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from memory_mcp.errors import InvalidInputError
from memory_mcp.store.documents import documents
from memory_mcp.transfer.formats import (
    front_matter,
    markdown_edits,
    markdown_lines,
    markdown_parts,
    markdown_write,
)
from memory_mcp.transfer.formats.front_matter import Fields, MarkdownPage
from memory_mcp.transfer.formats.markdown_facts import HEADING, LINKED
from memory_mcp.transfer.formats.markdown_people import People
from memory_mcp.transfer.model import undecoded
from memory_mcp.transfer.model.entry import Record, Source
from memory_mcp.transfer.model.input import Input

PAGES: Final = frozenset({".md", ".markdown"})
_MOST_BYTES: Final = 4 * documents.LONGEST_DOCUMENT
_BULLET: Final = re.compile(r"^\s*[-*+]\s+(.+?)\s*$", re.MULTILINE)
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


def open_pages(source: Input) -> Source:
    """Open a folder, or one page; folders whose name starts with a dot are left alone.

    Returns the records of all pages, in order of their paths. Raises InvalidInputError for text that came without a
    file.
    """
    root = source.path
    if root is None:
        raise InvalidInputError("markdown comes as a folder or a page", hint="Give its path.", field=source.field)
    closed: list[tuple[Path, str]] = []
    pages = [root] if root.is_file() else sorted(_pages(root, closed))
    base = _base(root)
    own = markdown_lines.written(base) if markdown_edits.is_exported(base) else None
    people = People({}, {} if own is None else markdown_parts.relations(base))
    noted = {} if own is None else markdown_parts.digests(base)
    if own is not None and base != root:
        people.add_all(base)
    records = [
        record
        for page in pages
        for record in _read(page, base, own, noted, people)
        if _is_asked_for(record, source.only)
    ]
    # A page is what its writer holds now: since when, the file system knows.
    written_at = max((int(page.stat().st_mtime * 1_000_000) for page in pages), default=None)
    # Which rows are asked for is another question each time, so such an import is not taken up where it broke off.
    fingerprint = source.name if source.only is None else ""
    problems = [(_where(folder, base), f"the folder cannot be read: {why}") for folder, why in closed]
    return Source(
        "markdown", source.name, fingerprint, iter(records), len(records), exported_at=written_at,
        problems=(*problems, *_problems(pages, base)),
    )  # fmt: skip


def _problems(pages: list[Path], base: Path) -> Iterator[tuple[str, str]]:
    """Yield where pages cannot be decoded, and what an export had more than its pages can hold."""
    yield from ((_where(page, base), problem) for page in pages if (problem := undecoded.in_page(page)))
    index = base / markdown_lines.INDEX
    if index in pages and (left_out := markdown_lines.left_out(index)):
        yield markdown_lines.INDEX, f"not in these pages: {left_out}; an export to a .jsonl file holds them"


def _base(root: Path) -> Path:
    """Return the folder that pages are named from: of a page or a folder in an exported one the whole of that."""
    folder = root if root.is_dir() else root.absolute().parent
    return next((one for one in (folder, folder.absolute().parent) if markdown_edits.is_exported(one)), folder)


def _where(page: Path, base: Path) -> str:
    return page.absolute().relative_to(base.absolute()).as_posix()


def _pages(folder: Path, closed: list[tuple[Path, str]]) -> Iterator[Path]:
    """Yield the pages in a folder and below; a folder that may not be read is added to ``closed``, with the reason."""
    waiting = [folder]
    while waiting:
        here = waiting.pop()
        pages, folders = [], []
        try:
            for path in here.iterdir():
                if path.name.startswith("."):
                    continue
                if path.is_dir() and not path.is_symlink():
                    folders.append(path)
                elif path.suffix.lower() in PAGES and path.is_file():
                    pages.append(path)
        except OSError as exc:
            closed.append((here, exc.strerror or str(exc)))
            continue
        yield from pages
        waiting += sorted(folders, reverse=True)


def _is_asked_for(record: Record, only: Collection[str] | None) -> bool:
    """Whether a record is of a row that is asked for; what is known by its name, and not by an id, always is."""
    if only is None or record.kind in {"entity", "relation"}:
        return True
    return isinstance(record.data, dict) and record.data["head"].get("id") in only


def _read(
    page: Path, base: Path, own: Mapping[str, markdown_lines.Row] | None, noted: Mapping[str, Mapping[str, str]],
    people: People,
) -> Iterator[Record]:  # fmt: skip
    """Yield what a page says.

    ``own`` are an export's rows by mark, ``noted`` the digests of its parts by page.
    """
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
    if own is None and markdown_lines.is_of_export(read):
        own = {}
    data = {
        "page": text,
        "stem": page.stem,
        "people": people,
        "parts_were": noted.get(where, {}),
        **_of_page(read, own),
    }
    if own is not None and (records := markdown_lines.records(where, data, own)) is not None:
        yield from records
    else:
        yield from _freely(read, data, where, own)


def _freely(
    read: MarkdownPage, data: dict[str, Any], where: str, own: Mapping[str, markdown_lines.Row] | None
) -> Iterator[Record]:  # fmt: skip
    """Yield a page that is read as any page is, and if it is an entity's, each of its facts and relations."""
    people: People = data["people"]
    kind = str(read.fields.get("type") or "").lower()
    if kind == "entity" and data["has_id"]:
        people.add(Fields(read.fields))
    yield Record(kind if kind in ("learning", "decision", "entity") else "document", data, where)
    is_note = bool(read.fields.get("permalink"))
    if kind == "entity" or is_note:
        counts = Counter[str]()
        # A page that was taken out of its export has lines of the same form.
        marked = {} if own is None and markdown_edits.has_lines(read.body) else own
        if marked is not None:
            yield from markdown_lines.observations(where, data, marked)
        for said, bullet in _bullets(read.body, is_note=is_note):
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
    pieces = ["", *HEADING.split(_FENCED.sub("", body) if is_note else body)]
    for heading, text in zip(pieces[::2], pieces[1::2], strict=True):
        section = heading.strip().lower()
        for bullet in (_BLOCK.sub("", bullet) for bullet in _BULLET.findall(text)):
            if is_note and _TASK.match(bullet):
                continue
            if section in _RELATION_HEADINGS or (is_note and LINKED.fullmatch(bullet) and _RELATED.match(bullet)):
                yield "relation", bullet
            elif section in _FACT_HEADINGS or (is_note and _CATEGORY.match(bullet)):
                yield "observation", bullet
