"""A data set to search in: rows, questions with the rows that answer them, and how a memory would come to hold them.

A folder has ``corpus.jsonl`` (``_id, text, caption, speaker, role, session, group, ts, title``) and ``queries.jsonl``
(``_id, text, group, category, gold``); a file ``*.json`` has memories and queries whose gold are tags. Published data
sets are read as their authors give them away (``retrieval_formats``).
"""

from __future__ import annotations

import datetime as dt
import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final, Literal, get_args

from memory_mcp.errors import InvalidInputError
from memory_mcp.temporal import format_instant, parse_time

Kind = Literal["turns", "documents", "learnings"]
KINDS: Final = get_args(Kind)
ADVERSARIAL: Final = "adversarial"
_TIMES: Final = ("%I:%M %p on %d %B, %Y", "%Y/%m/%d (%a) %H:%M", "%B-%d-%Y")


@dataclass(frozen=True, slots=True)
class Row:
    """One text to be found; empty where the data say nothing. ``at`` is ISO 8601."""

    id: str
    text: str
    group: str
    caption: str = ""
    speaker: str = ""
    role: str = ""
    session: str = ""
    at: str = ""
    title: str = ""
    tags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Question:
    """A question, asked inside its group only, and the ids of the rows that answer it."""

    id: str
    text: str
    group: str
    category: str
    gold: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DataSet:
    """What is searched, what is asked, and as what it is stored."""

    name: str
    kind: Kind
    rows: tuple[Row, ...]
    questions: tuple[Question, ...]

    @property
    def groups(self) -> list[str]:
        """The groups in order of first sight."""
        return list(dict.fromkeys(row.group for row in self.rows))

    @property
    def indexed_text(self) -> str:
        """Say which text can be found, and as what."""
        match self.kind:
            case "turns":
                return "turns: speaker, words and image caption; no date, no neighbours"
            case "documents":
                return "documents: the text, in passages"
            case "learnings":
                return "lessons: the text; tags are not indexed"

    def of_group(self, group: str) -> DataSet:
        """Return the part that belongs to one group."""
        rows = tuple(row for row in self.rows if row.group == group)
        return replace(self, rows=rows, questions=tuple(q for q in self.questions if q.group == group))


def load(path: Path, kind: Kind | None = None, *, with_unanswerable: bool = False) -> DataSet:
    """Read a data set; ``kind`` overrides what the rows themselves suggest.

    Questions without gold are left out, unless they are asked for.
    """
    # It reads into the classes of this module.
    from retrieval_formats import published  # noqa: PLC0415

    found = published(path) or (_tagged(path) if path.is_file() else _folder(path))
    known = {row.id for row in found.rows}
    # Gold that is not in the corpus cannot be found by anybody; a question with nothing else tells nothing.
    questions = tuple(replace(q, gold=tuple(sorted({g for g in q.gold if g in known}))) for q in found.questions)
    kept = tuple(q for q in questions if q.gold or with_unanswerable)
    return replace(found, kind=kind or found.kind, questions=kept)


def _folder(path: Path) -> DataSet:
    rows = tuple(
        Row(
            id=line["_id"],
            text=line["text"],
            group=line.get("group") or "",
            caption=line.get("caption") or "",
            speaker=line.get("speaker") or "",
            role=line.get("role") or "",
            session=line.get("session") or "",
            at=instant(line.get("ts") or ""),
            title=line.get("title") or "",
        )
        for line in _lines(path / "corpus.jsonl")
    )
    questions = tuple(
        Question(line["_id"], line["text"], line.get("group") or "", line.get("category") or "", tuple(line["gold"]))
        for line in _lines(path / "queries.jsonl")
    )
    is_said = any(row.speaker or row.role for row in rows) or max(Counter(row.session for row in rows).values()) > 1
    return DataSet(path.name, "turns" if is_said else "documents", rows, questions)


def _tagged(path: Path) -> DataSet:
    data: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    rows = tuple(
        Row(memory["id"], memory["content"], "", at=memory["created_at_iso"], tags=tuple(memory["tags"]))
        for memory in data["memories"]
    )
    questions = tuple(
        Question(
            query["id"],
            query["question"],
            "",
            query["category"],
            tuple(row.id for row in rows if set(row.tags).intersection(query["expected_tags"])),
        )
        for query in data["queries"]
    )
    return DataSet(path.stem, "learnings", rows, questions)


def _lines(path: Path) -> Iterator[dict[str, Any]]:
    with path.open(encoding="utf-8") as file:
        for line in file:
            yield json.loads(line)


def instant(written: str) -> str:
    """Return a time as ISO 8601, "" for none; ValueError if it is written in a way nobody has taught this."""
    if not written:
        return ""
    for form in _TIMES:
        try:
            return dt.datetime.strptime(written, form).replace(tzinfo=dt.UTC).isoformat()
        except ValueError:
            continue
    try:
        return format_instant(parse_time(written, now=0, field="ts")) or ""
    except InvalidInputError as error:
        raise ValueError(f"not a time: {written!r}") from error
