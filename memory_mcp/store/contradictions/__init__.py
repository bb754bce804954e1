"""Pairs of current facts that contradict each other: found by scans, kept, dismissed."""

__all__ = [
    "concurrent",
    "declarations",
    "exported",
    "pair_facts",
    "pairs",
    "reading_scan",
    "scan",
    "vector_scan",
    "watermarks",
    "worth_reading",
]
