"""Merge what comes in with what is known here."""

__all__ = [
    "batches",
    "captured",
    "confinement",
    "facts",
    "naming",
    "project_names",
    "sessions_and_profile",
]
