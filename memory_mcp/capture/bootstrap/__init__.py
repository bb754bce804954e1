"""Bootstrap: store a project's own files as documents, so that nobody has to tell what they say."""

__all__ = [
    "importing",
]
