"""The doctor: check every part of this memory on this machine, and say what is wrong and how to mend it."""

__all__ = [
    "client_checks",
    "client_files",
    "every_client",
    "file_checks",
    "finding",
    "machine_checks",
    "moved_projects",
    "shared_clocks",
]
