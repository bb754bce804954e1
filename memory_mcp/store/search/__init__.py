"""Search: candidates from words and vectors, one ranking, snippets."""

__all__ = [
    "answer",
    "boosts",
    "grep",
    "later_rows",
    "prompt_evidence",
    "ranking",
    "remote_ranking",
    "request",
    "search",
]
