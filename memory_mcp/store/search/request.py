"""What a search is asked for: the query, a filter, the mode, how words and meaning are fused, and the weights."""

from __future__ import annotations

from typing import Literal, NamedTuple

from memory_mcp.store.facts.visibility import Filter
from memory_mcp.store.search.boosts import Weights

Mode = Literal["hybrid", "fts", "vector"]
Fusion = Literal["weighted", "rrf"]
Verdict = Literal["answers", "perhaps", "nothing"]


class Request(NamedTuple):
    """What is asked: ``limit`` hits of the rows that ``filter`` holds.

    ``is_cut`` leaves out hits that hardly answer, and folds those that say the same word for word into one.
    """

    query: str
    filter: Filter
    limit: int = 10
    mode: Mode = "hybrid"
    fusion: Fusion = "weighted"
    weights: Weights = Weights()
    is_cut: bool = False

    @property
    def is_weighted(self) -> bool:
        """Whether all signals are weighed: neither words nor meaning alone, nor their ranks."""
        return self.mode == "hybrid" and self.fusion == "weighted"

    def as_ranked(self, *, has_vector: bool) -> Request:
        """Return the request by whose mode the candidates are ranked.

        Without a vector a hybrid answer still has its context and cues; only asked for is it the bare word index.
        """
        return self if has_vector or self.mode == "fts" else self._replace(mode="hybrid")
