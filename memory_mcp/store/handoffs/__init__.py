"""Handoffs: work passed from one session to the next."""

__all__ = [
    "handoffs",
    "imported",
    "offers",
    "participation",
    "session_end",
]
