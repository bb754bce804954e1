"""The window: one HTML file that shows what this memory holds."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click

from memory_mcp.cli.options import call_here, json_option, project_option, running, settings_of


@click.command()
@click.option("--out", metavar="FILE", help="The file to write; default: memory.html beside the memory.")
@click.option("--open", "opens", is_flag=True, help="Open it in the browser.")
@click.option("--all", "everywhere", is_flag=True, help="Show every project.")
@click.option("--plain", is_flag=True, help="Write the page of an encrypted memory without asking.")
@project_option
@json_option
@click.pass_context
def view(ctx: click.Context, *, out: str | None, opens: bool, everywhere: bool, plain: bool, as_json: bool) -> None:
    """Write a page that shows this memory: what a session is told, people and things, two times, contradictions.

    It is one file without network or server, and holds what it shows in the clear. A page written before is replaced;
    any other file is not.
    """
    from memory_mcp.view.data import explorer
    from memory_mcp.view.page import page_with, write_page

    path = Path(out) if out else settings_of(ctx).db_path.with_name("memory.html")
    with running(ctx) as runtime:
        if runtime.db.is_encrypted and not plain:
            _agree(path)
        data = explorer(call_here(runtime, "cli view"), "*" if everywhere else None)
    write_page(path, page_with(data))
    if as_json:
        click.echo(json.dumps({"path": str(path.resolve()), "bytes": path.stat().st_size}))
    else:
        click.echo(path.resolve())
    if opens:
        click.launch(path.resolve().as_uri())


def _agree(path: Path) -> None:
    """Ask whether an encrypted memory may be shown in a file in the clear; raise RefusedError where nobody is asked."""
    from memory_mcp.errors import RefusedError

    if not sys.stdin.isatty():
        raise RefusedError(f"this memory is encrypted, and {path} would not be", hint="Say --plain to write it.")
    click.confirm(f"The memory is encrypted, and {path} would not be. Write it?", abort=True, err=True)
