"""Turn a page of the feed into rows of the hub, and rows of the hub into native records."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from memory_mcp.language.unspaced_scripts import indexed_apart
from memory_mcp.store.facts.selection import Exported
from memory_mcp.store.file.tokenizer import tokenize
from memory_mcp.temporal import FOREVER, Instant, format_instant
from memory_mcp.transfer.formats.native_records import SECTIONS, change_record
from memory_mcp.transfer.formats.native_write import key_of

# PostgreSQL's bounds for one word and for the words of one text.
_LONGEST_WORD: Final = 500
_MOST_WORDS: Final = 20_000
# In halves.
_TWICE, _THRICE = 4, 6
# What changes later, or stands in rows of its own.
_APART: Final = ("supersededAt", "supersededById", "state", "changes")
# Made once: a row has two texts of JSON, and making what writes one takes as long as writing it.
_json: Final = json.JSONEncoder(ensure_ascii=False, allow_nan=False).encode
_KINDS: Final = tuple(SECTIONS.values())


def version_row(exported: Exported, record: Mapping[str, Any]) -> tuple[Any, ...]:
    """Return a version as a row for ``incoming``."""
    item = exported.item
    kept = {key: value for key, value in record.items() if key not in _APART}
    # Statements are found by their turns.
    texts = ("", "") if item.kind == "statement" else (f"{item.title}\n{item.body}", item.context)
    return (
        item.uid, item.kind, exported.project or "", item.session_uid, item.parent_uid, item.target_uid, item.position,
        item.confidence, item.importance, f"[{_at(item.valid.start)},{_at(item.valid.end)})", _at(item.recorded_at),
        _at(exported.superseded_at), exported.origin, _text(item.title), _text(item.body), _text(item.context),
        list(map(_text, item.tags)), _json(item.attributes), _json(kept), *words(*texts),
    )  # fmt: skip


def change_rows(exported: Exported) -> Iterator[tuple[Any, ...]]:
    """Yield why a fact changed as rows."""
    for change in exported.changes:
        yield (
            exported.item.uid, exported.project or "", _at(change.at), change.verb, change.superseded_by or "",
            change.origin, _json(change_record(change)),
        )  # fmt: skip


def register_row(kind: str, key: str, project: str | None, record: Mapping[str, Any]) -> tuple[Any, ...]:
    """Return what is no version as a row."""
    return kind, key, project or "", _json(record)


def registers_of(records: Iterable[Mapping[str, Any]]) -> Iterator[tuple[Any, ...]]:
    """Yield records that are no facts as rows."""
    for record in records:
        kind = str(record["type"])
        yield register_row(kind, key_of(kind, record), record.get("project"), record)


def words(text: str, context: str) -> tuple[str, int]:
    """Return the words of a text as PostgreSQL reads a tsvector, and how many they are, those that repeat included.

    They are stemmed as the word index of a file does it. Each has the label of how often it stands there: none for
    once, C for twice, B for more, A for what stands in the context alone, which counts half.
    """
    own, around = tokenize(f"{text} {indexed_apart(f'{text} {context}')}"), tokenize(context)
    count = len(own) + len(around)
    # They are of letters and digits alone: none needs to be quoted.
    labels = dict.fromkeys(around, ":1A") | dict.fromkeys(own, "")
    if len(labels) < count:
        times = Counter([*own, *own, *around])
        labels |= {word: ":1B" if n >= _THRICE else ":1C" for word, n in times.items() if n >= _TWICE}
    found = [f"{word}{label}" for word, label in labels.items() if len(word) <= _LONGEST_WORD]
    return " ".join(found[:_MOST_WORDS]), count


def fact_of(
    versions: list[tuple[dict[str, Any], str | None]], changes: list[dict[str, Any]], state: dict[str, Any] | None
) -> list[dict[str, Any]]:
    """Return a fact's records in order, each of (record, when it was superseded), with what stands at the last one."""
    records = [record | {"supersededAt": superseded_at} for record, superseded_at in versions]
    records[-1] = dict(records[-1]) | ({"changes": changes} if changes else {}) | ({"state": state} if state else {})
    successors = [change["supersededById"] for change in changes if change["verb"] in ("supersede", "restore")]
    records[-1]["supersededById"] = successors[-1] if successors else None
    return records


def in_order(records: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return records of facts with what is referred to before what refers to it."""
    return sorted(records, key=lambda record: _KINDS.index(record["type"]))


def _at(instant: Instant) -> str:
    return "infinity" if instant == FOREVER else str(format_instant(instant))


def _text(text: str) -> str:
    return text.replace("\0", "")
