"""Handoffs: work passed from one session to the next."""

__all__ = [
    "exported",
    "handoffs",
    "imported",
    "offers",
    "participation",
    "session_end",
]
