"""Upkeep: automatic backups, reflection, retention, reindexing, repair and stale premises."""

__all__ = [
    "automatic_backups",
    "reflection",
    "reindexing",
    "repair",
    "retention",
    "stale_premises",
]
