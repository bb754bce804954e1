"""Search everything at once: words and meaning find candidates, one ranking orders them, each hit says why.

All kinds of rows come from the same index and compete in the same ranking. A document is found by its passages and is
one hit. ``mode`` says what ran: without a query vector the answer is lexical, and says so.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Final

from memory_mcp.store.facts.contradicted import contradicted
from memory_mcp.store.facts.lifecycle import states
from memory_mcp.store.facts.visibility import Filter, filtered
from memory_mcp.store.file.database import Snapshot
from memory_mcp.store.search.answer import SearchAnswer
from memory_mcp.store.search.candidate_rows import Candidate, Findings, read_candidates
from memory_mcp.store.search.features import rank_candidates
from memory_mcp.store.search.hits import Ranked, hits_in
from memory_mcp.store.search.later_rows import newer_facts
from memory_mcp.store.search.newer_first import newer_fact_first
from memory_mcp.store.search.ordering import Scored, newer_first, preferred, shown_uid
from memory_mcp.store.search.outdated_turns import outdated_turns
from memory_mcp.store.search.prompt_evidence import Odds
from memory_mcp.store.search.query_dates import NamedDays, instant_of, recent
from memory_mcp.store.search.question import Question, question_of
from memory_mcp.store.search.ranking import Ranking
from memory_mcp.store.search.read_beside import best_first, judged_again, may_be_read, read_beside, with_newer
from memory_mcp.store.search.request import Mode, Request
from memory_mcp.store.search.standing import nearest_of, standing_turns
from memory_mcp.store.search.verdict import Judgement, judge, with_all_that_say
from memory_mcp.store.text_index.fts_query import LexicalQuery, lexical_query
from memory_mcp.store.text_index.trigrams import holding
from memory_mcp.store.vectors.distances import Vector
from memory_mcp.store.vectors.file_model import model_tag
from memory_mcp.store.vectors.knn import VectorCopy
from memory_mcp.store.vectors.query_vector import QueryVector
from memory_mcp.temporal import Instant

SEEDS: Final = 32
"""Candidates each leg brings at least, and three for each hit asked for.

Each costs with its neighbours 0.05 ms. With 40, 32 and 24 share@10 was .808, .808 and .810 of a conversation's
questions, .686 each of an assistant's, .551, .552 and .543 of a year's records; the first hit of 400 questions in
another language was .900 each.
"""
# A word that no row has may be part of one; shorter ones are part of too many.
SHORTEST_PART: Final = 4
TOLD_WITHIN: Final = timedelta(days=8)
_MOST_STRETCHES: Final = 6
# Rows that hold a word; what holds none but words that more rows hold is hardly ever among the best. With 1,000 the
# four figures above stay as they are, with 500 that of a year's records is .540.
_ENOUGH: Final = 1_000
_REACH: Final = 8
_TEXTS: Final = frozenset({"turn", "passage"})

_LEXICAL: Final = filtered("""
    -- The best come out one by one, equals by id, so that the filter is asked of those alone that lead to the k.
    SELECT best.id, -best.score
    FROM (
        -- Ordered by the index's own rank all that is known of each match is carried through the sorting.
        SELECT rowid AS id, bm25(item_fts, 1.0, 1.0, 0.5, 1.0) AS score
        FROM item_fts
        WHERE item_fts MATCH :match
        ORDER BY score, rowid
        LIMIT :reach
    ) AS best
    CROSS JOIN item ON item.id = best.id
    WHERE {filter}
    LIMIT :k
""")
_LAST_WRITE: Final = """
    SELECT max(at)
    FROM txn
