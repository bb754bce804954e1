"""The command line: a room for each kind of work, one module a noun, imported when one of its commands runs."""

__all__ = [
    "main",
    "options",
    "output",
    "tools_as_commands",
]
