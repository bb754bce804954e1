"""The application: all tools put together, with resources, prompts and background work."""

__all__ = [
    "application",
    "assembly",
    "instructions",
    "key_change",
    "skill",
]
