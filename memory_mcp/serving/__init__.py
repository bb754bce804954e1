"""The MCP server's parts: the pipe to the client, the protocol's requests, and how the process leaves."""

__all__ = [
    "logs",
    "run",
    "shutdown",
    "stdio",
]
