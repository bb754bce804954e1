"""Setup: the entries for the clients' configuration files."""

__all__ = [
    "entries",
]
