"""What rules read a text by: stretches of it, its letters, and the signs that are not seen."""

__all__ = [
    "escapes",
    "letters",
    "spans",
]
