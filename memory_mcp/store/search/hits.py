"""Choose the best ranked candidates as hits; the best passage of a document stands for the document."""

from __future__ import annotations

import json
from typing import Final, NamedTuple

from memory_mcp.language.folding import text_key
from memory_mcp.store.facts.facts import successors
from memory_mcp.store.facts.versions import Item, item_of, items_at
from memory_mcp.store.file.as_of import AS_OF
from memory_mcp.store.file.database import Snapshot
from memory_mcp.store.search.answer import Hit
from memory_mcp.store.search.ordering import Scored, shown_uid
from memory_mcp.store.search.ranking import Ranking
from memory_mcp.store.search.request import Request
from memory_mcp.store.search.snippets import line_range, snippet
from memory_mcp.store.search.verdict import Judgement
from memory_mcp.store.text_index.fts_query import LexicalQuery

_DOCUMENTS: Final = f"""
    SELECT item.*
    FROM json_each(:uids) AS wanted
    CROSS JOIN item ON item.uid = wanted.value
    WHERE {AS_OF}
"""


class Ranked(NamedTuple):
    """Candidates in order, and what their places mean.

    ``later`` names of some the id of what contradicts or ends them, as ``later_than`` does.
    """

    scored: list[Scored]
    ranking: Ranking
    judged: Judgement
    later: dict[str, str]


def hits_in(snapshot: Snapshot, ranked: Ranked, query: LexicalQuery, request: Request) -> list[Hit]:
    """Return the best candidates as hits; of the passages of a document the best speaks for it."""
    best = best_of(ranked, request)
    items = {item.id: item for item in items_at(snapshot, [found.row.id for found, _ in best.values()])}
    documents = _documents(snapshot, [uid for uid, (found, _) in best.items() if found.row.kind == "passage"], request)
    superseded_by = successors(snapshot, list(best))
    shown_as = {uid: documents.get(uid, items[found.row.id]) for uid, (found, _) in best.items()}
    return shown_hits(ranked, best, shown_as, superseded_by, query)


def shown_hits(
    ranked: Ranked, best: dict[str, tuple[Scored, int]], items: dict[str, Item],
    superseded_by: dict[str, str], query: LexicalQuery,
) -> list[Hit]:  # fmt: skip
    """Return hits as ``best_of`` gives them, each shown as its item; ``superseded_by`` is what came instead of some."""
    terms = (*query.terms, *query.runs)
    ranking, chances = ranked.ranking, ranked.judged.chances
    chance = 1.0
    hits = []
    for uid, (found, alike) in best.items():
        is_passage = found.row.kind == "passage"
        # A preference may put a row before one that is as likely: no hit is likelier than the one before it.
        chance = min(chance, float(chances[found.place]))
        hits.append(
            Hit(
                item=items[uid],
                score=found.score,
                chance=chance,
                text=found.row.body or found.row.context,
                snippet=snippet(found.row.body or found.row.context, terms),
                lexical_rank=int(ranking.lexical_ranks[found.place]) or None,
                semantic_rank=int(ranking.semantic_ranks[found.place]) or None,
                lines=line_range(found.row.body, found.row.position or 1, terms) if is_passage else None,
                superseded_by=superseded_by.get(uid),
                contradicted_by=ranked.later.get(found.row.uid),
                is_archived=found.state.archived_at is not None,
                parts=ranking.explain(found.place) | found.extra,
                alike=alike,
            )
        )
    return hits


def best_of(ranked: Ranked, request: Request) -> dict[str, tuple[Scored, int]]:
    """Return the best row of each hit by the id to show, with how many further rows say the same."""
    best: dict[str, tuple[Scored, int]] = {}
    saying: dict[str, str] = {}
    most = min(request.limit, ranked.judged.most) if request.is_cut else request.limit
    for found in ranked.scored:
        uid = shown_uid(found.row)
        if uid in best or (request.is_cut and not ranked.judged.shows[found.place]):
            continue
        said = uid if not request.is_cut else text_key(found.row.whole_text)
        if (first := saying.setdefault(said, uid)) != uid:
            best[first] = (best[first][0], best[first][1] + 1)
        elif len(best) < most:
            best[uid] = (found, 0)
        else:
            break
    return best


def _documents(snapshot: Snapshot, uids: list[str], request: Request) -> dict[str, Item]:
    if not uids:
        return {}
    as_of = request.filter.as_of
    parameters = {"uids": json.dumps(uids), "valid_at": as_of.valid_at, "known_at": as_of.known_at}
    return {item.uid: item for item in map(item_of, snapshot.rows(_DOCUMENTS, parameters))}
