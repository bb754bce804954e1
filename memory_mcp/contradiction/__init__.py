"""Contradiction: two texts in, a verdict out. Pure: it knows no store."""

__all__ = ["kinds", "likelihood", "verdict"]
