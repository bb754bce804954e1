"""Open one row: its whole text, what became of it, what stands around it, and what it said before."""

from __future__ import annotations

import re
from typing import Any, Final, NamedTuple, TypedDict

from memory_mcp.errors import InvalidInputError, NotFoundError
from memory_mcp.language.plurals import counted
from memory_mcp.language.shortening import echoed, one_line
from memory_mcp.store.documents import documents
from memory_mcp.store.endings.compared import ended_in
from memory_mcp.store.facts import decisions, erasure, facts, lifecycle
from memory_mcp.store.facts import versions as items
from memory_mcp.store.facts.projects import projects
from memory_mcp.store.facts.short_ids import too_short
from memory_mcp.store.facts.versions import Item
from memory_mcp.store.file.database import Snapshot, Transaction
from memory_mcp.store.handoffs import handoff_rows
from memory_mcp.store.sessions import sessions, turns
from memory_mcp.store.sessions.later_words import later_words
from memory_mcp.temporal import FOREVER, AsOf, format_instant, utc_day
from memory_mcp.tools.framework.call import Call
from memory_mcp.tools.framework.given_times import as_of_given
from memory_mcp.tools.framework.line_range import line_range
from memory_mcp.tools.framework.paging import when
from memory_mcp.tools.framework.reach import reachable
from memory_mcp.tools.framework.wire_text import wire_size
from memory_mcp.tools.rows.conversation import TurnRow, session_page, turn_row
from memory_mcp.tools.rows.history import BEGINNING, ChainRow, ChangeRow, VersionRow, history

# Characters of text in one answer: about 15,000 tokens.
_MOST_TEXT: Final = 60_000
# Bytes of it as JSON, and of the whole answer.
_MOST_BYTES: Final = 80_000
_MOST_ANSWER: Final = 90_000
_CHARACTERS: Final = re.compile(r"\s*c\s*(\d{1,9})\s*(?:-\s*(\d{1,9})?)?\s*")
_OF_KIND: Final = {
    "learning": ("category", "memoryType", "source"),
    "decision": ("reasoning", "alternatives", "source"),
    "observation": ("source",),
    "entity": ("entityType", "aliases"),
    "relation": ("weight",),
    "turn": ("role", "caption"),
    "statement": ("role", "speaker"),
    "document": ("source", "characters"),
}


class ReadResult(TypedDict, total=False):
    """One row; what is not known of it is left out. current: believed and true at asOf."""

    id: str
    externalId: str
    type: str
    title: str
    body: str
    current: bool
    project: str | None
    sessionId: str | None
    validFrom: str | None
    validTo: str | None
    recordedAt: str | None
    supersededAt: str
    supersededById: str
    tags: list[str]
    confidence: float
    importance: float
    category: str
    memoryType: str
    source: str
    reasoning: str
    alternatives: str
    outcome: str
    verified: bool
    entityId: str
    entityName: str
    entityType: str
    aliases: list[str]
    fromEntityId: str
    fromName: str
    toEntityId: str
    toName: str
    relationType: str
    weight: float
    role: str
    speaker: str
    endedBy: str
    saidLater: list[str]
    caption: str
    archivedAt: str
    archiveReason: str
    pinned: bool
    useCount: int
    citedCount: int
    shownCount: int
    lastUsedAt: str
    lines: str
    totalLines: int
    characters: int
    summary: str
    before: list[TurnRow]
    after: list[TurnRow]
    turns: list[TurnRow]
    totalTurns: int
    tasks: list[str]
    openQuestions: list[str]
    nextSteps: list[str]
    startedAt: str
    endedAt: str | None
    client: str
    versions: list[VersionRow]
    changes: list[ChangeRow]
    chain: list[ChainRow]
    asOf: str
    knownAt: str
    notice: str


class ReadOptions(NamedTuple):
    """How a row is opened: which lines, with how many neighbours, whole or cut, with history, as of when, where."""

    lines: str | None = None
    around: int = 0
    full: bool = True
    history: bool = False
    as_of: str | None = None
    known_at: str | None = None
    project: str | None = None


