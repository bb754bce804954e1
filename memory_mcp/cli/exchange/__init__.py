"""Exchange with other files and programs: imports, exports, a project's own files, and the demonstration."""

__all__ = [
    "bootstrap",
    "demo",
    "demo_history",
    "sync",
    "sync_states",
    "transfer",
]
