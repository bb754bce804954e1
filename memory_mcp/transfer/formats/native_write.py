"""Write the native format as a stream: a head, then records; as one JSON value, or one record a line."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping
from typing import Any, Final, TextIO

from memory_mcp import __version__
from memory_mcp.store.documents import documents
from memory_mcp.store.facts import erasure
from memory_mcp.store.facts import selection as selected
from memory_mcp.store.facts.selection import Exported, Selection
from memory_mcp.store.file.database import Snapshot
from memory_mcp.store.file.migrate import schema_version
from memory_mcp.store.file.progress import Progress
from memory_mcp.temporal import FOREVER, format_instant
from memory_mcp.transfer.formats.native_records import (
    ASIDES,
    FORMAT,
    SECTIONS,
    VERSION,
    RecordContext,
    change_record,
    record_of,
    state_record,
)
from memory_mcp.transfer.model.non_fact_sections import aside

GENERATOR: Final = f"memory-mcp-sqlite {__version__}"
_PROGRESS_EVERY: Final = 500
_TIMES: Final = frozenset(
    {"startedAt", "endedAt", "changedAt", "createdAt", "expiresAt", "claimedAt", "at"}
)  # fmt: skip
_LISTS: Final = frozenset({"tasks", "openQuestions", "nextSteps", "files"})
# The order of a file: what is referred to stands before what refers to it.
_FIRST: Final = ("erasures", "projects", "renames", "goals", "sessions")
_ORDER: Final = (*_FIRST, *SECTIONS, "handoffs", "dismissals", "relationValues")


def write(
    snapshot: Snapshot, origin: str, selection: Selection, file: TextIO, *, as_lines: bool, progress: Progress | None
) -> dict[str, int]:
    """Write an export and return how many records of each section went into it, counted as they were written."""
    selected.check_times(snapshot, selection)
    asides = {section: list(_aside(snapshot, section, selection)) for section in ("profile", *ASIDES)}
    counts = {section: len(records) for section, records in asides.items() if section != "profile"}
    counts |= {section: selected.count(snapshot, kind, selection) for section, kind in SECTIONS.items()}
    counts = {section: counts[section] for section in _ORDER}
    told = counts | ({"profile": len(asides["profile"])} if as_lines else {})
    head = head_of(snapshot, origin, told, selection.project_name)
    written = _Counted(progress, sum(counts.values()))
    streams = {
        section: written.counted(
            section, _records(snapshot, section, selection) if section in SECTIONS else asides[section]
        )
        for section in _ORDER
    }
    (_write_lines if as_lines else _write_whole)(file, head, asides["profile"], streams)
    written.tell()
    return dict(written.counts)


def records(snapshot: Snapshot, selection: Selection | None = None) -> Iterator[dict[str, Any]]:
    """Yield all a memory holds as records of the native format, each with its ``type``, as the lines of a file."""
    chosen = selection or Selection()
    kinds: dict[str, str] = {"profile": "profile", **ASIDES, **SECTIONS}
    for section in ("profile", *_ORDER):
        found = _records(snapshot, section, chosen) if section in SECTIONS else _aside(snapshot, section, chosen)
        for record in found:
            yield {"type": kinds[section]} | dict(record)


def head_of(snapshot: Snapshot, origin: str, counts: dict[str, int], project: str | None = None) -> dict[str, Any]:
    """Return the first record of an export."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "exportedAt": format_instant(snapshot.now),
        "generator": GENERATOR,
        "schemaVersion": schema_version(),
        "origin": origin,
        "project": project,
        "counts": counts,
    }


def records_of(snapshot: Snapshot, keys: Mapping[str, Collection[str]]) -> Iterator[dict[str, Any]]:
    """Yield the records of some things, with their ``type``, in the order of a file of lines.

    ``keys`` are ids by kind: "fact" for facts of any kind, with every version of each, else the type of the record; a
    dismissal's is its two ids, a goal's the name of its project, a relation's what it is called.
    """
    for record in erasure.exported(snapshot, keys.get("erasure", ())):
        yield {"type": "erasure", **{key: _value(key, value) for key, value in record.items()}}
    yield from _asides_of(snapshot, "profile", "profile", keys)
    for section in _FIRST[1:]:
        yield from _asides_of(snapshot, section, ASIDES[section], keys)
    facts = list(fact_records(snapshot, keys.get("fact", ())))
    for kind in SECTIONS.values():
        yield from (record for exported, record in facts if exported.item.kind == kind)
    for section in _ORDER[-3:]:
        yield from _asides_of(snapshot, section, ASIDES[section], keys)


