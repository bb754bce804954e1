"""Learn how likely a later sentence makes an earlier statement out of date, by the words both share.

``python bench/training/replacement_weights.py [--held-out NAME ...] [--planted FOLDER ...]`` reads the pairs that
``statement_data`` describes, of marked histories and of histories with planted facts, and prints the weights that
stand in ``memory_mcp.statements.replacement``: a logistic regression over all pairs that share a telling word. Of the
histories held out (names of ``data/history_*.txt``) it prints how many endings would be found from each share on, and
how many wrongly.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt
from statement_data import Pair, Sentence, marked_histories, pairs_of, planted

from memory_mcp.statements.recognition import statements
from memory_mcp.statements.replacement import WEIGHTS, Later, Rarity, Statement, signals, weighed

CUTS: Final = (0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.6)
_PENALTY: Final = 0.5
_STEPS: Final = 40

Floats = npt.NDArray[np.floating]


@cache
def earlier(text: str) -> Statement:
    """Return a statement as later sentences are weighed against it."""
    ruled = next((one.told for one in statements(text) if not one.is_aside), None)
    return weighed(text) if ruled is None else Statement(text, float(ruled == "open"), float(ruled == "standing"))


def rows_of(said: Iterable[Sentence], pairs: Iterable[tuple[Pair, Sentence]]) -> tuple[list[list[float]], list[bool]]:
    """Return the signals of a history's pairs that share a telling word, and whether they end."""
    rarity = Rarity(one.said.text for one in said)
    rows, ends = [], []
    for pair, _ in pairs:
        later = Later(pair.later.text, pair.later.by_assistant, pair.is_one_session)
        if found := signals(earlier(pair.statement), later, rarity):
            rows.append([found[name] for name in WEIGHTS])
            ends.append(pair.ends)
    return rows, ends


def learned(rows: Floats, ends: Floats) -> Floats:
    """Return the weights of a logistic regression with a penalty on all but the first value."""
    weights, penalty = np.zeros(rows.shape[1]), np.array([1e-3 if name == "always" else _PENALTY for name in WEIGHTS])
    for _ in range(_STEPS):
        shares = 1 / (1 + np.exp(-rows @ weights))
        slope = rows.T @ (shares - ends) + penalty * weights
        weights = weights - np.linalg.solve((rows.T * (shares * (1 - shares))) @ rows + np.diag(penalty), slope)
    return weights


def main() -> None:
    """Print the weights, and what they tell of histories they were not taught by."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--held-out", nargs="*", default=[])
    parser.add_argument("--planted", type=Path, nargs="*", default=[])
    chosen = parser.parse_args()
    histories = marked_histories()
    held = [histories.pop(name) for name in chosen.held_out]
    taught = [rows_of(one, pairs_of(one)) for one in histories.values()]
    taught += [rows_of(*planted(path)) for folder in chosen.planted for path in sorted(folder.glob("*.txt"))]
    rows = np.array([row for found, _ in taught for row in found])
    weights = learned(rows, np.array([float(one) for _, found in taught for one in found]))
    print({name: round(float(value), 2) for name, value in zip(WEIGHTS, weights, strict=True)})
    if held:
        found = [rows_of(one, pairs_of(one)) for one in held]
        ends = np.array([one for _, of in found for one in of])
        shares = 1 / (1 + np.exp(-np.array([row for of, _ in found for row in of]) @ weights))
        every = sum(len(one.ends) for history in held for one in history)
        for cut in CUTS:
            print(f"from {cut}: {(shares[ends] >= cut).sum()} of {every}, {(shares[~ends] >= cut).sum()} wrongly")


if __name__ == "__main__":
    main()
