"""Documents: long texts kept whole and found by passage."""

__all__ = [
    "documents",
]
