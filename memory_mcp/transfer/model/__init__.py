"""The transfer model: entries, records, values and the report."""

__all__ = [
    "elements",
    "entry",
    "input",
    "non_fact_sections",
    "records",
    "report",
    "sealed",
    "values",
]
