"""Recognise what people say about how to work, by rules on one sentence. Pure: it knows no store."""

__all__ = [
    "allowing", "claims", "ending", "matters", "phrases", "recognition", "replacement", "sentences", "settling",
    "texts", "weighing", "wishes",
]  # fmt: skip
