"""Privacy: secrets are masked before anything is cut, stored or embedded, and ignored paths stay out."""

__all__ = [
    "ignore_rules",
    "private_parts",
    "redaction",
]
