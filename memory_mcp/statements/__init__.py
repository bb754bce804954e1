"""What people say about how to work, told from chatter by rules on one sentence. Pure: it knows no store."""

__all__ = [
    "claims", "ending", "matters", "recognition", "replacement", "sentences", "settling", "texts", "weighing", "wishes",
]  # fmt: skip
