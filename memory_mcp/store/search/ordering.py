"""Order candidates by relevance, then apply small preferences between near equals, and put newer values first."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from memory_mcp.store.facts.lifecycle import State
from memory_mcp.store.file.tokenizer import stem
from memory_mcp.store.search.boosts import boosts, least, most
from memory_mcp.store.search.candidate_rows import Candidate
from memory_mcp.store.search.newer_first import newest_value_first
from memory_mcp.store.search.question import Question
from memory_mcp.store.search.ranking import Ranking
from memory_mcp.store.search.request import Request
from memory_mcp.temporal import Instant

# Hits among which a newer one is put before an older one.
_REORDERED: Final = 12
# Rows that may say the same as one of the hits asked for.
_FOLDED: Final = 3
_UNTOUCHED: Final = State()


class Scored(NamedTuple):
    """A candidate with its score after the preferences, which ``extra`` tells, and its place in the ranking."""

    row: Candidate
    state: State
    score: float
    place: int
    extra: dict[str, float]


def preferred(
    request: Request, rows: list[Candidate], ranking: Ranking, states_of: Callable[[list[str]], dict[str, State]],
    last_write: Instant,
) -> list[Scored]:  # fmt: skip
    """Return the best candidates by relevance, in order after the small preferences between near equals."""
    now: Instant = min(request.filter.as_of.valid_at, last_write)
    relevances = ranking.scores.tolist()
    best = _that_may_be_shown(request, rows, ranking)
    changed = states_of([rows[place].uid for place in best])
    scored = []
    for place in best:
        relevance, row = relevances[place], rows[place]
        state = changed.get(row.uid, _UNTOUCHED)
        extra = {name: abs(relevance) * share for name, share in boosts(row, state, request.weights, now).items()}
        scored.append(Scored(row, state, relevance + sum(extra.values()), place, extra))
    # The id decides between equals, so that the order never depends on how the rows were found.
    return sorted(scored, key=lambda found: (-found.score, found.row.uid))


def _that_may_be_shown(request: Request, rows: list[Candidate], ranking: Ranking) -> list[int]:
    """Return the places of the rows that a preference can still bring among the hits, best first."""
    order = (-ranking.scores).argsort(kind="stable")
    scores = ranking.scores[order]
    order, scores = order[scores > float("-inf")], scores[scores > float("-inf")]
    places: list[int] = order.tolist()
    shown: set[str] = set()
    floor = float("inf")
    for place, score in zip(places, scores.tolist(), strict=True):
        floor = min(floor, score + abs(score) * least(rows[place]))
        shown.add(shown_uid(rows[place]))
        if len(shown) == max(_REORDERED, (_FOLDED if request.is_cut else 1) * request.limit):
            may = (scores + abs(scores) * most(request.weights) >= floor).tolist()
            return [place for place, is_near in zip(places, may, strict=True) if is_near]
    return places


def newer_first(question: Question, scored: list[Scored], ranking: Ranking) -> list[Scored]:
    """Put newer values first, unless the question is about a day: then it is about what held on it."""
    if question.days:
        return scored
    telling = zip(question.terms, ranking.rarity.tolist(), strict=True)
    # A word that no row has is said of nothing.
    asked = {term.stem: tells for term, tells in telling if term.stem in question.holding}
    return newest_value_first(scored, asked, stem, most=_REORDERED)


def shown_uid(row: Candidate) -> str:
    """Return the id under which a row is shown: a passage as its document."""
    return row.parent_uid if row.kind == "passage" and row.parent_uid else row.uid
