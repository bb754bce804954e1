"""Store long texts whole and find them by passage; together the passages, runs of whole lines, are the text."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from typing import Any, Final, Literal, NamedTuple, assert_never

from memory_mcp.errors import InvalidInputError
from memory_mcp.store.facts import admission, facts, lifecycle, versions
from memory_mcp.store.facts.gatekeeper import Admit, Duplicate, Refuse
from memory_mcp.store.facts.tags import added
from memory_mcp.store.facts.versions import Draft, Item, insert
from memory_mcp.store.file.as_of import BELIEVED
from memory_mcp.store.file.database import Snapshot, Transaction
from memory_mcp.store.file.ids import hash_of
from memory_mcp.temporal import FOREVER, Instant, Period

LONGEST_DOCUMENT: Final = 2_000_000
# Characters. A passage ends at the first paragraph end after _GOOD, at the latest line end before _MOST; about 250
# tokens, so that one vector can stand for it. Only a line longer than _MOST is itself cut.
_GOOD: Final = 700
_MOST: Final = 1_400
# What stands around the words of a heading.
_MARKUP: Final = " \t#*=-\r\n"
_ELLIPSIS: Final = "\N{HORIZONTAL ELLIPSIS}"

_UNDER_KEYS: Final = f"""
    SELECT uid, external_id, attributes ->> 'hash', coalesce(attributes ->> 'source', '')
    FROM item
    WHERE kind = 'document' AND project_id = :project_id AND {BELIEVED}
      AND substr(external_id, 1, length(:prefix)) = :prefix
    ORDER BY external_id, id
"""
_PASSAGES: Final = """
    -- The pieces of an over-long line share its number; they were written in order.
    SELECT body, position, attributes ->> 'lastLine'
    FROM item
    WHERE kind = 'passage' AND parent_uid = :uid
      AND position <= :last AND attributes ->> 'lastLine' >= :first
    ORDER BY position, id
"""
_BELIEVED_PASSAGES: Final = f"""
    SELECT uid
    FROM item
    WHERE kind = 'passage' AND parent_uid = :uid AND {BELIEVED}
    ORDER BY id
"""


class Passage(NamedTuple):
    """A run of lines, first and last counted from 1; an over-long line is several of the same number."""

    text: str
    first_line: int
    last_line: int


class Document(NamedTuple):
    """What is to be kept: the whole text, and what it is called. ``at`` is since when it holds; None is now."""

    text: str
    title: str = ""
    summary: str = ""
    source: str = ""
    tags: tuple[str, ...] = ()
    project_id: int = 0
    session_uid: str | None = None
    external_id: str | None = None
    at: Instant | None = None
    importance: float | None = None


class KeptDocument(NamedTuple):
    """A document believed under a key: its id, the hash of its text, and where it is from."""

    uid: str
    key: str
    hash: str
    source: str


class Saved(NamedTuple):
    """What became of a text: ``unchanged`` where the same text stands in the same project."""

    action: Literal["added", "unchanged"]
    uid: str
    title: str
    lines: int
    passages: int


def save(tx: Transaction, document: Document) -> Saved:
    """Store a text in passages, and return what became of it; the same text in the same project is stored once.

    One that was archived is in answers again, and takes what is said of it now: further tags, another title, summary,
    source or importance. Its passages stay as they are.

    Raises InvalidInputError for a text of more than LONGEST_DOCUMENT characters, and for one without words.
    """
    if len(document.text) > LONGEST_DOCUMENT:
        raise InvalidInputError(
            f"the text has {len(document.text)} characters, more than {LONGEST_DOCUMENT}",
            hint="Save it in parts.", field="content",
        )  # fmt: skip
    verdict = admission.verdict_on(tx, draft_of(tx, document), text=document.text)
    match verdict:
        case Refuse(reason):
            raise InvalidInputError(reason, hint="Give the text to keep.", field="content")
        case Duplicate(known):
            lifecycle.restore(tx, known)
            same = _told_more(tx, versions.require(tx, known), document)
            return Saved("unchanged", known, same.title, same.attributes["lines"], len(_passages(tx, known)))
        case Admit():
            return add(tx, document)
        case _:
            assert_never(verdict)


def _told_more(tx: Transaction, known: Item, document: Document) -> Item:
    """Return a document once it has what is said of it now; what is not said now stays."""
    wanted: dict[str, Any] = {
        "title": document.title or known.title,
        "body": document.summary or known.body,
        "tags": (*known.tags, *added(known.tags, document.tags)),
        "importance": known.importance if document.importance is None else document.importance,
        "attributes": {**known.attributes, **({"source": document.source} if document.source else {})},
    }
    changed = {name: value for name, value in wanted.items() if value != getattr(known, name)}
    return facts.correct(tx, known.uid, reason="saved again with more to say", **changed)[-1] if changed else known


def add(tx: Transaction, document: Document) -> Saved:
    """Store a text in passages, also where another document holds the same text."""
    draft = draft_of(tx, document)
    _, uid = insert(tx, draft)
    passages = list(split(document.text))
    for number, passage in enumerate(passages):
        insert(tx, passage_draft(draft, uid, passage), uid=passage_uid(uid, number))
    return Saved("added", uid, draft.title, draft.attributes["lines"], len(passages))


def draft_of(tx: Transaction, document: Document) -> Draft:
    """Return the row of a document itself; its text is in its passages."""
    return Draft(
        kind="document",
        title=document.title or title_of(document.text),
        body=document.summary,
        valid=Period(tx.now if document.at is None else document.at),
        project_id=document.project_id,
        session_uid=document.session_uid,
        external_id=document.external_id,
        tags=document.tags,
        importance=document.importance,
        attributes=measures(document.text) | ({"source": document.source} if document.source else {}),
    )


def passage_draft(document: Draft, uid: str, passage: Passage) -> Draft:
    """Return the row of one passage of the document ``uid``."""
    return Draft(
        kind="passage",
        # A title taken from the text's own first words would count them twice.
        title="" if _begins_with(passage.text, document.title) else document.title,
        body=passage.text,
        valid=document.valid,
        project_id=document.project_id,
        session_uid=document.session_uid,
        parent_uid=uid,
        position=passage.first_line,
        tags=document.tags,
        importance=document.importance,
        attributes={"lastLine": passage.last_line},
    )


def passage_uid(uid: str, number: int) -> str:
    """Return the id of a document's passage: the same wherever the document goes."""
    return str(uuid.uuid5(uuid.NAMESPACE_OID, f"{uid}/{number}"))


