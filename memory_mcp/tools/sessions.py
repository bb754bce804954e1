"""Sessions from a client's side: where a project stands, how a conversation ended, and what happened when."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Literal, TypedDict, cast

from memory_mcp.capture.context.selection import select_context
from memory_mcp.capture.events.closing import MOST_A_CALL, close_left, close_session
from memory_mcp.errors import InvalidInputError, NotFoundError, RefusedError
from memory_mcp.language.shortening import one_line
from memory_mcp.store.facts import projects
from memory_mcp.store.facts.client_names import client_name
from memory_mcp.store.file.database import Transaction
from memory_mcp.store.handoffs import handoffs
from memory_mcp.store.handoffs.session_end import Settled
from memory_mcp.store.sessions import handover, sessions, shown_rows
from memory_mcp.tools.framework import client_session
from memory_mcp.tools.framework.call import Call
from memory_mcp.tools.framework.declare import Clamp, InWords, Length, Range, Unlisted, tool
from memory_mcp.tools.framework.paging import ROOM, filled, fit, when
from memory_mcp.tools.framework.reach import reachable
from memory_mcp.tools.framework.write_feedback import with_redactions
from memory_mcp.tools.rows.lean import lean_rows
from memory_mcp.tools.rows.session_context import BriefingFields, briefing, trimmed, versions

_TOKEN = 4
_DEFAULT_BUDGET = 1_500

# The lists of a handoff, and how long an entry may be.
_LINES = (("openQuestions", 1_000), ("nextSteps", 1_000), ("files", 500))

Lines = Annotated[list[str] | None, Length(0, 50), "Up to 50."]


class LeftLine(TypedDict, total=False):
    """A question or a step that a session left; ``place``, from 0, is where it stood."""

    of: Annotated[Literal["openQuestions", "nextSteps"], "Which list."]
    text: Annotated[str, Length(1, 10_000), "What it says."]
    place: Annotated[int, Range(0, 1_000), "Where."]


class StartResult(BriefingFields, total=False):
    """Where the project stands."""

    sessionId: str  # noqa: N815 - the name on the wire
    isResumed: bool  # noqa: N815 - the name on the wire


class EndResult(TypedDict, total=False):
    """A session as it was closed."""

    sessionId: str
    action: Literal["ended", "updated"]
    project: str | None
    startedAt: str
    endedAt: str
    summary: str
    releasedHandoffs: int
    leftHandoffId: str
    redacted: dict[str, int]


class HandoffRow(TypedDict, total=False):
    """Work passed on."""

    id: str
    state: Literal["open", "claimed", "expired", "cancelled"]
    summary: str
    openQuestions: list[str]
    nextSteps: list[str]
    files: list[str]
    toClient: str
    fromSessionId: str | None
    claimedBySessionId: str | None
    project: str | None
    origin: Literal["tool", "prompt", "automatic"]
    path: str
    createdAt: str
    expiresAt: str


class HandoffResult(TypedDict, total=False):
    """A handoff and what was done to it, or all of them."""

    action: Literal["begun", "existing", "accepted", "cancelled", "listed"]
    handoff: HandoffRow
    handoffs: list[HandoffRow]
    count: int
    total: int
    project: str | None
    redacted: dict[str, int]


@tool(core=True, title="Start a session", lean=lean_rows)
def memory_session_start(
    call: Call,
    project: Annotated[str | None, "Default: current."] = None,
    client: Annotated[str | None, Length(0, 100), Unlisted(), "Your client's name."] = None,
    budget_tokens: Annotated[int, Clamp(200, 20_000), "How long the answer may be, 200-20000."] = _DEFAULT_BUDGET,
) -> StartResult:
    """Begin: what was left, wished, changed and decided, the last sessions, the goal. Call once, first.

    Example: {"budgetTokens": 3000}
    """
    client = call.clean(client, "client").strip() if client else ""
    client = client or call.client
    if (following := call.runtime.following) is not None:
        # What was told elsewhere belongs into the opening, if it is there at once; the rest comes meanwhile.
        following.ask()
        following.wait()
    with call.writing() as tx:
        scope = call.home(tx, project)
        if told := projects.unbound(tx, call.project(project)):
            call.notices.append(told)
        session, is_new = _started(call, tx, scope.id, client)
        close_left(tx, scope.id, but=session.uid, most=MOST_A_CALL)
        context = select_context(tx, call.context_request(tx, scope, client, session.uid))
        shown_rows.note(tx, session.uid, versions(context))
        brief = briefing(tx, scope, context)
    _note_opened(call, session.uid)
    result = {"sessionId": session.uid} | ({} if is_new else {"isResumed": True}) | brief
    return cast("StartResult", trimmed(result, budget_tokens * _TOKEN))


def _started(call: Call, tx: Transaction, project_id: int, client: str) -> tuple[sessions.Session, bool]:
    """Open the client's conversation, again if it was ended; one without a name is a session of its own each time."""
    name, settings = call.facts.session_hint, call.runtime.settings
    session, is_new = sessions.start(
        tx, project_id=project_id, client=call.client if name else client_name(client), client_session=name
    )
    if is_new:
        place = client_session.place(tx, project_id, call.folder, settings)
        handover.settle(tx, session.uid, place, hands_over=settings.handoff == "on")
    return session, is_new or call.is_session_new


