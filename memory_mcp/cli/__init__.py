"""The command line: one module per noun, imported when its command runs."""

__all__ = [
    "main",
]
