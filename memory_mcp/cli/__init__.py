"""The command line: one module a noun, which is imported when one of its commands runs."""

__all__ = [
    "main",
]
