"""Search: candidates from words and vectors, one ranking, snippets."""

__all__ = [
    "boosts",
    "elsewhere",
    "grep",
    "prompt_evidence",
    "search",
]
