"""Decisions: what was chosen and why, and what became of it."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypedDict, assert_never

from memory_mcp.errors import InvalidInputError
from memory_mcp.language.shortening import one_line
from memory_mcp.store.facts import admission, decisions, facts, lifecycle, versions
from memory_mcp.store.facts.citations import cite
from memory_mcp.store.facts.gatekeeper import Admit, Duplicate, Refuse
from memory_mcp.store.facts.told_again import tell_again
from memory_mcp.store.facts.versions import Draft, Item
from memory_mcp.store.file.database import Transaction
from memory_mcp.tools.amending import LONGEST_TEXT, require_believed, require_visible
from memory_mcp.tools.framework.call import Call
from memory_mcp.tools.framework.comparing import compare_later
from memory_mcp.tools.framework.declare import Length, Lines, tool
from memory_mcp.tools.framework.given_times import period_given
from memory_mcp.tools.framework.reach import reachable
from memory_mcp.tools.framework.shared_parameters import (
    Confidence,
    HomeProject,
    NewTags,
    OtherConfidence,
    OtherTags,
    Reason,
    RowsProject,
    ValidFrom,
)
from memory_mcp.tools.framework.write_feedback import (
    ContradictionRow,
    SimilarRow,
    nearby_facts,
    with_redactions,
)


class DecideResult(TypedDict, total=False):
    """What became of a decision."""

    id: str
    action: Literal["added", "existing"]
    project: str | None
    supersededId: str
    similar: list[SimilarRow]
    possibleContradictions: list[ContradictionRow]
    redacted: dict[str, int]


class UpdateResult(TypedDict, total=False):
    """What is known of a decision now."""

    id: str
    action: Literal["updated", "retracted", "already_retracted"]
    verified: bool | None
    outcome: str
    confidence: float | None
    tags: list[str]
    redacted: dict[str, int]


@tool(core=True, title="Record a decision")
def memory_decide(
    call: Call,
    title: Annotated[str, Length(1, 200), "What it is about, 1-200."],
    decision: Annotated[str, Length(1, LONGEST_TEXT), "What was chosen, 1-10000."],
    reasoning: Annotated[str, Length(1, LONGEST_TEXT), "Why it was chosen, 1-10000."],
    alternatives: Annotated[str | None, Length(0, LONGEST_TEXT), Lines(), "What was not chosen, up to 10000."] = None,
    project: HomeProject = None,
    tags: NewTags = [],  # noqa: B006 - a schema default, never changed
    confidence: Confidence = 0.7,
    supersedes_id: Annotated[str | None, "The decision it replaces."] = None,
    valid_from: ValidFrom = None,
) -> DecideResult:
    """Remember a choice and why.

    Example: {"title": "Queue", "decision": "Postgres", "reasoning": "one backup"}
    """
    compare_later(call)
    with call.writing() as tx:
        scope = call.home(tx, project)
        draft = decisions.decision_draft(
            title=" ".join(_said(call, title, "title").split()),
            decision=call.masking.clean(decision, "decision"),
            reasoning=_said(call, reasoning, "reasoning"),
            alternatives=call.masking.clean(alternatives or "", "alternatives"),
            valid=period_given(tx, valid_from),
            project_id=scope.id,
            session_uid=call.session_uid,
            tags=tuple(call.masking.cleaned(tags, "tags")),
            confidence=confidence,
        )
        made, action = _decided(tx, draft)
        result = DecideResult(id=made.uid, action=action, project=scope.name, similar=[], possibleContradictions=[])
        if supersedes_id is not None:
            reachable(call, tx, project, supersedes_id, field="supersedesId")
            result |= _superseded(call, tx, supersedes_id, made)
    if action == "added":
        result["similar"], result["possibleContradictions"] = nearby_facts(call, made)
        _tell_same_title(call, made)
    return with_redactions(call, result)


def _said(call: Call, text: str, field: str) -> str:
    """Return a text as it may be stored. Raises InvalidInputError where nothing of it is seen."""
    said = call.masking.clean(text, field)
    require_visible(said, field)
    return said


def _decided(tx: Transaction, draft: Draft) -> tuple[Item, Literal["added", "existing"]]:
    """Return the decision as it stands, and whether it is new; one that says the same counts as used."""
    verdict = admission.verdict_on(tx, draft)
    match verdict:
        case Refuse(reason):
            raise InvalidInputError(
                f"this says nothing: {reason}", hint="Write what was chosen as a sentence.", field="decision"
            )
        case Duplicate(uid):
            return tell_again(tx, uid, draft), "existing"
        case Admit():
            made = facts.assert_(tx, draft)
            cite(tx, made.uid, draft.body, draft.context)
            return made, "added"
        case _:
            assert_never(verdict)


def _tell_same_title(call: Call, made: Item) -> None:
    """Name the newest other decision of its title that still holds, and the call that lets this one replace it."""
    with call.reading() as snapshot:
        others = decisions.of_same_title(snapshot, made)
    if others:
        call.notices.append(
            f"a decision of the same title still holds: {others[0].uid} ({one_line(others[0].body)}); if this one "
            f"replaces it: memory_observation_supersede observationId={others[0].uid} supersededById={made.uid}"
        )


def _superseded(call: Call, tx: Transaction, uid: str, by: Item) -> DecideResult:
    """Let a decision take another's place; one whose place is taken already keeps what replaced it."""
    old = versions.require(tx, uid, "decision", "statement", field_name="supersedesId")
    # What is for all tells no other project what one of them decided.
    reason = f"replaced by: {by.title}" if by.project_id == old.project_id else ""
    outcome = facts.supersede(tx, uid, by=by.uid, reason=reason)
    if outcome.action != "already_superseded" or outcome.superseded_by == by.uid:
        return DecideResult(supersededId=uid)
    became = f"was superseded by {outcome.superseded_by}" if outcome.superseded_by else "had ended"
    call.notices.append(f"already_superseded: decision {uid} {became} before, and stays so; {by.uid} stands beside it")
    return DecideResult()


