"""The session context: what a new session is told, selected, fitted to a budget and framed as data."""

__all__ = [
    "block",
    "framing",
    "prompt",
    "sections",
    "selection",
]
