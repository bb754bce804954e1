"""Formats: how each file format is read and written."""

__all__ = [
    "detect",
    "local_memory_mcp_read",
    "local_memory_mcp_write",
    "markdown_edits",
    "markdown_facts",
    "markdown_lines",
    "markdown_parts",
    "markdown_read",
    "markdown_sections",
    "markdown_write",
    "native_read",
    "native_records",
    "native_write",
    "reference",
    "turns",
]
