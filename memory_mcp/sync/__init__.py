"""Synchronising with other machines: what changed since, who this machine is, and a folder between machines."""

__all__ = [
    "feed",
    "folder",
    "machine",
    "pulling",
    "pushing",
]
