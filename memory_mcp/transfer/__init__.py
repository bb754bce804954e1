"""Imports and exports: every format is read into one shape, merged by one set of rules, and fully accounted for."""

__all__ = [
    "exporting",
    "importing",
    "joining",
]
