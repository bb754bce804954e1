"""Find the edits of an exported folder: compare what its lines say now with what they said when they were written.

A changed line is a correction. A line ``~~old~~ new`` says that the fact itself has changed. A line that is gone, with
its mark, withdraws its row. A list line without a mark is new: a lesson on a page of lessons, a fact on the page of a
person or thing.
"""

from __future__ import annotations

import json
import os
import re
import tempfile
from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from memory_mcp.errors import InvalidInputError, RefusedError
from memory_mcp.project import walked
from memory_mcp.transfer.formats import front_matter, markdown_sections
from memory_mcp.transfer.formats.front_matter import MarkdownPage
from memory_mcp.transfer.formats.markdown_write import WRITTEN, mark

Change: TypeAlias = Literal["correct", "supersede", "retract", "add"]

_LINE: Final = re.compile(
    r"^[-*+][ \t]+(?P<text>.*)\s+\*\((?P<note>(?:since\s+)?\d{4}-\d\d-\d\d.*|[^()\n]*)\)\*\s+\^(?P<end>[0-9a-z-]{8})$",
    re.DOTALL,
)
_UNDATED: Final = re.compile(r"^[-*+][ \t]+(?P<text>.*\S)\s+\^(?P<end>[0-9a-z-]{8})$", re.DOTALL)
FACTS: Final = ("observations", "facts")
"""The headings of the facts of a person or thing."""
MOST_BYTES: Final = 64_000_000
"""No list of an export that is read is larger."""
_MARK: Final = re.compile(r"\^([0-9a-z-]{8})(?![0-9a-z-])")
_LAST_MARK: Final = re.compile(r"\^[0-9a-z-]{8}$")
# Editors and formatters set another sign than an export does, and more blanks behind it.
_BULLET: Final = re.compile(r"[-*+][ \t]+")
# A line that is indented, and what follows an empty one so, goes on with the one above; behind a mark nothing does.
_BLOCKS: Final = re.compile(r"\n(?=[-*+][ \t]|#)|(?<=\^[0-9a-z-]{8})[ \t]*\n(?=\S)|\n\s*\n(?=\S)")
_WRAPPED: Final = re.compile(r"\s*\n\s*")
_CHANGED: Final = re.compile(r"^~~(?P<old>.*?)~~\s*(?P<new>\S.*)$", re.DOTALL)
# What puts a line below the first one of its entry.
_FOLD: Final = re.compile(r"\n(?: {1,2}|\t)")


class Edit(NamedTuple):
    """What somebody did to a row in the folder: ``text`` is what it says now, empty where it was taken out.

    Of what is new ``uid`` is whose fact it is, empty for a lesson. ``page`` is where it stands if that is no line with
    a mark: what is new, a decision, or ``part`` of a page, such as its reasons or its summary. ``line`` is all that
    the page says where it strikes something out.
    """

    change: Change
    uid: str
    before: str
    text: str
    page: str = ""
    part: str = ""
    line: str = ""


class Line(NamedTuple):
    """A line of a list as an export writes it: its text, since when and of which project, and the mark of its row.

    The ``note`` between the two is empty where somebody took it out.
    """

    text: str
    note: str
    end: str


class Compared(NamedTuple):
    """What a row says now and said before, and all of a text that says it has changed.

    Without such a ``line`` it is a correction, or says the same.
    """

    now: str
    was: str
    line: str = ""


class _Said(NamedTuple):
    """What the pages say now: of each row, in lines that have no mark, and in which page a decision stands.

    ``marked`` are the rows whose marks stand in a list, also where the line cannot be read.
    """

    rows: dict[str, str]
    new: list[Edit]
    pages: dict[str, str]
    marked: set[str]


def is_exported(folder: Path) -> bool:
    """Whether a folder is an export whose edits can be taken over."""
    return (folder / WRITTEN).is_file()


