"""The transfer model: entries, records, values, selections and the report."""

__all__ = [
    "asides",
    "entry",
    "input",
    "records",
    "report",
    "selection",
    "values",
]
