"""Pairs of current facts that contradict each other: found by scans, kept, dismissed."""

__all__ = [
    "compared_statements",
    "concurrent",
    "endings_read",
    "exported",
    "pairs",
    "reading_scan",
    "scan",
    "stated",
    "statement_reading",
    "vector_scan",
    "words_ends_read",
    "worth_reading",
]
