"""Import and export."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import click

from memory_mcp.cli.options import (
    GivenPath,
    call_here,
    call_tool,
    confirm_plain,
    json_option,
    looking,
    project_option,
    running,
    settings_of,
    typed_twice,
)
from memory_mcp.cli.output import print_account, progress_bar, remark, waiting
from memory_mcp.errors import CorruptError, InvalidInputError

if TYPE_CHECKING:
    from memory_mcp.capture.transcripts.origins import TranscriptFormat
    from memory_mcp.config import Settings
    from memory_mcp.tools.framework.runtime import Runtime
    from memory_mcp.transfer.formats.detect import Format
    from memory_mcp.transfer.model.report import Report

_CLIENTS = ("claude", "codex", "gemini", "cursor")
_IN = (
    "auto",
    "native",
    "studiomeyer",
    "reference",
    "markdown",
    "turns",
    *(f"{client}-transcripts" for client in _CLIENTS),
    "chatgpt",
    "claude-ai",
    "mem0",
    "mif",
    "claude-mem",
    "mcp-memory-service",
    "letta",
    "opencode",
)
_OUT = ("native", "studiomeyer", "markdown")


@click.command(name="import")
@click.argument("path", type=GivenPath(path_type=Path))
@click.option(
    "--format", "format_", type=click.Choice(_IN), default="auto", show_default=True,
    help="What the file is; auto tells it from the content.",
)  # fmt: skip
@click.option("--dry-run", is_flag=True, help="Say what would happen and write nothing.")
@click.option("--yes", is_flag=True, help="Take the edits of an exported folder over without asking.")
@click.option("--phrase", is_flag=True, help="Ask for the pass phrase that opens a .sealed file.")
@project_option
@json_option
@click.pass_context
def import_(
    ctx: click.Context, path: Path, *, format_: str, dry_run: bool, yes: bool, phrase: bool, as_json: bool
) -> int:  # fmt: skip
    """Bring in the file or folder PATH. Nothing is stored twice, and the report accounts for every record.

    It knows exports of this memory and of others, of ChatGPT and Claude.ai (the archive as it came), the databases of
    claude-mem, mcp-memory-service and OpenCode, and folders of Markdown such as Obsidian's and basic-memory's.
    The exit code is 1 if there is nothing to bring in, and 6 if an export holds fewer records than it promises; those
    that it holds are brought in.
    """
    from memory_mcp.cli.everyday.edits import take_edits
    from memory_mcp.transfer.formats import markdown_edits
    from memory_mcp.transfer.importing import ImportOptions, import_file

    if format_ == "opencode" or (format_ == "auto" and _is_of_opencode(path)):
        return _import_opencode(ctx, path, dry_run=dry_run, as_json=as_json)
    if format_.endswith("-transcripts") or (format_ == "auto" and _are_transcripts(path)):
        return _import_transcripts(ctx, path, format_, dry_run=dry_run, as_json=as_json)
    only = None
    if path.is_dir() and format_ == "auto" and markdown_edits.is_exported(path):
        only = _rows_of_others(ctx, path)
        if only is not None and not only:
            return take_edits(ctx, path, dry_run=dry_run, yes=yes, as_json=as_json)
    secret = secret_of(settings_of(ctx), path, is_asked_for=phrase)
    with running(ctx) as runtime, progress_bar("Importing") as progress:
        options = ImportOptions(
            project=call_here(runtime).home_name(), progress=progress, dry_run=dry_run, redact=runtime.settings.redact
        )
        asked = None if format_ == "auto" else cast("Format", format_)
        report = import_file(runtime.db, path, options, format=asked, secret=secret, only=only)
    account = report.as_dict()
    print_account(account, as_json=as_json)
    if report.missing:
        return CorruptError.exit_code
    if not report.read and not as_json:
        _say_nothing_was_read(report)
    # Something was to be brought in, and nothing is here of it.
    return int(report.added + report.merged + report.unchanged == 0)


def _say_nothing_was_read(report: Report) -> None:
    if report.format == "native":
        remark("There is no record in this export.")
    else:
        remark("`memory-mcp docs file-format` names what can.", label="Nothing there can be read: ", colour="yellow")


def _rows_of_others(ctx: click.Context, folder: Path) -> frozenset[str] | None:
    """Return which rows of an exported folder this memory has never had; None for all, where another one wrote it."""
    from memory_mcp.transfer.formats import markdown_lines

    with running(ctx) as runtime, runtime.db.reading() as snapshot:
        return markdown_lines.unknown(snapshot, folder)


def secret_of(settings: Settings, path: Path, *, is_asked_for: bool) -> str | None:
    """Return what opens a sealed file: what is typed where a phrase sealed it, else the memory's key, or one before."""
    from memory_mcp.transfer.model.sealed import key_that_opens, sealed_with

    sealed = sealed_with(path)
    if sealed is not None and (is_asked_for or sealed == "phrase") and sys.stdin.isatty():
        typed: str = click.prompt("Pass phrase", hide_input=True, err=True)
        return typed
    return None if sealed is None else key_that_opens(path, settings)


def _are_transcripts(path: Path) -> bool:
    from memory_mcp.capture.transcripts.origins import is_transcript

    return path.exists() and is_transcript(path)


def _is_of_opencode(path: Path) -> bool:
    from memory_mcp.capture.transcripts.opencode_storage import is_storage

    return path.exists() and is_storage(path)