def measures(text: str) -> dict[str, Any]:
    """Return the number of lines and characters of a text, and the hash by which it is recognised."""
    return {"lines": count_lines(text), "characters": len(text), "hash": text_hash(text)}


def text_hash(text: str) -> str:
    """Return 32 hexadecimal digits that are equal where texts are equal."""
    return hash_of(text)


def count_lines(text: str) -> int:
    """Return the number of lines; only a line feed ends one."""
    return text.count("\n") + (not text.endswith("\n"))


def split(text: str) -> Iterator[Passage]:
    """Cut a text into runs of whole lines, each of a good size for one vector; joined they are the text."""
    run: list[str] = []
    size, first = 0, 1
    number = 0
    for number, line in enumerate(_lines(text), 1):
        if run and (size + len(line) > _MOST or (size >= _GOOD and not run[-1].strip())):
            yield Passage("".join(run), first, number - 1)
            run, size, first = [], 0, number
        if len(line) > _MOST:
            for piece in _pieces(line):
                yield Passage(piece, number, number)
            first = number + 1
            continue
        run.append(line)
        size += len(line)
    if run:
        yield Passage("".join(run), first, number)


def same_text(snapshot: Snapshot, project_id: int, text: str) -> Item | None:
    """Return the document that holds exactly this text in this project, or None."""
    told = Draft(kind="document", body="", valid=Period(snapshot.now), project_id=project_id, attributes=measures(text))
    verdict = admission.verdict_on(snapshot, told)
    return verdict.item if isinstance(verdict, Duplicate) else None


def under_keys(snapshot: Snapshot, project_id: int, prefix: str) -> list[KeptDocument]:
    """Return the documents of a project that are believed under keys with this beginning."""
    return [KeptDocument(*row) for row in snapshot.rows(_UNDER_KEYS, {"project_id": project_id, "prefix": prefix})]


def whole_text(snapshot: Snapshot, uid: str) -> str:
    """Return the text of a document as it was saved, to the character."""
    return "".join(body for body, _, _ in _passages(snapshot, uid))


def lines_of(snapshot: Snapshot, uid: str, first: int, last: int) -> str:
    """Return lines ``first`` to ``last`` of a document (counted from 1, both included), with their line ends."""
    rows = _passages(snapshot, uid, first, last)
    if not rows:
        return ""
    start = rows[0][1]
    return "".join(list(_lines("".join(body for body, _, _ in rows)))[max(first - start, 0) : last - start + 1])


def title_of(text: str) -> str:
    """Return a title for a text without one: the start of its first line that says something."""
    line = next((line.strip(_MARKUP) for line in _lines(text) if line.strip(_MARKUP)), text.strip())
    return line if len(line) <= 80 else line[:79].rsplit(" ", 1)[0] + _ELLIPSIS  # noqa: PLR2004 - a heading's width


def _begins_with(text: str, title: str) -> bool:
    return text.lstrip(_MARKUP).startswith(title.removesuffix(_ELLIPSIS))


def retract(tx: Transaction, uid: str, *, reason: str = "") -> bool:
    """Retract a document and its passages; history keeps them. Return False when it was retracted before."""
    for (passage,) in tx.rows(_BELIEVED_PASSAGES, {"uid": uid}):
        facts.retract(tx, passage, reason=reason)
    return facts.retract(tx, uid, reason=reason)


def _passages(snapshot: Snapshot, uid: str, first: int = 1, last: int = FOREVER) -> list[tuple[Any, ...]]:
    return snapshot.rows(_PASSAGES, {"uid": uid, "first": first, "last": last})


def _lines(text: str) -> Iterator[str]:
    """Yield the lines with their ends; unlike ``splitlines`` only a line feed ends one."""
    start = 0
    while start < len(text):
        end = text.find("\n", start) + 1 or len(text)
        yield text[start:end]
        start = end


def _pieces(line: str) -> Iterator[str]:
    """Cut an over-long line, at white space where there is some."""
    start = 0
    while len(line) - start > _MOST:
        space = line.rfind(" ", start + _GOOD, start + _MOST)
        end = start + _MOST if space < 0 else space + 1
        yield line[start:end]
        start = end
    yield line[start:]
