"""What rules read a text by: stretches of it, and the signs that are not seen."""

__all__ = [
    "escapes",
    "spans",
]
