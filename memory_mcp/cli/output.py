"""Output: tables and colours at a terminal, plain lines in a pipe."""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any, Final

import click

from memory_mcp.cli.tools_as_commands import as_commands

if TYPE_CHECKING:
    from pathlib import Path

    from rich.console import Console
    from rich.table import Table

Progress = Callable[[float, float | None], None]
# A gap, and what stands to the next one: a command between backticks is one word.
_WORDS: Final = re.compile(r"(\s*)((?:`[^`]*`|\S)+)")
# Columns of a window in which those of a table are a word wide.
_NARROW: Final = 40
_held: ContextVar[Console | None] = ContextVar("_held", default=None)


def is_terminal() -> bool:
    """Return whether standard output is a terminal."""
    # It is none where the shell closed it.
    return sys.stdout is not None and sys.stdout.isatty()


def has_colours() -> bool:
    """Return whether a terminal is sent colours: not where NO_COLOR is set, nor where it knows none."""
    return not os.environ.get("NO_COLOR") and os.environ.get("TERM") not in ("dumb", "unknown")


def console() -> Console:
    """Return a console on standard output; within ``through_pager`` always the same one.

    What nobody sees in a text is spelled out, wherever the text comes from.
    """
    from memory_mcp.cli.safe_console import SafeConsole

    # COLUMNS may say 0, where some terminals do not know: rich would show nothing. One without colours it takes for 80
    # columns wide unless it is told both.
    window = shutil.get_terminal_size()
    return _held.get() or SafeConsole(highlight=False, width=window.columns, height=window.lines)


@contextmanager
def through_pager() -> Iterator[None]:
    """Show what the block prints on the console; at a terminal through a pager where the window does not hold it."""
    if not is_terminal():
        yield
        return
    out = console()
    token = _held.set(out)
    try:
        with out.capture() as capture:
            yield
    finally:
        _held.reset(token)
    _turn_pages(capture.get())


def table_of(*headings: str, dim: Collection[str] = ("id", "kind", "type", "why")) -> Table:
    """Return an empty table with these headings; the columns in ``dim`` stand back."""
    from rich.table import Table

    table = Table(box=None, padding=(0, 2, 0, 0))
    for heading in headings:
        # Whoever copies an id needs it whole.
        table.add_column(heading, style="dim" if heading in dim else None, overflow="fold", no_wrap=heading == "id")
    return table


def print_table(out: Console, table: Table) -> None:
    """Print a table; in a window of less than 40 columns each row as a line of its cells, broken between words."""
    if out.width >= _NARROW:
        out.print(table)
        return
    from rich.text import Text

    for cells in zip(*(column.cells for column in table.columns), strict=True):
        out.print(Text("  ").join(cell if isinstance(cell, Text) else Text(str(cell)) for cell in cells))


