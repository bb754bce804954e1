"""The measures and the fit behind the retrieval numbers, on examples small enough to do by hand."""

from __future__ import annotations

import math

import numpy as np
import pytest
from retrieval_metrics import measures
from weight_fitting import L2, Example, fit


def test_two_of_three_within_five_are_two_thirds_and_not_all():
    found = measures(["x", "a", "y", "b", "z", "c"], ["a", "b", "c"])
    assert found["share@5"] == pytest.approx(2 / 3)
    assert (found["any@5"], found["all@5"], found["all@10"]) == (1.0, 0.0, 1.0)


def test_the_first_gold_hit_sets_the_reciprocal_rank():
    found = measures(["x", "a"], ["a"])
    assert (found["first"], found["mrr"]) == (0.0, 0.5)


def test_the_ideal_gain_counts_gold_that_was_not_found():
    assert measures(["a"], ["a", "b"])["ndcg@10"] == pytest.approx(1 / (1 + 1 / math.log2(3)))


def test_nothing_found_is_nought_by_every_measure():
    assert set(measures(["x"], ["a"]).values()) == {0.0}


def loss(weights: np.ndarray, examples: list[Example], spread: np.ndarray) -> float:
    """Say it as slowly as the definition does."""
    total = L2 * float(((weights * spread) ** 2).sum())
    for example in examples:
        scores = example.signals @ weights
        rivals = scores[~example.gold]
        contests = [math.log(math.exp(s) + np.exp(rivals).sum()) - s for s in scores[example.gold]]
        total += sum(contests) / len(contests) / len(examples)
    return total


def test_no_weights_nearby_are_better_than_the_fitted_ones():
    source = np.random.default_rng(1)
    examples = []
    for _ in range(40):
        signals = source.normal(size=(12, 3)) * [1.0, 5.0, 0.2]
        gold = np.arange(12) < source.integers(1, 4)
        signals[gold] += [0.5, 1.0, 0.0]
        examples.append(Example(signals, gold))
    spread = np.vstack([example.signals for example in examples]).std(axis=0)
    weights = fit([(examples, 1.0)])
    best = loss(weights, examples, spread)
    for place in range(3):
        for step in (-0.01, 0.01):
            moved = weights.copy()
            moved[place] += step / spread[place]
            assert loss(moved, examples, spread) > best


def test_a_signal_that_never_varies_gets_no_weight():
    signals = np.array([[1.0, 3.0], [0.0, 3.0], [0.0, 3.0]])
    weights = fit([([Example(signals, np.array([True, False, False]))], 1.0)])
    assert weights[0] > 0
    assert weights[1] == 0
