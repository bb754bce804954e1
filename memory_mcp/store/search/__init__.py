"""Search: candidates from words and vectors, one ranking, snippets."""

__all__ = [
    "boosts",
    "grep",
    "hits",
    "prompt_evidence",
    "remote_ranking",
    "request",
    "search",
]