def fact_records(snapshot: Snapshot, uids: Collection[str]) -> Iterator[tuple[Exported, dict[str, Any]]]:
    """Yield every version of these facts with its record, those of one fact together and in order."""
    for exported in selected.facts_whole(snapshot, uids):
        yield exported, {"type": exported.item.kind, **_record(snapshot, exported, history=True)}


def _asides_of(
    snapshot: Snapshot, section: str, kind: str, keys: Mapping[str, Collection[str]]
) -> Iterator[dict[str, Any]]:
    wanted = keys.get(kind, ())
    if not wanted:
        return
    # Also what another machine's clock, a little ahead, says has not happened yet.
    for record in _aside(snapshot, section, Selection(known_at=FOREVER)):
        if key_of(kind, record) in wanted:
            yield {"type": kind, **record}


def key_of(kind: str, record: Mapping[str, Any]) -> str:
    """Return the key a record that is no fact has in ``touched``."""
    match kind:
        case "dismissal":
            return f"{record['a']} {record['b']}"
        case "goal":
            return record["project"] or ""
        case "profile":
            return str(record["field"])
        case "relationValue":
            return str(record["relation"])
        case _:
            return str(record["id"])


class _Counted:
    """Counts the records of each section as they pass and tells how far it is."""

    def __init__(self, progress: Progress | None, total: int) -> None:
        self._progress = progress
        self._total = total
        self.counts: dict[str, int] = {}

    def counted(self, section: str, records: Any) -> Iterator[Mapping[str, Any]]:
        self.counts[section] = 0
        for record in records:
            yield record
            self.counts[section] += 1
            if self.counts[section] % _PROGRESS_EVERY == 0:
                self.tell()

    def tell(self) -> None:
        if self._progress is not None:
            self._progress(sum(self.counts.values()), self._total)


def _write_lines(file: TextIO, head: dict[str, Any], profile: list[Mapping[str, Any]], streams: dict[str, Any]) -> None:
    file.write(_json(head) + "\n")
    file.writelines(_json({"type": "profile"} | dict(field)) + "\n" for field in profile)
    kinds: dict[str, str] = {**ASIDES, **SECTIONS}
    for section, records in streams.items():
        file.writelines(_json({"type": kinds[section]} | record) + "\n" for record in records)


def _write_whole(file: TextIO, head: dict[str, Any], profile: list[Mapping[str, Any]], streams: dict[str, Any]) -> None:
    """Write one JSON value, a record a line: readable, and small differences stay small."""
    values = {field["field"]: {"value": field["value"], "changedAt": field["changedAt"]} for field in profile}
    file.write("{\n" + ",\n".join(f"{_json(key)}: {_json(value)}" for key, value in head.items()))
    file.write(f',\n"profile": {_json(values)}')
    for section, records in streams.items():
        file.write(f",\n{_json(section)}: [")
        separator = "\n"
        for record in records:
            file.write(separator + _json(record))
            separator = ",\n"
        file.write("]")
    file.write("\n}\n")


def _records(snapshot: Snapshot, section: str, selection: Selection) -> Iterator[Mapping[str, Any]]:
    history = selection.include_history and selection.as_of is None
    for exported in selected.versions(snapshot, SECTIONS[section], selection):
        yield _record(snapshot, exported, history=history)


def _record(snapshot: Snapshot, exported: Exported, *, history: bool) -> Mapping[str, Any]:
    context = RecordContext(exported.project, exported.origin, exported.actor, exported.session)
    record = record_of(exported.item, context, exported.superseded_at, exported.superseded_by)
    if exported.seen:
        record["seen"] = {origin: format_instant(at) for origin, at in sorted(exported.seen.items())}
    if exported.waits_until is not None:
        record["waitsUntil"] = format_instant(exported.waits_until)
    if not exported.is_last:
        return record
    if exported.item.kind == "document":
        record["text"] = documents.whole_text(snapshot, exported.item.uid)
    if exported.state is not None:
        record["state"] = state_record(exported.state)
    if history and exported.changes:
        record["changes"] = [change_record(change) for change in exported.changes]
    return record


def _aside(snapshot: Snapshot, section: str, selection: Selection) -> Iterator[Mapping[str, Any]]:
    for row in aside(snapshot, section, selection):
        yield {key: _value(key, value) for key, value in row.items()}


def _value(key: str, value: Any) -> Any:
    if value is None:
        return None
    if key in _TIMES:
        return format_instant(value)
    if key in _LISTS:
        return json.loads(value)
    return value or None if key == "project" else value


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)
