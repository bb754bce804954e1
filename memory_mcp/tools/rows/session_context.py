"""Show where a project stands, as an object of at most as many characters as asked for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Final, TypedDict

from memory_mcp.capture.context.earlier_sessions import SHOWN, EarlierSession
from memory_mcp.capture.context.sections import text_sum
from memory_mcp.capture.context.selection import SessionContext
from memory_mcp.language.shortening import one_line
from memory_mcp.store.facts.short_ids import short
from memory_mcp.store.facts.versions import Item
from memory_mcp.store.file.database import Snapshot
from memory_mcp.store.handoffs.handoff_rows import Handoff
from memory_mcp.store.sessions import sessions
from memory_mcp.store.sessions.fact_pairs import Replaced, Unresolved
from memory_mcp.store.sessions.statements import Statement
from memory_mcp.temporal import utc_day
from memory_mcp.tools.framework.call import Scope
from memory_mcp.tools.framework.paging import cut_notice, filled, fit, said, when

_RECENT: Final = 5
_FIELDS: Final = 20
_SAID: Final = 240
# What gives way when the room is small, behind what only may have been said.
_YIELDING: Final = (
    ("previousSessions", "recentLearnings"), ("sinceLast.happened", "contradictions", "recentDecisions"),
    ("openEnds", "changes"), ("openHandoffs", "standingWishes", "pinned"),
)  # fmt: skip


class BriefRow(TypedDict, total=False):
    """A row worth knowing at the start; ``later`` is what was said since that may withdraw it."""

    id: str
    type: str
    snippet: str
    replaces: str
    validFrom: str
    later: list[str]


class UnresolvedRow(TypedDict, total=False):
    """Two current facts that cannot both hold; memory_contradictions gives the calls that settle it."""

    kind: str
    about: str
    olderId: str
    newerId: str
    older: str
    newer: str
    evidence: str


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
    goal: str
    openHandoffs: list[OfferedHandoff]
    standingWishes: list[BriefRow]
    changes: list[BriefRow]
    openEnds: list[BriefRow]
    recentDecisions: list[BriefRow]
    previousSessions: list[PastSession]
    contradictions: list[UnresolvedRow]
    pinned: list[BriefRow]
    profile: dict[str, str]
    recentLearnings: list[BriefRow]
    alsoSaid: list[BriefRow]
    sinceLast: SinceLast
    totalSessions: int
    notice: str


def briefing(snapshot: Snapshot, scope: Scope, context: SessionContext) -> dict[str, Any]:
    """Return where a project stands, as a session's start selected it."""
    asides = {one.uid: text_sum(one.text) for one in context.asides}
    beside = {one.uid for uid in _versions(context) | asides for one in context.later.get(uid, ())}
    likely = {role: _alone(context.likely(role), beside) for role in context.stated}
    # A thing that is so has not changed.
    also = [*likely.pop("change"), *_alone(context.unsure, beside)]
    said = {
        role: [_statement(context, one) for one in (*rows, *likely.get(role, ()))]
        for role, rows in context.stated.items()
    }
    brief: dict[str, Any] = {"project": scope.name} | filled(
        goal="" if context.goal is None else one_line(context.goal.text, 400),
        openHandoffs=[_offered(handoff) for handoff in (*context.taken, *context.handoffs)],
        standingWishes=said["standing"],
        changes=[*said["change"], *(_replaced(context, pair) for pair in context.replaced)],
        openEnds=said["open"],
        recentDecisions=[*_rows(context, context.decisions[:_RECENT]), *said["decision"]],
        previousSessions=[_past(one) for one in context.past[:SHOWN]],
        contradictions=[_contradiction(pair) for pair in context.contradictions],
        pinned=_rows(context, context.pinned),
        profile={field: one_line(value) for field, value in list(context.profile.items())[:_FIELDS]},
        recentLearnings=_rows(context, context.learnings[:_RECENT]),
        alsoSaid=[_statement(context, one) for one in also],
    )  # fmt: skip
    if context.left_at is not None:
        since = {"lastActiveAt": when(context.left_at), "gap": context.gap, "counts": context.counts}
        brief["sinceLast"] = since | filled(happened=_rows(context, context.happened))
    return brief | {"totalSessions": sessions.total(snapshot, scope.id)}


def _alone(asides: Iterable[Statement], beside: Collection[str]) -> list[Statement]:
    """Return the asides that no other row has beside it."""
    return [one for one in asides if one.uid not in beside]


