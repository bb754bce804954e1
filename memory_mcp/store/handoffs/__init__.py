"""Handoffs: work passed from one session to the next."""

__all__ = [
    "exported",
    "handoff_rows",
    "handoffs",
    "imported",
    "offers",
    "participation",
    "session_end",
]
