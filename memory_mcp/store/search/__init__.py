"""Search: candidates from words and vectors, one ranking, snippets."""

__all__ = [
    "boosts",
    "grep",
    "prompt_evidence",
    "search",
]
