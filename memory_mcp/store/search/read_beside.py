"""The best hits of a ranking, read beside the query: what tells those that hold what is asked from those about it.

Notes are read whole, and of what a person and an assistant said the part that has the query's words. A turn says little
by itself, and a query may need several: reading changes the verdict and not their order, and leaves none of them out
but where nothing answers.
Of a long note only the beginning would be read, and that a note is of the day a query names does not stand in it: both
keep the chance that words, meaning and days give them. So does what people said to each other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from memory_mcp.log_odds import chance_of, log_odds_of
from memory_mcp.store.search.arrays import Bools
from memory_mcp.store.search.candidate_rows import Candidate
from memory_mcp.store.search.ordering import Scored
from memory_mcp.store.search.prompt_evidence import LONGEST_READ, Odds
from memory_mcp.store.search.query_dates import LONG_AGREEMENT
from memory_mcp.store.search.question import Question
from memory_mcp.store.search.ranking import Ranking
from memory_mcp.store.search.snippets import snippet
from memory_mcp.store.search.verdict import LEAST_BEST, LONG, PERHAPS_FROM, Judgement, has_no_word, verdict_of
from memory_mcp.store.text_index.fts_query import lexical_query

READ: Final = 6
"""Hits that are read; each takes some 4 ms on each of two cores."""
NOTES: Final = frozenset({"learning", "decision", "observation", "relation"})
TURNS_READ: Final = 2
"""Turns that are read, if they are among so many best hits: as many at once as most machines have processors free."""
# Characters of a turn that are read.
_OF_TURN: Final = 160
_LEAST: Final = 1e-6
_FEW: Final = 2
SHARE: Final = 10.0
"""What the score of a note counts, as a share of the best one's, beside the logarithm of its odds."""
WITHIN: Final = 2.0
"""How far behind the best note another one may lie that is shown.

Before a verdict leaves any out, of eight memories of facts and ``bench/unlearned_memories/fitting.txt`` what is shown
of queries with an answer is right in .789 and .702, at a recall of .836 and .747. Within 1.75 it is .795 and .706 at
.818 and .730, within 2.5 .759 and .683 at .842 and .771. With a share of 12 it is .789 and .698 at .824 and .744, with
8 .782 and .703 at .842 and .758.
"""
SLOPE: Final = 0.79
START: Final = 0.43
"""How odds become a chance, by logistic regression on the same queries: those of the note with the best ones.

Since the network learned more it gives .96 and 1.01, by which 40 of 323 queries that nothing answers get ``answers``,
and 27 by these.
"""
SLOPE_OF_TURNS: Final = 1.1
START_OF_TURNS: Final = 1.6
"""What the logarithm of a turn's odds counts beside that of the verdict of before, and what is added to both.

See benchmarks.md.
"""


def may_be_read(question: Question, ranking: Ranking) -> bool:
    """Return whether a query asks for something of what it names, or names it otherwise than every row.

    Who gives a name alone wants what there is about it; reading is for what is asked, and finds that some of it does
    not answer.
    """
    names = [term.text for term in question.terms if term.kind == "identifier"]
    others = [term.text for term in question.terms if not any(term.text in name for name in names)]
    is_name = len(names) + len(others) == 1 and len(question.text.split()) == 1
    return not is_name or has_no_word(ranking)


def read_beside(query: str, scored: Sequence[Scored], ranking: Ranking, odds: Odds) -> dict[int, float]:
    """Return what reading said of the notes and turns among the best hits, by their places in the ranking."""
    is_of_day = ranking.candidates.date >= LONG_AGREEMENT
    best = [found for found in scored[:READ] if not is_of_day[found.place]]
    notes = {found.place: said(found.row) for found in best if found.row.kind in NOTES}
    texts = {place: text for place, text in notes.items() if len(text) <= LONGEST_READ}
    with_assistant = _with_an_assistant(ranking)
    turns = [found for found in scored[:TURNS_READ] if with_assistant[found.place] and not is_of_day[found.place]]
    if turns:
        asked = lexical_query(query)
        terms = (*asked.terms, *asked.runs)
        texts |= {one.place: f"{one.row.role}: {snippet(one.row.body, terms, _OF_TURN)}" for one in turns}
    return dict(zip(texts, odds(query, list(texts.values())), strict=False)) if texts else {}


def _with_an_assistant(ranking: Ranking) -> Bools:
    """Return (n,) which rows are turns of a session in which an assistant spoke.

    Of what people say to each other reading tells little.
    """
    rows = ranking.candidates
    spoken = rows.session[rows.is_dialogue & ~rows.is_by_user]
    return np.asarray(rows.is_turn & np.isin(rows.session, spoken))