def _import_opencode(ctx: click.Context, path: Path, *, dry_run: bool, as_json: bool) -> int:
    """Bring in what OpenCode keeps: its database, or its older folder. Raises InvalidInputError for anything else."""
    from memory_mcp.capture.transcripts.opencode_storage import import_sessions
    from memory_mcp.store.facts.projects.projects import named

    if not _is_of_opencode(path):
        raise InvalidInputError(f"{path} is no database or folder of OpenCode", hint="Leave --format out.")
    if dry_run:
        return _would_import(ctx, [path], None, as_json=as_json)
    with running(ctx) as runtime, progress_bar("Importing") as progress:
        given = runtime.settings.project
        account = import_sessions(
            runtime.db, path, runtime.settings, lambda done: progress(done, None),
            project=named(given) if given else None,
        )  # fmt: skip
        _leave_reading(runtime)
    print_account(account, as_json=as_json)
    return int(account["sessions"] == 0)


def _leave_reading(runtime: Runtime) -> None:
    """Let a process of its own read what there was no time for."""
    from memory_mcp.capture.events.read_on_apart import read_on_apart
    from memory_mcp.capture.events.reading_on import is_worth_reading

    if is_worth_reading(runtime.db, runtime.settings):
        read_on_apart(runtime.settings)


def _would_import(
    ctx: click.Context, files: list[Path], format_: TranscriptFormat | None, *, as_json: bool
) -> int:  # fmt: skip
    """Say what an import of transcripts would add, and change nothing."""
    from memory_mcp.capture.clients.incremental import TOO_LONG
    from memory_mcp.capture.transcripts.coverage import coverage
    from memory_mcp.store.facts.projects.projects import named
    from memory_mcp.temporal import BEGINNING

    with running(ctx) as runtime:
        given = runtime.settings.project
        found = coverage(
            runtime.db, files, runtime.settings, BEGINNING, format=format_, project=named(given) if given else None
        )
    account = {
        "dryRun": True, "files": len(files), "turns": found.turns, "wouldAddTurns": found.missing,
        "knownTurns": found.turns - found.missing,
        "skippedFiles": {TOO_LONG: len(found.too_long)} if found.too_long else {},
    }  # fmt: skip
    print_account(account, as_json=as_json)
    return int(found.turns == 0)


def _import_transcripts(ctx: click.Context, path: Path, format_: str, *, dry_run: bool, as_json: bool) -> int:
    """Bring in what clients wrote: a transcript, or a folder of them."""
    from memory_mcp.capture.transcripts.history_import import import_transcripts
    from memory_mcp.capture.transcripts.origins import transcripts_in
    from memory_mcp.store.facts.projects.projects import named

    given_format = None if format_ == "auto" else cast("TranscriptFormat", format_)
    if dry_run:
        return _would_import(ctx, [file for file, _size in transcripts_in(path)], given_format, as_json=as_json)
    with running(ctx) as runtime, progress_bar("Importing", is_in_bytes=True) as progress:
        given = runtime.settings.project
        account = import_transcripts(
            runtime.db, path, runtime.settings, format=given_format,
            project=named(given) if given else None, progress=progress,
        ).as_dict()  # fmt: skip
        _leave_reading(runtime)
    print_account(account, as_json=as_json)
    return 0


@click.command()
@click.argument("path", type=GivenPath(path_type=Path))
@click.option(
    "--format", "format_", type=click.Choice(_OUT), default="native", show_default=True,
    help="What to write; only native keeps everything.",
)  # fmt: skip
@click.option("--all", "everywhere", is_flag=True, help="Every project, which is the default; --project names one.")
@click.option("--no-history", is_flag=True, help="Write only what holds now.")
@click.option("--plain", is_flag=True, help="Write an encrypted memory in the clear without asking.")
@click.option("--phrase", is_flag=True, help="Ask for a pass phrase that seals a .sealed file, instead of the key.")
@click.option("--as-of", help="Write what was true then.")
@click.option("--known-at", help="Write what was believed then.")
@project_option
@json_option
@click.pass_context
def export(
    ctx: click.Context,
    /,
    path: Path,
    *,
    format_: str,
    everywhere: bool,
    no_history: bool,
    plain: bool,
    phrase: bool,
    as_json: bool,
    **times: Any,
) -> None:
    """Write everything to PATH: a .json or .jsonl file (either with .gz), a .sealed file, or a folder for markdown.

    A .jsonl file can have any size and needs constant memory, and so can a .sealed file, which is encrypted under the
    memory's key or a pass phrase. The command never overwrites a file.
    """
    from memory_mcp.store.file.encryption import SEALED

    arguments = {"path": str(path.absolute()), "format": format_, "includeHistory": not no_history}
    if everywhere or not (ctx.find_root().obj or {}).get("project"):
        arguments["project"] = "*"
    arguments |= {key: value for key, value in times.items() if value is not None}
    typed = typed_twice("Run this at a terminal.") if phrase else ""
    with looking(ctx, everywhere=everywhere) as runtime:
        if runtime.db.is_encrypted and path.suffix != SEALED and not plain and sys.stdin.isatty():
            confirm_plain(path)
            plain = True
        with waiting("Exporting"):
            result = call_tool(runtime, "memory_export", arguments, allows_plain=plain, phrase=typed)
    print_account(result, as_json=as_json)
