"""The framework: how a tool is declared, called, checked, rendered and scheduled."""

__all__ = [
    "arguments",
    "call",
    "client_session",
    "comparing",
    "declare",
    "erasing",
    "file_access",
    "line_range",
    "opening_reads",
    "paging",
    "parameters",
    "query_vector",
    "reach",
    "render",
    "runtime",
    "safe_markdown",
    "scheduler",
    "told_exactly",
    "wire_text",
    "write_feedback",
]
