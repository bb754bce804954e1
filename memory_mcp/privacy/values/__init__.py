"""Tell what a value is, by its letters and by the words beside it."""

__all__ = [
    "candidates",
    "cues",
    "drawn_values",
    "likely_places",
    "literals",
    "names",
    "phrases",
    "ports",
    "secret_values",
    "word_lists",
]
