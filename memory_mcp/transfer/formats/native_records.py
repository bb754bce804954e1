"""Turn a version into a record of the native format and back: both directions of one table, side by side."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, get_args

from memory_mcp.errors import InvalidInputError
from memory_mcp.language.entity_names import also_called
from memory_mcp.statements.recognition import TOLD
from memory_mcp.store.facts.decisions import reasons_of
from memory_mcp.store.facts.facts import Change, Verb
from memory_mcp.store.facts.lifecycle import State
from memory_mcp.store.facts.versions import Draft, Item, Kind
from memory_mcp.store.sessions.turns import ROLES, searchable_text, spoken_text
from memory_mcp.temporal import DAY_US, FOREVER, Instant, Period, format_instant
from memory_mcp.transfer.model.entry import Fact, FactChange, Version
from memory_mcp.transfer.model.values import Reader, an_object, count, flag, instant, number

FORMAT: Final = "memory-mcp-export"
VERSION: Final = 1
# Levels of what an attribute holds; a request to a server has no more.
_DEEPEST: Final = 190

# In the order of a file: what is referred to stands before what refers to it.
SECTIONS: Final[dict[str, Kind]] = {
    "entities": "entity",
    "observations": "observation",
    "relations": "relation",
    "learnings": "learning",
    "decisions": "decision",
    "documents": "document",
    "turns": "turn",
    "statements": "statement",
    "digests": "digest",
}
ASIDES: Final = {
    "projects": "project",
    "renames": "rename",
    "erasures": "erasure",
    "goals": "goal",
    "sessions": "session",
    "handoffs": "handoff",
    "dismissals": "dismissal",
    "relationValues": "relationValue",
}


@dataclass(frozen=True, slots=True)
class _Shape:
    """Where a kind's words stand in a record: the keys of title and body, and of its own attributes."""

    title: str = ""
    body: str = ""
    attributes: tuple[str, ...] = ()
    parent: str = ""
    target: str = ""


_SHAPES: Final[dict[Kind, _Shape]] = {
    "entity": _Shape("name", "summary", ("entityType", "aliases")),
    "observation": _Shape("", "content", ("source",), "entityId"),
    "relation": _Shape("relationType", "", ("weight",), "fromEntityId", "toEntityId"),
    "learning": _Shape("", "content", ("category", "source", "memoryType")),
    "decision": _Shape("title", "decision", ("reasoning", "alternatives", "source")),
    "document": _Shape("title", "summary", ("source", "lines", "characters", "hash")),
    "turn": _Shape("speaker", "text", ("role", "caption")),
    "statement": _Shape("", "text", ("role", "speaker", "from", "to", "as"), "turnId"),
    "digest": _Shape("title", "text"),
}
_REQUIRED: Final[dict[Kind, tuple[str, ...]]] = {
    "entity": ("name",),
    "observation": ("content",),
    "relation": ("relationType",),
    "learning": ("content",),
    "decision": ("decision",),
    "document": (),
    "turn": (),
    "statement": ("text",),
    "digest": ("text",),
}


@dataclass(frozen=True, slots=True)
class RecordContext:
    """What a record tells besides the version itself: who wrote it where, and in which project."""

    project: str | None
    origin: str
    actor: str
    session: str | None


def record_of(item: Item, context: RecordContext, superseded_at: Instant, superseded_by: str | None) -> dict[str, Any]:
    """Return a version as a record."""
    shape = _SHAPES[item.kind]
    record: dict[str, Any] = {"id": item.uid, "project": context.project}
    if shape.parent:
        record[shape.parent] = item.parent_uid
    if shape.target:
        record[shape.target] = item.target_uid
    if shape.title:
        record[shape.title] = item.title
    if shape.body:
        record[shape.body] = spoken_text(item) if item.kind == "turn" else item.body
    record |= {key: item.attributes.get(key) for key in shape.attributes}
    record |= {"sessionId": item.session_uid, "tags": list(item.tags)}
    record |= _where_said(item) | {"confidence": item.confidence, "importance": item.importance}
    others = {key: value for key, value in item.attributes.items() if key not in shape.attributes}
    if others:
        record["attributes"] = others
    record |= {
        "validFrom": format_instant(item.valid.start),
        "validTo": format_instant(item.valid.end),
        "recordedAt": format_instant(item.recorded_at),
        "supersededAt": format_instant(superseded_at),
        "supersededById": superseded_by,
        "actor": context.actor,
        "origin": context.origin,
    }
    if context.session:
        record["actorSession"] = context.session
    return record


