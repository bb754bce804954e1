"""Import of old transcripts, through the same keyed path as live capture."""

__all__ = [
    "history_import",
]
