"""Merging: what comes in meets what is known."""

__all__ = [
    "batches",
    "facts",
    "sessions_and_profile",
]
