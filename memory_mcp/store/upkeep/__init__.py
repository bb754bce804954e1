"""Upkeep: automatic backups, reflection, retention, reindexing, repair and stale premises."""

__all__ = [
    "activity",
    "automatic_backups",
    "erasure_proof",
    "reflection",
    "reindexing",
    "repair",
    "retention",
    "stale_premises",
]
