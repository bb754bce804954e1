"""Synchronising with other machines: through a folder, or a PostgreSQL database."""

from __future__ import annotations

import re
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from memory_mcp.cli.exchange.merge import erase_beside, mapping
from memory_mcp.cli.exchange.sync_states import HUBS, failure, folder_states, hub_state, kept_as, lines_of
from memory_mcp.cli.options import json_option, running, settings_of
from memory_mcp.cli.output import print_json, print_told, progress_bar, say, shown
from memory_mcp.errors import InvalidInputError, NotFoundError
from memory_mcp.language.plurals import counted
from memory_mcp.language.typed_commands import typed

if TYPE_CHECKING:
    from memory_mcp.config import Settings
    from memory_mcp.store.file.database import Database
    from memory_mcp.sync.folder import Folder, SyncReport
    from memory_mcp.tools.framework.runtime import Runtime

_FIRST_STEPS: Final = "`memory-mcp sync init FOLDER`, then `memory-mcp sync FOLDER`"


def _given(_ctx: click.Context, _parameter: click.Parameter, value: str | None) -> str | None:
    """Return a target. Raises click's BadParameter for an empty one, as of a variable that is not set."""
    if value is not None and not value.strip():
        raise click.BadParameter("it is empty; give a folder, or an address")
    return value


