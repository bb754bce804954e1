"""The window: one HTML file that shows what this memory holds."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

import click

from memory_mcp.cli.options import call_here, confirm_plain, json_option, looking, project_option, settings_of
from memory_mcp.cli.output import print_json, print_path, remark, shown, waiting

if TYPE_CHECKING:
    from memory_mcp.config import Settings
    from memory_mcp.tools.framework.call import Call


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
    from memory_mcp.store.file.copies.erased_copies import PAGE
    from memory_mcp.view.data import explorer
    from memory_mcp.view.page import page_with, write_page

    path = Path(out) if out else settings_of(ctx).db_path.with_name(PAGE)
    with looking(ctx, everywhere=everywhere) as runtime:
        if runtime.db.is_encrypted and not plain:
            _agree(path)
        call = call_here(runtime, "cli view")
        with waiting("Writing the page"):
            data = explorer(call, "*" if everywhere else None, list(_findings(settings_of(ctx), call)))
    write_page(path, page_with(data))
    if as_json:
        print_json({"path": str(path.resolve()), "bytes": path.stat().st_size})
    else:
        print_path(path.resolve())
    if opens:
        _open(path.resolve())


def _open(page: Path) -> None:
    """Open a page in the browser, or say that there is none. What starts it may complain to a terminal at length."""
    import webbrowser

    if not webbrowser.open(page.as_uri()):
        remark("No browser could be started here; open the file yourself.")


def _findings(settings: Settings, call: Call) -> Iterator[dict[str, str]]:
    """Yield what the doctor says without starting a server, and without paths that may be of another project."""
    from memory_mcp.doctor.every_client import client_findings
    from memory_mcp.doctor.file_checks import file_findings
    from memory_mcp.doctor.machine_checks import machine_findings
    from memory_mcp.setup.clients import CLIENTS

    found = chain(
        file_findings(call, deep=False), machine_findings(settings), client_findings(settings, call, starts=False)
    )
    for one in found:
        told = replace(one, where="", mend="memory-mcp doctor" if one.where else one.mend).as_dict()
        yield told | ({"title": CLIENTS[one.client].title} if one.client else {})


def _agree(path: Path) -> None:
    """Ask whether an encrypted memory may be shown in a file in the clear; raise RefusedError where nobody is asked."""
    from memory_mcp.errors import RefusedError

    if not sys.stdin.isatty():
        raise RefusedError(
            f"this memory is encrypted, and {shown(str(path))} would not be", hint="Say --plain to write it."
        )
    confirm_plain(path)
