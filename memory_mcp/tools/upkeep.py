"""Let the memory check itself: contradictions and retention."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypedDict, cast

from memory_mcp.contradiction.kinds import CONTRADICTION_KINDS, DEFAULT_DRIFT, ContradictionKind
from memory_mcp.errors import InvalidInputError
from memory_mcp.language.plurals import counted
from memory_mcp.language.shortening import echoed
from memory_mcp.store.contradictions import declarations, pairs
from memory_mcp.store.file.database import Snapshot, Transaction
from memory_mcp.store.graph.relations import folded_type
from memory_mcp.store.upkeep import retention
from memory_mcp.store.upkeep.retention import MOST_PURGED
from memory_mcp.store.vectors import index
from memory_mcp.tools.framework.call import Call
from memory_mcp.tools.framework.comparing import compare_before_answer, waiting_notices
from memory_mcp.tools.framework.declare import Alias, Clamp, InWords, Length, Range, tool
from memory_mcp.tools.framework.erasing import be_able_to_erase, leave_no_trace
from memory_mcp.tools.framework.paging import cursor_of, fit, place_of
from memory_mcp.tools.framework.reach import EntityNamed, found_entity, reachable
from memory_mcp.tools.framework.shared_parameters import Cursor, SeenProject
from memory_mcp.tools.rows.findings import LeavingRow, PairRow, leaving_row, pair_row

RetiredKind = Literal["learning", "observation", "document", "turn"]
_LISTED = 100


class Dismissal(TypedDict, total=False):
    """Two facts that do not contradict each other; ``undo``: they do after all."""

    a: Annotated[str, "Id."]
    b: Annotated[str, "Id."]
    reason: Annotated[str, Length(0, 500), "Why not."]
    undo: bool


class RelationValues(TypedDict, total=False):
    """A relation (lives_in, uses), and whether one thing has one or many of it."""

    name: Annotated[str, Length(1, 50), "lives_in, uses ..."]
    values: Annotated[Literal["one", "many", "default"], "How many."]


ContradictionKinds = Annotated[
    list[ContradictionKind] | None,
    Length(1, 5),
    InWords(),
    "Only negation, value, antonym, meaning or confidence_drift.",
]
MinSimilarity = Annotated[float | None, Range(0, 1), Alias("minCosine"), "How alike the words must be, 0-1."]
Dismissed = Annotated[Dismissal | None, InWords(), "{a, b, reason, undo}: a pair that is none till one changes."]
DeclaredRelation = Annotated[
    RelationValues | None, InWords(), "{name, values: one|many|default}: how many a relation has."
]
RetiredKinds = Annotated[
    list[RetiredKind] | None, Length(1, 4), InWords(), "learning, observation, document; turn only if named."
]


class ContradictionsResult(TypedDict, total=False):
    """Pairs of current facts that cannot both hold; count of total, out of so many facts compared."""

    contradictions: list[PairRow]
    count: int
    total: int
    facts: int
    dismissed: bool
    project: str | None
    notice: str


class RetentionResult(TypedDict, total=False):
    """What goes and why, what is immune and why; or what came back."""

    action: Literal["preview", "run", "restore"]
    archiveCount: int
    purgeCount: int
    previewId: str
    immune: dict[str, int]
    rows: list[LeavingRow]
    restored: list[str]
    count: int
    total: int
    nextCursor: str
    project: str | None
    notice: str


@tool(title="Find contradictions", idempotent=True)
def memory_contradictions(
    call: Call,
    entity_id: Annotated[str | None, "Only about this entity."] = None,
    entity_name: Annotated[str | None, Length(1, 200), "Or about one of this name."] = None,
    entity_type: Annotated[str | None, Length(1, 50), "Its type, e.g. person."] = None,
    project: SeenProject = None,
    types: ContradictionKinds = None,
    min_similarity: MinSimilarity = None,
    min_confidence_drift: Annotated[float, Range(0, 1), "How far confidence must differ, 0-1."] = DEFAULT_DRIFT,
    limit: Annotated[int, Clamp(1, 100), Alias("maxObservationsPerEntity"), "How many pairs, 1-100."] = 20,
    dismiss: Dismissed = None,
    relation: DeclaredRelation = None,
) -> ContradictionsResult:
    """List current facts that cannot both hold, with the calls that settle each pair."""
    if dismiss is not None:
        _dismiss(call, dismiss, project)
    if relation is not None:
        _declare(call, relation)
    compare_before_answer(call)
    with call.reading() as snapshot:
        entity = None
        if entity_id is not None or entity_name is not None:
            named = EntityNamed(entity_id, entity_name, entity_type)
            entity = found_entity(call, snapshot, named, project, field="entityId").uid
        scope = call.scope(snapshot, project)
        found = pairs.kept(
            snapshot, project=scope.id, entity_uid=entity, kinds=types or CONTRADICTION_KINDS, limit=limit,
            min_similarity=min_similarity or 0.0, min_confidence_drift=min_confidence_drift,
        )  # fmt: skip
        facts = pairs.fact_count(snapshot, project=scope.id, entity_uid=entity)
        call.notices += waiting_notices(call, snapshot)
    result: dict[str, Any] = {
        "contradictions": [pair_row(pair) for pair in found.pairs],
        "total": found.total, "facts": facts, "project": scope.name,
    }  # fmt: skip
    fit(result, ("contradictions",))
    done = {} if dismiss is None else {"dismissed": not dismiss.get("undo")}
    return cast("ContradictionsResult", result | done | {"count": len(result["contradictions"])})


@tool(title="Retire what is old and unused", destructive=True)
def memory_retention(
    call: Call,
    action: Annotated[Literal["preview", "run", "restore"], "preview lists it, run does it, restore undoes it."],
    older_than_days: Annotated[int, Range(1, 36_500), "Unused days till it is archived, 1-36500."] = 30,
    purge_after_days: Annotated[int, Range(1, 36_500), "Archived days till it is erased, 1-36500."] = 180,
    types: RetiredKinds = None,
    project: SeenProject = None,
    ids: Annotated[list[str] | None, Length(1, 500), "Only these, up to 500; restore: else the last run's."] = None,
    limit: Annotated[int | None, Clamp(1, 500), "How many rows to list, 1-500."] = None,
    cursor: Cursor = None,
    turn_days: Annotated[int | None, Range(1, 36_500), "Unused days till turns are too, 1-36500."] = None,
    preview_id: Annotated[str | None, "Run just this preview."] = None,
) -> RetentionResult:
    """Archive what is unused, then erase it, or undo it.

    Immune: pinned, important, used, decisions, facts that hold.
    """
    if action == "restore":
        with call.writing() as tx:
            scope = call.scope(tx, project)
            restored = retention.restore(tx, project=scope.id, uids=ids)
        return _restored(call, restored, ids, scope.name)
    kinds = tuple(types or retention.RETIRED_KINDS)
    previewed = _previewed(preview_id) if action == "run" or preview_id else None
    if action == "run":
        be_able_to_erase(call)
    with call.writing() if action == "run" else call.reading() as snapshot:
        scope = call.scope(snapshot, project)
        only = tuple(ids or ()) or None
        policy = retention.Policy(scope.id, older_than_days, purge_after_days, kinds, only, turn_days)
        plan, gone = _carried_out(snapshot, policy, previewed)
    if gone:
        leave_no_trace(call, snapshot)
    if plan.later:
        call.notices.append(f"{counted(plan.later, 'row')} more to purge; a run takes the oldest {MOST_PURGED}")
    first = 0 if cursor is None or action == "run" else place_of(cursor, 1)[0]
    preview = {"previewId": cursor_of(plan.at, plan.mark)} if action == "preview" else {}
    told = preview | _planned(plan, first, limit)
    return cast("RetentionResult", {"action": action} | told | {"project": scope.name})


def _carried_out(
    snapshot: Snapshot, policy: retention.Policy, previewed: tuple[int, int] | None
) -> tuple[retention.Plan, list[int]]:
    """Return the plan and, where it was carried out, the rows that are gone; a snapshot only looks."""
    if not isinstance(snapshot, Transaction):
        return retention.plan(snapshot, policy), []
    plan, gone = retention.run(snapshot, policy, previewed=previewed)
    index.remove(snapshot, gone)
    return plan, gone


def _dismiss(call: Call, dismissal: Dismissal, project: str | None) -> None:
    a, b = dismissal.get("a"), dismissal.get("b")
    if not a or not b:
        raise InvalidInputError(
            "which pair?", hint='Give both ids: {"a": "...", "b": "...", "reason": "..."}.', field="dismiss"
        )
    a, b = call.whole_ids([a, b], "dismiss")
    with call.writing() as tx:
        reachable(call, tx, project, a, b, field="dismiss")
        if not dismissal.get("undo"):
            pairs.dismiss(tx, a, b, reason=call.masking.clean(dismissal.get("reason", ""), "dismiss"))
        elif not pairs.take_back(tx, a, b):
            call.notices.append("nobody dismissed this pair: there is nothing to take back")


def _declare(call: Call, relation: RelationValues) -> None:
    name, values = call.masking.clean(relation.get("name") or "", "relation").strip(), relation.get("values")
    if not name or not values:
        raise InvalidInputError(
            "which relation, and how many values?", hint='{"name": "works_at", "values": "one"}', field="relation"
        )
    with call.writing() as tx:
        declarations.declare(tx, folded_type(name), values)


def _planned(plan: retention.Plan, first: int, limit: int | None) -> dict[str, Any]:
    """Return the rows from place ``first`` on: as many as asked for, else as fit."""
    rows = plan.leaving[first : first + (_LISTED if limit is None else limit)]
    result: dict[str, Any] = {
        "archiveCount": len(plan.of("archive")),
        "purgeCount": len(plan.of("purge")),
        "immune": plan.immune,
        "rows": [leaving_row(row) for row in rows],
        "total": len(plan.leaving),
    }
    if limit is None:
        fit(result, ("rows",))
    shown = result["count"] = len(result["rows"])
    if shown and first + shown < len(plan.leaving):
        result["nextCursor"] = cursor_of(first + shown)
    return result


def _previewed(preview_id: str | None) -> tuple[int, int] | None:
    """Read which preview is meant; InvalidInputError when it is none of ours."""
    if preview_id is None:
        return None
    try:
        at, mark = place_of(preview_id, 2)
    except InvalidInputError as exc:
        raise InvalidInputError(
            f"no preview has the id {echoed(preview_id)!r}", field="previewId",
            hint="A preview by memory_retention names its id; give that with the same other arguments.",
        ) from exc  # fmt: skip
    return at, mark


def _restored(call: Call, restored: list[str], wanted: list[str] | None, project: str | None) -> RetentionResult:
    missing = [uid for uid in wanted or [] if uid not in set(restored)]
    if missing:
        named = ", ".join(map(echoed, missing[:5]))
        call.notices.append(f"not archived: {named}" + (" ..." if len(missing) > 5 else ""))  # noqa: PLR2004 - enough to see which
    return RetentionResult(action="restore", restored=restored, count=len(restored), project=project)
