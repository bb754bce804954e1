"""Upkeep: reflection, retention, salience and stale premises."""

__all__ = [
    "reflection",
    "reindexing",
    "retention",
    "salience",
    "stale_premises",
]
