"""Read the native format, as one JSON value or as lines, and gather the versions of one id into one fact."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import Any, Final

from memory_mcp.errors import InvalidInputError, RefusedError, UnsupportedError
from memory_mcp.transfer.formats.native_records import ASIDES, FORMAT, SECTIONS, VERSION, fact_of
from memory_mcp.transfer.merging.sessions_and_profile import aside_of
from memory_mcp.transfer.model.entry import Entry, Record, Source
from memory_mcp.transfer.model.input import Input
from memory_mcp.transfer.model.json_values import Broken, json_lines, whole_json
from memory_mcp.transfer.model.records import one_by_one
from memory_mcp.transfer.model.values import Reader, an_object, instant, reason_of

_TYPES: Final = frozenset({*SECTIONS.values(), *ASIDES.values(), "profile"})


def open_whole(source: Input) -> Source:
    """Open an export that is one JSON value.

    Raises InvalidInputError for another format and UnsupportedError for another version.
    """
    value = whole_json(source)
    if isinstance(value, dict) and "success" in value:
        value = value.get("data")
    data = value if isinstance(value, dict) else {}
    check_head(data, source)
    records = list(_sections(data))
    promised, profile = _promised(data), data.get("profile")
    if promised is not None and isinstance(profile, dict):
        promised += len(profile)
    return Source(
        "native", source.name, source.fingerprint(), iter(records), len(records),
        str(data.get("origin") or ""), instant(data.get("exportedAt")), promised,
    )  # fmt: skip


def open_lines(source: Input) -> Source:
    """Open an export of one record a line. A file whose head is missing is read without it.

    Raises InvalidInputError for another format and UnsupportedError for another version.
    """
    head: Mapping[str, Any] = {}
    for record in json_lines(source):
        if isinstance(record.data, dict) and "format" in record.data:
            head = record.data
            check_head(head, source)
        break
    promised = _promised(head)
    return Source(
        "native", source.name, source.fingerprint(), _typed(json_lines(source)),
        source.count_lines() if promised is None else promised,
        str(head.get("origin") or ""), instant(head.get("exportedAt")), promised,
    )  # fmt: skip


def of_records(records: Iterable[Mapping[str, Any]], name: str, origin: str) -> Source:
    """Return records that are read already, each with its ``type``, as a source; ``origin`` is the memory they are of.

    A head among them is passed over.
    """
    numbered = (Record("", data, f"record {place}") for place, data in enumerate(records, 1))
    return Source("native", name, "", _typed(numbered), origin=origin)


def _promised(head: Mapping[str, Any]) -> int | None:
    """Return how many records a head says there are."""
    counts = head.get("counts")
    return sum(n for n in counts.values() if isinstance(n, int)) if isinstance(counts, dict) else None


def check_head(head: Mapping[str, Any], source: Input) -> None:
    """Refuse a file of another format, or of a version that cannot be read.

    Raises InvalidInputError for another format and UnsupportedError for another version.
    """
    version = head.get("version")
    if head.get("format", FORMAT) != FORMAT or ("version" in head and type(version) is not int):
        raise InvalidInputError(
            f"{source.name} is no {FORMAT} of a version this program knows: {str(version)[:40]!r}",
            hint="Export it again.", field=source.field,
        )  # fmt: skip
    if isinstance(version, int) and version != VERSION:
        raise UnsupportedError(
            f"{source.name} is {FORMAT} version {version}, this program knows {VERSION}",
            hint="Update memory-mcp-sqlite; nothing was imported.", field=source.field,
        )  # fmt: skip


def entries(source: Source, reader: Reader) -> Iterator[tuple[Entry | None, int]]:
    """Yield what the records say and how many records that was; one that says nothing is accounted for here."""

    def read_aside(record: Record) -> Entry:
        return aside_of(reader, record.kind, an_object(record.data), record.where)

    for (kind, _, is_fault), group in groupby(source.records, key=_identity):
        if kind in SECTIONS.values() and not is_fault:
            records = list(group)
            yield _fact(reader, kind, records, source.origin), len(records)
        else:
            yield from one_by_one(group, reader, read_aside)


def _fact(reader: Reader, kind: Any, records: list[Record], origin: str) -> Entry | None:
    try:
        return fact_of(reader, kind, [(record.data, record.where) for record in records], origin)
    except (InvalidInputError, RefusedError) as exc:
        for record in records:
            reader.report.skip(reason_of(exc), record.where)
        return None


def _identity(record: Record) -> tuple[str, Any, bool]:
    """Return what consecutive versions of one fact have in common."""
    uid = record.data.get("id") if isinstance(record.data, dict) else None
    return record.kind, uid if isinstance(uid, (str, int)) else id(record), bool(record.fault)


def _sections(data: Mapping[str, Any]) -> Iterator[Record]:
    """Yield the records of an envelope, what is referred to before what refers to it."""
    profile = data.get("profile")
    if isinstance(profile, dict):
        for field, value in profile.items():
            values = value if isinstance(value, dict) else {"value": value}
            yield Record("profile", {"field": field} | values, f"profile.{field}"[:60])
    for section, kind in (
        {key: ASIDES[key] for key in ("erasures", "projects", "renames", "goals", "sessions")} | SECTIONS | ASIDES
    ).items():
        yield from section_records(data, section, kind)


def section_records(data: Mapping[str, Any], section: str, kind: str) -> Iterator[Record]:
    """Yield the records of one list of an envelope, and say so where it is none or is damaged."""
    values = data.get(section)
    if values is None:
        return
    if not isinstance(values, list):
        yield Record(kind, None, section, "not a list of records")
        return
    for place, value in enumerate(values):
        where = f"{section}[{place}]"
        if isinstance(value, Broken):
            yield Record(kind, None, where, value.fault)
        else:
            yield Record(kind, value, where, "" if isinstance(value, dict) else "not an object")


def _typed(records: Iterable[Record]) -> Iterator[Record]:
    """Give every line its kind, and drop the head."""
    for record in records:
        data = record.data
        if record.fault:
            yield record
        elif not isinstance(data, dict):
            yield Record("", None, record.where, "not an object")
        elif "format" in data and "type" not in data:
            continue
        elif str(data.get("type")) in _TYPES:
            yield Record(data["type"], data, record.where)
        else:
            yield Record("", None, record.where, "no known type")
