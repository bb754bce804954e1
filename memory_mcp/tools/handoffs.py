"""The tool for handoffs: pass work on, see what is offered, take it over."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Literal, TypedDict, cast

from memory_mcp.errors import InvalidInputError, NotFoundError, RefusedError
from memory_mcp.language.shortening import one_line
from memory_mcp.store.facts.projects import projects
from memory_mcp.store.file.database import Transaction
from memory_mcp.store.handoffs import handoff_rows, handoffs
from memory_mcp.tools.framework import client_session
from memory_mcp.tools.framework.call import Call
from memory_mcp.tools.framework.declare import Length, tool
from memory_mcp.tools.framework.paging import filled, fit, when
from memory_mcp.tools.framework.reach import reachable
from memory_mcp.tools.framework.shared_parameters import SUMMARY, HomeProject, NextSteps, OpenQuestions
from memory_mcp.tools.framework.write_feedback import with_redactions
from memory_mcp.tools.sessions import note_opened, started

# The lists of a handoff, and how long an entry may be.
_LINES = (("openQuestions", 1_000), ("nextSteps", 1_000), ("files", 500))
# Characters of a summary, where it is one of a list and where it is the answer.
_LISTED, _SHOWN = 200, 400


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


@tool(core=True, title="Hand work over")
def memory_handoff(
    call: Call,
    action: Annotated[Literal["begin", "list", "accept", "cancel"], "What to do; begin needs summary."],
    handoff_id: Annotated[str | None, "Which to cancel, or accept if not the newest."] = None,
    summary: Annotated[str | None, Length(1, 10_000), SUMMARY] = None,
    open_questions: OpenQuestions = None,
    next_steps: NextSteps = None,
    files: Annotated[list[str] | None, Length(0, 200), "Files touched, up to 200."] = None,
    to_client: Annotated[str | None, Length(0, 100), "Only for this client, e.g. codex."] = None,
    project: HomeProject = None,
) -> HandoffResult:
    """Pass work to another session or client, or take it, within 7 days.

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
    call: Call, project: str | None, uid: str, change: Callable[[Transaction, str], handoff_rows.Handoff],
    action: Literal["begun", "cancelled"],
) -> HandoffResult:  # fmt: skip
    with call.writing() as tx:
        reachable(call, tx, project, uid, field="handoffId")
        return HandoffResult(action=action, handoff=_handoff_row(change(tx, uid), projects.names(tx), _SHOWN))


def _begun(
    call: Call,
    project: str | None,
    summary: str | None,
    lines: tuple[list[str] | None, list[str] | None, list[str] | None],
    to_client: str | None,
) -> HandoffResult:
    with call.writing() as tx:
        said = call.masking.clean(summary or "", "summary")
        if not said.strip():
            raise InvalidInputError(
                "a handoff needs a summary", hint="Say what was done and why, for one who was not there.",
                field="summary",
            )  # fmt: skip
        open_questions, next_steps, files = (
            _bounded(call.masking.cleaned(some or [], name), name, cap)
            for some, (name, cap) in zip(lines, _LINES, strict=True)
        )
        where = call.home(tx, project).id
        place = client_session.place(tx, where, call.folder, call.runtime.settings)
        draft = handoffs.HandoffDraft(
            said, open_questions, next_steps, files,
            to_client=call.masking.clean(to_client or "", "toClient"),
            # Left in a folder that is everybody's it is for everybody: some clients work in none.
            path="" if place.endswith("/.") else place,
        )  # fmt: skip
        origin: handoff_rows.Origin = "prompt" if call.runtime.was_picked("handoff") else "tool"
        handoff, is_new = handoffs.begin(tx, draft, project_id=where, from_session=call.session_uid, origin=origin)
        names = projects.names(tx)
    result = HandoffResult(action="begun" if is_new else "existing", handoff=_handoff_row(handoff, names, _SHOWN))
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
            offered = handoff_rows.offered(tx, where, client, place, call.session_uid, limit=1)
            if not offered:
                raise NotFoundError(
                    "no open handoff for this client in this project", hint="action=list shows all of them.",
                    field="handoffId",
                )  # fmt: skip
            handoff_id = offered[0].uid
        # Work taken over is a session's from then on: a client that has none begins one by taking it.
        where = handoff_rows.require(tx, handoff_id).project_id
        session = call.session_uid or started(call, tx, where, client)[0].uid
        handoff = handoffs.accept(tx, handoff_id, session=session, client=client)
        names = projects.names(tx)
    note_opened(call, session)
    return HandoffResult(action="accepted", handoff=_handoff_row(handoff, names))


def _listed(call: Call, project: str | None) -> HandoffResult:
    with call.reading() as snapshot:
        scope = call.scope(snapshot, project)
        found, total = handoff_rows.listed(snapshot, scope.id)
        names = projects.names(snapshot)
    result: dict[str, Any] = {
        "action": "listed",
        "handoffs": [_handoff_row(handoff, names, _LISTED) for handoff in found],
        "total": total,
        "project": scope.name,
    }
    fit(result, ("handoffs",))
    return cast("HandoffResult", result | {"count": len(result["handoffs"])})


def _handoff_row(handoff: handoff_rows.Handoff, names: dict[int, str], width: int | None = None) -> HandoffRow:
    """Return a handoff as answers show it, with its summary whole, or on one line of at most ``width`` characters."""
    row = HandoffRow(
        id=handoff.uid,
        state=handoff.state,
        summary=handoff.summary if width is None else one_line(handoff.summary, width),
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