def read(call: Call, uid: str, options: ReadOptions) -> ReadResult:
    """Open a row, document, passage or session by its id.

    Raises NotFoundError when it is unknown, or was not held then, RefusedError when it is of another project, and
    InvalidInputError for lines or characters that it does not have.
    """
    with call.reading() as snapshot:
        scope = reachable(call, snapshot, options.project, uid)
        newest = items.newest(snapshot, uid)
        if newest is None:
            return _session(call, snapshot, uid, options)
        if newest.kind == "passage" and newest.parent_uid is not None:
            # A passage is opened in its document.
            last = newest.attributes.get("lastLine", newest.position)
            options = options._replace(lines=options.lines or f"{newest.position}-{last}", around=0)
            uid = newest.parent_uid
            newest = items.require(snapshot, uid)
        as_of = as_of_given(snapshot, options.as_of, options.known_at)
        item = _held(snapshot, newest, as_of, is_asked=bool(options.as_of or options.known_at))
        # A person sees a row of any project, with what that one knows.
        seen = item.project_id or scope.id
        result = _row(snapshot, item, as_of, seen)
        _add_text(call, snapshot, result, item, options)
        _add_neighbours(snapshot, result, item, options.around, as_of)
        if options.history:
            found = history(call, snapshot, uid, as_of, seen, room=_MOST_ANSWER - wire_size(result))
            result.update(found)  # type: ignore[typeddict-item]  # three of its keys
    call.after_reply(lambda tx: _note_opened(tx, uid))
    return result


def _note_opened(tx: Transaction, uid: str) -> None:
    # It may have been erased since.
    if items.newest(tx, uid) is not None:
        lifecycle.note_use(tx, uid)


def _held(snapshot: Snapshot, newest: Item, as_of: AsOf, *, is_asked: bool) -> Item:
    """Return the version of that point in both times; without a question about one, the newest there is."""
    held = items.held(snapshot, newest.uid, as_of)
    if held is not None:
        return held
    if newest.kind in ("entity", "turn", "document", "digest") or not is_asked:
        known = items.believed(snapshot, newest.uid, as_of.known_at)
        if known or not is_asked:
            return known[-1] if known else newest
    first = items.versions(snapshot, newest.uid)[0]
    raise NotFoundError(
        f"{newest.kind} {newest.uid} was not held at {when(as_of.valid_at)} as known at {when(as_of.known_at)}",
        hint=f"First recorded {when(first.recorded_at)}, true from {when(first.valid.start)}; "
        "history=true without asOf and knownAt shows all.",
        field="asOf",
    )


def _row(snapshot: Snapshot, item: Item, as_of: AsOf, scope: int) -> ReadResult:
    """Return what every row shows of itself, and of others that are seen in the scope."""
    result = ReadResult(
        id=item.uid,
        type=item.kind,
        current=item.is_held(as_of),
        project=projects.name_of(snapshot, item.project_id),
        sessionId=item.session_uid,
        validFrom=format_instant(item.valid.start),
        validTo=format_instant(item.valid.end),
        recordedAt=format_instant(item.recorded_at),
    )
    if item.superseded_at != FOREVER and item.superseded_at <= as_of.known_at:
        result["supersededAt"] = when(item.superseded_at)
    given: dict[str, Any] = {"externalId": item.external_id, "title": item.title, "tags": list(item.tags)}
    given |= {"confidence": item.confidence, "importance": item.importance}
    given |= {"supersededById": facts.superseded_by(snapshot, item.uid, as_of.known_at)}
    given |= {"saidLater": _said_later(snapshot, item.uid, as_of)}
    given |= _of_kind(snapshot, item, scope) | _state(snapshot, item.uid, as_of)
    result.update({key: value for key, value in given.items() if value not in (None, "", [])})  # type: ignore[typeddict-item]  # the keys are those of ReadResult
    result["asOf"] = when(as_of.valid_at)
    result["knownAt"] = when(as_of.known_at)
    return result