def said(row: Candidate) -> str:
    """Return what a note says, with its title where it does not begin with it."""
    if row.kind == "relation":
        return row.context or row.title
    about = row.context if row.kind == "observation" else row.title
    return f"{about}: {row.body}" if about and row.body and not row.body.startswith(about) else row.body or about


def judged_again(judged: Judgement, ranking: Ranking, read: Mapping[int, float], scored: Sequence[Scored]) -> Judgement:
    """Return what an answer is worth once the best of its hits ``scored`` were read.

    The note with the best odds says how likely there is an answer, unless one of the hits beside it that are no read
    notes is likelier one; where such a hit stands first, the answer is worth no less than before, but for what reading
    says of turns if that is one. Which notes are shown depends on how they compare: a query has one that fits it best.
    """
    is_turn, best = ranking.candidates.is_turn, scored[0].place
    if best in read and is_turn[best]:
        is_noted = ranking.candidates.is_noted
        unread = [found.place for found in scored[:READ] if is_noted[found.place] and found.place not in read]
        judged = _with_turns(judged, max(odds for place, odds in read.items() if is_turn[place]), unread)
    notes = {place: odds for place, odds in read.items() if not is_turn[place]}
    if not notes:
        return judged
    chances, shows = judged.chances.copy(), judged.shows.copy()
    chance = {place: chance_of(SLOPE * odds + START) for place, odds in notes.items()}
    others = (found.place for found in scored[1:READ])
    beside = [float(chances[place]) for place in others if place not in notes and shows[place]]
    confidence = max(*chance.values(), *beside, 0.0 if best in notes else judged.confidence)
    if has_no_word(ranking) and len(ranking.rarity) <= _FEW:
        # Of a word or two that no row has reading knows less than meaning does.
        confidence = min(confidence, judged.confidence)
    scores = _scores(ranking, notes)
    floor, is_long = max(scores.values()) - WITHIN, ranking.candidates.characters >= LONG
    for place, score in scores.items():
        is_shown = score >= floor and (best in notes or chance[place] >= PERHAPS_FROM)
        # Of what says several things a query may want more than one, and each has other things in it.
        is_shown |= bool(shows[place] and is_long[place] and is_long[best])
        chances[place], shows[place] = chance[place], is_shown
    return replace(judged, verdict=verdict_of(confidence), confidence=confidence, chances=chances, shows=shows)


def _with_turns(judged: Judgement, odds: float, unread: Sequence[int]) -> Judgement:
    """Return what an answer of turns is worth, the likeliest of which has ``odds``; the same hits are shown.

    What was noted, or stands in documents, and was not read is at the places ``unread`` and keeps its chance: the
    answer is worth no less than what is shown of it.
    """
    before = min(max(judged.confidence, _LEAST), 1 - _LEAST)
    confidence = chance_of(log_odds_of(before) + SLOPE_OF_TURNS * odds + START_OF_TURNS)
    confidence = max(confidence, *(float(judged.chances[place]) for place in unread if judged.shows[place]), 0.0)
    chances = np.minimum(judged.chances, confidence)
    return replace(judged, verdict=verdict_of(confidence), confidence=confidence, chances=chances)


def with_newer(judged: Judgement, scored: Sequence[Scored], later: Mapping[str, str]) -> Judgement:
    """Return a judgement by which the hits that contradict a shown one, which ``later`` names (old, new), are shown.

    A newer note may fit the query's words less, and is what a person who asks wants to know.
    """
    chances, shows = judged.chances.copy(), judged.shows.copy()
    places = {found.row.uid: found.place for found in scored}
    for found in scored:
        uid, seen = found.row.uid, {found.row.uid}
        while shows[places[uid]] and (newer := later.get(uid)) in places and newer not in seen:
            shows[places[newer]] = True
            chances[places[newer]] = max(chances[places[newer]], chances[places[uid]])
            seen.add(uid := newer)
    return replace(judged, chances=chances, shows=shows)


def best_first(scored: Sequence[Scored], ranking: Ranking, read: Mapping[int, float]) -> list[Scored]:
    """Return the hits with the notes that were read in the order of their scores, each where one of them stood."""
    is_turn = ranking.candidates.is_turn
    scores = _scores(ranking, {place: odds for place, odds in read.items() if not is_turn[place]})
    ordered = iter(sorted((found for found in scored if found.place in scores), key=lambda one: -scores[one.place]))
    return [next(ordered) if found.place in scores else found for found in scored]


def _scores(ranking: Ranking, read: Mapping[int, float]) -> dict[int, float]:
    top = max(float(ranking.relevance.max()), LEAST_BEST)
    return {place: odds + SHARE * float(ranking.relevance[place]) / top for place, odds in read.items()}
