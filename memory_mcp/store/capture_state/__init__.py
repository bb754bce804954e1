"""Keep what capture remembers between two short processes: transcript cursors and the spool."""

__all__ = [
    "private_marks",
    "spool",
    "spool_places",
    "transcript_cursors",
]
