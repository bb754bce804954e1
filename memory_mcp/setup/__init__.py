"""What goes into the clients' configuration files."""

__all__ = [
    "entries",
]
