"""Synchronising: the targets of this file, how far each machine's log is in it, and what was touched since."""

__all__ = [
    "targets",
    "touched",
]
