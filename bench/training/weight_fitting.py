"""Weights for a sum of signals, learned from questions whose answers are known.

A listwise softmax: every gold row should win against all rows that are not gold, of the same question (after Cao et
al., ListNet, 2007; each gold row competes alone). Convex, so there is one answer, and Newton's method finds it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
L2: Final = 0.01
_STEPS: Final = 50
_CLOSE_ENOUGH: Final = 1e-10


@dataclass(frozen=True, slots=True)
class Example:
    """One question: ``signals`` (n, m) of its n candidates, ``gold`` (n,) which of them answer it."""

    signals: Floats
    gold: npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class _Contests:
    """Every gold row with its rivals, end to end: ``rows`` (N, m), ``starts`` (c,) where each contest begins with its
    gold row, ``importance`` (c,).
    """  # noqa: D205 - one sentence, too long for a line

    rows: Floats
    starts: npt.NDArray[np.int64]
    importance: Floats


def fit(sets: Sequence[tuple[Sequence[Example], float]]) -> Floats:
    """Return the weights (m,), in the scale of the signals, for (questions of a set, importance of the set).

    The penalty L2 is on the weights of signals scaled to unit variance.
    """
    given = [(questions, weight) for questions, weight in sets if questions]
    stacked = np.vstack([example.signals for questions, _ in given for example in questions])
    # A signal that never varies cannot be learned: its weight stays 0.
    spread = np.where(stacked.std(axis=0) > 1e-9, stacked.std(axis=0), np.inf)
    contests = _contests(given, spread)
    weights = np.zeros(stacked.shape[1])
    loss, gradient, curvature = _loss(weights, contests)
    for _ in range(_STEPS):
        step = np.linalg.solve(curvature, gradient)
        stride = 1.0
        while True:
            better = weights - stride * step
            new_loss, new_gradient, new_curvature = _loss(better, contests)
            if new_loss <= loss or stride < 1e-6:
                break
            stride /= 2
        gained = loss - new_loss
        weights, loss, gradient, curvature = better, new_loss, new_gradient, new_curvature
        if gained < _CLOSE_ENOUGH:
            break
    return np.asarray(weights / spread)


def _contests(sets: Sequence[tuple[Sequence[Example], float]], spread: Floats) -> _Contests:
    rows: list[Floats] = []
    sizes: list[int] = []
    importance: list[float] = []
    for questions, weight in sets:
        for example in questions:
            scaled = example.signals / spread
            rivals, golds = scaled[~example.gold], scaled[example.gold]
            for gold in golds:
                rows += [gold[None, :], rivals]
                sizes.append(1 + len(rivals))
                importance.append(weight / len(questions) / len(golds))
    starts = np.concatenate([[0], np.cumsum(sizes)[:-1]]).astype(np.int64)
    return _Contests(np.vstack(rows), starts, np.array(importance))


def _loss(weights: Floats, contests: _Contests) -> tuple[float, Floats, Floats]:
    """Return the loss, its gradient (m,) and its second derivatives (m, m)."""
    rows, starts, importance = contests.rows, contests.starts, contests.importance
    sizes = np.diff(np.append(starts, len(rows)))
    scores = rows @ weights
    scores -= np.repeat(np.maximum.reduceat(scores, starts), sizes)
    raised = np.exp(scores)
    totals = np.add.reduceat(raised, starts)
    chances = raised / np.repeat(totals, sizes)
    loss = -float(importance @ (scores[starts] - np.log(totals))) + L2 * float(weights @ weights)
    expected = np.add.reduceat(chances[:, None] * rows, starts, axis=0)
    gradient = importance @ (expected - rows[starts]) + 2 * L2 * weights
    weighed = rows * (chances * np.repeat(importance, sizes))[:, None]
    curvature = weighed.T @ rows - (expected * importance[:, None]).T @ expected + 2 * L2 * np.eye(len(weights))
    return loss, gradient, curvature
