"""The ways in: server, hooks, clients' files, single tools, and the pages to read."""

__all__ = [
    "call",
    "docs",
    "hook",
    "serve",
    "setup",
    "setup_proof",
]
