"""Where a project stands, in as many characters as asked for: what a session starts with."""

from __future__ import annotations

from typing import Any, Final, TypedDict

from memory_mcp.store import handoffs, profile, sessions
from memory_mcp.store.db import Snapshot
from memory_mcp.store.items import Item
from memory_mcp.temporal import describe_gap
from memory_mcp.tools.call import Scope
from memory_mcp.tools.shown import cut_notice, fit, said, short, when

_PREVIOUS: Final = 3
_RECENT: Final = 5
_PINNED: Final = 20
_FIELDS: Final = 20
_HOUR_US: Final = 3_600_000_000
# The longer a project was left, the more of what happened meanwhile is told.
_TOLD_BY_GAP: Final = ((_HOUR_US, 0), (24 * _HOUR_US, 3), (7 * 24 * _HOUR_US, 5), (30 * 24 * _HOUR_US, 8))
_TOLD_AT_MOST: Final = 12
# What gives way first when the room is small.
_YIELDING: Final = (("previousSessions", "recentLearnings"), ("sinceLast.happened",), ("openHandoffs", "pinned"))


class BriefRow(TypedDict, total=False):
    """A row worth knowing at the start."""

    id: str
    type: str
    snippet: str
    validFrom: str


class PastSession(TypedDict, total=False):
    """An earlier session of this project."""

    sessionId: str
    client: str
    startedAt: str
    lastActiveAt: str
    summary: str
    openQuestions: list[str]
    nextSteps: list[str]


class OfferedHandoff(TypedDict, total=False):
    """Work somebody left; accept it with memory_handoff."""

    handoffId: str
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
    recentLearnings: list[BriefRow]
    previousSessions: list[PastSession]
    totalSessions: int
    notice: str


def briefing(
    snapshot: Snapshot, scope: Scope, *, client: str, but: str = "", place: str = "", offers: bool = True
) -> dict[str, Any]:
    """Return where a project stands as a client in a place sees it, without the session ``but``.

    ``offers``: with handoffs.
    """
    goal = profile.goal(snapshot, scope.id)
    past = sessions.previous(snapshot, scope.id, limit=_PREVIOUS, but=but)
    offered = handoffs.offered(snapshot, scope.id, client, place, but or None) if offers else []
    pinned = sessions.pinned(snapshot, scope.id, limit=_PINNED)
    shown = {item.uid for item in pinned}
    recent = sessions.recent(snapshot, scope.id, "learning", limit=_RECENT + len(shown))
    brief: dict[str, Any] = {
        "project": scope.name,
        "goal": None if goal is None else short(goal.text, 400),
        "profile": {field: short(value) for field, value in list(profile.fields(snapshot).items())[:_FIELDS]},
        "openHandoffs": [_offered(handoff) for handoff in offered],
        "pinned": [_row(item) for item in pinned],
    }
    if past:
        brief["sinceLast"] = _since_last(snapshot, scope.id, past)
    return brief | {
        "recentLearnings": [_row(item) for item in recent if item.uid not in shown][:_RECENT],
        "previousSessions": [_past(one) for one in past],
        "totalSessions": sessions.total(snapshot, scope.id),
    }


def trimmed(result: dict[str, Any], room: int) -> dict[str, Any]:
    """Cut a briefing to ``room`` characters of text, what matters least first, and say what was left out."""
    cut: dict[str, int] = {}
    for keys in _YIELDING:
        cut |= fit(result, keys, room)
    if cut:
        result["notice"] = cut_notice(cut, "a larger budgetTokens shows it")
    return result


def _since_last(snapshot: Snapshot, project: int, past: list[sessions.Past]) -> SinceLast:
    left_at = max(one.last_active_at for one in past)
    gap = snapshot.now - left_at
    told = next((count for limit, count in _TOLD_BY_GAP if gap < limit), _TOLD_AT_MOST)
    since = SinceLast(
        lastActiveAt=when(left_at), gap=describe_gap(gap), counts=sessions.counts_since(snapshot, project, left_at)
    )
    if told:
        since["happened"] = [_row(item) for item in sessions.happened(snapshot, project, left_at, limit=told)]
    return since


def _row(item: Item) -> BriefRow:
    return BriefRow(id=item.uid, type=item.kind, snippet=said(item), validFrom=when(item.valid.start))


def _past(one: sessions.Past) -> PastSession:
    session = one.session
    row = PastSession(
        sessionId=session.uid, client=session.client, startedAt=when(session.started_at),
        lastActiveAt=when(one.last_active_at), summary=short(session.summary, 300),
    )  # fmt: skip
    if session.open_questions:
        row["openQuestions"] = [short(line) for line in session.open_questions[:5]]
    if session.next_steps:
        row["nextSteps"] = [short(line) for line in session.next_steps[:5]]
    return row


def _offered(handoff: handoffs.Handoff) -> OfferedHandoff:
    row = OfferedHandoff(handoffId=handoff.uid, summary=short(handoff.summary, 400), createdAt=when(handoff.created_at))
    if handoff.open_questions:
        row["openQuestions"] = [short(line) for line in handoff.open_questions[:5]]
    if handoff.next_steps:
        row["nextSteps"] = [short(line) for line in handoff.next_steps[:5]]
    if handoff.files:
        row["files"] = [short(line) for line in handoff.files[:10]]
    return row
