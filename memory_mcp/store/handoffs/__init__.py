"""Handoffs: work passed from one session to the next."""

__all__ = [
    "handoffs",
    "offers",
    "participation",
    "session_end",
]
