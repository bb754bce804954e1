"""A query's vector together with what it is compared with: the process's copy of the vectors, or the file."""

from __future__ import annotations

from typing import NamedTuple

from memory_mcp.store.facts.visibility import Filter
from memory_mcp.store.file.database import Snapshot
from memory_mcp.store.vectors.distances import Integers, Near, Vector
from memory_mcp.store.vectors.knn import VectorCopy, nearest, vectors_of


class QueryVector(NamedTuple):
    """The vector (dim,) of a query, of the file's model; ``copy`` is what a process that stays keeps of the file's."""

    vector: Vector
    copy: VectorCopy | None = None

    def nearest(self, snapshot: Snapshot, filter_: Filter, k: int) -> Near:
        """Return the k rows nearest to the query, of those the filter holds, as ``knn.nearest`` does."""
        return nearest(snapshot, self.vector, filter_, k, self.copy)

    def vectors_of(self, snapshot: Snapshot, item_ids: list[int]) -> tuple[Integers, Vector]:
        """Return the row id (n,) and vector (n, dim) of every passage of those rows."""
        return vectors_of(snapshot, item_ids) if self.copy is None else self.copy.vectors_of(snapshot, item_ids)
