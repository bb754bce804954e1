"""How sure an answer is: logistic weights of the signals in ``memory_mcp.store.search.verdict``, by Newton's method.

An answer is right where one of its first ten hits answers; a row is, where it does. A question whose answer is not in
the store is an answer that is wrong, with rows that are all wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields, replace
from typing import Final

import numpy as np

from memory_mcp.store.search import verdict
from memory_mcp.store.search.ranking import NEIGHBOURS, Candidates, Floats, Ranking, rank

LOOKED_AT: Final = 20
"""Hits of an answer whose rows are learned from."""
L2: Final = 2.0
_TEN: Final = 10
_STEPS: Final = 60
_SET_SIZE: Final = 500.0


@dataclass(frozen=True, slots=True, eq=False)
class Judged:
    """One question as it was asked: where from, of which conversation, what ranking made of it, what answers.

    ``names`` (n,) are the hits the rows belong to; ``gold`` is empty where the store does not hold the answer.
    """

    source: str
    group: str
    ranking: Ranking
    names: tuple[str, ...]
    gold: frozenset[str]

    @property
    def places(self) -> verdict.Integers:
        """The row of each hit, best first."""
        return verdict.hits_of(self.ranking.relevance, self.names)

    @property
    def is_found(self) -> bool:
        """Whether one of the first ten hits answers."""
        return any(self.names[place] in self.gold for place in self.places[:_TEN].tolist())

    @property
    def rows_right(self) -> Floats:
        """Which of the rows looked at answer, 0 or 1."""
        return np.array([self.names[place] in self.gold for place in self.places[:LOOKED_AT].tolist()], float)

    def by_words(self) -> Judged:
        """Return the same question as it is answered without vectors."""
        rows = self.ranking.candidates
        keys = rows.session * (int(rows.position.max(initial=0)) + 2 * NEIGHBOURS + 2) + rows.position
        by_words = ~np.isnan(rows.bm25)
        near = np.isin(keys, [keys[by_words & rows.is_turn] + step for step in range(-NEIGHBOURS, NEIGHBOURS + 1)])
        keep = by_words | (near & rows.is_turn)
        kept = {one.name: getattr(rows, one.name)[keep] for one in fields(rows)}
        nothing = np.full(int(keep.sum()), np.nan)
        ranking = rank(Candidates(**kept | {"cosines": nothing, "centred": nothing}), self.ranking.rarity)
        return replace(self, ranking=ranking, names=tuple(np.array(self.names)[keep].tolist()))


def answer_weights(lessons: Sequence[tuple[Sequence[Judged], float]]) -> Floats:
    """Return the weights (13,) of an answer's signals, the constant last, for (questions of a set, its importance)."""
    return _fitted(
        lessons,
        lambda one: verdict.answer_signals(one.ranking, one.places)[None, :],
        lambda one: np.array([one.is_found], float),
    )


def row_weights(lessons: Sequence[tuple[Sequence[Judged], float]]) -> Floats:
    """Return the weights (5,) of a row's signals, the constant last."""
    return _fitted(
        lessons,
        lambda one: verdict.row_signals(one.ranking, one.places, one.places[:LOOKED_AT]),
        lambda one: one.rows_right,
    )


def unknown_weights(lessons: Sequence[tuple[Sequence[Judged], float]]) -> Floats:
    """Return the weights (5,) of the signals of answers that have no word of the question, every question alike."""
    # Of so few rows none is left out: what stands out among them is another matter.
    many = [one for questions, _ in lessons for one in questions if len(one.places) > verdict.NEAREST]
    without = [one for one in many if verdict.has_no_word(one.ranking)]
    signals = np.array([verdict.unknown_signals(one.ranking, one.places) for one in without])
    return logistic(signals, np.array([one.is_found for one in without], float), np.ones(len(without)))


def _fitted(
    lessons: Sequence[tuple[Sequence[Judged], float]],
    signals_of: Callable[[Judged], Floats],
    right_of: Callable[[Judged], Floats],
) -> Floats:
    signals, right, importance = [], [], []
    for questions, weight in lessons:
        for one in questions:
            signals.append(signals_of(one))
            right.append(right_of(one))
            importance.append(np.full(len(right[-1]), weight / len(questions) * _SET_SIZE))
    return logistic(np.vstack(signals), np.concatenate(right), np.concatenate(importance))


def logistic(signals: Floats, right: Floats, importance: Floats) -> Floats:
    """Return the weights (m + 1,), the constant last, that tell ``right`` (n,) by ``signals`` (n, m).

    The penalty L2 is on the weights of signals scaled to unit variance.
    """
    mean, spread = signals.mean(axis=0), np.where(signals.std(axis=0) > 1e-9, signals.std(axis=0), np.inf)
    scaled = np.column_stack([(signals - mean) / spread, np.ones(len(signals))])
    penalty = np.append(np.full(signals.shape[1], L2), 0.0)
    weights = np.zeros(scaled.shape[1])
    for _ in range(_STEPS):
        chance = 1 / (1 + np.exp(-scaled @ weights))
        gradient = scaled.T @ (importance * (chance - right)) + penalty * weights
        curvature = scaled.T @ (scaled * (importance * chance * (1 - chance))[:, None]) + np.diag(penalty)
        step = np.linalg.solve(curvature + 1e-9 * np.eye(len(weights)), gradient)
        weights = weights - step
        if float(np.abs(step).max()) < 1e-8:
            break
    plain = weights[:-1] / spread
    return np.append(plain, weights[-1] - float(plain @ mean))
