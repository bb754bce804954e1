"""What people say about how to work, told from chatter by rules on one sentence. Pure: it knows no store."""

__all__ = ["claims", "ending", "recognition", "replacement", "sentences", "settling", "weighing"]
