"""Joining other memories with this one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from memory_mcp.cli.exchange.transfer import secret_of
from memory_mcp.cli.options import GivenPath, json_option, running, settings_of
from memory_mcp.cli.output import print_json, progress_bar, remark, say
from memory_mcp.errors import CorruptError, InvalidInputError

if TYPE_CHECKING:
    from memory_mcp.tools.framework.runtime import Runtime


@click.command()
@click.argument("paths", nargs=-1, required=True, type=GivenPath(path_type=Path))
@click.option("--dry-run", is_flag=True, help="Say what would come in and write nothing.")
@click.option(
    "--map", "mapped", multiple=True, metavar="OLD=NEW", help="Their project OLD is called NEW here; may be repeated."
)
@click.option("--phrase", is_flag=True, help="Ask for the pass phrase that opens a .sealed file.")
@json_option
@click.pass_context
def merge(
    ctx: click.Context, paths: tuple[Path, ...], *, dry_run: bool, mapped: tuple[str, ...], phrase: bool, as_json: bool
) -> int:
    """Join the memories at PATHS with this one: other memory files, or exports of them.

    Every version of both is kept, in whatever order and however often you do this. Of two edits of one fact apart from
    each other the later is current and the other stays in its history. What was erased in one is erased in both. A file
    of another memory stays as it is, and is opened with the key of this one if it is encrypted.
    """
    from memory_mcp.keys.lookup import find_key
    from memory_mcp.tools.framework.render import render
    from memory_mcp.transfer.importing import ImportOptions
    from memory_mcp.transfer.joining import join

    projects = mapping(mapped)
    settings = settings_of(ctx)
    accounts = {}
    with running(ctx) as runtime, progress_bar("Joining") as progress:
        for path in paths:
            options = ImportOptions(
                actor="merge", projects=projects, redact=runtime.settings.redact, dry_run=dry_run, progress=progress
            )
            secret = secret_of(settings, path, is_asked_for=phrase)
            accounts[str(path)] = join(runtime.db, path, options, key=find_key(settings), secret=secret)
        erase_beside(runtime, [text for report in accounts.values() for text in report.erased_texts])
    told = {path: report.as_dict() for path, report in accounts.items()}
    if as_json:
        print_json(told)
    else:
        for name, account in told.items():
            say(f"{name}\n{render(account)}")
    return CorruptError.exit_code if any(report.missing for report in accounts.values()) else 0


def erase_beside(runtime: Runtime, texts: list[str]) -> None:
    """Remove what was erased with the other memory from the log, waiting events and the program's logs."""
    from memory_mcp.keys.lookup import find_key
    from memory_mcp.store.upkeep.erased_beside import erase_with_others

    for left in erase_with_others(runtime.db, runtime.settings, texts, find_key(runtime.settings)):
        remark(f"{left} cannot be looked into and may hold what was erased; delete it")


def mapping(mapped: tuple[str, ...]) -> dict[str, str]:
    """Return what each of their projects is called here.

    Raises InvalidInputError for one that is to be called two things, and for a text that is no mapping.
    """
    projects = dict(_pair(text) for text in mapped)
    if len(projects) < len(set(map(_pair, mapped))):
        raise InvalidInputError("a project of theirs is mapped twice", hint="Name each once.", field="map")
    return projects


def _pair(text: str) -> tuple[str, str]:
    """Return the two names of a mapping.

    Raises InvalidInputError for a text that is none.
    """
    old, is_pair, new = text.partition("=")
    if not is_pair or not old.strip():
        raise InvalidInputError(f"no mapping of projects: {text!r}", hint="For example --map api=backend.", field="map")
    return old.strip(), new.strip()