@contextmanager
def progress_bar(description: str, *, is_in_bytes: bool = False) -> Iterator[Progress]:
    """Yield ``progress(done, total)``, which draws a bar on standard error if that is a terminal."""
    if not sys.stderr.isatty():
        yield lambda _done, _total: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, DownloadColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    how_much = DownloadColumn() if is_in_bytes else MofNCompleteColumn()
    columns = (TextColumn("{task.description}"), BarColumn(), how_much, TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(description, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


@contextmanager
def waiting(description: str) -> Iterator[None]:
    """Show what a person waits for, on standard error if that is a terminal, until the block ends."""
    if not sys.stderr.isatty():
        yield
        return
    from rich.console import Console

    with Console(stderr=True).status(description):
        yield


def print_json(value: Any, *, indent: int | None = None) -> None:
    """Print a value as JSON that no terminal takes for orders; what reads it gets every character."""
    from memory_mcp.language.unseen_characters import json_text

    click.echo(json_text(value, indent=indent))


def print_account(account: Mapping[str, Any], *, as_json: bool) -> None:
    """Print what a command did: as JSON, at a terminal in words, and in a pipe under the names that JSON has."""
    from memory_mcp.tools.framework.render import render

    if as_json:
        print_json(account)
    else:
        click.echo(render(_in_words(account) if is_terminal() else account))


def _in_words(account: Mapping[str, Any]) -> dict[str, Any]:
    """Return an account as a person reads it: without what is none, numbers with what they count."""
    from memory_mcp.language.plurals import spaced

    told = {}
    for key, value in account.items():
        said = f"{value:,}" if type(value) is int else value
        if isinstance(value, Mapping) and all(type(count) is int for count in value.values()):
            said = ", ".join(f"{spaced(what)} {count:,}" for what, count in value.items() if count)
        if said not in ("", False, None, []):
            told[spaced(key)] = said
    return told


def shown(text: str) -> str:
    """Return stored text that is safe for a terminal: what nobody sees is spelled out."""
    from memory_mcp.language.unseen_characters import visible

    return visible(text)


def say(text: str) -> None:
    """Print lines for people; what nobody sees, such as in a path, is spelled out."""
    click.echo(shown(text))


def print_told(told: Mapping[str, Any], said: str, *, as_json: bool) -> None:
    """Print what was done: as JSON for programs, in lines for people."""
    if as_json:
        print_json(told)
    else:
        say(said)


def print_path(path: Path) -> None:
    """Print a path: at a terminal so that all of it is seen, in a pipe as it is, for what opens it."""
    # Else click takes what looks like a colour out of it.
    click.echo(shown(str(path)) if is_terminal() else path, color=True)


def print_fields(fields: Sequence[str]) -> None:
    """Print one line of tab-separated fields; white space inside a field becomes a space."""
    click.echo("\t".join(shown(" ".join(field.split())) for field in fields))


def remark(text: str, *, label: str = "", colour: str | None = None) -> None:
    """Say something to the person on standard error; at a terminal in lines that the window holds.

    ``label`` begins the first line, in ``colour``, and as many blanks the others. What stands between backticks, a
    command, is not broken. What nobody sees is spelled out.
    """
    text = shown(text)
    if sys.stderr is not None and sys.stderr.isatty():
        text = "\n".join(line for part in text.split("\n") for line in _in_lines(part, len(label)))
        text = text.replace("\n", "\n" + " " * len(label))
    click.echo((click.style(label, fg=colour) if label and has_colours() else label) + text, err=True)


def remark_notice(answer: Mapping[str, Any]) -> None:
    """Say the notice of a tool's answer, if it has one, to a person: with commands in the place of tools."""
    if answer.get("notice"):
        remark(as_commands(answer["notice"]))


def _in_lines(text: str, indent: int) -> list[str]:
    """Return a text in lines that the window holds, but for a word or command that is longer than that."""
    from rich.cells import cell_len

    width, lines = shutil.get_terminal_size().columns - indent, [""]
    for gap, word in _WORDS.findall(text):
        if lines[-1].strip() and cell_len(lines[-1] + gap + word) > width:
            lines.append(word)
        else:
            lines[-1] += gap + word
    return lines


def paged(lines: Sequence[tuple[str, str]]) -> None:
    """Print lines, each with a style; at a terminal through a pager where they are more than the window has.

    Where nobody sees they are plain.
    """
    if not is_terminal():
        click.echo("\n".join(shown(text) for text, _style in lines))
        return
    from rich.text import Text

    with through_pager():
        for text, style in lines:
            console().print(Text(shown(text), style=style))


def fits(lines: int) -> bool:
    """Return whether the window has so many lines and one to type in."""
    return lines < shutil.get_terminal_size().lines


def _turn_pages(said: str) -> None:
    if fits(said.count("\n")) or not sys.stdin.isatty():
        click.echo(said, nl=False)
        return
    # Colours as they are, and no pager for what fits after all.
    os.environ.setdefault("LESS", "FRX")
    click.echo_via_pager(said)


def counted(counts: Mapping[str, int]) -> str:
    """Return how many there are of each, such as ``2 password, 1 secret``."""
    return ", ".join(f"{count} {what}" for what, count in counts.items())


def masked_kinds(counts: Mapping[str, int]) -> str:
    """Return how many of each kind were masked, such as ``2 passwords, 1 private part``."""
    from memory_mcp.language import plurals

    kinds = {"private part" if kind == "private" else kind: count for kind, count in counts.items()}
    return ", ".join(plurals.counted(count, kind) for kind, count in kinds.items())


def clock_of(time: str | None) -> str:
    """Return a time to the minute in UTC, such as ``2026-03-01 09:30``; None gives an empty string."""
    return (time or "")[:16].replace("T", " ")
