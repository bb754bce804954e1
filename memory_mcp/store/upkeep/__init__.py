"""Upkeep: reflection, retention, reindexing and stale premises."""

__all__ = [
    "reflection",
    "reindexing",
    "retention",
    "stale_premises",
]
