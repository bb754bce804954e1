"""What ranking was told about each question, and what other weights would have made of it.

The seam is the two places where the store hands candidates to the ranking; nothing of the product knows of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Final

import numpy as np
from retrieval_data import Question
from weight_fitting import Example, fit

from memory_mcp.store.search import features, ranking
from memory_mcp.store.search.ranking import Candidates, Floats, Ranking, rank

Change = Callable[[Candidates], Candidates]

# The conversations between two people have the most questions; many of the others are about few paragraphs or people.
_WEIGHT_OF: Final = {"locomo-dev": 1.0, "beam-dev": 0.3, "lifebench-dev": 0.3, "xquad-en-en": 0.4, "xquad-en-de": 0.2}


@dataclass(frozen=True, slots=True, eq=False)
class Told:
    """What ranking was told about one question of a data set: the candidates' keys and features, its words' rarity."""

    question: Question
    source: str
    names: tuple[str, ...]
    candidates: Candidates
    rarity: Floats


@dataclass(frozen=True, slots=True)
class Trick:
    """Something the ranking does, and how to do without it: weights at nought, or candidates that lack something."""

    name: str
    without: tuple[str, ...] = ()
    change: Change = lambda candidates: candidates


def _alone(candidates: Candidates) -> Candidates:
    return replace(candidates, session=np.full_like(candidates.session, -1))


def _uncentred(candidates: Candidates) -> Candidates:
    return replace(candidates, centred=candidates.cosines)


NOTHING: Final = Trick("nothing")
TRICKS: Final = (
    Trick("words", ("words",)),
    Trick("meaning", ("meaning", "context_meaning")),
    Trick("the neighbours of a turn, in words and meaning", ("context_meaning",), _alone),
    Trick("the neighbours of a turn, in meaning", ("context_meaning",)),
    Trick("the mean taken off the vectors", (), _uncentred),
    Trick("who speaks", ("speaker",)),
    Trick("the day named", ("date",)),
    Trick("questions seldom answer", ("question",)),
    Trick("brief turns seldom answer", ("brief",)),
    Trick("all four cues", ("speaker", "date", "question", "brief")),
    Trick("length, and the user's side", ("length", "user")),
    Trick("the window of a turn, and the question before it", ("window_cover", "answer")),
    Trick("what else its session holds", ("session_words", "session_cover")),
)


@contextmanager
def weights(given: Mapping[str, float]) -> Iterator[None]:
    """Rank with other weights in this process."""
    before = dict(ranking.WEIGHTS)
    ranking.WEIGHTS.update(given)
    try:
        yield
    finally:
        ranking.WEIGHTS.update(before)


@contextmanager
def changed(change: Change) -> Iterator[None]:
    """Let ranking see candidates that were changed."""

    def rank_changed(candidates: Candidates, rarity: Floats, **options: Any) -> Ranking:
        return rank(change(candidates), rarity, **options)

    vars(features)["rank"] = rank_changed
    try:
        yield
    finally:
        vars(features)["rank"] = rank


@contextmanager
def listening() -> Iterator[list[tuple[list[features.Candidate], Candidates, Floats]]]:
    """Hand out a list that fills with the rows and features of every search in this process."""
    heard: list[tuple[list[features.Candidate], Candidates, Floats]] = []
    told: list[tuple[Candidates, Floats]] = []
    rank_candidates = features.rank_candidates

    def rank_and_note(candidates: Candidates, rarity: Floats, **options: Any) -> Ranking:
        told.append((candidates, rarity))
        return rank(candidates, rarity, **options)

    def rank_candidates_and_note(*arguments: Any, **options: Any) -> tuple[list[features.Candidate], Ranking]:
        rows, ranked = rank_candidates(*arguments, **options)
        heard.append((rows, *told.pop()))
        return rows, ranked

    vars(features).update(rank=rank_and_note, rank_candidates=rank_candidates_and_note)
    try:
        yield heard
    finally:
        vars(features).update(rank=rank, rank_candidates=rank_candidates)


def fitted(told: Sequence[Sequence[Told]], trick: Trick = NOTHING) -> dict[str, float]:
    """Return the weights fitted on data sets, without what the trick needs."""
    names = [name for name in ranking.WEIGHTS if name not in trick.without]
    sets = [
        ([_example(one, trick) for one in questions], _WEIGHT_OF.get(questions[0].source, 0.0))
        for questions in told
        if questions
    ]
    learned = fit([(examples, weight) for examples, weight in sets if weight])
    return dict.fromkeys(trick.without, 0.0) | dict(zip(names, map(float, learned), strict=True))


# The folds of one trick share their lessons.
@lru_cache(maxsize=4_096)
def _example(told: Told, trick: Trick) -> Example:
    with weights(dict.fromkeys(ranking.WEIGHTS, 1.0)):
        parts = rank(trick.change(told.candidates), told.rarity).parts
    names = [name for name in ranking.WEIGHTS if name not in trick.without]
    signals_ = np.stack([parts[name] * ranking.SCALE for name in names], axis=1)
    return Example(signals_, np.isin(told.names, told.question.gold))
