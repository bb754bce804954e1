"""The doctor at a terminal: a line for each check, with what mends it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from typing import TYPE_CHECKING, Final

import click

from memory_mcp.cli.options import call_here, json_option, running, settings_of
from memory_mcp.cli.output import print_json, remark, shown, waiting
from memory_mcp.errors import MemoryMcpError

if TYPE_CHECKING:
    from memory_mcp.config import Settings
    from memory_mcp.doctor.finding import Finding

_SIGNS: Final = {"pass": ("✓", "green"), "warn": ("!", "yellow"), "fail": ("✗", "red")}


@click.command()
@click.option(
    "--fix", "is_fixing", is_flag=True, help="Mend what can be mended without losing anything, then look again."
)
@json_option
@click.pass_context
def doctor(ctx: click.Context, *, is_fixing: bool, as_json: bool) -> int:
    """Look at everything this memory needs on this machine, and say how to mend what is wrong.

    That is the file, the program and each client: its entry, its start, its hooks, and how much of what was said in it
    is here. The exit code is 1 if a check fails, else 0.
    """
    with waiting("Looking at the file, this program and each client"):
        findings = list(_findings(ctx))
    if is_fixing and (fixes := [one for one in findings if one.fix is not None and one.level != "pass"]):
        for one in fixes:
            remark(f"mending: {one.what}")
            assert one.fix is not None
            one.fix()
        findings = list(_findings(ctx))
    if as_json:
        counts = {level: sum(one.level == level for one in findings) for level in _SIGNS}
        print_json({"checks": [one.as_dict() for one in findings], **counts})
    else:
        _show(findings)
    return 1 if any(one.level == "fail" for one in findings) else 0


def _findings(ctx: click.Context) -> Iterator[Finding]:
    from memory_mcp.doctor.every_client import client_findings
    from memory_mcp.doctor.file_checks import file_findings
    from memory_mcp.doctor.finding import Finding
    from memory_mcp.doctor.machine_checks import machine_findings
    from memory_mcp.doctor.moved_projects import moved_findings
    from memory_mcp.project import here, survey
    from memory_mcp.store.file.presence import is_missing

    settings = settings_of(ctx)
    with ExitStack() as open_files:
        call = None
        if not is_missing(settings.db_path):
            try:
                runtime = open_files.enter_context(running(ctx))
                runtime.embedding.start()
                call = call_here(runtime)
                runtime.embedding.wait(5)
                yield Finding("memory", "pass", str(runtime.db.path))
            except MemoryMcpError as exc:
                call = None
                yield Finding("memory", "fail", exc.message, exc.hint)
        else:
            yield _none_yet(settings)
        if call is not None:
            try:
                yield from file_findings(call)
                yield from moved_findings(call, survey(here(), environment=settings.project).project)
            except MemoryMcpError as exc:
                call = None
                yield Finding("file", "fail", exc.message, exc.hint)
        yield from machine_findings(settings)
        yield from client_findings(settings, call)


def _none_yet(settings: Settings) -> Finding:
    """Return what is said where there is no file: looking must not make what is looked for."""
    from memory_mcp.application.opening import check_makeable
    from memory_mcp.doctor.finding import Finding

    try:
        check_makeable(settings)
    except MemoryMcpError as exc:
        return Finding("memory", "fail", exc.message, exc.hint)
    return Finding("memory", "pass", f"none at {settings.db_path} yet; the first thing stored makes it")


def _show(findings: list[Finding]) -> None:
    from memory_mcp.setup.clients import CLIENTS

    client = ""
    for one in findings:
        if one.client != client:
            client = one.client
            click.secho(f"\n{CLIENTS[client].title}", bold=True)
        sign, colour = _SIGNS[one.level]
        click.echo(click.style(sign, fg=colour) + f" {one.check}: {shown(one.what + one.where)}")
        if one.level != "pass" and one.mend:
            click.echo(f"    {shown(one.mend)}")
    wrong = sum(one.level == "fail" for one in findings)
    look = sum(one.level == "warn" for one in findings)
    click.echo(f"\n{len(findings) - wrong - look} well, {look} to look at, {wrong} wrong")