def _of_kind(snapshot: Snapshot, item: Item, scope: int) -> dict[str, Any]:
    """Return what only rows of this kind have."""
    found: dict[str, Any] = {key: item.attributes.get(key) for key in _OF_KIND.get(item.kind, ())}
    if item.kind == "document":
        found |= {"summary": item.body, "totalLines": item.attributes.get("lines")}
    elif item.kind == "turn":
        found |= {"speaker": item.title, "title": None}
    elif item.kind == "statement":
        found |= {"source": f"turn {item.parent_uid}", "endedBy": _ending(snapshot, item)}
    elif item.kind == "observation":
        found |= {"entityId": item.parent_uid, "entityName": _name(snapshot, item.parent_uid, scope)}
    elif item.kind == "relation":
        found |= {"fromEntityId": item.parent_uid, "fromName": _name(snapshot, item.parent_uid, scope)}
        found |= {"toEntityId": item.target_uid, "toName": _name(snapshot, item.target_uid, scope)}
        found |= {"relationType": item.title, "title": None}
    return found


def _ending(snapshot: Snapshot, statement: Item) -> str:
    """Return the turn that ended a statement in passing, with its beginning; empty where none did."""
    uid = "" if statement.valid.end == FOREVER else ended_in(snapshot, statement.uid)
    turn = items.newest(snapshot, uid) if uid else None
    return f"turn {uid}: {one_line(turn.body)}" if turn is not None else f"turn {uid}" if uid else ""


def _said_later(snapshot: Snapshot, uid: str, as_of: AsOf) -> list[str]:
    """Return what was said later, by then, that may make a row out of date: the day, the words and the id."""
    later = later_words(snapshot, [uid]).get(uid, ())
    by_then = min(as_of.valid_at, as_of.known_at)
    return [f"{utc_day(one.said_at)}: {one_line(one.text)} ({one.uid})" for one in later if one.said_at <= by_then]


def _name(snapshot: Snapshot, uid: str | None, scope: int) -> str | None:
    entity = None if uid is None else items.newest(snapshot, uid)
    return None if entity is None or not projects.sees(scope, entity.project_id) else entity.title


def _state(snapshot: Snapshot, uid: str, as_of: AsOf) -> dict[str, Any]:
    found = lifecycle.state(snapshot, uid)
    # What was said of it since then was not known then.
    verified, outcome = decisions.verdict(snapshot, uid, as_of.known_at) or (found.verified, found.outcome)
    return {
        "archivedAt": None if found.archived_at is None else when(found.archived_at),
        "archiveReason": found.archive_reason,
        "pinned": found.pinned or None,
        "useCount": found.use_count or None,
        "citedCount": found.cited_count or None,
        "shownCount": found.shown_count or None,
        "lastUsedAt": None if found.last_used_at is None else when(found.last_used_at),
        "verified": verified,
        "outcome": outcome,
    }


def _add_text(call: Call, snapshot: Snapshot, result: ReadResult, item: Item, options: ReadOptions) -> None:
    """Add what the row says: a document's lines, anything else whole, and where to go on if it is too long."""
    by_character = _CHARACTERS.fullmatch(options.lines or "")
    if item.kind == "document" and by_character is None:
        _add_lines(call, snapshot, result, item, options)
        return
    if options.lines is not None and by_character is None:
        if line_range(options.lines) is None:
            raise InvalidInputError(
                f"no lines or characters: {one_line(options.lines, 40)!r}",
                hint=f"This is a {item.kind}, which has characters only; for example 'c1-1000'.", field="lines",
            )  # fmt: skip
        call.notices.append(f"lines are a document's; this is a {item.kind}")
    if item.kind == "document":
        text = documents.whole_text(snapshot, item.uid)
    else:
        text = turns.spoken_text(item) if item.kind == "turn" else item.body
    first = 1 if by_character is None else int(by_character[1])
    last = len(text) if by_character is None or by_character[2] is None else min(int(by_character[2]), len(text))
    if by_character is not None and not 1 <= first <= last:
        raise InvalidInputError(
            f"no such characters: {one_line(options.lines or '', 40)!r}",
            hint=f"The text has characters 1-{len(text)}; for example 'c1-1000'.", field="lines",
        )  # fmt: skip
    shown = _fitting(text[first - 1 : last], options)
    end = first - 1 + len(shown)
    if shown:
        result["body"] = shown
    if len(shown) < len(text):
        result["lines"] = f"c{first}-{end}"
    if end < last:
        call.notices.append(f"characters {first}-{end} of {len(text)}; go on with lines='c{end + 1}-'")


