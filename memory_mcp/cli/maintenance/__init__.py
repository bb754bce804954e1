"""Maintain the file: its health, its backups, its key, its indexes, its projects."""

__all__ = [
    "backup",
    "clock",
    "doctor",
    "embed",
    "health",
    "key",
    "project",
    "repair",
    "trust",
    "upkeep",
]