@tool(title="Follow up a decision", idempotent=True)
def memory_decide_update(
    call: Call,
    decision_id: Annotated[str, "The decision's id."],
    verified: Annotated[bool | None, "Whether it turned out right."] = None,
    outcome: Annotated[str | None, Length(0, 5_000), "What became of it, up to 5000."] = None,
    confidence: OtherConfidence = None,
    tags: OtherTags = None,
    retract: Annotated[bool, "It never was one: take it back."] = False,
    reason: Reason = "",
    project: RowsProject = None,
) -> UpdateResult:
    """Say how a decision turned out. memory_decide replaces one.

    Raises InvalidInputError when nothing is given to change, NotFoundError for an unknown decision, ConflictError for
    one that is not believed any more.
    """
    if not retract and all(value is None for value in (verified, outcome, confidence, tags)):
        raise InvalidInputError(
            "nothing to change was given", hint="Give verified, outcome, confidence, tags or retract."
        )
    action: Literal["updated", "retracted", "already_retracted"] = "updated"
    with call.writing() as tx:
        _look_at(call, tx, decision_id, project, is_taken_back=retract)
        why = call.masking.clean(reason, "reason")
        wanted = {"confidence": confidence, "tags": None if tags is None else tuple(call.masking.cleaned(tags, "tags"))}
        changed: dict[str, Any] = {key: value for key, value in wanted.items() if value is not None}
        if changed:
            facts.correct(tx, decision_id, reason=why, field_name="decisionId", **changed)
        if verified is not None or outcome is not None:
            _judge(call, tx, decision_id, verified, outcome, why)
        if retract:
            action = "retracted" if facts.retract(tx, decision_id, reason=why) else "already_retracted"
        now = versions.require(tx, decision_id)
        known = lifecycle.state(tx, decision_id)
    return with_redactions(call, UpdateResult(
        id=decision_id, action=action, verified=known.verified, outcome=known.outcome, confidence=now.confidence,
        tags=list(now.tags),
    ))  # fmt: skip


def _look_at(call: Call, tx: Transaction, uid: str, project: str | None, *, is_taken_back: bool) -> None:
    """Raise what ``reachable`` and ``require`` raise, and ConflictError for one that was taken back before."""
    reachable(call, tx, project, uid, field="decisionId")
    versions.require(tx, uid, "decision", field_name="decisionId")
    if not is_taken_back:
        require_believed(tx, uid, "judged", "decisionId")


def _judge(call: Call, tx: Transaction, uid: str, verified: bool | None, outcome: str | None, why: str) -> None:
    """Keep what became of a decision, and who said so."""
    clean = None if outcome is None else call.masking.clean(outcome, "outcome")
    lifecycle.verify(tx, uid, verified=verified, outcome=clean)
    lifecycle.note_cited(tx, uid)
    cite(tx, uid, clean or "")
    facts.note_verdict(tx, uid, verified=verified, outcome=clean, reason=why)
