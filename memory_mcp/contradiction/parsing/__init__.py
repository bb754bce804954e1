"""Parse a text into statements, claims and tokens."""

__all__ = ["claims", "notes", "token_similarity", "tokens", "turns"]
