"""Pairs of current facts that contradict each other: found by scans, kept, dismissed."""

__all__ = [
    "concurrent",
    "exported",
    "pairs",
    "scan",
    "stated",
    "vector_scan",
]
