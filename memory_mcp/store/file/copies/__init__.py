"""Other files with the same content: backups, a file that replaces the memory, and copies that hold erased rows."""

__all__ = [
    "backup",
    "checking",
    "erased_copies",
    "erased_elsewhere",
    "file_locks",
    "kept_backups",
    "key_change",
    "other_memory",
    "overwriting",
    "pages",
    "replacement",
    "restoring",
]
