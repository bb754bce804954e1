"""Read the pages of this program's export as another memory's rows: line by line, each with the id of its row."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from memory_mcp.store.facts import erasure, known_ids
from memory_mcp.store.file.database import Snapshot
from memory_mcp.transfer.formats import markdown_edits, markdown_parts
from memory_mcp.transfer.formats.front_matter import MarkdownPage
from memory_mcp.transfer.formats.markdown_edits import Compared
from memory_mcp.transfer.formats.markdown_write import LEFT_OUT, is_given
from memory_mcp.transfer.model.entry import Record

_LESSONS: Final = "learnings/"
INDEX: Final = "README.md"
"""The page of an export that says what is in it."""
_DATED: Final = re.compile(r"(?:since )?\d{4}-\d\d-\d\d\b")
_WHOLE_INDEX: Final = re.compile(
    r"\s*# Memory[^\n]*, \d{4}-\d\d-\d\d\s*(?:- \[(\w+)\]\(\1/\): \d+\s*)*(?:" + LEFT_OUT + r"(.*)\.\s*)?"
)
_OF_ALL: Final = frozenset({"id", "type", "date", "project", "tags", "title", "archived", "pinned"})
# What the head of a page of an export may say. Another memory's, and somebody's own, may have the same type.
_HEADS: Final = {
    "decision": _OF_ALL | {"until", "supersededBy", "confidence", "outcome"},
    "document": _OF_ALL | {"source"},
    "entity": frozenset({"id", "type", "name", "entityType", "aliases", "project"}),
    "session": frozenset({"id", "type", "date", "client", "project"}),
}
_FACTS: Final = frozenset({"observations", "facts"})
_PAST: Final = "it holds no more: only a native export brings what is past"
_HISTORY: Final = "it is past or archived: only a native export brings that"
_OF_SESSION: Final = "a session: only a native export brings it"
# Behind the day since which a line holds.
_STANDING: Final = re.compile(r" (archived|pinned) (\d{4}-\d\d-\d\d)\b")


class Row(NamedTuple):
    """A row as an export wrote it, or what came in its place since: ``was`` are all that have stood there before.

    Of a document that was edited no text is kept.
    """

    uid: str
    text: str
    was: tuple[str, ...] = ()

    @property
    def is_changed(self) -> bool:
        """Whether it came in the place of another one."""
        return bool(self.was)

    def compared(self, text: str) -> Compared:
        """Return what a text of its page says now, and whether that has changed."""
        return markdown_edits.said_now(text, self.text, is_changed=self.is_changed)


UNKNOWN: Final = Row("", "")
"""The row of a page or line that is of none an export wrote down."""


def written(folder: Path) -> dict[str, Row]:
    """Return the rows of an export, and its documents that were edited, by the marks of their lines.

    Raises InvalidInputError where it cannot be read.
    """
    changed = markdown_parts.changed(folder)
    rows = dict.fromkeys(changed, "") | markdown_edits.written(folder)
    before: dict[str, tuple[str, ...]] = {}
    for was, uid in changed.items():
        before[uid] = (*before.get(uid, ()), was)
    now = ((mark, uid, changed.get(uid, uid)) for mark, uid in markdown_edits.by_mark(rows).items())
    return {mark: Row(uid, rows[was], before.get(uid, ())) for mark, was, uid in now}


def unknown(snapshot: Snapshot, folder: Path) -> frozenset[str] | None:
    """Return which rows of an exported folder this memory never had; None for all of them, where it knows none.

    What was taken back or erased here it has had. Raises InvalidInputError where the folder's list cannot be read.
    """
    changed, own = markdown_parts.changed(folder), list(markdown_edits.written(folder))
    for _, page in markdown_edits.pages(folder):
        if isinstance(uid := page.fields.get("id"), str) and page.fields.get("type") == "document":
            own.append(uid)
    uids = {changed.get(uid, uid) for uid in own}
    known = known_ids.versions(snapshot, uids).keys() | erasure.erased(snapshot, uids).keys()
    return frozenset(uids) - known if known else None


def left_out(index: Path) -> str:
    """Return of what the index of an export says that no page has a place for it; empty for another page, or none."""
    if index.name != INDEX or not index.is_file():
        return ""
    found = _WHOLE_INDEX.fullmatch(index.read_bytes().decode("utf-8", "replace").removeprefix("\ufeff"))
    return "" if found is None else found[2] or ""


def is_of_export(page: MarkdownPage) -> bool:
    """Whether a page has the form of one that an export wrote: somebody may have copied it without the folder's lists.

    It is all that an export says of a row, whose id its head has, or the list of lessons or of what there is.
    """
    if not page.fields:
        return not page.problem and (_is_list(page.body) or _WHOLE_INDEX.fullmatch(page.body) is not None)
    known = _HEADS.get(str(page.fields.get("type")), frozenset())
    return is_given(str(page.fields.get("id"))) and page.fields.keys() <= known


def _is_list(body: str) -> bool:
    """Whether a page has nothing but entries of lists, and one of them is as an export writes it."""
    found = [block for _, block in markdown_edits.blocks(body)]
    lines = filter(None, map(markdown_edits.line_of, found))
    return any(_DATED.match(line.note) for line in lines) and all(map(markdown_edits.is_entry, found))


def records(where: str, data: Mapping[str, Any], rows: Mapping[str, Row]) -> Iterator[Record] | None:
    """Return the records of one page, ``data`` as it was read; None for one that is read as any other page is.

    ``rows`` are those of which the export says that it wrote them, by their marks.
    """
    kind = data["head"].get("type")
    if kind is None and (where.startswith(_LESSONS) or _is_list(data["body"])):
        return _lessons(where, data, rows)
    if kind is None and (where == INDEX or _WHOLE_INDEX.fullmatch(data["body"])):
        return iter(())
    if kind == "session":
        return iter([Record("document", data, where, _OF_SESSION)])
    return None


def _lessons(where: str, data: Mapping[str, Any], rows: Mapping[str, Row]) -> Iterator[Record]:
    """Yield the lessons of a page of them."""
    for number, (heading, block) in enumerate(_entries(data["body"]), 1):
        head, text, row = _read(block, rows)
        fault = _PAST if heading == "no longer" and "archived" not in head else ""
        said = {**data, **_line(head, text, row), "head": {"category": data["stem"], **head}, "body": text.now}
        yield Record("learning", said, f"{where}, lesson {number}", fault)


def observations(where: str, data: Mapping[str, Any], rows: Mapping[str, Row]) -> Iterator[Record]:
    """Yield the facts in the page of a person or thing."""
    found = [(heading, block) for heading, block in _entries(data["body"]) if heading in _FACTS or heading == "history"]
    of_page = data["head"] | {"id": "", "archived": "", "pinned": ""}
    for number, (heading, block) in enumerate(found, 1):
        head, text, row = _read(block, rows)
        said = {**data, **_line(head, text, row), "head": {**of_page, **head}, "bullet": text.now}
        yield Record("observation", said, f"{where}, observation {number}", _HISTORY if heading == "history" else "")


def _line(head: dict[str, Any], text: Compared, row: Row) -> dict[str, Any]:
    """Return what the record of a line has besides its head, out of which its mark is taken."""
    return {"is_line": True, "line": text.line, "was": text.was, "row": row, "mark": head.pop("mark", "")}


def _entries(body: str) -> Iterator[tuple[str, str]]:
    """Yield each entry of the lists of a page with the heading above it."""
    return ((heading, block) for heading, block in markdown_edits.blocks(body) if markdown_edits.is_entry(block))


def _read(block: str, rows: Mapping[str, Row]) -> tuple[dict[str, Any], Compared, Row]:
    """Return what an entry says beside its text (nothing where it has no mark of the export), its text and its row."""
    found = markdown_edits.line_of(block)
    if found is None or not (found.note or found.end in rows):
        return {}, UNKNOWN.compared(markdown_edits.entry_text(block)), UNKNOWN
    row = rows.get(found.end, UNKNOWN)
    date, *rest = found.note.removeprefix("since ").split(", ")
    head = {
        "id": row.uid, "mark": "" if row.uid else found.end, "date": _STANDING.sub("", date),
        "project": ", ".join(one for one in rest if not one.startswith("#")),
        "tags": [one[1:] for one in rest if one.startswith("#")],
    } | dict(_STANDING.findall(date))  # fmt: skip
    said = row.compared(markdown_edits.unfolded(found.text))
    return {key: value for key, value in head.items() if value}, said, row
