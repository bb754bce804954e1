"""The edits of an exported folder of Markdown, shown and then taken over."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

import click

from memory_mcp.cli.everyday.forgetting import confirm
from memory_mcp.cli.options import call_here, running
from memory_mcp.cli.output import shown
from memory_mcp.language.plurals import counted

_SIGNS: Final = {"correct": "corrected", "supersede": "changed", "retract": "taken back"}


def take_edits(ctx: click.Context, folder: Path, *, dry_run: bool, yes: bool, as_json: bool) -> int:
    """Show what was edited in a folder and take it over, all or nothing; return the exit code: 1 where nothing was.

    Raises RefusedError where nobody is there to be asked, NotFoundError and ConflictError for a row that is not there
    or not believed any more.
    """
    from memory_mcp.store.facts import facts, short_ids
    from memory_mcp.tools.amending import amend
    from memory_mcp.transfer.formats.markdown_edits import edits

    found = edits(folder)
    if as_json:
        click.echo(json.dumps({"edits": [one._asdict() for one in found], "dryRun": dry_run}, ensure_ascii=False))
    for one in () if as_json else found:
        click.echo(shown(f"{_SIGNS[one.change]} {short_ids.short(one.uid)}"))
        click.echo(shown(f"  - {one.before}"))
        if one.text:
            click.echo(shown(f"  + {one.text}"))
    if not found:
        click.echo("Nothing was edited since the export.", err=True)
        return 1
    if dry_run:
        return 0
    confirm(f"Take over {counted(len(found), 'edit')}?", is_answered=yes)
    with running(ctx) as runtime:
        call = call_here(runtime, "cli import")
        with call.writing() as tx:
            for one in found:
                if one.change == "retract":
                    facts.retract(tx, one.uid, reason="taken out of the exported pages")
                else:
                    amend(call, tx, one.uid, one.text, is_change=one.change == "supersede", reason="edited as a page")
    click.echo(f"Took over {counted(len(found), 'edit')}.", err=as_json)
    return 0
