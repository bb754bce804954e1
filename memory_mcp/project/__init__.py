"""Projects: which one a folder belongs to."""

__all__ = [
    "resolve",
]
