"""Vectors in the file: KNN, the backlog and the change to another model."""

__all__ = [
    "distances",
    "fact_vectors",
    "file_model",
    "index",
    "knn",
    "nearest_facts",
    "query_vector",
    "told",
]
