"""Rules: what two parsed claims hold against each other."""

__all__ = [
    "alignment",
    "attribute_value",
    "contrasts",
    "names",
    "opposition",
]
