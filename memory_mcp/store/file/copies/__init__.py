"""Other files that hold what this one does: backups, a file that takes its place, and what of it was erased here."""

__all__ = [
    "backup",
    "erased_copies",
    "erased_elsewhere",
    "kept_backups",
    "key_change",
    "overwriting",
    "replacement",
]
