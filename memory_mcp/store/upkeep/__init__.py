"""Upkeep: automatic backups, reflection, retention, reindexing, repair, stale premises and a second look."""

__all__ = [
    "automatic_backups",
    "erased_beside",
    "erasure_proof",
    "reflection",
    "reindexing",
    "repair",
    "retention",
    "second_look",
    "stale_premises",
]
