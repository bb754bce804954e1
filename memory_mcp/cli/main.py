"""The program ``memory-mcp``: its commands, its failures, and the server when no terminal is there.

A command's module is imported when it runs: ``--version`` and shell completion answer before anything heavy is loaded.
"""

from __future__ import annotations

import gc
import importlib
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final, NoReturn

import click

from memory_mcp import __version__
from memory_mcp.cli.signals import unwound_by_signals
from memory_mcp.errors import MemoryMcpError

# What a command loads stays until it ends: looking through it early and often is a tenth of a search.
_FIRST_LOOK: Final = 100_000
# Command name: (module, function, first line of its help).
COMMANDS: Final[dict[str, tuple[str, str, str]]] = {
    "setup": ("connection.setup", "setup", "Connect this memory with the clients on this machine, or take it out."),
    "demo": ("exchange.demo", "demo", "Show what this memory does: a real server in a temporary folder."),
    "docs": ("connection.docs", "docs", "Show the documentation, a page at a time."),
    "search": ("everyday.search", "search", "Search by words and meaning."),
    "read": ("everyday.reading", "read", "Read a hit or any row whole."),
    "open": ("everyday.reading", "open_", "Open the session of a hit where it was said."),
    "entity": ("everyday.reading", "entity", "Show what is known of a person or thing."),
    "today": ("everyday.today", "today", "Show what a new session would be told, and why each line."),
    "learn": ("everyday.writing", "learn", "Store a lesson, preference or fact."),
    "edit": ("everyday.writing", "edit", "Correct a row in your editor."),
    "forget": ("everyday.forgetting", "forget", "Forget rows: shown first, asked once, and proved gone."),
    "sessions": ("everyday.sessions", "sessions", "List sessions, the last active first."),
    "show": ("everyday.sessions", "show", "Show what was said in a session, word for word."),
    "log": ("everyday.log", "log", "Print what was written last; with --follow, go on with what any process writes."),
    "view": ("everyday.view", "view", "Write a page that shows this memory, for a browser."),
    "stats": ("everyday.stats", "stats", "Show what this memory holds and how it grew."),
    "project": ("maintenance.project", "project", "List, show, rename, move, merge or purge projects."),
    "contradictions": ("maintenance.upkeep", "contradictions", "List current facts that cannot both hold."),
    "reflect": (
        "maintenance.upkeep",
        "reflect",
        "List what deserves a look: stale, undecided, contradicting, nearly the same.",
    ),
    "retention": ("maintenance.upkeep", "retention", "Show what is old and unused, archive it, or bring it back."),
    "import": ("exchange.transfer", "import_", "Bring in a file or a folder; nothing is stored twice."),
    "bootstrap": ("exchange.bootstrap", "bootstrap", "Bring in what a project's own files and git history say."),
    "export": ("exchange.transfer", "export", "Write everything to a file."),
    "merge": ("exchange.merge", "merge", "Join another memory, or exports of it, with this one."),
    "sync": ("exchange.sync", "sync", "Synchronise with other machines, through a folder or a database."),
    "doctor": ("maintenance.doctor", "doctor", "Look at everything this memory needs here, and say how to mend it."),
    "health": ("maintenance.health", "health", "Check this memory and say how to mend what is wrong."),
    "backup": ("maintenance.backup", "backup", "Copy the file while it is in use."),
    "restore": ("maintenance.backup", "restore", "Put a backup in the place of the file, and keep the old file."),
    "repair": (
        "maintenance.repair",
        "repair",
        "Save what can be read of a damaged file; mend times that a wrong clock gave.",
    ),
    "embed": ("maintenance.embed", "embed", "Embed the rows that have no vector yet."),
    "reindex": ("maintenance.embed", "reindex", "Rebuild the word index and the vectors from the rows."),
    "key": ("maintenance.key", "key", "Encrypt the file, change or remove its key, and test it."),
    "trust": (
        "maintenance.trust",
        "trust",
        "Let a folder's marker file say whose memory it is; list or remove such folders.",
    ),
    "path": ("maintenance.health", "path", "Print where the file is."),
    "serve": ("connection.serve", "serve", "Serve this memory over MCP on standard input and output."),
    "hook": ("connection.hook", "hook", "Record an event of a client; its hooks call this."),
    "call": ("connection.call", "call", "Call a tool as a client would."),
    "tools": ("connection.call", "tools", "List the tools, or describe one."),
}
# Whoever calls a tool by one of these calls the next one likewise.
_OF_TOOLS: Final = frozenset({"call", "tools"})
# The help has a heading before each of these.
_HEADINGS: Final = {
    "setup": "To begin",
    "search": "Every day",
    "project": "To tidy up",
    "import": "In and out",
    "doctor": "The file",
    "serve": "For clients and programs",
}


class _UnreadError(Exception):
    """Nobody reads what is printed any more."""


@contextmanager
def _kept_from_click() -> Iterator[None]:
    """Raise _UnreadError for a pipe whose reader has gone: click would end the process as failed."""
    try:
        yield
    except BrokenPipeError as exc:
        raise _UnreadError from exc


