"""The entries for a client's configuration."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path

import click

from memory_mcp.cli.options import json_option, settings_of


@click.command()
@click.argument("client", type=click.Choice(["claude", "codex", "gemini", "cursor", "opencode"]))
@click.option("--print", "only_print", is_flag=True, required=True, help="Show the entries and change nothing.")
@json_option
@click.pass_context
def setup(ctx: click.Context, client: str, *, only_print: bool, as_json: bool) -> None:  # noqa: ARG001 - the one way there is yet, and required
    """Show the exact entries that connect CLIENT: its hooks and its server, each with the file they use."""
    from memory_mcp.keys.lookup import options_of
    from memory_mcp.setup.entries import Program, entries

    settings = settings_of(ctx)
    program = Program(_command(), settings.db_path, options_of(settings))
    found = entries(client, program)  # type: ignore[arg-type]  # click has held it to the choices
    if as_json:
        click.echo(json.dumps([{"path": one.path, "what": one.what, "text": one.text} for one in found]))
        return
    if settings.key:
        click.echo("# MEMORY_DB_KEY is set here: the client has to give it to its hooks and its server too.\n")
    for one in found:
        click.secho(f"# {one.path} ({one.what})", bold=True, err=False)
        click.echo(one.text)


def _command() -> tuple[str, ...]:
    """Return how a client starts this program: the installed one, else this Python with the package."""
    here = Path(sys.executable).parent
    if any(part.startswith(("archive-v", "builds-v", "environments-v")) for part in here.parts):
        # An environment uvx made and may throw away; the name it was started by lasts.
        return ("uvx", "memory-mcp-sqlite")
    installed = shutil.which("memory-mcp", path=str(here)) or shutil.which("memory-mcp")
    return (installed,) if installed else (sys.executable, "-m", "memory_mcp")
