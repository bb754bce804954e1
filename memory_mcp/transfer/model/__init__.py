"""The transfer model: entries, records, values, selections and the report."""
