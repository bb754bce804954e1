"""A long-term memory for AI assistants: one SQLite file, served over MCP on standard input and output."""

__version__ = "0.1.0"
