"""Privacy: secrets are masked before anything is cut, stored or embedded."""

__all__ = [
    "redaction",
]
