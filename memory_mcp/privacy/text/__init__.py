"""The text that rules read: stretches of it, and signs that are not seen."""

__all__ = [
    "escapes",
    "spans",
]
