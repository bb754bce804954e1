"""Tell what was edited in an exported folder beside its lines: a page's parts, known by digests of what they said.

The reasons of a decision, the summary of a person or thing and the text of a document are taken over. Of any other part
it is said where it was edited, so that nobody takes it for stored.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Final, NamedTuple

from memory_mcp.errors import InvalidInputError
from memory_mcp.transfer.formats import markdown_edits, markdown_sections
from memory_mcp.transfer.formats.front_matter import MarkdownPage
from memory_mcp.transfer.model.page_parts import REASONS, SUMMARY, digest

PARTS: Final = ".memory-export-parts.json"
"""In the folder of an export: the digest of each part of each page."""
DOCUMENT: Final = "document"
"""The part that is the text of a document."""
TAKEN: Final = frozenset({*REASONS, SUMMARY, DOCUMENT})

_LINE: Final = "line ^"
# What begins an entry of a list.
_SIGN: Final = re.compile(r"^[ \t]*[*+-][ \t]+", re.MULTILINE)
# Whose page it is, beside what else its head says: never told of by itself.
_ID: Final = "id"
_PAGE: Final = "the page"
_TEXT: Final = "text"
# No page is called so. Beside the ids of relations: of a page whose document was edited, what stands for it now, and
# of a row that was changed or a document that was edited, what stands in its place.
_RELATIONS: Final = ""
_ROW: Final = "row "


class Part(NamedTuple):
    """A part of a page that says something else than when it was written; ``uid`` is the row its page is of."""

    page: str
    name: str
    uid: str
    text: str


def note(folder: Path, marks: Collection[str], relations: Mapping[str, str]) -> None:
    """Write down what the parts of a folder's pages say, and the ids of relations by what ``relation`` makes of them.

    ``marks`` are those of the lines that can be edited.
    """
    said = {
        page: {name: digest(text) for name, text in _parts(read, marks).items()}
        for page, read in markdown_edits.pages(folder)
    }
    said[_RELATIONS] = dict(relations)
    (folder / PARTS).write_text(json.dumps(said, ensure_ascii=False), encoding="utf-8")


def relation(source: str | None, kind: str, target: str | None) -> str:
    """Return by what a relation is known again: its ends, by their ids, and its kind."""
    return json.dumps([source, kind, target], ensure_ascii=False)


def relations(folder: Path) -> dict[str, str]:
    """Return the ids of the relations of an exported folder. Raises InvalidInputError as ``edited``."""
    return _noted(folder).get(_RELATIONS, {})


def changed(folder: Path) -> dict[str, str]:
    """Return what stands for each row now of which a ``~~old~~ new`` was taken over, and for each edited document.

    It is by the id in its page, and by those of what stood for it between. Raises InvalidInputError as ``edited``.
    """
    known = _noted(folder).get(_RELATIONS, {})
    return {key.removeprefix(_ROW): uid for key, uid in known.items() if key.startswith(_ROW)}


def own(folder: Path) -> frozenset[str]:
    """Return the pages that the export wrote. Raises InvalidInputError as ``edited``."""
    return frozenset(_noted(folder)) - {_RELATIONS}


def of_other_ids(folder: Path, uids: Collection[str]) -> frozenset[str]:
    """Return which of these rows have their page, whose head has the id of another row now.

    Raises InvalidInputError as ``edited``.
    """
    was, by_digest = _noted(folder), {digest(uid): uid for uid in uids}
    here = (by_digest.get(was.get(page, {}).get(_ID, "")) for page, _ in markdown_edits.pages(folder))
    return frozenset(uid for uid in here if uid is not None)


def digests(folder: Path) -> Mapping[str, Mapping[str, str]]:
    """Return the digests of what the parts of each page said when they were written, by their names.

    Raises InvalidInputError as ``edited``.
    """
    return {page: parts for page, parts in _noted(folder).items() if page != _RELATIONS}


def edited(folder: Path) -> list[Part]:
    """Return the parts that say something else now, and pages that came since; none where an earlier version wrote it.

    Raises InvalidInputError where what was written down cannot be read.
    """
    was, found, copies = _noted(folder), list[Part](), list[Part]()
    now_of = was.pop(_RELATIONS, {})
    ids = {parts[_ID] for page, parts in was.items() if _ID in parts and (folder / page).exists()}
    is_noted = bool(was)
    for page, read in markdown_edits.pages(folder):
        before = was.pop(page, None)
        if before is None:
            is_copy = digest(str(read.fields.get("id") or "")) in ids
            copies += [Part(page, _PAGE, "", "")] if is_copy or (is_noted and not _is_of_lists(page)) else []
            continue
        now = _parts(read, [name.removeprefix(_LINE) for name in before if name.startswith(_LINE)])
        for name in dict.fromkeys([*before, *now]):
            if _is_gone(name, now, read.body):
                continue
            is_document = name == _TEXT and read.fields.get("type") == "document"
            if not _is_as_before(now.get(name, ""), before.get(name, digest("")), is_exact=is_document):
                uid = now_of.get(page) or str(read.fields.get("id") or "")
                text = markdown_edits.document(folder / page) if is_document else now.get(name, "")
                found.append(Part(page, DOCUMENT if is_document else name, uid, text))
    # What is gone with a page of lines is told of each line.
    lost = [Part(page, _PAGE, "", "") for page, before in was.items() if {_TEXT, "summary"} & before.keys()]
    return found + lost + copies


def _is_of_lists(page: str) -> bool:
    """Whether a page that no export wrote is read for new lessons, or no page of anybody: a program keeps it."""
    return page.startswith("learnings/") or any(one.startswith(".") for one in page.split("/"))


def _is_gone(name: str, now: Collection[str], body: str) -> bool:
    """Whether a part is the id in a head, or a line that is gone with its mark: that is told by its text."""
    if name.startswith(_LINE):
        return name not in now and name.removeprefix(_LINE) not in markdown_edits.marks_in(body)
    return name == _ID


def _is_as_before(text: str, before: str, *, is_exact: bool) -> bool:
    """Whether a part says what its digest was made of; the signs of a list may be others, unless it is exact."""
    return before == digest(text) or (not is_exact and before == digest(_SIGN.sub("- ", text)))


def note_taken(folder: Path, taken: Mapping[Part, str], changes: Mapping[str, str] | None = None) -> None:
    """Keep in the folder which parts were taken over, each with the id of its row: they are no edits any more.

    ``changes`` are the ids of what stands for rows now, by the ids in their pages.
    """
    if not (taken or changes):
        return
    said = _noted(folder)
    known = said.setdefault(_RELATIONS, {})
    for was, uid in (changes or {}).items():
        _replace(known, was, uid)
    for part, uid in taken.items():
        said[part.page][_TEXT if part.name == DOCUMENT else part.name] = digest(part.text)
        if part.name == DOCUMENT:
            known[part.page] = uid
            _replace(known, part.uid, uid)
    markdown_edits.put_list(folder / PARTS, said)


def _replace(known: dict[str, str], uid: str, now: str) -> None:
    """Note what stands for a row now, and for all in whose place that row, or what stood for it, had come."""
    before = known.get(f"{_ROW}{uid}", uid)
    earlier = [key for key, stood in known.items() if key.startswith(_ROW) and stood == before]
    known |= dict.fromkeys([f"{_ROW}{uid}", f"{_ROW}{before}", *earlier], now)


def _noted(folder: Path) -> dict[str, dict[str, str]]:
    path = folder / PARTS
    if not path.exists():
        return {}
    said = markdown_edits.read_list(path)
    if not isinstance(said, dict) or not all(isinstance(parts, dict) for parts in said.values()):
        raise InvalidInputError(f"{path} is no object of digests by page", hint="Export again.")
    return said


def _parts(read: MarkdownPage, marks: Collection[str]) -> dict[str, str]:
    """Return what a page says beside the texts of its lines, by the names of its parts."""
    found = {"head": json.dumps(_plain(read.fields), sort_keys=True, ensure_ascii=False)} if read.fields else {}
    match read.fields.get("type"):
        case "decision":
            parts = markdown_sections.parts(read.body, markdown_sections.DECISION, is_exported=True)
            found |= {"what stands before the decision": parts.pop(""), _ID: str(read.fields.get("id") or "")}
            return found | {name: text for name, text in parts.items() if name != "decision"}
        case "entity":
            parts = markdown_sections.parts(read.body, markdown_sections.ENTITY, is_exported=True)
            found["summary"] = parts.pop("")
            told = {name: text for name, text in parts.items() if name not in markdown_edits.FACTS}
            return found | told | _lines(read.body, marks, markdown_edits.FACTS)
        case None:
            return found | _lines(read.body, marks, None)
        case _:
            return found | {_TEXT: read.body}


def _plain(value: object) -> object:
    """Return a value of a head as JSON can hold it, and the same whenever it is read: YAML knows more types."""
    match value:
        case dict():
            return {str(key): _plain(entry) for key, entry in value.items()}
        case list() | tuple():
            return [_plain(entry) for entry in value]
        case set():
            return sorted(map(repr, value))
        case str() | int() | float() | None:
            return value
        case _:
            return repr(value)


def _lines(body: str, marks: Collection[str], headings: Collection[str] | None) -> dict[str, str]:
    """Return the notes behind the lines with these marks, and what else stands under the headings and is no new line.

    ``headings`` None are all of them.
    """
    found: dict[str, str] = {}
    for heading, block in markdown_edits.blocks(body):
        line = markdown_edits.line_of(block)
        if headings is not None and heading not in headings:
            continue
        if line is not None and line.end in marks:
            found[f"{_LINE}{line.end}"] = line.note
        elif not markdown_edits.is_new(block, marks):
            found[heading] = f"{found.get(heading, '')}\n{block}"
    return found
