"""The transfer model: entries, records, values and the report."""

__all__ = [
    "elements",
    "entry",
    "input",
    "json_values",
    "made_ids",
    "non_fact_sections",
    "page_parts",
    "records",
    "report",
    "sealed",
    "undecoded",
    "values",
]
