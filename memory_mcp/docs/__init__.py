"""The texts for people and models: the pages, and the skill."""

__all__ = [
    "pages",
    "skill",
]