def _where_said(item: Item) -> dict[str, Any]:
    said = {"externalId": item.external_id, "position": item.position}
    return {key: value for key, value in said.items() if value is not None}


def state_record(state: State) -> dict[str, Any]:
    """Return a row's state as it stands in a record."""
    return {
        "archivedAt": format_instant(state.archived_at),
        "archiveReason": state.archive_reason,
        "pinned": state.pinned,
        "useCount": state.use_count,
        "shownCount": state.shown_count,
        "citedCount": state.cited_count,
        "lastUsedAt": format_instant(state.last_used_at),
        "verified": state.verified,
        "verifiedAt": format_instant(state.verified_at),
        "outcome": state.outcome,
        "changedAt": format_instant(state.changed_at),
        "archiveChangedAt": format_instant(state.archive_changed_at or None),
        "pinChangedAt": format_instant(state.pin_changed_at or None),
        "verdictChangedAt": format_instant(state.verdict_changed_at or None),
    }


def change_record(change: Change) -> dict[str, Any]:
    """Return why a fact changed as it stands in a record; of a decision also what was said of it."""
    told = {"verified": change.verified, "outcome": change.outcome} if change.verb == "verify" else {}
    return {
        "at": format_instant(change.at),
        "verb": change.verb,
        "supersededById": change.superseded_by,
        "reason": change.reason,
        "actor": change.actor,
        "origin": change.origin,
    } | told


def version_of(reader: Reader, kind: Kind, data: Mapping[str, Any], where: str, origin: str) -> Version:
    """Read a record as a version.

    Raises InvalidInputError when there is not enough in it to be one.
    """
    draft = _draft(reader, kind, data, where)
    recorded_at = reader.moment(data, "recordedAt", where)
    superseded_at = reader.moment(data, "supersededAt", where)
    if recorded_at is not None and superseded_at is not None and superseded_at < recorded_at:
        raise InvalidInputError("superseded before it was recorded")
    return Version(
        draft=draft._replace(valid=_period(reader, data, where, recorded_at)),
        where=where,
        project=reader.name(data, "project"),
        recorded_at=recorded_at,
        # Without a transaction time of its own it is believed from now on.
        superseded_at=FOREVER if superseded_at is None or recorded_at is None else superseded_at,
        actor=reader.name(data, "actor") or "import",
        origin=reader.key(data, "origin") or origin,
        session=reader.reference(data, "actorSession"),
        waits_until=instant(data.get("waitsUntil")),
        seen=_seen(reader, data),
    )


def _seen(reader: Reader, data: Mapping[str, Any]) -> dict[str, Instant]:
    told = data.get("seen")
    read = {reader.key({"origin": origin}, "origin"): instant(at) for origin, at in an_object(told or {}).items()}
    return {origin: at for origin, at in read.items() if origin is not None and at is not None}


def _draft(reader: Reader, kind: Kind, data: Mapping[str, Any], where: str) -> Draft:
    shape = _SHAPES[kind]
    required = _REQUIRED[kind]
    title = reader.text(data, shape.title, required=shape.title in required) if shape.title else ""
    body = reader.text(data, shape.body, required=shape.body in required) if shape.body else ""
    attributes = _attributes(reader, kind, data)
    if kind == "turn":
        body = searchable_text(body, attributes.get("caption", ""))
        if not body.strip():
            raise InvalidInputError("no text")
    if kind == "statement" and attributes.get("role") not in (*TOLD, "aside"):
        raise InvalidInputError(f"no role of a statement: {attributes.get('role')!r}")
    if kind == "decision" and not title.strip():
        title = body[:80]
    return Draft(
        kind=kind, title=title, body=body, context=context_of(kind, attributes), valid=Period(0, FOREVER),
        session_uid=reader.reference(data, "sessionId"),
        parent_uid=reader.identifier(data, shape.parent) if shape.parent else None,
        target_uid=reader.identifier(data, shape.target) if shape.target else None,
        position=None if number(data.get("position")) is None else count(data["position"]),
        external_id=reader.reference(data, "externalId"),
        tags=reader.texts(data, "tags"), attributes=attributes,
        confidence=reader.share(data, "confidence", where), importance=reader.share(data, "importance", where),
    )  # fmt: skip


