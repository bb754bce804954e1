"""The transfer model: entries, records, values and the report."""

__all__ = [
    "asides",
    "entry",
    "input",
    "records",
    "report",
    "values",
]
