"""What rules read a text by: stretches of it, its long words, and the signs that are not seen."""

__all__ = [
    "escapes",
    "long_words",
    "spans",
]
