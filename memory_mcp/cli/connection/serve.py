"""The server, as a client starts it."""

from __future__ import annotations

import sys

import click

from memory_mcp.cli.options import settings_of
from memory_mcp.errors import RefusedError


@click.command()
@click.pass_context
def serve(ctx: click.Context) -> None:
    """Serve this memory over MCP on standard input and output.

    This is what a client starts; it ends when the client does.
    \f
    Raises RefusedError where standard output is closed.
    """  # noqa: D301 - click reads the form feed itself as "the help ends here"
    from memory_mcp.server import serve as serve_memory

    if sys.stdout is None:
        raise RefusedError("standard output is closed", hint="A client reads the answers there: leave it open.")
    serve_memory(settings_of(ctx))
