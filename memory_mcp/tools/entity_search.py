"""Find entities by any word: by name, alias or summary, or by a fact about them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from heapq import merge
from typing import Annotated, Any, Final, NamedTuple, TypeAlias, TypedDict, cast

from memory_mcp.store.facts import lifecycle
from memory_mcp.store.facts.projects import projects
from memory_mcp.store.facts.versions import Item
from memory_mcp.store.facts.visibility import Filter
from memory_mcp.store.file.database import Snapshot
from memory_mcp.store.graph import entities
from memory_mcp.store.search.answer import Hit, SearchAnswer
from memory_mcp.store.search.request import Request
from memory_mcp.temporal import AsOf, format_instant
from memory_mcp.tools.framework.call import Call
from memory_mcp.tools.framework.declare import Length, tool
from memory_mcp.tools.framework.given_times import as_of_given
from memory_mcp.tools.framework.paging import cut_notice, fit, when
from memory_mcp.tools.framework.query_vector import answer, meaning_of
from memory_mcp.tools.framework.shared_parameters import Hits, KnownAt, SeenProject, TrueAt

# Several hits may speak of one entity, and a type leaves entities out: so more hits are asked for than are shown,
# and again more until enough entities are found or there are no more hits.
_HITS_FOR_ONE: Final = 8
_MORE: Final = 8
_MOST_HITS: Final = 5_000

Ask: TypeAlias = Callable[[Request], SearchAnswer]


class EntityHit(NamedTuple):
    """An entity and the best hit that speaks of it: itself, or a fact about it."""

    entity: Item
    hit: Hit


class EntityHitRow(TypedDict, total=False):
    """An entity that was found; the snippet is its summary or the fact that matched (factId)."""

    id: str
    type: str
    title: str
    entityType: str
    snippet: str
    factId: str
    score: float
    project: str | None
    validFrom: str
    validTo: str | None
    recordedAt: str


class EntitySearchResult(TypedDict, total=False):
    """Entities, best first."""

    hits: list[EntityHitRow]
    count: int
    mode: str
    requestedMode: str
    project: str | None
    notice: str


@tool(title="Find entities", read_only=True, idempotent=True)
def memory_entity_search(
    call: Call,
    query: Annotated[str, Length(1, 10_000), "A name, or any words about it, up to 10000."],
    entity_type: Annotated[str | None, Length(1, 50), "Only of this type."] = None,
    limit: Hits = 10,
    as_of: TrueAt = None,
    known_at: KnownAt = None,
    project: SeenProject = None,
) -> EntitySearchResult:
    """Find people and things by name, alias, summary or what is known of them."""
    meaning = meaning_of(call, query)
    with call.reading() as snapshot:
        scope = call.scope(snapshot, project)
        found, answered = entity_hits(
            snapshot, lambda request: answer(call, snapshot, request, meaning), query, project=scope.id,
            point=as_of_given(snapshot, as_of, known_at), entity_type=entity_type, limit=limit,
        )  # fmt: skip
        names = projects.names(snapshot)
    result: dict[str, Any] = {
        "hits": [_hit_row(one, names) for one in found],
        "mode": answered.mode,
        "requestedMode": answered.requested_mode,
        "project": scope.name,
    }
    if answered.notice:
        call.notices.append(answered.notice)
    cut = fit(result, ("hits",))
    if cut:
        call.notices.append(cut_notice(cut, "ask for a smaller limit"))
    shown = [hit["id"] for hit in result["hits"]]
    call.after_reply(lambda tx: lifecycle.note_shown(tx, shown))
    return cast("EntitySearchResult", result | {"count": len(shown)})


def entity_hits(
    snapshot: Snapshot, ask: Ask, query: str, *, project: int, point: AsOf, entity_type: str | None, limit: int
) -> tuple[list[EntityHit], SearchAnswer]:
    """Return the best entities for a query, each once, and the answer of the search that found them.

    ``point`` says which facts speak of them. An entity itself holds since it was stored, which says nothing of the
    world: one that was stored later than the time that is asked for is found, too.
    """
    asked = [Filter(as_of=point, project_id=project, kinds=("entity", "observation"))]
    if point.valid_at < point.known_at:
        asked.append(Filter(as_of=AsOf(point.known_at, point.known_at), project_id=project, kinds=("entity",)))
    hits_wanted = limit * _HITS_FOR_ONE
    while True:
        answers = [ask(Request(query, filter_, limit=hits_wanted)) for filter_ in asked]
        hits = merge(*(one.hits for one in answers), key=lambda hit: -hit.score)
        found = _entities_of(snapshot, hits, point, entity_type)
        is_all = all(len(one.hits) < hits_wanted for one in answers)
        if len(found) >= limit or is_all or hits_wanted >= _MOST_HITS:
            return found[:limit], answers[0]
        hits_wanted = min(hits_wanted * _MORE, _MOST_HITS)


def _entities_of(snapshot: Snapshot, hits: Iterable[Hit], point: AsOf, entity_type: str | None) -> list[EntityHit]:
    best: dict[str, Hit] = {}
    for hit in hits:
        uid = hit.item.parent_uid if hit.item.kind == "observation" else hit.item.uid
        if uid:
            best.setdefault(uid, hit)
    known = entities.known(snapshot, list(best), point.known_at)
    wanted = entities.folded_name(entity_type) if entity_type else None
    return [
        EntityHit(known[uid], hit)
        for uid, hit in best.items()
        if uid in known
        and (wanted is None or entities.folded_name(known[uid].attributes.get("entityType", "")) == wanted)
    ]


def _hit_row(one: EntityHit, names: dict[int, str]) -> EntityHitRow:
    entity, hit = one.entity, one.hit
    row = EntityHitRow(
        id=entity.uid, type="entity", title=entity.title, entityType=entity.attributes.get("entityType", ""),
        snippet=hit.snippet, score=round(hit.score, 6), project=names.get(entity.project_id),
        validFrom=when(hit.item.valid.start), validTo=format_instant(hit.item.valid.end),
        recordedAt=when(hit.item.recorded_at),
    )  # fmt: skip
    if hit.item.uid != entity.uid:
        row["factId"] = hit.item.uid
    return row
