"""Lines of utterances, one JSON object each: ``id, session, title, ts, role, speaker, text, project, caption``."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, TypeAlias

from memory_mcp.errors import InvalidInputError
from memory_mcp.language.digests import blake2b
from memory_mcp.store.facts.gatekeeper import ERASED
from memory_mcp.store.sessions import digest_builder, digests, imported, turns
from memory_mcp.store.sessions.turns import ROLES, Utterance
from memory_mcp.temporal import Instant
from memory_mcp.transfer.merging.batches import Batch
from memory_mcp.transfer.model.entry import Entry, Record, Source, TurnLine
from memory_mcp.transfer.model.input import Input
from memory_mcp.transfer.model.json_values import json_lines
from memory_mcp.transfer.model.records import one_by_one
from memory_mcp.transfer.model.values import Reader, an_object, instant

# A conversation of a file: the project, and the file's own name for it.
_Name: TypeAlias = tuple[str, str]

OTHER_TEXT: Final = "another text under the same key"


def said_of(reader: Reader, data: Mapping[str, Any], where: str, *, source: str, project: str | None) -> TurnLine:
    """Read one line; ``project`` is where a line goes that names none.

    A line without an id gets one made of what it says and, where it has no time, its place: the same line of the same
    file is the same utterance. Raises InvalidInputError for a line without words.
    """
    given = data.get
    text = reader.text(data, "text")
    caption = reader.text(data, "caption") if given("caption") else ""
    if not text.strip() and not caption.strip():
        raise InvalidInputError("no text")
    role: Any = given("role") or "user"
    if role not in ROLES:
        reader.report.note(where, f"role {str(role)[:20]!r} was read as user")
        role = "user"
    ts = given("ts")
    at = instant(ts) if ts else None
    if at is None and ts:
        reader.report.note(where, f"ts is no time: {str(ts)[:60]!r}")
    session = reader.reference(data, "session")
    return TurnLine(
        where=where,
        project=(project or "") if given("project") is None else reader.name(data, "project") or "",
        session=session or reader.joining(f"file {source}", "session"),
        key=reader.reference(data, "id") or _made_key(session, ts or where, role, text, caption),
        text=text,
        role=role,
        speaker=reader.name(data, "speaker") or "" if given("speaker") else "",
        caption=caption,
        at=at,
        title=reader.text(data, "title") if given("title") else "",
    )


def merge_said(batch: Batch, lines: Sequence[TurnLine]) -> None:
    """Store the lines in order, and account for each."""
    spans = _spans(batch, lines)
    titles = {(line.project, line.session): line.title for line in lines if line.title}
    sessions, made = _sessions(batch, spans, titles)
    utterances = [
        Utterance(
            text=line.text, project_id=batch.project_id(line.project),
            session_uid=sessions[line.project, line.session], role=line.role, speaker=line.speaker,
            caption=line.caption, external_id=line.key, at=line.at,
        )
        for line in lines
    ]  # fmt: skip
    report = batch.run.report
    grown: set[_Name] = set()
    for line, added in zip(lines, turns.add_many(batch.tx, utterances), strict=True):
        if added.action == "differs":
            report.skip(OTHER_TEXT, line.where, line.key)
        elif added.action == "erased":
            report.skip(ERASED, line.where, line.key)
        else:
            report.count(added.action)
            if added.action == "added":
                grown.add((line.project, line.session))
    for conversation in grown:
        first, last = spans[conversation]
        imported.widen(batch.tx, sessions[conversation], started_at=first, ended_at=last)
    for conversation in made - grown:
        # All that was said in it is known already, from elsewhere.
        imported.remove(batch.tx, sessions[conversation])


def _made_key(*parts: object) -> str:
    return "made:" + blake2b(json.dumps(parts).encode(), digest_size=12).hexdigest()


def _spans(batch: Batch, lines: Sequence[TurnLine]) -> dict[_Name, tuple[Instant, Instant]]:
    """Return the first and last time of each conversation in these lines."""
    spans: dict[_Name, tuple[Instant, Instant]] = {}
    for line in lines:
        at = batch.tx.now if line.at is None else line.at
        first, last = spans.get((line.project, line.session), (at, at))
        spans[line.project, line.session] = (min(first, at), max(last, at))
    return spans


def _sessions(
    batch: Batch, spans: Mapping[_Name, tuple[Instant, Instant]], titles: Mapping[_Name, str]
) -> tuple[dict[_Name, str], set[_Name]]:
    """Return the session here of each conversation of the file, and which were made; a file's sessions are over."""
    tx = batch.tx
    names = {key: imported.name_of(*key) for key in spans}
    found = imported.by_name(tx, names.values())
    # A file may name a session that is here by its id.
    here = imported.known(tx, [session for _, session in spans])
    sessions: dict[_Name, str] = {}
    made: set[_Name] = set()
    for key, (first, last) in spans.items():
        uid = found.get(names[key]) or (key[1] if key[1] in here else None)
        title = titles.get(key, "")
        if uid is None:
            project_id = batch.project_id(key[0])
            uid = imported.add(tx, names[key], project_id, title=title, started_at=first, ended_at=last)
            made.add(key)
        elif title and imported.entitle(tx, uid, title):
            digests.publish(tx, digest_builder.refresh(tx, uid))
        sessions[key] = uid
    return sessions, made


def open_lines(source: Input) -> Source:
    """Open a file of utterances, one JSON object a line."""
    return Source("turns", source.name, source.fingerprint(), json_lines(source), source.count_lines())


def entries(source: Source, reader: Reader, project: str | None) -> Iterator[tuple[Entry | None, int]]:
    """Yield what each line says; one that says nothing is accounted for here."""

    def read(record: Record) -> TurnLine:
        return said_of(reader, an_object(record.data), record.where, source=source.name, project=project)

    return one_by_one(source.records, reader, read)