def edits(folder: Path, own: Collection[str] = (), changed: Collection[str] = ()) -> list[Edit]:
    """Return the edits of an exported folder, in the order in which its rows were written.

    ``own`` are the pages that the export wrote: a copy of one beside it is none. ``changed`` are the rows of which a
    ``~~old~~ new`` was taken over.

    Raises InvalidInputError where the list of what was written cannot be read, or no page is left.
    """
    rows = written(folder)
    said = _said(folder, by_mark(rows), own)
    texts = {uid: bare(before) for uid, before in rows.items()}
    new = {(line.page, line.uid, bare(line.text)): line for line in said.new}
    new_texts = {text for _, _, text in new}
    # The mark was taken out, or there was none when the line was taken over: it says the same.
    kept = {texts[uid]: uid for uid in rows if uid not in said.rows and texts[uid] in new_texts}
    if rows and not said.rows and not kept:
        raise InvalidInputError(
            f"no line of the export is left in {folder}", hint="`memory-mcp forget` takes out many rows at once."
        )
    found = []
    for uid, before in rows.items():
        text = said.rows.get(uid)
        if text is None:
            was = said_now(before, before, is_changed=uid in changed).was
            found += [] if texts[uid] in kept or uid in said.marked else [Edit("retract", uid, was, "")]
        elif bare(text) != texts[uid]:
            now, was, line = said_now(text, before, is_changed=uid in changed)
            if bare(now) != bare(was):
                change: Change = "supersede" if line else "correct"
                found.append(Edit(change, uid, was, now, said.pages.get(uid, ""), line="" if now == text else text))
    return found + [line for (_, _, text), line in new.items() if text not in kept]


def written(folder: Path) -> dict[str, str]:
    """Return what an export wrote: the text of each row by its id. Raises InvalidInputError for no such list."""
    path = folder / WRITTEN
    rows = read_list(path)
    if not isinstance(rows, dict) or not all(isinstance(text, str) for text in rows.values()):
        raise InvalidInputError(f"{path} is no object of texts by id", hint="Export again.")
    return rows


def by_mark(uids: Iterable[str]) -> dict[str, str]:
    """Return the ids by the marks of their lines; earlier exports marked each with its end."""
    uids = list(uids)
    return {uid[-8:]: uid for uid in uids} | {mark(uid): uid for uid in uids}


def note_taken(folder: Path, texts: Mapping[str, str], gone: Collection[str]) -> None:
    """Keep in the folder what was taken over and is no edit any more: what lines say now, and which are gone."""
    kept = {uid: text for uid, text in written(folder).items() if uid not in gone}
    put_list(folder / WRITTEN, kept | dict(texts))


def read_list(path: Path) -> Any:
    """Return what a list of an export holds. Raises InvalidInputError for what is no file, too large or no JSON."""
    try:
        return json.loads(_bounded(path))
    except (OSError, ValueError, RecursionError) as exc:
        raise InvalidInputError(f"{path} cannot be read: {exc}", hint="Export again.") from exc


def _bounded(path: Path) -> str:
    """Return the text of a file. Raises ValueError for what is none, is larger than a list may be, or is no text."""
    if path.exists() and not path.is_file():
        raise ValueError("it is no file")
    with path.open("rb") as file:
        said = file.read(MOST_BYTES + 1)
    if len(said) > MOST_BYTES:
        raise ValueError(f"it is larger than {MOST_BYTES:,} bytes")
    return said.decode("utf-8")


def put_list(path: Path, said: Mapping[str, object]) -> None:
    """Put a list of an export in the place of the one before.

    The draft is a new file: what the folder holds already, a link too, is never written to.
    """
    descriptor, name = tempfile.mkstemp(prefix=f"{path.name}.", dir=path.parent)
    draft = Path(name)
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            file.write(json.dumps(said, ensure_ascii=False))
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)


def _said(folder: Path, ids: Mapping[str, str], own: Collection[str]) -> _Said:
    """Return what the pages say now."""
    said, decisions = _Said({}, [], {}, set()), dict[str, str]()
    for page, read in pages(folder):
        kind, uid = read.fields.get("type"), str(read.fields.get("id") or "")
        is_list, has_list = page.startswith("learnings/"), kind == "entity" and uid
        if kind is None or has_list:
            said.marked.update(ids[end] for end in marks_in(read.body) if end in ids)
        for heading, block in blocks(read.body):
            if line := line_of(block):
                if line.end in ids:
                    said.rows[ids[line.end]] = unfolded(line.text)
            elif is_new(block, ids) and ((is_list and heading != "no longer") or (has_list and heading in FACTS)):
                said.new.append(Edit("add", "" if is_list else uid, "", entry_text(block), page))
        if kind == "decision" and (uid not in decisions or page in own) and (
            decision := markdown_sections.parts(read.body, markdown_sections.DECISION, is_exported=True).get("decision")
        ):  # fmt: skip
            decisions[uid], said.pages[uid] = decision, page
    # The id in a head is whatever somebody wrote there: what has a line is none of a decision.
    for uid in decisions.keys() & said.rows.keys():
        del said.pages[uid]
    return said._replace(rows=decisions | said.rows)


