"""Search: candidates from words and vectors, one ranking, snippets."""

__all__ = [
    "boosts",
    "elsewhere",
    "grep",
    "hits",
    "prompt_evidence",
    "request",
    "search",
]
