"""Hooks: events of the clients."""

from __future__ import annotations

import os

import click


@click.command(context_settings={"ignore_unknown_options": True})
@click.argument("event")
@click.option("--client", metavar="NAME", default="", help="claude, codex, gemini, cursor or opencode.")
@click.option("--db", metavar="PATH", default=None, help="The file to use.")
@click.option("--key-file", metavar="PATH", default=None, help="The file that holds its key.")
@click.option("--keychain", metavar="NAME", default=None, help="The entry of the system's keychain that holds its key.")
@click.pass_context
def hook(ctx: click.Context, /, event: str, client: str, db: str | None, **places: str | None) -> int:
    """Record an EVENT of a client, given as JSON on standard input; `memory-mcp setup` writes the entries for it.

    EVENT is session-start, user-prompt, tool, pre-compact, turn-end or session-end, or the client's name for it.
    The exit code is always 0, and the output is what the client reads.
    """
    from memory_mcp.hooks import run

    # What stands before the command holds for it too.
    before = ctx.find_root().obj or {}
    if before.get("project"):
        os.environ["MEMORY_PROJECT"] = before["project"]
    chosen = {"db": db or before.get("db_path")} | {name: value or before.get(name) for name, value in places.items()}
    given = [f"--{name.replace('_', '-')}={value}" for name, value in chosen.items() if value]
    return run([event, "--client", client, *given])
