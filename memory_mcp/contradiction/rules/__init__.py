"""Rules that find what two parsed claims hold against each other."""

__all__ = [
    "alignment",
    "attribute_values",
    "change",
    "contrasts",
    "opposition",
    "other_differences",
    "same_subject",
    "subjects",
]
