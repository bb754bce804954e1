"""The best notes of a ranking, read beside the query: what tells those that hold what is asked from those about it.

A turn says little by itself, of a long note only the beginning would be read, and that a note is of the day a query
names does not stand in it: all of them keep the chance that words, meaning and days give them.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from memory_mcp.store.search.prompt_evidence import LONGEST_READ, Odds
from memory_mcp.store.search.query_dates import LONG_AGREEMENT
from memory_mcp.store.search.verdict import LONG, PERHAPS_FROM, Judgement, has_no_word, verdict_of

if TYPE_CHECKING:
    from memory_mcp.store.search.features import Candidate, Question
    from memory_mcp.store.search.ordering import Scored
    from memory_mcp.store.search.ranking import Ranking

READ: Final = 6
"""Hits that are read; each takes some 5 ms on each of two cores."""
NOTES: Final = frozenset({"learning", "decision", "observation", "relation"})
_SPREAD: Final = 1e-3
SHARE: Final = 15.0
"""What the score of a note counts, as a share of the best one's, beside the logarithm of its odds."""
WITHIN: Final = 1.5
"""How far behind the best note another one may lie that is shown.

Eight memories of facts, and three more sets of 662 queries: what is shown of queries with an answer is right in .719 to
.765 and .575 to .671, at a recall of .745 to .786 and .612 to .702. Within 1 it is .782 at .755, within 2 .725 at .802.
"""
SLOPE: Final = 0.79
START: Final = 0.43
"""How odds become a chance, by logistic regression on the same queries: those of the note with the best ones."""


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
    """Return what reading said of the notes among the best hits, by their places in the ranking."""
    is_of_day = ranking.candidates.date >= LONG_AGREEMENT
    best = [found for found in scored[:READ] if found.row.kind in NOTES and not is_of_day[found.place]]
    notes = {found.place: said(found.row) for found in best}
    short = {place: text for place, text in notes.items() if len(text) <= LONGEST_READ}
    return dict(zip(short, odds(query, list(short.values())), strict=False)) if short else {}


def said(row: Candidate) -> str:
    """Return what a note says, with its title where it does not begin with it."""
    if row.kind == "relation":
        return row.context or row.title
    about = row.context if row.kind == "observation" else row.title
    return f"{about}: {row.body}" if about and row.body and not row.body.startswith(about) else row.body or about


def judged_again(judged: Judgement, ranking: Ranking, read: Mapping[int, float], scored: Sequence[Scored]) -> Judgement:
    """Return what an answer is worth once the notes among its hits ``scored`` were read.

    The note with the best odds says how likely there is an answer, unless one of the hits beside it that were not read
    is likelier one; where such a hit stands first, the answer is worth no less than before. Which notes are shown
    depends on how they compare: a query has one that fits it best.
    """
    chances, shows = judged.chances.copy(), judged.shows.copy()
    chance = {place: _chance(odds) for place, odds in read.items()}
    best, *others = (found.place for found in scored[:READ])
    unread = [float(chances[place]) for place in others if place not in read and shows[place]]
    confidence = max(*chance.values(), *unread, 0.0 if best in read else judged.confidence)
    scores = _scores(ranking, read)
    floor, is_long = max(scores.values()) - WITHIN, ranking.candidates.characters >= LONG
    for place, score in scores.items():
        is_shown = score >= floor and (best in read or chance[place] >= PERHAPS_FROM)
        # Of what says several things a query may want more than one, and each has other things in it.
        is_shown |= bool(shows[place] and is_long[place] and is_long[best])
        chances[place], shows[place] = chance[place], is_shown
    return replace(judged, verdict=verdict_of(confidence), confidence=confidence, chances=chances, shows=shows)


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


def best_note_first(scored: Sequence[Scored], ranking: Ranking, read: Mapping[int, float]) -> list[Scored]:
    """Return the hits with the notes that were read in the order of their scores, each where one of them stood."""
    scores = _scores(ranking, read)
    notes = iter(sorted((found for found in scored if found.place in read), key=lambda one: -scores[one.place]))
    return [next(notes) if found.place in read else found for found in scored]


def _scores(ranking: Ranking, read: Mapping[int, float]) -> dict[int, float]:
    top = max(float(ranking.relevance.max()), _SPREAD)
    return {place: odds + SHARE * float(ranking.relevance[place]) / top for place, odds in read.items()}


def _chance(odds: float) -> float:
    return 1 / (1 + math.exp(-SLOPE * odds - START))