"""


def search(
    snapshot: Snapshot,
    request: Request,
    vector: Vector | Callable[[], Vector] | None = None,
    *,
    copy: VectorCopy | None = None,
    odds: Odds | None = None,
    why_lexical: str = "",
) -> SearchAnswer:
    """Answer a request. ``vector`` (dim,) is the query's, of the file's model; None where there is none.

    Where it is a function, it is called when nothing is left to do without it. With a vector the vector extension has
    to be loaded. ``copy`` is what a process that stays keeps of the vectors. ``odds`` reads notes beside the query.
    ``why_lexical`` says why there is no vector; it becomes the notice when meaning was asked for. Raises what the
    function raises.
    """
    lexical = lexical_query(request.query)
    if not any(map(str.isalnum, request.query)):
        # What is nearest to a query that says nothing has nothing to do with it.
        vector = None
    mode: Mode = "fts" if vector is None else request.mode
    asked = None if mode == "fts" or vector is None else partial(_query_vector, vector, copy)
    ranked = _ranked(snapshot, request, lexical, asked, odds)
    notices = [why_lexical] if mode != request.mode and why_lexical else []
    if asked is None and not lexical.match and ranked is None:
        notices.append("the query has no word to look for")
    if ranked is None:
        return SearchAnswer((), mode, request.mode, "; ".join(notices))
    hits = hits_in(snapshot, ranked, lexical, request)
    judged = ranked.judged
    return SearchAnswer(tuple(hits), mode, request.mode, "; ".join(notices), judged.verdict, judged.confidence)


def _query_vector(vector: Vector | Callable[[], Vector], copy: VectorCopy | None) -> QueryVector:
    return QueryVector(vector() if callable(vector) else vector, copy)


def _ranked(
    snapshot: Snapshot, request: Request, lexical: LexicalQuery, asked: Callable[[], QueryVector] | None,
    odds: Odds | None,
) -> Ranked | None:  # fmt: skip
    """Return the candidates in order, and what their places in the ranking mean; None where nothing was found."""
    question = question_of(snapshot, request.query, lexical, request.filter.as_of.valid_at)
    as_ranked = request.as_ranked(has_vector=asked is not None)
    bm25 = _by_words(snapshot, request, question) if request.mode != "vector" or asked is None else {}
    standing = standing_turns(snapshot, request.filter) if as_ranked.mode == "hybrid" else []
    known = read_candidates(snapshot, question, request.filter, bm25) if bm25 else None
    query = None if asked is None else asked()
    more = _more(snapshot, as_ranked, question, standing, query)
    if not bm25 and not more:
        return None
    found = read_candidates(snapshot, question, request.filter, [seed for seed in more if seed not in bm25], known)
    findings = Findings(found, bm25, frozenset(standing))
    rows, ranking = rank_candidates(snapshot, as_ranked, question, findings, query)
    scored = preferred(request, rows, ranking, lambda uids: states(snapshot, uids), snapshot.value(_LAST_WRITE) or 0)
    if as_ranked.is_weighted:
        scored = newer_first(question, scored, ranking)
    is_whole = as_ranked.is_weighted and query is not None
    reads = odds if is_whole and may_be_read(question, ranking) else None
    return _with_verdict(snapshot, request, scored, rows, ranking, reads) if scored else None


def _by_words(snapshot: Snapshot, request: Request, question: Question) -> dict[int, float]:
    """Return what the words find, with their scores (higher is better)."""
    lexical, k = question.lexical, seeds_of(request)
    bm25: dict[int, float] = {}
    if request.is_weighted:
        rarest = lexical.of_the_rarest(question.rows_with, _ENOUGH)
        if rarest not in ("", lexical.match):
            # The rarest say which rows, all words which of them are best.
            rarest_first = lexical._replace(match=f"({rarest}) AND ({lexical.match})")
            bm25 = _lexical(snapshot, rarest_first, request.filter, k)
    if len(bm25) < k:
        bm25 = _lexical(snapshot, lexical, request.filter, k)
    return _with_parts(snapshot, bm25, question, request.filter, k)


def _more(
    snapshot: Snapshot, request: Request, question: Question, standing: list[int], query: QueryVector | None
) -> list[int]:
    """Return what meaning, the days that a question names and standing wishes find, by row ids."""
    filter_ = request.filter
    found = [] if query is None else [row_id for row_id, _ in query.nearest(snapshot, filter_, seeds_of(request))]
    if request.mode == "hybrid":
        for days in of_days(filter_, question.days, filter_.as_of.valid_at):
            found += (
                _lexical(snapshot, question.lexical, days, SEEDS // 2)
                if query is None
                else dict(query.nearest(snapshot, days, SEEDS // 2))
            )
    if standing and query is not None:
        found += nearest_of(snapshot, query, standing)
    return list(dict.fromkeys(found))


def seeds_of(request: Request) -> int:
    """Return how many candidates each leg brings at least for a request."""
    return max(SEEDS, 3 * request.limit)


def _with_verdict(
    snapshot: Snapshot, request: Request, scored: list[Scored], rows: list[Candidate], ranking: Ranking,
    odds: Odds | None,
) -> Ranked:  # fmt: skip
    """Return the rows with what is known to contradict them, and what the answer is worth."""
    shown = [found.row.id for found in scored]
    of_facts = newer_facts(snapshot, shown, request.filter)
    later = outdated_turns(snapshot, shown, at=request.filter.as_of.valid_at) | of_facts
    judged = judged_of(rows, ranking, model_tag(snapshot), request.query)
    # What only asks may stand before all that answers it: the prompt itself, or an earlier one.
    heard = [found for found in scored if not ranking.candidates.is_silent[found.place]]
    if odds is not None and (read := read_beside(request.query, heard, ranking, odds)):
        # What is only likely to contradict a fact is shown beside it, and does not stand before it.
        likely = contradicted(
            snapshot, shown, project=request.filter.project_id, at=request.filter.as_of.valid_at, is_sure=False
        )
        judged = with_newer(judged_again(judged, ranking, read, heard), scored, likely | of_facts)
        scored = best_first(scored, ranking, read)
    return Ranked(newer_fact_first(scored, later), ranking, judged, later)


def judged_of(rows: list[Candidate], ranking: Ranking, model_tag: str | None, query: str) -> Judgement:
    """Return what a ranking of rows is worth."""
    is_text = [row.kind in _TEXTS for row in rows]
    judged = judge(ranking, [shown_uid(row) for row in rows], is_text, model_tag=model_tag)
    return with_all_that_say(judged, ranking, is_text) if len(query.split()) == 1 else judged


def of_days(filter_: Filter, named: tuple[NamedDays, ...], now: Instant) -> list[Filter]:
    """Return the filter for the days a query names and the week after each: what happened is told on a later day."""
    filters = []
    for days in [days for one in named for days in recent(one, now)][:_MOST_STRETCHES]:
        since, until = instant_of(days.first), instant_of(days.last + TOLD_WITHIN)
        since = since if filter_.since is None else max(since, filter_.since)
        until = until if filter_.until is None else min(until, filter_.until)
        if since < until:
            filters.append(filter_._replace(since=since, until=until))
    return filters


def _lexical(snapshot: Snapshot, query: LexicalQuery, filter_: Filter, k: int) -> dict[int, float]:
    """Return the k best rows by words, with the index's score (higher is better)."""
    if not query.match:
        return {}
    parameters = filter_.parameters | {"match": query.match, "k": k}
    found = snapshot.rows(_LEXICAL, parameters | {"reach": _REACH * k})
    # A few best are found sooner than all are sorted; where the filter holds too few of them, all are.
    return dict(found if len(found) == k else snapshot.rows(_LEXICAL, parameters | {"reach": -1}))


def _with_parts(
    snapshot: Snapshot, bm25: dict[int, float], question: Question, filter_: Filter, k: int
) -> dict[int, float]:
    """Add rows that hold an identifier, or a word no row has, inside other words; behind those that have the words."""
    unknown = (word for word in question.unknown_words if len(word) >= SHORTEST_PART)
    parts = [*question.lexical.identifiers, *question.lexical.runs, *unknown]
    floor = min(bm25.values(), default=1.0)
    return dict.fromkeys(holding(snapshot, parts, filter_, k), floor / 2) | bm25
