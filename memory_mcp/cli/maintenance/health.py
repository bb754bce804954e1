"""Show where the file is and whether it is healthy."""

from __future__ import annotations

import click

from memory_mcp.cli.options import call_tool, json_option, running, settings_of
from memory_mcp.cli.output import clock_of, console, is_terminal, print_json, print_path, print_told, shown
from memory_mcp.language.plurals import counted, spaced


@click.command()
@click.option("--deep", is_flag=True, help="Read every page, check every index and invariant.")
@json_option
@click.pass_context
def health(ctx: click.Context, *, deep: bool, as_json: bool) -> int:
    """Check this memory and say how to mend what is wrong. The exit code is 6 if the file is damaged, else 0."""
    from memory_mcp.application.opening import check_makeable
    from memory_mcp.store.file.presence import is_missing
    from memory_mcp.tools.framework.render import render

    settings = settings_of(ctx)
    if is_missing(settings.db_path):
        check_makeable(settings)
        # Looking must not make what is looked for.
        nothing = {"ok": True, "intact": True, "path": str(settings.db_path), "exists": False, "problems": []}
        said = f"There is no file at {settings.db_path} yet; the first thing stored makes it."
        print_told(nothing, said, as_json=as_json)
        return 0
    with running(ctx) as runtime:
        runtime.embedding.start()
        runtime.embedding.wait(5)
        result = call_tool(runtime, "memory_health", {"deep": deep})
    if as_json:
        print_json(result)
    elif is_terminal():
        _show(result)
    else:
        click.echo(render(result))
    return 0 if result["intact"] else 6


@click.command()
@json_option
@click.pass_context
def path(ctx: click.Context, *, as_json: bool) -> None:
    """Print where the file is (it may not exist yet)."""
    settings = settings_of(ctx)
    if as_json:
        print_json({"path": str(settings.db_path), "exists": settings.db_path.exists()})
    else:
        print_path(settings.db_path)


def _show(result: dict[str, object]) -> None:
    from rich.table import Table
    from rich.text import Text

    out = console()
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    table.add_column(overflow="fold")
    # A path is whole.
    table.add_column(overflow="fold")
    for key, value in result.items():
        if key in {"problems", "counts"}:
            continue
        told = {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
        told = f"{value:,}" if type(value) is int else told
        if isinstance(value, dict):
            told = "\n".join(f"{who}: {clock_of(when)}" for who, when in value.items()) or "none"
        table.add_row(Text(spaced(key), style="dim"), Text(shown(told)))
    counts = result["counts"]
    if isinstance(counts, dict):
        for kind, numbers in counts.items():
            table.add_row(Text(kind, style="dim"), f"{numbers['facts']:,} ({counted(numbers['versions'], 'version')})")
    out.print(table)
    problems = result["problems"]
    if isinstance(problems, list):
        for problem in problems:
            out.print(Text("! ", style="yellow") + Text(f"{problem['what']}\n  {problem['mend']}"))
