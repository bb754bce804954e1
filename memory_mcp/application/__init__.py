"""The application: all tools put together, with resources, prompts and background work."""

__all__ = [
    "application",
    "assembly",
    "client_events",
    "instructions",
    "key_change",
    "opening",
]
