"""The MCP server: the pipe to the client, the answers to the protocol's requests, and the end of the process."""

__all__ = [
    "logs",
    "run",
    "shutdown",
    "stdio",
    "tool_listing",
]