def _note_opened(call: Call, uid: str) -> None:
    opened = call.runtime.sessions
    opened[:] = [*(one for one in opened if one != uid), uid]


@tool(core=True, title="End a session", idempotent=True)
def memory_session_end(
    call: Call,
    session_id: Annotated[str | None, "Default: newest here."] = None,
    summary: Annotated[str | None, Length(0, 10_000), "What was done and why."] = None,
    tasks: Lines = None,
    open_questions: Lines = None,
    next_steps: Lines = None,
    drop: Annotated[LeftLine | None, InWords(), Unlisted(), "{of, text, place}: this line is done with."] = None,
    put_back: Annotated[LeftLine | None, InWords(), Unlisted(), "{of, text, place}: it is not."] = None,
    project: Annotated[str | None, Unlisted(), "* for any."] = None,
) -> EndResult:
    """Close a session: what was done, is open and comes next.

    Raises NotFoundError for an unknown session, and when none is given and none was opened here.
    """
    opened = call.runtime.sessions
    with call.writing() as tx:
        if session_id is not None and session_id not in opened:
            reachable(call, tx, project, session_id, field="sessionId")
        uid = _session_to_end(call, session_id)
        questions, steps = _cleaned(call, open_questions), _cleaned(call, next_steps)
        # A line alone is edited from outside: of a session that goes on as well, which does not end by it.
        is_line = all(given is None for given in (summary, tasks, questions, steps))
        if drop is not None or put_back is not None:
            before = sessions.require(tx, uid)
            questions, steps = _edited(call, before, (questions, steps), drop, put_back)
            if is_line and before.ended_at is None:
                session, _ = sessions.end(tx, uid, open_questions=questions, next_steps=steps, is_over=False)
                return with_redactions(call, _ended(tx, session, "updated"))
        closed = close_session(
            tx, uid, summary=None if summary is None else call.clean(summary, "summary"),
            tasks=_cleaned(call, tasks), open_questions=questions, next_steps=steps,
        )  # fmt: skip
        result = _ended(tx, closed.session, "ended" if closed.was_open else "updated")
    opened[:] = [one for one in opened if one != uid]
    return with_redactions(call, result | _passed_on(closed.handoffs))


def _ended(tx: Transaction, session: sessions.Session, action: Literal["ended", "updated"]) -> EndResult:
    return EndResult(
        sessionId=session.uid, action=action, project=projects.name_of(tx, session.project_id),
        startedAt=when(session.started_at), endedAt=when(session.ended_at or session.changed_at),
        summary=one_line(session.summary),
    )  # fmt: skip


def _passed_on(settled: Settled) -> EndResult:
    """Return what became of handoffs, where anything did."""
    released, begun = settled
    told = EndResult(releasedHandoffs=len(released)) if released else EndResult()
    return told if begun is None else told | EndResult(leftHandoffId=begun.uid)


