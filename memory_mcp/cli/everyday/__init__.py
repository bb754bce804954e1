"""What a person does every day: look for something, read it, write it down, correct it, forget it."""

__all__ = [
    "edits",
    "empty",
    "forgetting",
    "hits",
    "log",
    "reading",
    "search",
    "sessions",
    "stats",
    "today",
    "view",
    "writing",
]
