"""Show rows in answers: how hits, entities, findings and conversations look."""

__all__ = [
    "conversation",
    "findings",
    "graph",
    "history",
    "hits",
    "lean",
    "session_context",
    "told_lines",
]
