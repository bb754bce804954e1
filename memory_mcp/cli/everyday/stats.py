"""What this memory holds and how it grew, with a line of bars for the last weeks."""

from __future__ import annotations

from typing import Any, Final

import click

from memory_mcp.cli.options import call_here, json_option, looking, project_option
from memory_mcp.cli.output import console, is_terminal, print_fields, print_json, remark, shown
from memory_mcp.language.plurals import in_number

_WEEKS: Final = 16
_BARS: Final = " ▁▂▃▄▅▆▇█"
_MOST: Final = 12


@click.command()
@click.option("--all", "everywhere", is_flag=True, help="In every project.")
@project_option
@json_option
@click.pass_context
def stats(ctx: click.Context, *, everywhere: bool, as_json: bool) -> None:
    """Show what this memory holds by kind, project and client, and how many rows came each week."""
    from memory_mcp.cli.everyday.empty import nothing_here
    from memory_mcp.store.overview.growth import growth
    from memory_mcp.temporal import format_instant

    with looking(ctx, everywhere=everywhere) as runtime, runtime.db.reading() as snapshot:
        call = call_here(runtime)
        scope = call.scope(snapshot, "*" if everywhere or not call.project(None).name else None)
        found = growth(snapshot, scope.id, weeks=_WEEKS)
        nothing = "" if found.kinds else nothing_here(runtime)
    clients = {name: {"sessions": count, "last": format_instant(at)} for name, (count, at) in found.clients.items()}
    answer: dict[str, Any] = {"project": scope.name, "kinds": found.kinds, "projects": found.projects}
    answer |= {"clients": clients, "weeks": found.weeks}
    if as_json:
        print_json(answer)
    elif nothing:
        tell = console().print if is_terminal() else remark
        tell(nothing)
    elif not is_terminal():
        print_fields(["what", "name", "count"])
        for what in ("kinds", "projects"):
            for name, count in answer[what].items():
                print_fields([what.removesuffix("s"), name, str(count)])
        for name, one in clients.items():
            print_fields(["client", name, str(one["sessions"])])
    else:
        _show(answer)


def sparkline(counts: list[int]) -> str:
    """Return a bar for each count, the highest for the greatest of them; none for 0."""
    most = max(counts, default=0) or 1
    return "".join(_BARS[-(-count * (len(_BARS) - 1) // most)] for count in counts)


def _show(answer: dict[str, Any]) -> None:
    from rich.text import Text

    out = console()
    where = "all projects" if answer["project"] == "*" else f"project {answer['project']}"
    rows = sum(answer["kinds"].values())
    out.print(Text(shown(f"{rows:,} {in_number(rows, 'row')} in {where}"), style="bold"),
              Text(f"  bars: the last {_WEEKS} weeks", style="dim"))  # fmt: skip
    for kind, count in answer["kinds"].items():
        bars = sparkline(answer["weeks"].get(kind, []))
        out.print(Text(f"  {kind:<12}{count:>9,}  "), Text(bars, style="cyan"), sep="", no_wrap=True, overflow="crop")
    for what in ("projects", "clients"):
        if answer[what]:
            out.print(Text(what.capitalize(), style="bold"))
        for name, one in list(answer[what].items())[:_MOST]:
            count, said = (one, "") if what == "projects" else (one["sessions"], f"  last {one['last'][:10]}")
            line = Text(f"  {count:>9,}  ") + Text(shown(name or "(none)"), style="magenta") + Text(said, style="dim")
            out.print(line, no_wrap=True, overflow="ellipsis")
        if len(answer[what]) > _MOST:
            out.print(Text(f"  and {len(answer[what]) - _MOST} more", style="dim"))
