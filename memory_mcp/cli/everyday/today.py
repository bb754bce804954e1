"""What a new session would be told here, and why each line is in it."""

from __future__ import annotations

import re
import shutil
import textwrap
from collections.abc import Iterator
from dataclasses import asdict
from typing import TYPE_CHECKING, Final

import click

from memory_mcp.cli.options import call_here, json_option, looking, project_option
from memory_mcp.cli.output import is_terminal, paged, print_json, remark

if TYPE_CHECKING:
    from memory_mcp.tools.rows.told_lines import LineTold

_DAY: Final = re.compile(r"\d{4}-\d\d-\d\d")
_NOTHING: Final = (
    "A session here would be told nothing: nothing of this project is pinned, decided, learned or left open."
)
_IN_NO_PROJECT: Final = (
    "This folder is in no project, as it is no git repository and has no .memory-mcp.toml: a session here is told what "
    "belongs to none."
)


@click.command()
@click.option("--client", default="", metavar="NAME", help="As a session of this client: claude-code, codex ...")
@project_option
@json_option
@click.pass_context
def today(ctx: click.Context, *, client: str, as_json: bool) -> None:
    """Show what a session that starts here would be told, under headings that say why.

    Below a line stands what else speaks for it: that it is pinned, how often it was used.
    """
    from memory_mcp.cli.everyday.empty import is_empty, nothing_stored
    from memory_mcp.tools.framework.opening_reads import read_before_opening
    from memory_mcp.tools.rows.told_lines import lines_told

    with looking(ctx) as runtime:
        call = call_here(runtime)
        read_before_opening(runtime)
        with call.reading() as snapshot:
            lines = lines_told(call, snapshot, call.scope(snapshot, None), client)
        project = call.home_name() or None
        nothing = nothing_stored() if not lines and is_empty(runtime) else _NOTHING if project else _IN_NO_PROJECT
    if as_json:
        print_json({"lines": [asdict(line) for line in lines], "project": project})
    elif lines:
        if project is None:
            remark(_IN_NO_PROJECT)
        paged([one for line, heading in _under_headings(lines) for one in _shown(line, heading)])
    else:
        remark(nothing)


def _under_headings(lines: list[LineTold]) -> Iterator[tuple[LineTold, str]]:
    """Yield each line with the heading that goes before it, empty where it stands under the one before."""
    before = ""
    for line in lines:
        yield line, line.heading if line.heading != before else ""
        before = line.heading


def _shown(line: LineTold, heading: str) -> Iterator[tuple[str, str]]:
    from memory_mcp.store.facts.short_ids import short

    if heading:
        yield heading, "bold"
    yield from ((part, "") for part in _wrapped(line.text, "", "  "))
    # Its heading stands above it, and its day and its id in most lines.
    told = {f"under '{line.heading}'"} | {f"true since {day}" for day in _DAY.findall(line.text)[:1]}
    why = "; ".join(one for one in line.why if one not in told)
    if line.id and short(line.id) not in line.text:
        why = f"{why}  ({short(line.id)})".lstrip()
    if why:
        yield from ((part, "dim") for part in _wrapped(why, "    ", "    "))


def _wrapped(text: str, first: str, others: str) -> list[str]:
    """Return a line as the lines it takes in the window, the later ones set in; as it is where nobody sees."""
    if not is_terminal():
        return [f"{first}{text}"]
    width = shutil.get_terminal_size().columns
    return textwrap.wrap(text, width, initial_indent=first, subsequent_indent=others, break_on_hyphens=False)
