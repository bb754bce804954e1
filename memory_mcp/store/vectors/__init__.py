"""Vectors in the file: KNN, the backlog and the change to another model."""

__all__ = [
    "distances",
    "index",
    "knn",
    "nearest_facts",
    "told",
]
