"""Hooks: events of the clients."""

from __future__ import annotations

import click


@click.command(context_settings={"ignore_unknown_options": True})
@click.argument("event")
@click.option("--client", metavar="NAME", default="", help="claude, codex, gemini, cursor or opencode.")
@click.option("--db", metavar="PATH", default=None, help="The file to use.")
@click.option("--key-file", metavar="PATH", default=None, help="The file that holds its key.")
@click.option("--keychain", metavar="NAME", default=None, help="The entry of the system's keychain that holds its key.")
def hook(event: str, client: str, **places: str | None) -> int:
    """Record an EVENT of a client, given as JSON on standard input; `memory-mcp setup` writes the entries for it.

    EVENT is session-start, user-prompt, tool, pre-compact, turn-end or session-end, or the client's name for it.
    The exit code is always 0, and the output is what the client reads.
    """
    from memory_mcp.hooks import run

    given = [f"--{name.replace('_', '-')}={value}" for name, value in places.items() if value]
    return run([event, "--client", client, *given])
