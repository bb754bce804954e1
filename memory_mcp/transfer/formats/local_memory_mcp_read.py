"""Read exports of local-memory-mcp (``studiomeyer-memory-export``, version 1), including faults of real files.

Its records have one time, when they were written, and this is taken as the time since when they hold. This memory came
to know them at the import.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from memory_mcp.errors import InvalidInputError
from memory_mcp.store.facts.lifecycle import State
from memory_mcp.store.facts.versions import Draft
from memory_mcp.temporal import FOREVER, Instant, Period
from memory_mcp.transfer.formats.detect import STUDIOMEYER
from memory_mcp.transfer.formats.native_read import section_records
from memory_mcp.transfer.formats.native_records import context_of
from memory_mcp.transfer.merging.sessions_and_profile import aside_of
from memory_mcp.transfer.model.entry import Aside, Entry, Fact, Record, Source, Version
from memory_mcp.transfer.model.input import Input
from memory_mcp.transfer.model.json_values import whole_json
from memory_mcp.transfer.model.records import one_by_one
from memory_mcp.transfer.model.values import Reader, an_object, count, flag, instant, number

_ARCHIVED: Final = "archived"
# What is referred to before what refers to it, whatever the order in the file.
_SECTIONS: Final = {
    "sessions": "session",
    "entities": "entity",
    "observations": "observation",
    "relations": "relation",
    "learnings": "learning",
    "decisions": "decision",
}


def open_export(source: Input) -> Source:
    """Open an export, or the whole answer it came in.

    Raises InvalidInputError when it is no version 1.
    """
    value = whole_json(source)
    if isinstance(value, dict) and "success" in value and isinstance(value.get("data"), dict):
        value = value["data"]
    data = value if isinstance(value, dict) else {}
    if data.get("format") != STUDIOMEYER or type(data.get("version")) is not int or data["version"] != 1:
        raise InvalidInputError(
            f"{source.name} is no {STUDIOMEYER} of version 1: version {str(data.get('version'))[:40]!r}",
            hint="Only the integer 1 is known; nothing was imported.", field=source.field,
        )  # fmt: skip
    records = list(_records(data))
    exported_at = instant(data.get("exportedAt"))
    return Source(
        "studiomeyer", source.name, source.fingerprint(), iter(records), len(records), exported_at=exported_at
    )  # fmt: skip


def entries(source: Source, reader: Reader) -> Iterator[tuple[Entry | None, int]]:
    """Yield what each record says; one that says nothing is accounted for here."""
    exported_at = reader.now if source.exported_at is None else min(source.exported_at, reader.now)

    def read(record: Record) -> Entry:
        data = an_object(record.data)
        make = _fact if record.kind in _FACTS else _aside
        return make(reader, record, data, exported_at)

    return one_by_one(source.records, reader, read)


def _records(data: Mapping[str, Any]) -> Iterator[Record]:
    profile = data.get("profile")
    if isinstance(profile, dict):
        for field, value in profile.items():
            yield Record("profile", {"field": field, "value": value}, f"profile.{field}"[:60])
    if data.get("goal"):
        yield Record("goal", {"goal": data["goal"]}, "goal")
    for section, kind in _SECTIONS.items():
        yield from section_records(data, section, kind)


def _aside(reader: Reader, record: Record, data: Mapping[str, Any], exported_at: Instant) -> Aside:
    aside = aside_of(reader, record.kind, data, record.where)
    if record.kind in ("goal", "profile"):
        aside.values["changed_at"] = exported_at
    return aside


def _fact(reader: Reader, record: Record, data: Mapping[str, Any], exported_at: Instant) -> Fact:
    fact = Fact(reader.identifier(data), record.kind, [])  # type: ignore[arg-type]  # the kinds of _FACTS are kinds of items
    draft = _FACTS[record.kind](reader, data, record.where)
    fact.versions = [Version(draft, record.where, project=reader.name(data, "project"))]
    fact.state = _state(reader, data, record.where, exported_at)
    return fact


def _since(reader: Reader, data: Mapping[str, Any], key: str, where: str) -> Period:
    at = reader.past(data, key, where)
    return Period(reader.now if at is None else at)


def _learning(reader: Reader, data: Mapping[str, Any], where: str) -> Draft:
    keys = ("category", "source", "memoryType")
    return Draft(
        kind="learning", body=reader.text(data, "content", required=True), valid=_since(reader, data, "date", where),
        tags=reader.texts(data, "tags"), attributes=_given(reader, data, keys),
        confidence=reader.share(data, "confidence", where), importance=reader.share(data, "importance", where),
    )  # fmt: skip


def _decision(reader: Reader, data: Mapping[str, Any], where: str) -> Draft:
    attributes = _given(reader, data, ("reasoning", "alternatives", "source"))
    body = reader.text(data, "decision", required=True)
    return Draft(
        kind="decision", title=reader.said(data, "title") or body[:80], body=body,
        context=context_of("decision", attributes), valid=_since(reader, data, "date", where),
        tags=reader.texts(data, "tags"), attributes=attributes, confidence=reader.share(data, "confidence", where),
    )  # fmt: skip


def _entity(reader: Reader, data: Mapping[str, Any], where: str) -> Draft:
    attributes = {"entityType": reader.said(data, "entityType") or "unknown"} | _given(reader, data, ("updatedAt",))
    return Draft(
        kind="entity", title=reader.text(data, "name", required=True), body=reader.text(data, "summary"),
        context=context_of("entity", attributes), valid=_since(reader, data, "createdAt", where),
        attributes=attributes, confidence=reader.share(data, "confidence", where),
    )  # fmt: skip


def _observation(reader: Reader, data: Mapping[str, Any], where: str) -> Draft:
    start = reader.moment(data, "validFrom", where)
    if start is None:
        start = _since(reader, data, "createdAt", where).start
    end = reader.moment(data, "validTo", where)
    if end is not None and end < start:
        reader.report.note(where, "it ended before it began and is kept as history")
    return Draft(
        kind="observation", body=reader.text(data, "content", required=True),
        # Its clock counts seconds: a fact that was replaced within one was true for a moment, and is history.
        valid=Period(start, FOREVER if end is None else max(end, start + 1)),
        parent_uid=reader.identifier(data, "entityId"), session_uid=reader.reference(data, "sessionId"),
        attributes=_given(reader, data, ("source", "createdAt")), confidence=reader.share(data, "confidence", where),
    )  # fmt: skip


def _relation(reader: Reader, data: Mapping[str, Any], where: str) -> Draft:
    weight = number(data.get("weight"))
    return Draft(
        kind="relation", title=reader.text(data, "relationType", required=True), body="",
        valid=_since(reader, data, "createdAt", where), parent_uid=reader.identifier(data, "fromEntityId"),
        target_uid=reader.identifier(data, "toEntityId"), attributes={"weight": 1.0 if weight is None else weight},
    )  # fmt: skip


_FACTS: Final[dict[str, Callable[[Reader, Mapping[str, Any], str], Draft]]] = {
    "learning": _learning,
    "decision": _decision,
    "entity": _entity,
    "observation": _observation,
    "relation": _relation,
}


def _given(reader: Reader, data: Mapping[str, Any], keys: tuple[str, ...]) -> dict[str, Any]:
    return {key: text for key in keys if (text := reader.said(data, key))}


def _state(reader: Reader, data: Mapping[str, Any], where: str, exported_at: Instant) -> State | None:
    """Read what became of a record; None where nothing did."""
    lifecycle = str(data.get("lifecycleState") or "")
    word, _, reason = lifecycle.partition(":")
    archived_at = None
    if flag(data.get("archived")) or word == _ARCHIVED:
        archived_at = reader.past(data, "archivedAt", where) or exported_at
    verified = flag(data.get("verified"))
    state = State(
        archived_at=archived_at,
        archive_reason=reader.clean(reason, "lifecycleState") if archived_at is not None else "",
        use_count=count(data.get("usageCount")),
        last_used_at=reader.past(data, "lastUsed", where),
        # 0 is what every record starts with: it says nothing.
        verified=verified or None,
        verified_at=reader.past(data, "verifiedAt", where),
    )
    if state == State():
        return None
    changed = (state.archived_at, state.last_used_at, state.verified_at)
    return State(
        state.archived_at, state.archive_reason, state.pinned, state.use_count, 0, state.last_used_at,
        state.verified, state.verified_at, "", max((at for at in changed if at is not None), default=exported_at),
    )  # fmt: skip
