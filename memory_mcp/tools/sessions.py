"""Start and end a session: tell where the project stands at its start, and keep how it ended."""

from __future__ import annotations

from typing import Annotated, Literal, TypedDict, cast

from memory_mcp.capture.context.selection import select_context
from memory_mcp.capture.events.closing import MOST_A_CALL, close_left, close_session
from memory_mcp.errors import InvalidInputError, NotFoundError
from memory_mcp.language.shortening import one_line
from memory_mcp.store.facts.client_names import client_name
from memory_mcp.store.facts.projects import projects
from memory_mcp.store.file.database import Transaction
from memory_mcp.store.handoffs.session_end import Settled
from memory_mcp.store.sessions import handover, sessions, shown_rows
from memory_mcp.tools.framework import client_session
from memory_mcp.tools.framework.call import Call
from memory_mcp.tools.framework.declare import Clamp, InWords, Length, Range, Unlisted, tool
from memory_mcp.tools.framework.opening_reads import read_before_opening
from memory_mcp.tools.framework.paging import when
from memory_mcp.tools.framework.reach import reachable
from memory_mcp.tools.framework.shared_parameters import SUMMARY, HomeProject, NextSteps, OpenQuestions, RowsProject
from memory_mcp.tools.framework.write_feedback import with_redactions
from memory_mcp.tools.rows.lean import lean_rows
from memory_mcp.tools.rows.session_context import BriefingFields, briefing, trimmed, versions

_TOKEN = 4
_DEFAULT_BUDGET = 1_500


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


@tool(core=True, title="Start a session", lean=lean_rows)
def memory_session_start(
    call: Call,
    project: HomeProject = None,
    client: Annotated[str | None, Length(0, 100), Unlisted(), "Your client's name."] = None,
    budget_tokens: Annotated[int, Clamp(200, 20_000), "How many tokens long, 200-20000."] = _DEFAULT_BUDGET,
) -> StartResult:
    """Call first, once: what was left, wished, changed and decided, the last sessions, the goal.

    Example: {"budgetTokens": 3000}
    """
    client = call.masking.clean(client, "client").strip() if client else ""
    client = client or call.client
    if (following := call.runtime.following) is not None:
        # What was told elsewhere belongs into the opening, if it is there at once; the rest comes meanwhile.
        following.ask()
        following.wait()
    read_before_opening(call.runtime)
    with call.writing() as tx:
        scope = call.home(tx, project)
        if told := projects.unbound(tx, call.project(project)):
            call.notices.append(told)
        session, is_new = started(call, tx, scope.id, client)
        close_left(tx, scope.id, but=session.uid, most=MOST_A_CALL)
        context = select_context(tx, call.context_request(tx, scope, client, session.uid))
        result = {"sessionId": session.uid} | ({} if is_new else {"isResumed": True}) | briefing(tx, scope, context)
        brief = trimmed(result, context, budget_tokens * _TOKEN)
        shown_rows.note(tx, session.uid, versions(context, brief))
    note_opened(call, session.uid)
    return cast("StartResult", brief)


def started(call: Call, tx: Transaction, project_id: int, client: str) -> tuple[sessions.Session, bool]:
    """Open the client's conversation, again if it was ended; one without a name is a session of its own each time."""
    name, settings = call.facts.session_hint, call.runtime.settings
    session, is_new = sessions.start(
        tx, project_id=project_id, client=call.client if name else client_name(client), client_session=name
    )
    if is_new:
        place = client_session.place(tx, project_id, call.folder, settings)
        handover.settle(tx, session.uid, place, hands_over=settings.handoff == "on")
    return session, is_new or call.is_session_new


def note_opened(call: Call, uid: str) -> None:
    """Remember a session as the latest this server opened."""
    opened = call.runtime.sessions
    opened[:] = [*(one for one in opened if one != uid), uid]


@tool(core=True, title="End a session", idempotent=True)
def memory_session_end(
    call: Call,
    session_id: Annotated[str | None, "The session, if not this one."] = None,
    summary: Annotated[str | None, Length(0, 10_000), SUMMARY] = None,
    tasks: Annotated[list[str] | None, Length(0, 50), "Tasks done, up to 50."] = None,
    open_questions: OpenQuestions = None,
    next_steps: NextSteps = None,
    drop: Annotated[LeftLine | None, InWords(), Unlisted(), "{of, text, place}: this line is done with."] = None,
    put_back: Annotated[LeftLine | None, InWords(), Unlisted(), "{of, text, place}: it is not."] = None,
    project: RowsProject = None,
) -> EndResult:
    """Close a session with what it leaves.

    Raises NotFoundError for an unknown session, and when none is given and none was opened here.
    """
    opened = call.runtime.sessions
    with call.writing() as tx:
        if session_id is not None and session_id not in opened:
            reachable(call, tx, project, session_id, field="sessionId")
        uid = _session_to_end(call, session_id)
        questions = _cleaned(call, open_questions, "openQuestions")
        steps = _cleaned(call, next_steps, "nextSteps")
        # A line alone is edited from outside: of a session that goes on as well, which does not end by it.
        is_line = all(given is None for given in (summary, tasks, questions, steps))
        if drop is not None or put_back is not None:
            before = sessions.require(tx, uid)
            questions, steps = _edited(call, before, (questions, steps), drop, put_back)
            if is_line and before.ended_at is None:
                session, _ = sessions.end(tx, uid, open_questions=questions, next_steps=steps, is_over=False)
                return with_redactions(call, _ended(tx, session, "updated"))
        closed = close_session(
            tx, uid, summary=None if summary is None else call.masking.clean(summary, "summary"),
            tasks=_cleaned(call, tasks, "tasks"), open_questions=questions, next_steps=steps,
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
        text, name = call.masking.clean(line.get("text", ""), field), line.get("of")
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


def _cleaned(call: Call, texts: list[str] | None, field: str) -> list[str] | None:
    return None if texts is None else call.masking.cleaned(texts, field)
