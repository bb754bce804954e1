"""Hook events: what a client tells a hook, recorded as turns of a session."""

__all__ = [
    "closing",
    "ignoring",
    "outcomes",
    "payload",
    "recording",
    "spooled",
    "storing",
]
