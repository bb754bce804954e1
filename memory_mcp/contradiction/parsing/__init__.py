"""Parsing: a text as statements, claims and tokens."""

__all__ = [
    "claims",
    "propositions",
    "statements",
    "token_similarity",
    "tokens",
]
