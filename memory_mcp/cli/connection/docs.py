"""The pages of the documentation at a terminal."""

from __future__ import annotations

import re
from typing import Final

import click
from click.shell_completion import CompletionItem

from memory_mcp.cli.options import json_option
from memory_mcp.cli.output import console, is_terminal, print_fields, print_json, through_pager
from memory_mcp.docs.pages import PAGES, Page, read_page

_LINK_TO_PAGE: Final = re.compile(r"\[([^\]]+)\]\(([a-z-]+)\.md(?:#[a-z-]+)?\)")


def _complete(_ctx: click.Context, _parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    return [CompletionItem(name) for name in PAGES if name.startswith(incomplete)]


@click.command()
@click.argument("page", required=False, shell_complete=_complete)
@json_option
def docs(page: str | None, *, as_json: bool) -> None:
    """Show a PAGE of the documentation, or list the pages.

    PAGE is a name from the list, a link as it stands on a page (tools.md), or a title. A pipe gets Markdown.
    """
    if page is None:
        _show_list([read_page(name) for name in PAGES], as_json=as_json)
    else:
        _show_page(read_page(page), as_json=as_json)


def _show_list(pages: list[Page], *, as_json: bool) -> None:
    if as_json:
        shown = [{"name": page.name, "title": page.title, "summary": page.summary} for page in pages]
        print_json(shown)
    elif is_terminal():
        from rich.table import Table

        table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
        for page in pages:
            table.add_row(page.name, page.summary)
        console().print(table)
        click.echo("\nRead one with: memory-mcp docs PAGE")
    else:
        for page in pages:
            print_fields([page.name, page.title, page.summary])


def _show_page(page: Page, *, as_json: bool) -> None:
    if as_json:
        print_json(page._asdict())
    elif is_terminal():
        from rich.markdown import Markdown

        # A terminal cannot follow a link to a file beside this one; the command that shows it can be typed.
        text = _LINK_TO_PAGE.sub(r"\1 (`memory-mcp docs \2`)", page.text)
        with through_pager():
            console().print(Markdown(text, hyperlinks=False))
    else:
        click.echo(page.text, nl=False)