def _edited(
    call: Call, session: sessions.Session, given: tuple[list[str] | None, list[str] | None],
    drop: LeftLine | None, put_back: LeftLine | None,
) -> tuple[list[str], list[str]]:  # fmt: skip
    """Return the questions and the steps of a session without the one line and with the other.

    A line that is not there stays away, one that is there stays where it is. Raises InvalidInputError for half a line.
    """
    said = (session.open_questions, session.next_steps)
    lists = [list(old if new is None else new) for old, new in zip(said, given, strict=True)]
    for line, field in ((drop, "drop"), (put_back, "putBack")):
        if line is None:
            continue
        text, name = call.clean(line.get("text", ""), field), line.get("of")
        if not text or name is None:
            raise InvalidInputError(
                "which line?", hint='Give {"of": "nextSteps", "text": "...", "place": 0}.', field=field
            )
        lines = lists[name == "nextSteps"]
        if field == "drop":
            lines[:] = [other for other in lines if other != text]
        elif text not in lines:
            lines.insert(line.get("place", 0), text)
    return lists[0], lists[1]


def _session_to_end(call: Call, given: str | None) -> str:
    uid = given or call.session_uid
    if uid is None:
        raise NotFoundError(
            "no session was opened here", hint="Give sessionId, or open one with memory_session_start.",
            field="sessionId",
        )  # fmt: skip
    return uid


@tool(core=True, title="Hand work over")
def memory_handoff(
    call: Call,
    action: Annotated[Literal["begin", "list", "accept", "cancel"], "begin needs summary."],
    handoff_id: Annotated[str | None, "For cancel; accept: default newest."] = None,
    summary: Annotated[str | None, Length(1, 10_000), "What was done and why."] = None,
    open_questions: Lines = None,
    next_steps: Lines = None,
    files: Annotated[list[str] | None, Length(0, 200), "Touched."] = None,
    to_client: Annotated[str | None, Length(0, 100), "Only for it, e.g. codex."] = None,
    project: Annotated[str | None, "Default: current."] = None,
) -> HandoffResult:
    """Pass work to the next session or client, or take it over, within 7 days.

    Raises InvalidInputError when the action needs an id or a summary that is not given, NotFoundError for an unknown
    handoff, ConflictError for one that is not open, and RefusedError for one meant for another client, or a secret
    where secrets are refused.
    """
    match action:
        case "list":
            return _listed(call, project)
        case "begin" if handoff_id is not None and not any((summary, open_questions, next_steps, files)):
            # It was cancelled by mistake.
            return _changed(call, project, handoff_id, handoffs.reopen, "begun")
        case "begin":
            return _begun(call, project, summary, (open_questions, next_steps, files), to_client)
        case "accept":
            return _accepted(call, project, handoff_id)
        case "cancel":
            if handoff_id is None:
                raise InvalidInputError(
                    "which handoff?", hint="Give handoffId; action=list shows them.", field="handoffId"
                )
            return _changed(call, project, handoff_id, handoffs.cancel, "cancelled")


def _changed(
    call: Call, project: str | None, uid: str, change: Callable[[Transaction, str], handoffs.Handoff],
    action: Literal["begun", "cancelled"],
) -> HandoffResult:  # fmt: skip
    with call.writing() as tx:
        reachable(call, tx, project, uid, field="handoffId")
        return HandoffResult(action=action, handoff=_handoff_row(change(tx, uid), projects.names(tx), 400))