def context_of(kind: Kind, attributes: Mapping[str, Any]) -> str:
    """Return the words that help to find a row of this kind; an observation's are its entity's names."""
    if kind == "entity":
        return also_called(attributes.get("aliases", []), attributes.get("entityType", ""))
    if kind == "decision":
        return reasons_of(attributes)
    return ""


def _attributes(reader: Reader, kind: Kind, data: Mapping[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    # What has a history comes back to the character.
    read = reader.said if data.get("recordedAt") is None else reader.text
    for key in _SHAPES[kind].attributes:
        value = data.get(key)
        if value is None:
            continue
        if key == "aliases":
            found[key] = list(reader.texts(data, key))
        elif key in ("lines", "characters"):
            found[key] = count(value)
        elif key == "weight":
            found[key] = number(value)
        else:
            found[key] = read(data, key)
    if kind == "turn" and found.get("role") not in ROLES:
        found["role"] = "user"
    if kind == "relation" and found.get("weight") is None:
        found["weight"] = 1.0
    if kind == "entity" and not found.get("entityType"):
        found["entityType"] = "unknown"
    others = data.get("attributes")
    if isinstance(others, dict):
        found |= {str(key): _cleaned(reader, value) for key, value in others.items() if key not in found}
    return found


def _cleaned(reader: Reader, value: Any, room: int = _DEEPEST) -> Any:
    """Return any JSON value with its texts as they may be stored. Raises InvalidInputError for one that is too deep."""
    if isinstance(value, str):
        return reader.clean(value, "attributes")
    if isinstance(value, (list, dict)) and not room:
        raise InvalidInputError("nested too deeply")
    if isinstance(value, list):
        return [_cleaned(reader, entry, room - 1) for entry in value]
    if isinstance(value, dict):
        return {reader.clean(str(key), "attributes"): _cleaned(reader, one, room - 1) for key, one in value.items()}
    return value if number(value) is not None or value is None or isinstance(value, bool) else None


def _period(reader: Reader, data: Mapping[str, Any], where: str, recorded_at: Instant | None) -> Period:
    start = reader.moment(data, "validFrom", where)
    if start is None:
        start = reader.now if recorded_at is None else min(recorded_at, reader.now)
    end = reader.moment(data, "validTo", where)
    if end is not None and end <= start:
        reader.report.note(where, "its period was empty and is one microsecond long now")
        end = start + 1
    return Period(start, FOREVER if end is None else end)


def state_of(reader: Reader, data: Mapping[str, Any], where: str) -> State | None:
    """Read a row's state; None where the record has none."""
    value = data.get("state")
    if not isinstance(value, dict):
        return None
    times = [reader.past(value, key, where) for key in ("changedAt", "archivedAt", "lastUsedAt", "verifiedAt")]
    changed_at, archived_at, last_used_at, verified_at = times
    return State(
        archived_at=archived_at,
        archive_reason=reader.text(value, "archiveReason"),
        pinned=bool(flag(value.get("pinned"))),
        use_count=count(value.get("useCount")),
        shown_count=count(value.get("shownCount")),
        cited_count=min(count(value.get("citedCount")), count(value.get("useCount"))),
        last_used_at=last_used_at,
        verified=flag(value.get("verified")),
        verified_at=verified_at,
        outcome=reader.text(value, "outcome"),
        # Of what does not say when it changed, anything known here is later.
        changed_at=max((at for at in times if at is not None), default=0) if changed_at is None else changed_at,
        archive_changed_at=reader.past(value, "archiveChangedAt", where) or 0,
        pin_changed_at=reader.past(value, "pinChangedAt", where) or 0,
        verdict_changed_at=reader.past(value, "verdictChangedAt", where) or 0,
    )


def changes_of(reader: Reader, data: Mapping[str, Any], version: Version, origin: str) -> tuple[FactChange, ...]:
    """Read why a fact changed. A file without history has the link alone: it was made with the last version."""
    value = data.get("changes")
    if isinstance(value, list):
        return tuple(one for entry in value if (one := _change(reader, entry, version, origin)) is not None)
    successor = reader.reference(data, "supersededById")
    if successor is None or version.recorded_at is None:
        return ()
    return (FactChange(version.recorded_at, "supersede", successor, "", version.actor, version.origin),)


def _change(reader: Reader, entry: Any, version: Version, origin: str) -> FactChange | None:
    data = entry if isinstance(entry, dict) else {}
    at = reader.moment(data, "at", version.where)
    verb: Any = data.get("verb")
    if at is None or verb not in get_args(Verb):
        reader.report.note(version.where, "a change without time or verb was left out")
        return None
    is_said = verb == "verify"
    return FactChange(
        at, verb, reader.reference(data, "supersededById"), reader.text(data, "reason"),
        reader.name(data, "actor") or "import", reader.key(data, "origin") or origin,
        verified=flag(data.get("verified")) if is_said else None,
        outcome=reader.text(data, "outcome") if is_said and data.get("outcome") is not None else None,
    )  # fmt: skip


def fact_of(reader: Reader, kind: Kind, records: list[tuple[Any, str]], origin: str) -> Fact:
    """Read the records of one id, its versions in order, as one fact.

    Records that cannot be read are accounted for here. Raises InvalidInputError when none of them can.
    """
    fact = Fact(reader.identifier(an_object(records[0][0])), kind, [])
    for data, where in records:
        try:
            version = version_of(reader, kind, data, where, origin)
            fact.changes += changes_of(reader, data, version, origin)
            fact.state = state_of(reader, data, where) or fact.state
            if kind == "document" and data.get("text") is not None:
                fact.text = reader.text(data, "text")
        except InvalidInputError as exc:
            reader.report.skip(exc.message, where)
        else:
            fact.versions.append(version)
    return _within_the_past(reader, fact)


def _within_the_past(reader: Reader, fact: Fact) -> Fact:
    """Move what was recorded more than a day ahead to now, in its order: the file's clock was wrong, not a little fast.

    Times less far ahead stay, and ours go on behind them, as they do where a clock steps back (``clock_correction``).
    """
    times = {time for version in fact.versions for time in (version.recorded_at, version.superseded_at)}
    times |= {change.at for change in fact.changes}
    ahead = sorted(time for time in times if time is not None and reader.now + DAY_US < time < FOREVER)
    if not ahead:
        return fact
    moved = {time: reader.now - (len(ahead) - 1 - place) for place, time in enumerate(ahead)}
    for version in fact.versions:
        if version.recorded_at in moved:
            reader.report.note(version.where, "it was recorded in the future; now stands instead")
    fact.versions = [_moved(version, moved) for version in fact.versions]
    fact.changes = tuple(
        replace(change, at=moved.get(change.at, change.at), is_moved=change.at in moved) for change in fact.changes
    )
    return fact


def _moved(version: Version, moved: Mapping[Instant, Instant]) -> Version:
    """Return a version with its times moved; what held since it was recorded holds since then."""
    valid = version.draft.valid
    start, end = moved.get(valid.start, valid.start), moved.get(valid.end, valid.end)
    return replace(
        version,
        draft=version.draft._replace(valid=Period(start, max(end, start + 1))),
        recorded_at=None if version.recorded_at is None else moved.get(version.recorded_at, version.recorded_at),
        superseded_at=moved.get(version.superseded_at, version.superseded_at),
        is_moved=version.recorded_at in moved,
    )
