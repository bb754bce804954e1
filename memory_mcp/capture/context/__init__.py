"""The session context: select what a new session is told, fit it to a budget, and frame it as data."""

__all__ = [
    "block",
    "earlier_sessions",
    "framing",
    "prompt",
    "sections",
    "selection",
]
