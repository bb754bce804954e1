"""How good a list of hits is, by every usual measure at once: they differ by tens of points, so none is shown alone."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

DEPTHS: Final = (5, 10, 20)
_NDCG_DEPTH: Final = 10
SHOWN: Final = ("share@5", "share@10", "any@5", "any@10", "all@10", "first", "mrr", "ndcg@10")


def measures(found: Sequence[str], gold: Sequence[str]) -> dict[str, float]:
    """Return every measure of one answer: ``found`` ids best first, ``gold`` (not empty) the ids that were wanted.

    ``any@k``: some gold is among the first k; ``all@k``: all of it; ``share@k``: the share of it that is; ``first``:
    the first hit is gold; ``mrr``: one over the place of the first gold hit, 0 beyond the hits asked for; ``ndcg@10``
    against the ideal over all gold (Jaervelin and Kekaelaeinen, 2002).
    """
    wanted = set(gold)
    places = [place for place, item in enumerate(found, 1) if item in wanted]
    result: dict[str, float] = {}
    for k in DEPTHS:
        within = sum(place <= k for place in places)
        result[f"any@{k}"] = float(within > 0)
        result[f"all@{k}"] = float(within == len(wanted))
        result[f"share@{k}"] = within / len(wanted)
    gain = sum(1 / math.log2(place + 1) for place in places if place <= _NDCG_DEPTH)
    ideal = sum(1 / math.log2(place + 1) for place in range(1, min(len(wanted), _NDCG_DEPTH) + 1))
    return result | {
        "first": float(bool(places) and places[0] == 1),
        "mrr": 1 / places[0] if places else 0.0,
        f"ndcg@{_NDCG_DEPTH}": gain / ideal,
    }


def means(rows: Sequence[dict[str, float]]) -> dict[str, float]:
    """Return the mean of every measure over the questions, four places."""
    return {name: round(sum(row[name] for row in rows) / len(rows), 4) for name in rows[0]} if rows else {}
