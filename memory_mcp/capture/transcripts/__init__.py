"""Import of old transcripts, through the same keyed path as live capture."""

__all__ = [
    "coverage",
    "folder_names",
    "history_import",
    "opencode_storage",
    "origins",
]