class _Commands(click.Group):
    """A group that imports a command's module when the command is asked for."""

    def make_context(self, *arguments: Any, **more: Any) -> click.Context:
        with _kept_from_click():
            return super().make_context(*arguments, **more)

    def invoke(self, ctx: click.Context) -> Any:
        with _kept_from_click():
            try:
                return super().invoke(ctx)
            except MemoryMcpError as exc:
                if ctx.invoked_subcommand not in _OF_TOOLS:
                    from memory_mcp.cli.tools_as_commands import as_commands

                    exc.hint = as_commands(exc.hint)
                raise

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002 - click's signature
        if cmd_name not in COMMANDS:
            return None
        module, function, _help = COMMANDS[cmd_name]
        command: click.Command = getattr(importlib.import_module(f"memory_mcp.cli.{module}"), function)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002 - click's signature
        sections: list[tuple[str, list[tuple[str, str]]]] = []
        for name, (_module, _function, text) in COMMANDS.items():
            if name in _HEADINGS:
                sections.append((_HEADINGS[name], []))
            sections[-1][1].append((name, text))
        for heading, rows in sections:
            with formatter.section(heading):
                formatter.write_dl(rows)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        from difflib import get_close_matches

        name = args[0]
        if name not in COMMANDS and not ctx.resilient_parsing and (near := get_close_matches(name, COMMANDS, n=1)):
            ctx.fail(f"No such command {name!r}. Did you mean {near[0]!r}?")
        return super().resolve_command(ctx, args)


@click.group(
    cls=_Commands,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, prog_name="memory-mcp")
@click.option("--db", metavar="PATH", help="The file to use; default MEMORY_DB_PATH, else the data folder.")
@click.option("--key-file", metavar="PATH", help="The file that holds its key; default MEMORY_DB_KEY_FILE.")
@click.option("--keychain", metavar="NAME", help="The keychain's entry with its key; default MEMORY_DB_KEYCHAIN.")
@click.option("--project", metavar="NAME", help="The project to use; default: that of the working directory.")
@click.option("--no-embed", is_flag=True, help="Search by words only; load no model.")
@click.pass_context
def cli(ctx: click.Context, /, db: str | None, project: str | None, *, no_embed: bool, **key_place: str | None) -> None:
    """Keep a long-term memory for AI assistants in one SQLite file.

    Without a command it serves MCP when a client starts it, and shows this help at a terminal.
    Shell completion: eval "$(_MEMORY_MCP_COMPLETE=bash_source memory-mcp)", likewise zsh_source and fish_source.
    """
    from memory_mcp.cli.output import has_colours

    # Commands inherit it; None leaves it to whether it is a terminal.
    ctx.color = None if has_colours() else False
    ctx.obj = {"db_path": db, "project": project, "embed_disabled": True if no_embed else None, **key_place}
    if ctx.invoked_subcommand is None:
        if sys.stdin is not None and sys.stdin.isatty():
            click.echo(ctx.get_help())
        else:
            from memory_mcp.cli.connection.serve import serve

            ctx.invoke(serve)


def main() -> NoReturn:
    """Run the command line and end the process with an exit code.

    0 is done, 2 usage or invalid input, 3 not found, 4 refused or conflict, 5 busy, 6 corrupt, 128 and more a signal,
    and 1 anything else.
    A failure goes to standard error: a line and its hint, or with ``--json`` an object.
    """
    gc.set_threshold(_FIRST_LOOK)
    _prepare_streams()
    try:
        with unwound_by_signals():
            result: Any = cli.main(standalone_mode=False)
        for stream in filter(None, (sys.stdout, sys.stderr)):
            stream.flush()
        # To take apart what was loaded is a tenth of a search.
        os._exit(result if isinstance(result, int) else 0)
    except MemoryMcpError as exc:
        _complain(exc.code, exc.message, exc.hint, exc.field)
        sys.exit(exc.exit_code)
    except click.exceptions.Exit as exc:
        sys.exit(exc.exit_code)
    except click.ClickException as exc:
        if _wants_json():
            _complain("invalid_input" if isinstance(exc, click.UsageError) else "internal", exc.format_message())
        else:
            exc.show()
        sys.exit(exc.exit_code)
    except (click.Abort, KeyboardInterrupt):
        _complain("interrupted", "interrupted")
        sys.exit(130)
    except (_UnreadError, BrokenPipeError):
        # The reader (head, less) has what it wanted.
        _close_output()
        sys.exit(0)
    except OSError as exc:
        # Standard output that cannot be written, most of all.
        _complain("internal", *_told_of(exc))
        _close_output()
        sys.exit(1)


def _close_output() -> None:
    """Throw away what is still to be written: Python would complain again at exit."""
    # The shell may have closed it.
    if sys.stdout is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _told_of(exc: OSError) -> tuple[str, str]:
    """Return what the system could not do, and what to do about it."""
    if isinstance(exc, FileNotFoundError) and exc.filename is None:
        try:
            os.getcwd()  # noqa: PTH109 - whether there is one is all that is asked
        except FileNotFoundError:
            return "the working directory was deleted", "Go to one that is there (cd), or give whole paths."
    return f"{exc.filename or 'the output'}: {exc.strerror or exc}", "Check that there is room and permission."


def _wants_json() -> bool:
    # Also of a command line that could not be read as far as the option.
    return "--json" in sys.argv[1:]


def _complain(code: str, message: str, hint: str = "", field: str = "") -> None:
    if _wants_json():
        told = {"code": code, "message": message, "hint": hint, "field": field}
        failure = {name: value for name, value in told.items() if value}
        from memory_mcp.language.unseen_characters import json_text

        click.echo(json_text({"error": failure}), err=True)
        return
    from memory_mcp.cli.output import remark

    # Where it is one of ours its code says who acts next.
    is_ours = code not in ("internal", "interrupted")
    said = f"{code}: {message}" if is_ours else message
    remark(said, label="error: ", colour="red")
    if hint:
        remark(hint, label=" " * len("error: "))


def _prepare_streams() -> None:
    """Write UTF-8 whatever the locale says; what a terminal cannot show is replaced, not fatal.

    Where the shell closed standard input nothing comes on it, and nobody is there to be asked; where it closed standard
    error nobody reads it.
    """
    if sys.stdin is None:
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: PTH123, SIM115 - as long as the process
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115 - the same
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(encoding="utf-8", errors="replace")
