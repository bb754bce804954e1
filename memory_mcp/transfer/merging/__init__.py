"""Merging: what comes in meets what is known."""

__all__ = [
    "facts",
    "sessions_and_profile",
]