class _Sync(click.Group):
    """A group whose first word may be the target itself."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if args and args[0] not in {*self.commands, *ctx.help_option_names}:
            args = ["now", *args]
        return super().parse_args(ctx, args)


@click.group(cls=_Sync)
def sync() -> None:
    """Synchronise with other machines: `memory-mcp sync TARGET` is `memory-mcp sync now TARGET`.

    TARGET is a folder that something carries between the machines (Syncthing, Dropbox, git, rclone, a stick), or the
    address of a PostgreSQL database. Any number of machines may do this at once. `memory-mcp sync init TARGET` comes
    first.
    """


@sync.command()
@click.argument("target", required=False, callback=_given)
@click.option("--dry-run", is_flag=True, help="Say what would come and go, and write nothing.")
@click.option("--anew", is_flag=True, help="Write this machine's segments once more, and remove the old ones.")
@click.option(
    "--map",
    "mapped",
    multiple=True,
    metavar="OLD=NEW",
    help="Their project OLD is our NEW: one from now on, on all machines. Needed once; may be repeated.",
)
@json_option
@click.pass_context
def now(
    ctx: click.Context, target: str | None, *, dry_run: bool, anew: bool, mapped: tuple[str, ...], as_json: bool
) -> int:
    """Take in what the other machines wrote to TARGET (default: MEMORY_HUB), and write what is new here.

    It may be stopped at any time, and goes on where it was. What cannot be read is told with the way out, and the exit
    code is that of its failure; all else is taken in. What speaks of something that has not arrived waits; after a day
    of that it is such a failure, and the exit code 3.
    """
    settings = settings_of(ctx)
    target = target or settings.hub
    if target is None:
        raise InvalidInputError(
            "there is no target", hint=f"Begin with {_FIRST_STEPS}; or name a database for all with MEMORY_HUB.",
            field="target",
        )  # fmt: skip
    projects = mapping(mapped)
    if projects and (dry_run or not all(projects.values())):
        raise InvalidInputError(
            "--map of a sync has no --dry-run, and names a project", hint="For example --map api=backend.", field="map"
        )
    with running(ctx) as runtime:
        if target.startswith(HUBS):
            if dry_run or anew:
                raise InvalidInputError(
                    "--dry-run and --anew are for folders", hint="`memory-mcp sync status TARGET` says what waits."
                )
            _meet(runtime.db, projects)
            told = _through_hub(runtime, target, settings)
            print_told(told, _hub_line(told), as_json=as_json)
            return 0
        folder, report = _through(runtime.db, _folder(target), settings, projects, dry_run=dry_run, is_anew=anew)
        erase_beside(runtime, report.erased_texts)
    told = _told(folder, report)
    print_told(told, "\n".join(_said(folder, report)), as_json=as_json)
    return report.problems[0].exit_code if report.problems else 0


def _meet(db: Database, mapped: dict[str, str]) -> None:
    from memory_mcp.store.facts.projects import project_upkeep

    if mapped:
        with db.writing("sync") as tx:
            for theirs, ours in mapped.items():
                project_upkeep.meet(tx, theirs, ours)


def _through(
    db: Database, path: Path, settings: Settings, mapped: dict[str, str], *, dry_run: bool, is_anew: bool
) -> tuple[Folder, SyncReport]:
    from memory_mcp.sync import folder as folders
    from memory_mcp.sync.pulling import pull
    from memory_mcp.sync.pushing import begin_anew, push

    if dry_run and is_anew:
        raise InvalidInputError("--anew has no --dry-run", hint="Leave one of the two out.")
    with progress_bar("Listing") as progress:
        folder = folders.open_folder(
            db, path, _secrets(settings), settings.redact, dry_run=dry_run, progress=progress
        )  # fmt: skip
    # Two projects are one for good: not for a target that cannot be opened.
    _meet(db, mapped)
    report = folders.SyncReport(dry_run=dry_run)
    with progress_bar("Taking in") as progress:
        if is_anew:
            begin_anew(folder, report)
        pull(folder, report, progress)
    with progress_bar("Writing") as progress:
        push(folder, report, progress)
    return folder, report


@sync.command()
@click.argument("target", required=False, callback=_given)
@click.option("--new-machine", is_flag=True, help="Make this file a machine of its own, after it was copied or moved.")
@json_option
@click.pass_context
def init(ctx: click.Context, target: str | None, *, new_machine: bool, as_json: bool) -> None:
    """Make TARGET a place to synchronise with: a folder, made where it is missing, or the tables of a database.

    With --new-machine this file gets an id of its own first, which a copy of a file needs; all it holds stays.
    """
    from memory_mcp.sync import folder as folders
    from memory_mcp.sync import machine as machines

    if target is None and not new_machine:
        raise InvalidInputError(
            "there is nothing to make",
            hint="Give a folder, as in `memory-mcp sync init FOLDER`, or --new-machine.",
            field="target",
        )
    told: dict[str, Any] = {}
    with running(ctx) as runtime:
        if new_machine:
            told["machine"] = machines.renew(runtime.db)
        if target is not None and target.startswith(HUBS):
            from memory_mcp.hub import schema

            machines.checked(runtime.db)
            told["told"] = schema.init(target)
        elif target is not None:
            told |= {"target": str(_folder(target)), "machine": folders.init(runtime.db, _folder(target))}
    print_told(told, _lines(told), as_json=as_json)
    if target is not None and not as_json:
        say(f"`{typed('sync', target)}` on each machine synchronises them.")


@sync.command()
@click.argument("target", required=False, callback=_given)
@json_option
@click.pass_context
def status(ctx: click.Context, target: str | None, *, as_json: bool) -> None:
    """Show each target, or TARGET alone: what waits to be written, and how far each machine's log is taken in here.

    Of a database's address: how far each machine has read it, yours and those of whoever shares a project with you.
    Of a folder also: segments that wait, are missing or damaged, and two machines of one id, each with the way out.
    """
    with running(ctx) as runtime:
        if target is not None and target.startswith(HUBS):
            told = [hub_state(runtime.db, target)]
        else:
            told = folder_states(runtime.db, None if target is None else _folder(target), _secrets(settings_of(ctx)))
    if as_json:
        print_json({"targets": told})
    elif not told:
        click.echo(f"This memory is synchronised with nothing: {_FIRST_STEPS} begins it.")
    else:
        say("\n".join(line for one in told for line in lines_of(one)))


@sync.command()
@click.argument("target", callback=_given)
@click.pass_context
def forget(ctx: click.Context, target: str) -> None:
    """Synchronise with TARGET no more: what is there and what came from there stays."""
    from memory_mcp.hub.connection import shown as without_password
    from memory_mcp.store.sync import targets, touched

    named = target if target.startswith(HUBS) else str(_folder(target).resolve())
    with running(ctx) as runtime, runtime.db.writing("sync") as tx:
        found = [one for one in targets.targets(tx) if _is_of(one.address, named)]
        if not found:
            there = without_password(target) if target.startswith(HUBS) else named
            raise NotFoundError(f"this memory is not synchronised with {there}", hint="See `memory-mcp sync status`.")
        for one in found:
            targets.remove(tx, one.id)
        touched.prune(tx)
    say(f"forgot {kept_as(named)}")


def _is_of(kept: str, named: str) -> bool:
    """Whether a target is meant: by its address, with or without a password, or as ``status`` shows it."""
    from memory_mcp.hub.connection import shown as without_password

    is_of = named in {kept, kept_as(kept)}
    if not is_of and kept.startswith(HUBS) and named.startswith(HUBS):
        with suppress(InvalidInputError):
            is_of = without_password(kept) == without_password(named)
    return is_of


# How PostgreSQL may be told where to connect besides an address: names and values, which may be in quotes.
_PAIRS: Final = re.compile(r"\s*(?:\w+\s*=\s*(?:'(?:[^'\\]|\\.)*(?:'|\Z)|[^\s']\S*|\Z)(?:\s+|\Z))+")
# One letter is a drive.
_PERSON: Final = re.compile(r"[^/\\]+:[^/\\]*@")
_SCHEME: Final = re.compile(r"([A-Za-z][A-Za-z0-9+.-]+):/")


def _folder(target: str) -> Path:
    scheme = _SCHEME.match(target)
    if scheme is not None or "://" in target or _PAIRS.fullmatch(target) or _PERSON.match(target):
        # It may hold a password: no more than its kind is said again.
        raise InvalidInputError(
            f"no known kind of target: {scheme[1]}" if scheme else "the target is no folder, nor an address",
            hint="Give an address that begins with postgresql://, or a folder: ./NAME is one, whatever its name.",
            field="target",
        )
    return Path(target).expanduser().absolute()


def _secrets(settings: Settings) -> tuple[str, ...]:
    from memory_mcp.keys.lookup import find_sync_keys

    return find_sync_keys(settings)


def _told(folder: Folder, report: SyncReport) -> dict[str, Any]:
    return {
        "target": str(folder.path),
        "machine": folder.machine,
        "takenIn": {"segments": report.taken_segments, "records": report.taken_in, "changed": report.changed},
        "written": {"segments": report.written_segments, "records": report.written},
        "erased": report.erased,
        "waiting": report.waiting,
        "notes": report.notes,
        "problems": [failure(one) for one in report.problems],
        "dryRun": report.dry_run,
    }


def _said(folder: Folder, report: SyncReport) -> list[str]:
    would = "would be " if report.dry_run else ""
    came = f"{counted(report.taken_in, 'record')} {would}taken in"
    new = "" if report.dry_run else f" ({report.changed} of them new here)"
    lines = [f"{folder.path}: {came}{new}, {report.written} {would}written"]
    lines += [f"waits: {one}" for one in report.waiting]
    lines += [f"note: {one}" for one in report.notes]
    if report.still_written:
        lines.append(
            f"{counted(report.still_written, 'erased row')}: files that this machine wrote before may still hold the "
            "texts; --anew writes them without"
        )
    for problem in report.problems:
        lines += [f"not taken in: {problem.code}: {problem.message}", f"       {problem.hint}"]
    return [shown(line) for line in lines]


def _lines(told: dict[str, Any]) -> str:
    found = [(key, line) for key, value in told.items() for line in (value if isinstance(value, list) else [value])]
    return "\n".join(shown(f"{key}: {line}" if key != "told" else str(line)) for key, line in found)


def _through_hub(runtime: Runtime, url: str, settings: Settings) -> dict[str, Any]:
    from memory_mcp.hub import checking, synchronising
    from memory_mcp.hub.connection import shown as without_password
    from memory_mcp.sync import machine as machines

    machine = machines.checked(runtime.db)
    report, pushed = synchronising.sync(runtime.db, url, redact=settings.redact)
    taken = {"records": 0, "changed": 0, "leftOut": 0}
    if report is not None:
        erase_beside(runtime, report.erased_texts)
        left_out = checking.left_out(report)
        taken = {"records": report.read - left_out, "changed": report.added + report.merged, "leftOut": left_out}
    return {
        "target": without_password(url), "machine": machine, "takenIn": taken,
        "written": {"records": pushed.records, "refused": pushed.refused},
        "notes": [] if report is None else report.problems,
    }  # fmt: skip


def _hub_line(told: dict[str, Any]) -> str:
    taken, written = told["takenIn"], told["written"]
    came = f"{counted(taken['records'], 'record')} taken in ({taken['changed']} of them new here)"
    lines = [f"{told['target']}: {came}, {written['records']} written"]
    if written["refused"]:
        rest = "was not this role's to change, and stays as it is there"
        if written["refused"] > 1:
            rest = "were not this role's to change, and stay as they are there"
        lines.append(f"{counted(written['refused'], 'fact')} {rest}")
    if taken["leftOut"]:
        lines.append(f"left out: {counted(taken['leftOut'], 'record')} about what the writer may not change")
    return "\n".join(shown(line) for line in (*lines, *(f"note: {one}" for one in told["notes"])))
