"""What capture remembers between two short processes: transcript cursors and the spool."""

__all__ = [
    "spool",
    "spool_places",
    "transcript_cursors",
]
