"""Read what other programs keep and export into records of this memory: chats, memories, databases and folders."""

__all__ = [
    "sniffing",
]