def _begun(
    call: Call,
    project: str | None,
    summary: str | None,
    lines: tuple[list[str] | None, list[str] | None, list[str] | None],
    to_client: str | None,
) -> HandoffResult:
    if not summary:
        raise InvalidInputError(
            "a handoff needs a summary", hint="Say what was done and why, for one who was not there.", field="summary"
        )
    with call.writing() as tx:
        open_questions, next_steps, files = (
            _bounded(call.cleaned(some or []), name, cap) for some, (name, cap) in zip(lines, _LINES, strict=True)
        )
        where = call.home(tx, project).id
        place = client_session.place(tx, where, call.folder, call.runtime.settings)
        handoff, is_new = handoffs.begin(
            tx,
            project_id=where,
            summary=call.clean(summary, "summary"),
            open_questions=open_questions,
            next_steps=next_steps,
            files=files,
            to_client=call.clean(to_client or "", "toClient"),
            from_session=call.session_uid,
            origin="prompt" if call.runtime.was_picked("handoff") else "tool",
            # Left in a folder that is everybody's it is for everybody: some clients work in none.
            path="" if place.endswith("/.") else place,
        )
        names = projects.names(tx)
    result = HandoffResult(action="begun" if is_new else "existing", handoff=_handoff_row(handoff, names, 400))
    return with_redactions(call, result)


def _bounded(lines: list[str], field: str, cap: int) -> list[str]:
    for number, line in enumerate(lines, start=1):
        if len(line) > cap:
            raise InvalidInputError(
                f"line {number} has {len(line):,} characters, at most {cap:,}",
                hint="Keep what is long with memory_save and name its id here.", field=field,
            )  # fmt: skip
    return lines


def _accepted(call: Call, project: str | None, handoff_id: str | None) -> HandoffResult:
    """Claim the handoff, or the newest one that is offered, and show it whole."""
    if call.runtime.settings.handoff == "off":
        raise RefusedError(
            "handoffs are off here", hint="MEMORY_HANDOFF=off keeps automation from taking work meant for a person.",
            field="action",
        )  # fmt: skip
    client = call.client
    with call.writing() as tx:
        where = reachable(call, tx, project, handoff_id, field="handoffId").id
        if handoff_id is None:
            place = client_session.place(tx, where, call.folder, call.runtime.settings)
            offered = handoffs.offered(tx, where, client, place, call.session_uid, limit=1)
            if not offered:
                raise NotFoundError(
                    "no open handoff for this client in this project", hint="action=list shows all of them.",
                    field="handoffId",
                )  # fmt: skip
            handoff_id = offered[0].uid
        # Work taken over is a session's from then on: a client that has none begins one by taking it.
        where = handoffs.require(tx, handoff_id).project_id
        session = call.session_uid or _started(call, tx, where, client)[0].uid
        handoff = handoffs.accept(tx, handoff_id, session=session, client=client)
        names = projects.names(tx)
    _note_opened(call, session)
    return HandoffResult(action="accepted", handoff=_handoff_row(handoff, names, 10_000))


def _listed(call: Call, project: str | None) -> HandoffResult:
    with call.reading() as snapshot:
        scope = call.scope(snapshot, project)
        found, total = handoffs.listed(snapshot, scope.id)
        names = projects.names(snapshot)
    result: dict[str, Any] = {
        "action": "listed",
        "handoffs": [_handoff_row(handoff, names, 200) for handoff in found],
        "total": total,
        "project": scope.name,
    }
    fit(result, ("handoffs",))
    return cast("HandoffResult", result | {"count": len(result["handoffs"])})


def _handoff_row(handoff: handoffs.Handoff, names: dict[int, str], width: int) -> HandoffRow:
    row = HandoffRow(
        id=handoff.uid,
        state=handoff.state,
        summary=handoff.summary if width > ROOM else one_line(handoff.summary, width),
    )
    row.update(filled(
        openQuestions=list(handoff.open_questions), nextSteps=list(handoff.next_steps), files=list(handoff.files),
        toClient=handoff.to_client, path=handoff.path,
    ))  # fmt: skip
    return row | HandoffRow(
        fromSessionId=handoff.from_session,
        claimedBySessionId=handoff.claimed_by,
        project=names.get(handoff.project_id),
        origin=handoff.origin,
        createdAt=when(handoff.created_at),
        expiresAt=when(handoff.expires_at),
    )


def _cleaned(call: Call, texts: list[str] | None) -> list[str] | None:
    return None if texts is None else call.cleaned(texts)
