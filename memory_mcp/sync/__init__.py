"""Synchronise with other machines: what changed here, who this machine is, and a shared folder."""

__all__ = [
    "feed",
    "folder",
    "machine",
    "pulling",
    "pushing",
]
