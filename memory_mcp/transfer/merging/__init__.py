"""Merging: what comes in meets what is known."""

__all__ = [
    "batches",
    "captured",
    "confinement",
    "facts",
    "naming",
    "project_names",
    "sessions_and_profile",
]