def versions(context: SessionContext, brief: Mapping[str, Any]) -> dict[str, int]:
    """Return the rows that found room in a briefing, each by its version, and what was said later beside them."""
    asides = {one.uid: text_sum(one.text) for one in context.asides}
    lists = [*brief.values(), brief.get("sinceLast", {}).get("happened")]
    told = {row["id"] for rows in lists if isinstance(rows, list) for row in rows if "id" in row}
    later = {one.uid: text_sum(one.text) for uid in told for one in context.later.get(uid, ())}
    return later | {uid: version for uid, version in (_versions(context) | asides).items() if uid in told}


def _versions(context: SessionContext) -> dict[str, int]:
    """Return what a briefing shows where there is room, but for asides: rows by their versions."""
    shown = (*context.pinned, *context.happened, *context.decisions[:_RECENT], *context.learnings[:_RECENT])
    said = {one.uid: text_sum(one.text) for rows in context.stated.values() for one in rows}
    changed = {pair.newer.uid: pair.newer.row for pair in context.replaced}
    return {item.uid: item.id for item in shown} | said | changed


def trimmed(result: dict[str, Any], context: SessionContext, room: int) -> dict[str, Any]:
    """Cut a briefing to ``room`` characters of text, what matters least first, and say what was left out."""
    ruled = {role: len(rows) for role, rows in context.stated.items()}
    sure = {
        "standingWishes": ruled["standing"], "openEnds": ruled["open"],
        "recentDecisions": len(context.decisions[:_RECENT]) + ruled["decision"],
    }  # fmt: skip
    cut = Counter(fit(result, ("alsoSaid",), room))
    # Told by its role, what no rule tells has no more of a right to room.
    cut.update(fit(result, tuple(sure), room, kept=sure))
    for keys in _YIELDING:
        cut.update(fit(result, keys, room))
    if cut:
        result["notice"] = cut_notice(cut, "a larger budgetTokens shows it")
    return result


def _contradiction(pair: Unresolved) -> UnresolvedRow:
    row = UnresolvedRow(
        kind=pair.kind, olderId=pair.older.uid, newerId=pair.newer.uid, older=one_line(pair.older.text),
        newer=one_line(pair.newer.text),
    )  # fmt: skip
    row.update(filled(about=one_line(pair.about), evidence=pair.apart))
    return row


def _rows(context: SessionContext, items: Sequence[Item]) -> list[BriefRow]:
    return [
        _with_later(
            context, BriefRow(id=item.uid, type=item.kind, snippet=said(item), validFrom=when(item.valid.start))
        )
        for item in items
    ]


def _statement(context: SessionContext, one: Statement) -> BriefRow:
    row = BriefRow(id=one.uid, snippet=one_line(one.text, _SAID), validFrom=when(one.said_at))
    if one.replaces and not one.value_before:
        row["replaces"] = one_line(one.replaces)
    return _with_later(context, row)


def _replaced(context: SessionContext, pair: Replaced) -> BriefRow:
    said = one_line(f"{pair.about}: {pair.newer.text}" if pair.about else pair.newer.text)
    row = BriefRow(
        id=pair.newer.uid, snippet=said, replaces=one_line(pair.older.text), validFrom=when(pair.newer.since)
    )
    return _with_later(context, row)


def _with_later(context: SessionContext, row: BriefRow) -> BriefRow:
    """Return a row with what was said later that may withdraw it: each with its day and the end of its id."""
    if later := context.later.get(row["id"]):
        row["later"] = [f"{utc_day(one.said_at)} {one_line(one.text, _SAID)} [{short(one.uid)}]" for one in later]
    return row


def _past(one: EarlierSession) -> PastSession:
    session = one.session
    row = PastSession(
        sessionId=session.uid, client=session.client, startedAt=when(session.started_at),
        lastActiveAt=when(one.last_active_at),
    )  # fmt: skip
    row.update(filled(
        summary=one_line(one.about, 300),
        openQuestions=[one_line(text) for what, text in one.left if what == "open"],
        nextSteps=[one_line(text) for what, text in one.left if what == "next"],
        did=[f"{what}: {one_line(text)}" for what, text in one.left if what not in {"open", "next"}],
    ))  # fmt: skip
    return row


def _offered(handoff: Handoff) -> OfferedHandoff:
    row = OfferedHandoff(
        handoffId=handoff.uid, summary=one_line(handoff.summary, 400), createdAt=when(handoff.created_at)
    )
    row.update(filled(
        isTaken=handoff.state == "claimed",
        openQuestions=[one_line(line) for line in handoff.open_questions[:5]],
        nextSteps=[one_line(line) for line in handoff.next_steps[:5]],
        files=[one_line(line) for line in handoff.files[:10]],
    ))  # fmt: skip
    return row
