"""The server, as a client starts it."""

from __future__ import annotations

import click

from memory_mcp.cli.options import settings_of


@click.command()
@click.pass_context
def serve(ctx: click.Context) -> None:
    """Serve this memory over MCP on standard input and output.

    This is what a client starts; it ends when the client does.
    """
    from memory_mcp.server import serve as serve_memory

    serve_memory(settings_of(ctx))
