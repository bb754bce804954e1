"""What other programs keep and export, read into records of this memory: chats, memories, databases and folders."""

__all__ = [
    "sniffing",
]
