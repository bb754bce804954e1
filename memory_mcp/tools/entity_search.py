"""Entities found by any word: by name, alias, summary, or by a fact about them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from memory_mcp.store import entities
from memory_mcp.store.db import Snapshot
from memory_mcp.store.filters import Filter
from memory_mcp.store.items import Item
from memory_mcp.store.search import Hit, Request, SearchAnswer
from memory_mcp.temporal import AsOf

# Several hits may speak of one entity, and a type leaves entities out: so more hits are asked for than are shown,
# and again more until enough entities are found or there are no more hits.
_HITS_FOR_ONE: Final = 8
_MORE: Final = 8
_MOST_HITS: Final = 5_000

Ask = Callable[[Request], SearchAnswer]


@dataclass(frozen=True, slots=True)
class EntityHit:
    """An entity and the best hit that speaks of it: itself, or a fact about it."""

    entity: Item
    hit: Hit


def entity_hits(
    snapshot: Snapshot, ask: Ask, query: str, *, project: int, point: AsOf, entity_type: str | None, limit: int
) -> tuple[list[EntityHit], SearchAnswer]:
    """Return the best entities for a query, each once, and the answer of the search that found them."""
    hits_wanted = limit * _HITS_FOR_ONE
    while True:
        filter_ = Filter(as_of=point, project_id=project, kinds=("entity", "observation"))
        answer = ask(Request(query, filter_, limit=hits_wanted))
        found = _entities_of(snapshot, answer, point, entity_type)
        if len(found) >= limit or len(answer.hits) < hits_wanted or hits_wanted >= _MOST_HITS:
            return found[:limit], answer
        hits_wanted = min(hits_wanted * _MORE, _MOST_HITS)


def _entities_of(snapshot: Snapshot, answer: SearchAnswer, point: AsOf, entity_type: str | None) -> list[EntityHit]:
    best: dict[str, Hit] = {}
    for hit in answer.hits:
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