def _add_lines(call: Call, snapshot: Snapshot, result: ReadResult, item: Item, options: ReadOptions) -> None:
    total = int(item.attributes.get("lines", 0))
    first, last = _range(options.lines, total)
    text = documents.lines_of(snapshot, item.uid, first, last)
    shown = _fitting(text, options)
    if len(shown) < len(text):
        whole = shown[: shown.rfind("\n") + 1]
        if whole:
            shown, last = whole, first + documents.count_lines(whole) - 1
            call.notices.append(f"lines {first}-{last} of {total}; go on with lines='{last + 1}-'")
        else:
            # Lines do not lead into one that is longer than an answer; characters do.
            before = len(documents.lines_of(snapshot, item.uid, 1, first - 1)) if first > 1 else 0
            last = first
            call.notices.append(
                f"the first {counted(len(shown), 'character')} of line {first} of {total}; "
                f"go on with lines='c{before + len(shown) + 1}-'"
            )
    result["body"] = shown
    result["lines"] = f"{first}-{min(last, total)}"


def _fitting(text: str, options: ReadOptions) -> str:
    """Return as much of the beginning of a text as goes into one answer."""
    text = text[: _MOST_TEXT if options.full else BEGINNING]
    while (size := wire_size(text)) > _MOST_BYTES:
        text = text[: len(text) * _MOST_BYTES // size]
    return text


def _range(lines: str | None, total: int) -> tuple[int, int]:
    """Read a range of lines: '10-40', '10-' or '10'. InvalidInputError for anything else, or one behind the end."""
    if lines is None:
        return 1, max(total, 1)
    meant = line_range(lines)
    if meant is None or meant.is_empty or meant.first > total:
        raise InvalidInputError(
            f"no such lines: {one_line(lines, 40)!r}", hint=f"The document has lines 1-{total}; for example '1-40'.",
            field="lines",
        )  # fmt: skip
    return meant.first, total if meant.last is None else min(meant.last, total)


def _add_neighbours(snapshot: Snapshot, result: ReadResult, item: Item, around: int, as_of: AsOf) -> None:
    if item.kind != "turn" or not around or item.session_uid is None:
        return
    before, after = turns.neighbours(snapshot, item, around, as_of.known_at)
    result["before"] = [turn_row(turn) for turn in before]
    result["after"] = [turn_row(turn) for turn in after]


def _hint(snapshot: Snapshot, uid: str) -> str:
    """Say where to look for what is no row."""
    if handoff_rows.find(snapshot, uid) is not None:
        return "It is a handoff: memory_handoff with action=list shows it."
    return "Ids come from memory_search and from what stored the row."


def _session(call: Call, snapshot: Snapshot, uid: str, options: ReadOptions) -> ReadResult:
    """Open a session: what was left of it, and a page of what was said. NotFoundError when the id is none."""
    try:
        session = sessions.require(snapshot, uid)
    except NotFoundError as exc:
        erased = erasure.erasure(snapshot, uid)
        if erased is not None:
            why = f" ({erased.reason})" if erased.reason else ""
            raise NotFoundError(
                f"{erased.kind} {uid} was erased at {when(erased.at)} by {erased.actor}{why}",
                hint="What was erased cannot be read or brought back.", field="id",
            ) from exc  # fmt: skip
        raise NotFoundError(
            f"no row with id {echoed(uid)!r}",
            hint=too_short(uid) or _hint(snapshot, uid), field="id",
        ) from exc  # fmt: skip
    known_at = as_of_given(snapshot, options.as_of, options.known_at).known_at
    result = ReadResult(
        id=uid,
        type="session",
        body=session.summary,
        client=session.client,
        project=projects.name_of(snapshot, session.project_id),
        startedAt=when(session.started_at),
        endedAt=None if session.ended_at is None else when(session.ended_at),
        tasks=list(session.tasks),
        openQuestions=list(session.open_questions),
        nextSteps=list(session.next_steps),
    )
    if session.title:
        result["title"] = session.title
    page = session_page(snapshot, uid, lines=options.lines, full=options.full, known_at=known_at, notices=call.notices)
    result.update(page)  # type: ignore[typeddict-item]  # three of its keys
    return result
