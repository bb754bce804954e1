"""Pairs of current facts that contradict each other: found by scans, kept, dismissed."""

__all__ = [
    "concurrent",
    "exported",
    "pairs",
    "reading_scan",
    "scan",
    "vector_scan",
    "worth_reading",
]
