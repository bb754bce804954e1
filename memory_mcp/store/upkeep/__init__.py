"""Upkeep: reflection, retention, salience and stale premises."""

__all__ = [
    "reflection",
    "retention",
    "salience",
    "stale_premises",
]
