"""Tell what happened when, by session: events as they began to be true, beliefs as they changed."""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypedDict

from memory_mcp.language.shortening import one_line
from memory_mcp.store.facts.facts import Verb
from memory_mcp.store.facts.projects import projects
from memory_mcp.store.facts.versions import Item, Kind
from memory_mcp.store.sessions import sessions, timeline
from memory_mcp.store.sessions.timeline import BeliefChange
from memory_mcp.temporal import BEGINNING
from memory_mcp.tools.framework.call import Call
from memory_mcp.tools.framework.declare import Clamp, InWords, Length, tool
from memory_mcp.tools.framework.given_times import instant_given
from memory_mcp.tools.framework.paging import ROOM, cursor_of, place_of, said, when
from memory_mcp.tools.framework.reach import reachable
from memory_mcp.tools.framework.render import render
from memory_mcp.tools.framework.shared_parameters import TYPES, Cursor, InSession, SeenProject, Since, Until

Done = Literal["superseded", "ended", "retracted", "corrected", "restored", "verified", "refuted", "followed up"]
DONE: Final[dict[Verb, Done]] = {
    "supersede": "superseded", "end": "ended", "retract": "retracted", "correct": "corrected", "restore": "restored",
    "verify": "followed up",
}  # fmt: skip
"""What is said of a row that a verb was applied to."""
EventKind = Literal["turn", "learning", "decision", "observation", "entity", "relation", "document", "digest"]


class EventRow(TypedDict, total=False):
    """Something that began to be true at a time; with change, a belief that changed then: what it said, and why."""

    id: str
    type: str
    at: str
    change: Done
    snippet: str
    became: str
    supersededById: str
    reason: str
    project: str | None


class SessionEvents(TypedDict, total=False):
    """What happened in a session (sessionId null: outside any), newest first."""

    sessionId: str | None
    client: str
    startedAt: str
    endedAt: str | None
    title: str
    summary: str
    events: list[EventRow]


class TimelineResult(TypedDict, total=False):
    """What happened, by session."""

    sessions: list[SessionEvents]
    count: int
    nextCursor: str
    project: str | None
    notice: str


@tool(title="What happened when", read_only=True, idempotent=True)
def memory_timeline(
    call: Call,
    since: Since = None,
    until: Until = None,
    project: SeenProject = None,
    session_id: InSession = None,
    types: Annotated[list[EventKind] | None, Length(1, 8), InWords(), TYPES] = None,
    limit: Annotated[int, Clamp(1, 100), "How many events, 1-100."] = 20,
    cursor: Cursor = None,
) -> TimelineResult:
    """Tell by session what happened and what was corrected, superseded or taken back, newest first."""
    before = None if cursor is None else place_of(cursor, 3)
    with call.reading() as snapshot:
        scope = reachable(call, snapshot, project, session_id, field="sessionId")
        if session_id is not None:
            sessions.require(snapshot, session_id)
        kinds: tuple[Kind, ...] = tuple(types) if types else timeline.EVENT_KINDS
        wanted = timeline.TimelineFilter(
            project=scope.id,
            session=session_id,
            kinds=kinds,
            since=instant_given(snapshot, since, "since", BEGINNING),
            until=instant_given(snapshot, until, "until", None, is_end=True),
            with_files=bool(types),
        )
        place = None if before is None else (before[0], before[1], before[2])
        page = timeline.told(snapshot, wanted, limit=limit, before=place)
        names = projects.names(snapshot)
    shown = page.rows
    while len(render(timeline_result := _timeline(page, shown, names, scope.name))) > ROOM and len(shown) > 1:
        shown = shown[: max(1, len(shown) * 4 // 5)]
    if len(shown) < len(page.rows):
        timeline_result["nextCursor"] = cursor_of(*timeline.place(shown[-1]))
    return timeline_result


def _timeline(
    page: timeline.TimelinePage, shown: list[Item | BeliefChange], names: dict[int, str], project: str | None
) -> TimelineResult:
    """Return the events by session, the session with the newest event first."""
    by_session: dict[str | None, list[EventRow]] = {}
    for row in shown:
        by_session.setdefault(row.session_uid, []).append(_event(row, names))
    told = [_session_events(page.sessions.get(uid or ""), uid, events) for uid, events in by_session.items()]
    result = TimelineResult(sessions=told, count=len(shown), project=project)
    if page.next is not None:
        result["nextCursor"] = cursor_of(*page.next)
    return result


def _event(row: Item | BeliefChange, names: dict[int, str]) -> EventRow:
    if isinstance(row, Item):
        return EventRow(
            id=row.uid, type=row.kind, at=when(row.valid.start), snippet=said(row), project=names.get(row.project_id)
        )
    shown = EventRow(id=row.uid, type=row.kind, at=when(row.at), change=DONE[row.verb],
                     snippet=said(row), project=names.get(row.project_id))  # fmt: skip
    if row.became is not None:
        shown["became"] = one_line(row.became)
    if row.verified is not None:
        shown["change"] = "verified" if row.verified else "refuted"
    if row.outcome:
        shown["became"] = one_line(row.outcome)
    if row.superseded_by is not None:
        shown["supersededById"] = row.superseded_by
    if row.reason:
        shown["reason"] = one_line(row.reason)
    return shown


def _session_events(line: timeline.SessionLine | None, uid: str | None, events: list[EventRow]) -> SessionEvents:
    if line is None:
        return SessionEvents(sessionId=uid, events=events)
    title = SessionEvents(title=one_line(line.title)) if line.title else SessionEvents()
    return title | SessionEvents(
        sessionId=uid,
        client=line.client,
        startedAt=when(line.started_at),
        endedAt=None if line.ended_at is None else when(line.ended_at),
        summary=one_line(line.summary),
        events=events,
    )
