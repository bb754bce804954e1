"""Where a project stands as an object, in as many characters as asked for: what a session starts with."""

from __future__ import annotations

from typing import Any, Final, TypedDict

from memory_mcp.capture.context.selection import SHOWN, Earlier, SessionContext
from memory_mcp.store.facts.versions import Item
from memory_mcp.store.file.database import Snapshot
from memory_mcp.store.handoffs.handoffs import Handoff
from memory_mcp.store.sessions import sessions
from memory_mcp.store.sessions.salience import Unresolved
from memory_mcp.tools.framework.call import Scope
from memory_mcp.tools.framework.truncation import cut_notice, filled, fit, said, short, when

_RECENT: Final = 5
_FIELDS: Final = 20
# What gives way first when the room is small.
_YIELDING: Final = (
    ("previousSessions", "recentDecisions", "recentLearnings"), ("sinceLast.happened", "contradictions"),
    ("openHandoffs", "pinned"),
)  # fmt: skip


class BriefRow(TypedDict, total=False):
    """A row worth knowing at the start."""

    id: str
    type: str
    snippet: str
    validFrom: str


class ContradictionRow(TypedDict, total=False):
    """Two current facts that cannot both hold; memory_contradictions gives the calls that settle it."""

    kind: str
    about: str
    olderId: str
    newerId: str
    older: str
    newer: str


class PastSession(TypedDict, total=False):
    """An earlier session of this project."""

    sessionId: str
    client: str
    startedAt: str
    lastActiveAt: str
    summary: str
    openQuestions: list[str]
    nextSteps: list[str]
    did: list[str]


class OfferedHandoff(TypedDict, total=False):
    """Work somebody left; accept it with memory_handoff, unless this session took it already."""

    handoffId: str
    isTaken: bool
    summary: str
    openQuestions: list[str]
    nextSteps: list[str]
    files: list[str]
    createdAt: str


class SinceLast(TypedDict, total=False):
    """How long the project was left, how much of each kind came meanwhile, and the most telling of it."""

    lastActiveAt: str
    gap: str
    counts: dict[str, int]
    happened: list[BriefRow]


class BriefingFields(TypedDict, total=False):
    """Where a project stands."""

    project: str | None
    goal: str | None
    profile: dict[str, str]
    openHandoffs: list[OfferedHandoff]
    pinned: list[BriefRow]
    sinceLast: SinceLast
    contradictions: list[ContradictionRow]
    recentDecisions: list[BriefRow]
    recentLearnings: list[BriefRow]
    previousSessions: list[PastSession]
    totalSessions: int
    notice: str


def briefing(snapshot: Snapshot, scope: Scope, context: SessionContext) -> dict[str, Any]:
    """Return where a project stands, as a session's start selected it."""
    brief: dict[str, Any] = {
        "project": scope.name,
        "goal": None if context.goal is None else short(context.goal.text, 400),
        "profile": {field: short(value) for field, value in list(context.profile.items())[:_FIELDS]},
        "openHandoffs": [_offered(handoff) for handoff in (*context.taken, *context.handoffs)],
        "pinned": [_row(item) for item in context.pinned],
    }
    if context.left_at is not None:
        since = {"lastActiveAt": when(context.left_at), "gap": context.gap, "counts": context.counts}
        brief["sinceLast"] = since | filled(happened=[_row(item) for item in context.happened])
    brief |= filled(
        contradictions=[_contradiction(pair) for pair in context.contradictions],
        recentDecisions=[_row(item) for item in context.decisions[:_RECENT]],
    )
    return brief | {
        "recentLearnings": [_row(item) for item in context.learnings[:_RECENT]],
        "previousSessions": [_past(one) for one in context.past[:SHOWN]],
        "totalSessions": sessions.total(snapshot, scope.id),
    }


def versions(context: SessionContext) -> dict[str, int]:
    """Return the rows a briefing shows, each by its version."""
    shown = (*context.pinned, *context.happened, *context.decisions[:_RECENT], *context.learnings[:_RECENT])
    return {item.uid: item.id for item in shown}


def trimmed(result: dict[str, Any], room: int) -> dict[str, Any]:
    """Cut a briefing to ``room`` characters of text, what matters least first, and say what was left out."""
    cut: dict[str, int] = {}
    for keys in _YIELDING:
        cut |= fit(result, keys, room)
    if cut:
        result["notice"] = cut_notice(cut, "a larger budgetTokens shows it")
    return result


def _contradiction(pair: Unresolved) -> ContradictionRow:
    row = ContradictionRow(
        kind=pair.kind, olderId=pair.older.uid, newerId=pair.newer.uid, older=short(pair.older.text),
        newer=short(pair.newer.text),
    )  # fmt: skip
    row.update(filled(about=short(pair.about)))
    return row


def _row(item: Item) -> BriefRow:
    return BriefRow(id=item.uid, type=item.kind, snippet=said(item), validFrom=when(item.valid.start))


def _past(one: Earlier) -> PastSession:
    session = one.session
    row = PastSession(
        sessionId=session.uid, client=session.client, startedAt=when(session.started_at),
        lastActiveAt=when(one.last_active_at), summary=short(one.about, 300),
    )  # fmt: skip
    row.update(filled(
        openQuestions=[short(text) for what, text in one.left if what == "open"],
        nextSteps=[short(text) for what, text in one.left if what == "next"],
        did=[f"{what}: {short(text)}" for what, text in one.left if what not in {"open", "next"}],
    ))  # fmt: skip
    return row


def _offered(handoff: Handoff) -> OfferedHandoff:
    row = OfferedHandoff(handoffId=handoff.uid, summary=short(handoff.summary, 400), createdAt=when(handoff.created_at))
    row.update(filled(
        isTaken=handoff.state == "claimed",
        openQuestions=[short(line) for line in handoff.open_questions[:5]],
        nextSteps=[short(line) for line in handoff.next_steps[:5]],
        files=[short(line) for line in handoff.files[:10]],
    ))  # fmt: skip
    return row
