"""The tools of the knowledge graph: entities, facts about them, and relations between them, in two times."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypedDict, cast

from memory_mcp.errors import InvalidInputError
from memory_mcp.language.shortening import echoed
from memory_mcp.store.facts import facts, lifecycle, versions
from memory_mcp.store.facts.citations import cite
from memory_mcp.store.facts.projects import projects
from memory_mcp.store.facts.versions import Item
from memory_mcp.store.file.database import Transaction
from memory_mcp.store.graph import entities, observations, relations
from memory_mcp.store.vectors import index
from memory_mcp.temporal import format_instant
from memory_mcp.tools.amending import require_visible
from memory_mcp.tools.framework.call import EVERYWHERE, Call, Scope
from memory_mcp.tools.framework.comparing import compare_later
from memory_mcp.tools.framework.declare import Clamp, Length, Range, Unlisted, tool
from memory_mcp.tools.framework.erasing import be_able_to_erase, leave_no_trace
from memory_mcp.tools.framework.given_times import as_of_given, instant_given, period_given
from memory_mcp.tools.framework.paging import cursor_of, cut_notice, fit, place_of, when
from memory_mcp.tools.framework.reach import EntityNamed, check_fact, deletable, found_entity, reachable
from memory_mcp.tools.framework.shared_parameters import (
    Confidence,
    Cursor,
    HomeOrShared,
    KnownAt,
    Reason,
    RowsProject,
    SeenProject,
    Source,
    TrueAt,
    ValidFrom,
)
from memory_mcp.tools.framework.write_feedback import (
    ContradictionRow,
    NearbyFacts,
    SimilarRow,
    nearby_facts,
    with_redactions,
)
from memory_mcp.tools.rows.graph import (
    EntityRow,
    FactRow,
    NeighbourRow,
    RelationRow,
    entity_row,
    fact_rows,
    neighbour_row,
    relation_row,
)

__all__ = [
    "memory_entity_create",
    "memory_entity_delete",
    "memory_entity_observe",
    "memory_entity_open",
    "memory_entity_relate",
    "memory_observation_supersede",
]


class CreateResult(TypedDict, total=False):
    """What became of an entity."""

    id: str
    action: Literal["created", "existing"]
    project: str | None
    redacted: dict[str, int]
    notice: str


class ObserveResult(TypedDict, total=False):
    """What became of a fact about an entity."""

    observationId: str
    entityId: str
    action: Literal["added", "existing"]
    similar: list[SimilarRow]
    possibleContradictions: list[ContradictionRow]
    redacted: dict[str, int]


class OpenResult(TypedDict, total=False):
    """An entity with what is known of it; count is of observations, total all there are."""

    entity: EntityRow
    observations: list[FactRow]
    count: int
    total: int
    relations: list[RelationRow]
    neighbours: list[NeighbourRow]
    asOf: str
    knownAt: str
    nextCursor: str
    notice: str


class RelateResult(TypedDict, total=False):
    """What became of a relation."""

    id: str
    action: Literal["added", "ended", "existing"]
    validFrom: str
    validTo: str | None


class DeleteResult(TypedDict, total=False):
    """What was deleted with an entity."""

    id: str
    action: Literal["retracted", "already_retracted", "erased"]
    observations: int
    relations: int


class SupersedeResult(TypedDict, total=False):
    """What became of a fact."""

    observationId: str
    action: Literal["superseded", "retracted", "already_superseded"]
    validTo: str | None
    supersededById: str


@tool(title="Create an entity", idempotent=True)
def memory_entity_create(
    call: Call,
    name: Annotated[str, Length(1, 200), "Its name, 1-200 characters."],
    entity_type: Annotated[str, Length(1, 50), "Its type, e.g. person; 1-50."],
    summary: Annotated[str | None, Length(0, 5_000), "What it is, up to 5000; replaces the old one."] = None,
    confidence: Confidence = 0.7,
    aliases: Annotated[list[str], Length(0, 50), "Its other names, up to 50."] = [],  # noqa: B006 - a schema default, never changed
    project: HomeOrShared = None,
) -> CreateResult:
    """Make a person or thing known by name, once; case and accents do not count."""
    clean_name, clean_type = _named(call, name, "name"), _named(call, entity_type, "entityType")
    with call.writing() as tx:
        created = entities.create(
            tx,
            name=clean_name,
            entity_type=clean_type,
            summary=call.masking.clean(summary or "", "summary"),
            confidence=confidence,
            aliases=tuple(call.masking.cleaned(aliases, "aliases")),
            project=call.home(tx, project).id,
            or_for_all=project is None,
            session_uid=call.session_uid,
        )
        where = projects.name_of(tx, created.entity.project_id)
    result = CreateResult(id=created.entity.uid, action=created.action, project=where)
    if created.changed:
        result["notice"] = f"changed: {', '.join(created.changed)}; what stood there before is in its history"
    return with_redactions(call, result)


@tool(core=True, title="Note a fact about an entity", idempotent=True)
def memory_entity_observe(
    call: Call,
    content: Annotated[str, Length(1, 5_000), "One fact as a sentence, 1-5000."],
    entity_id: Annotated[str | None, "The entity's id."] = None,
    entity_name: Annotated[str | None, Length(1, 200), "Or its name; made if new."] = None,
    entity_type: Annotated[str | None, Length(1, 50), "Its type, e.g. person."] = None,
    source: Source = None,
    confidence: Confidence = 0.7,
    valid_from: ValidFrom = None,
    valid_to: Annotated[str | None, Unlisted(), "When it ended, exclusive."] = None,
    project: HomeOrShared = None,
) -> ObserveResult:
    """Remember a fact about a person or thing."""
    compare_later(call)
    with call.writing() as tx:
        text = call.masking.clean(content)
        period = period_given(tx, valid_from, valid_to)
        scope = reachable(call, tx, project, entity_id, field="entityId")
        if entity_id is not None:
            entity = entities.require(tx, entity_id, field_name="entityId")
        else:
            entity = _entity_for_fact(call, tx, entity_name, entity_type, scope, project)
        observed = observations.observe(
            tx, entity, text, valid=period, confidence=confidence, source=call.masking.clean(source or "", "source"),
            project=entity.project_id or _home(call, tx, project), session_uid=call.session_uid,
        )  # fmt: skip
        fact = observed.observation
        is_new = observed.action == "added"
        if is_new:
            cite(tx, fact.uid, text)
    nearby = nearby_facts(call, fact) if is_new else NearbyFacts([], [])
    return with_redactions(call, ObserveResult(
        observationId=fact.uid, entityId=entity.uid, action=observed.action, similar=nearby.similar,
        possibleContradictions=nearby.contradictions,
    ))  # fmt: skip


@tool(core=True, title="Open an entity", read_only=True, idempotent=True)
def memory_entity_open(
    call: Call,
    id: Annotated[str | None, "The entity's id."] = None,  # noqa: A002 - the parameter's public name
    name: Annotated[str | None, Length(1, 200), "Or its name or alias."] = None,
    entity_type: Annotated[str | None, Length(1, 50), "Which type of that name."] = None,
    as_of: TrueAt = None,
    known_at: Annotated[KnownAt, Unlisted()] = None,
    depth: Annotated[int, Clamp(0, 3), "How many relations far, 0-3."] = 1,
    limit: Annotated[int, Clamp(1, 200), "How many facts, 1-200."] = 50,
    cursor: Cursor = None,
    project: SeenProject = None,
) -> OpenResult:
    """Show one person or thing: its facts, relations and neighbours."""
    with call.reading() as snapshot:
        point = as_of_given(snapshot, as_of, known_at)
        entity = found_entity(call, snapshot, EntityNamed(id, name, entity_type), project, known_at=point.known_at)
        # From outside its project an entity is seen with its own.
        scope = entity.project_id or call.scope(snapshot, project).id
        before = None if cursor is None else place_of(cursor, 2)
        page = observations.page(
            snapshot, entity.uid, point, project=scope, limit=limit,
            before=None if before is None else (before[0], before[1]),
        )  # fmt: skip
        around = relations.around(snapshot, entity.uid, point, depth=depth, project=scope)
        names = projects.names(snapshot)
    known = {entity.uid: entity.title} | {one.entity.uid: one.entity.title for one in around.neighbours}
    result: dict[str, Any] = {
        "entity": entity_row(entity, names),
        "observations": fact_rows(page),
        "total": page.total,
        "relations": [relation_row(relation, known) for relation in around.relations[:limit]],
        "neighbours": [neighbour_row(one) for one in around.neighbours[:limit]],
        "asOf": when(point.valid_at),
        "knownAt": when(point.known_at),
    }
    fit(result, ("neighbours", "relations", "observations"))
    _finish_page(result, page, around, limit)
    call.after_reply(lambda tx: lifecycle.note_use(tx, entity.uid))
    return cast("OpenResult", result)


@tool(title="Relate two entities", idempotent=True)
def memory_entity_relate(
    call: Call,
    from_entity_id: Annotated[str, "From the entity of this id."],
    to_entity_id: Annotated[str, "To the entity of this id."],
    relation_type: Annotated[str, Length(1, 50), "A verb such as works_at, 1-50."],
    weight: Annotated[float | None, Range(0), "How strong it is, from 0; else 1."] = None,
    valid_from: ValidFrom = None,
    valid_to: Annotated[str | None, "When it ended, exclusive."] = None,
    end: Annotated[bool, "End it instead, at validTo or now."] = False,
    project: RowsProject = None,
) -> RelateResult:
    """Relate one entity to another over a period, or end a relation."""
    compare_later(call)
    with call.writing() as tx:
        scope = reachable(call, tx, project, from_entity_id, field="fromEntityId")
        reachable(call, tx, project, to_entity_id, field="toEntityId")
        source = entities.require(tx, from_entity_id, field_name="fromEntityId")
        target = entities.require(tx, to_entity_id, field_name="toEntityId")
        kind = _named(call, relation_type, "relationType")
        if end:
            at = instant_given(tx, valid_to, "validTo", tx.now, is_end=True)
            related = relations.end(tx, source, target, kind, at=at, project=scope.id)
        else:
            period = period_given(tx, valid_from, valid_to)
            related = relations.relate(
                tx, source, target, kind, valid=period, weight=weight, project=_home(call, tx, project),
                session_uid=call.session_uid,
            )  # fmt: skip
    return RelateResult(
        id=related.relation.uid,
        action=related.action,
        validFrom=when(related.relation.valid.start),
        validTo=format_instant(related.valid_to),
    )


@tool(title="Delete an entity", destructive=True, idempotent=True)
def memory_entity_delete(
    call: Call,
    id: Annotated[str, "The entity's id."],  # noqa: A002 - the parameter's public name
    erase: Annotated[bool, "Erase it for good."] = False,
    project: RowsProject = None,
) -> DeleteResult:
    """Forget an entity with its facts and relations; history stays unless erased."""
    if erase:
        be_able_to_erase(call)
    with call.writing() as tx:
        deletable(call, tx, reachable(call, tx, project, id), id)
        deleted = entities.delete(tx, id, erase=erase)
        index.remove(tx, list(deleted.row_ids))
    if erase:
        leave_no_trace(call, tx)
    return DeleteResult(id=id, action=deleted.action, observations=deleted.observations, relations=deleted.relations)


@tool(title="Supersede a fact", idempotent=True)
def memory_observation_supersede(
    call: Call,
    observation_id: Annotated[str, "The id of the outdated fact, of any kind."],
    superseded_by_id: Annotated[str | None, "The id of the newer fact."] = None,
    valid_to: Annotated[str | None, "When it ended, if not when the newer began or now."] = None,
    reason: Reason = "",
    project: RowsProject = None,
) -> SupersedeResult:
    """Retire a fact that is no longer true; it is still there as of before."""
    with call.writing() as tx:
        at = instant_given(tx, valid_to, "validTo", None, is_end=True)
        reachable(call, tx, project, observation_id, field="observationId")
        reachable(call, tx, project, superseded_by_id, field="supersededById")
        versions.require(tx, observation_id, field_name="observationId")
        check_fact(tx, observation_id, field="observationId")
        check_fact(tx, superseded_by_id, field="supersededById")
        outcome = facts.supersede(
            tx, observation_id, by=superseded_by_id, at=at, reason=call.masking.clean(reason, "reason")
        )
        if superseded_by_id is not None and outcome.action != "already_superseded":
            lifecycle.note_cited(tx, superseded_by_id)
    result = SupersedeResult(
        observationId=observation_id,
        action=outcome.action,
        validTo=format_instant(outcome.valid_to),
    )
    if outcome.superseded_by is not None:
        result["supersededById"] = outcome.superseded_by
    return result


def _home(call: Call, tx: Transaction, project: str | None) -> int:
    """Return the project of what is said about things that are for all."""
    return call.home(tx, None if project == EVERYWHERE else project).id


def _entity_for_fact(
    call: Call, tx: Transaction, name: str | None, entity_type: str | None, scope: Scope, project: str | None
) -> Item:
    """Return the entity a fact is about, made if its name is new; a type is needed only then."""
    if name is None:
        raise InvalidInputError(
            "which entity is this about?", hint="Give entityId, or entityName and entityType.", field="entityName"
        )
    clean_name = _named(call, name, "entityName")
    if entity_type is None:
        if entities.find(tx, clean_name, None, project=scope.id):
            return entities.resolve(tx, clean_name, None, project=scope.id)
        raise InvalidInputError(
            f"no entity called {echoed(clean_name)!r} is known", hint="Give entityType too, and it is created.",
            field="entityType",
        )  # fmt: skip
    clean_type = _named(call, entity_type, "entityType")
    if found := entities.find(tx, clean_name, clean_type, project=scope.id):
        # In all projects a name may mean several.
        return entities.resolve(tx, clean_name, clean_type, project=scope.id) if project == EVERYWHERE else found[0]
    return entities.create(
        tx, name=clean_name, entity_type=clean_type, project=_home(call, tx, project), session_uid=call.session_uid
    ).entity


def _named(call: Call, text: str, field: str) -> str:
    """Return a name as it may be stored, on one line; InvalidInputError where nothing is left of it."""
    name = " ".join(call.masking.clean(text, field).split())
    require_visible(name, field)
    return name


def _finish_page(
    result: dict[str, Any], page: observations.ObservationPage, around: relations.Neighbourhood, limit: int
) -> None:
    """Say how many facts the page has, where the next begins, and what of the neighbourhood is not shown."""
    shown = result["count"] = len(result["observations"])
    if 0 < shown < len(page.observations):
        last = page.observations[shown - 1]
        result["nextCursor"] = cursor_of(last.valid.start, last.id)
    elif page.next is not None:
        result["nextCursor"] = cursor_of(*page.next)
    there = {"neighbours": len(around.neighbours), "relations": len(around.relations)}
    unshown = {key: count - len(result[key]) for key, count in there.items() if count > len(result[key])}
    if unshown:
        by_limit = all(len(result[key]) == min(there[key], limit) for key in unshown)
        result["notice"] = cut_notice(unshown, "ask for a higher limit" if by_limit else "ask for a smaller depth")
