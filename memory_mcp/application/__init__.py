"""The application: put together all tools with resources, prompts and background work."""

__all__ = [
    "application",
    "assembly",
    "client_events",
    "instructions",
    "key_change",
    "opening",
]
