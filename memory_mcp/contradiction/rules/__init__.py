"""Rules: what two parsed claims hold against each other."""

__all__ = [
    "alignment",
    "change",
    "contrasts",
    "opposition",
    "other_differences",
    "same_subject",
    "slots",
    "subjects",
]
