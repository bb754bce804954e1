"""Bootstrap: a project's own files as documents that nobody has to tell again."""

__all__ = [
    "importing",
]
