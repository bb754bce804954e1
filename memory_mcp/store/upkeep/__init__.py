"""Upkeep: automatic backups, reflection, retention, reindexing, repair and stale premises."""

__all__ = [
    "activity",
    "automatic_backups",
    "erased_beside",
    "erasure_proof",
    "reflection",
    "reindexing",
    "repair",
    "retention",
    "stale_premises",
]
