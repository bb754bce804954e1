"""The text that rules read: stretches of it, its words, and signs that are not seen."""

__all__ = [
    "escapes",
    "spans",
    "words",
]