def pages(folder: Path) -> Iterator[tuple[str, MarkdownPage]]:
    """Yield the pages of a folder by their paths in it, in order; what is no file is none.

    Raises InvalidInputError for a page that is not UTF-8, and RefusedError for a folder that cannot be read: what
    stands there would be taken for edited, or gone.
    """
    for path in sorted(_below(folder)):
        if path.is_file():
            yield path.relative_to(folder).as_posix(), front_matter.read(_text_of(path))


def _below(folder: Path) -> Iterator[Path]:
    """Yield what a folder and those in it have under the name of a page. Raises RefusedError for a closed folder."""

    def refuse(exc: OSError) -> None:
        raise RefusedError(
            f"{exc.filename} cannot be read: {exc.strerror}", field="path",
            hint="What stands there would be taken for gone. Make it readable, and import the folder again.",
        ) from exc  # fmt: skip

    for place, _folders, names in walked(folder, refuse):
        yield from (Path(place, name) for name in names if name.endswith(".md"))


def document(page: Path) -> str:
    """Return what the page of a document says below its head, to the character. Raises as ``pages``."""
    return front_matter.below(_text_of(page))


def _text_of(page: Path) -> str:
    try:
        return page.read_bytes().decode("utf-8")
    except UnicodeDecodeError as exc:
        raise InvalidInputError(
            f"{page} is not UTF-8", hint="Save it as UTF-8 in your editor, and import the folder again.", field="path"
        ) from exc


def blocks(body: str) -> Iterator[tuple[str, str]]:
    """Yield what stands in a page, each entry of a list for itself, with the heading above it in small letters."""
    heading = ""
    for block in map(str.strip, _BLOCKS.split(body)):
        if block.startswith("#"):
            heading = block.strip("# ").casefold()
        elif block:
            yield heading, block


def is_entry(block: str) -> bool:
    """Whether a block is an entry of a list."""
    return _BULLET.match(block) is not None


def is_new(block: str, marks: Collection[str]) -> bool:
    """Whether a block is an entry that has none of these marks, nor one at its end."""
    return is_entry(block) and not _LAST_MARK.search(block) and marks_in(block).isdisjoint(marks)


def marks_in(text: str) -> frozenset[str]:
    """Return the marks that stand anywhere in a text."""
    return frozenset(_MARK.findall(text))


def line_of(block: str) -> Line | None:
    """Return the line that a block is, wherever an editor wrapped it; None for what has no mark at its end."""
    found = _LINE.match(block) or _UNDATED.match(block)
    if found is None:
        return None
    return Line(found["text"], _WRAPPED.sub(" ", found.groupdict().get("note") or ""), found["end"])


def entry_text(block: str) -> str:
    """Return what an entry of a list says, without its sign."""
    return unfolded(_BULLET.sub("", block, count=1))


def has_lines(body: str) -> bool:
    """Whether a page has a line as an export writes it."""
    return any(_LINE.match(block) for _, block in blocks(body))


def said_now(text: str, before: str, *, is_changed: bool = False) -> Compared:
    """Return what a row says now: of ``~~old~~ new`` the new, unless it was written so ``before``.

    ``is_changed``: what is struck out there was taken over, so that the row says the new.
    """
    changed, was = _CHANGED.match(text), _CHANGED.match(before)
    is_as_before = changed is not None and was is not None and changed["old"] == was["old"]
    if was is not None and is_changed:
        return said_now(changed["new"].strip() if changed and is_as_before else text, was["new"].strip())
    if changed is None or is_as_before:
        return Compared(text, before)
    return Compared(changed["new"].strip(), before, text)


def unfolded(text: str) -> str:
    """Return the text of an entry, each line as it was before it was put below the first one."""
    return _FOLD.sub("\n", text).strip()


def bare(text: str) -> str:
    """Return what a text says wherever its lines begin and end: an editor may set them anew."""
    return "\n".join(line.strip() for line in text.splitlines()).strip()
