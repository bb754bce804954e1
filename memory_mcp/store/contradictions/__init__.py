"""Pairs of current facts that contradict each other: found by scans, kept, dismissed."""

__all__ = [
    "exported",
    "pairs",
    "scan",
    "stated",
    "vector_scan",
]
