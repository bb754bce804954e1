"""What a person stores and corrects at a terminal."""

from __future__ import annotations

import json
import os
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

import click

from memory_mcp.cli.options import call_here, call_tool, json_option, load_engine, project_option, running, settings_of
from memory_mcp.cli.output import masked_kinds, print_json, remark, remark_notice, shown
from memory_mcp.errors import ConflictError, InvalidInputError, MemoryMcpError, RefusedError, partly_done
from memory_mcp.language.shortening import one_line

if TYPE_CHECKING:
    from memory_mcp.store.facts.versions import Item
    from memory_mcp.store.file.database import Snapshot


def _categories(_ctx: click.Context, _parameter: click.Parameter, incomplete: str) -> list[str]:
    from memory_mcp.store.facts.memory_types import Category

    return [name for name in get_args(Category) if name.startswith(incomplete)]


@click.command()
@click.argument("text", nargs=-1)
@click.option(
    "--category", default="fact", show_default=True, shell_complete=_categories,
    help="preference, fact, mistake, pattern, insight, research, architecture, infrastructure, tool, workflow, "
    "performance or security.",
)  # fmt: skip
@click.option("--tag", "tags", multiple=True, help="A tag; may be repeated.")
@click.option("--pin", "pinned", is_flag=True, help="Never retired, shown first.")
@project_option
@json_option
@click.pass_context
def learn(
    ctx: click.Context, /, text: tuple[str, ...], *, as_json: bool, tags: tuple[str, ...], **options: Any
) -> None:
    """Store TEXT as one lesson, preference or fact; without it, or with "-", what comes on standard input.

    \b
    memory-mcp learn Staging listens on port 6543.
    """  # noqa: D301 - click reads the backspace itself as "keep these lines"
    from memory_mcp.store.facts.short_ids import short
    from memory_mcp.tools.framework.write_feedback import SAID

    content = " ".join(text)
    if content in ("", "-"):
        if sys.stdin.isatty():
            remark("Write it, and end with Ctrl-D on a line of its own:")
        # Bytes that are no text are kept apart, so that the tool says that it replaces them.
        content = sys.stdin.buffer.read().decode("utf-8", "surrogateescape").strip()
    if not content.strip():
        hint = "Give the text: memory-mcp learn Staging listens on port 6543."
        raise InvalidInputError("there is nothing to store", hint=hint, field="content")
    with running(ctx) as runtime:
        load_engine(runtime)
        answer = call_tool(runtime, "memory_learn", {"content": content, "tags": list(tags)} | options)
    if as_json:
        print_json(answer)
        return
    where = f" in project {answer['project']}" if answer.get("project") else " for all projects"
    click.echo(shown(f"{'Learned' if answer['action'] == 'added' else 'Known already'}{where}: {short(answer['id'])}"))
    _tell_masked(answer.get("redacted", {}))
    found = answer.get("possibleContradictions", [])
    for row in found:
        remark(shown(f"  may contradict {short(row['id'])}: {row.get('snippet', '')}"))
    said = [short(row["id"]) for row in found if row.get("kind") == SAID]
    if said:
        remark(f"  What was said is over with `memory-mcp forget {' '.join(said)}`.")
    if len(said) < len(found):
        remark("  `memory-mcp contradictions` shows how to settle it.")
    remark_notice(answer)


@click.command()
@click.argument("row")
@click.option("--text", help="The new text; without it your editor opens.")
@click.option("--changed", is_flag=True, help="It was right until now: keep it as past, and the new text from now on.")
@click.option("--reason", default="", help="Why, for the history.")
@json_option
@click.pass_context
def edit(ctx: click.Context, row: str, *, text: str | None, changed: bool, reason: str, as_json: bool) -> None:
    """Correct ROW (a number of the last list, an id or its end) in your editor; the history keeps what it said.

    A text has up to 10,000 characters. What you wrote and this memory refuses stays in a file, which is named.
    \f
    Raises NotFoundError for an unknown row, ConflictError for one that was retracted, is over where it is to be
    replaced, or changed while the editor was open, InvalidInputError for a kind whose text cannot be edited and for a
    text that is too long.
    """  # noqa: D301 - click reads the form feed itself as "the help ends here"
    from memory_mcp.cli.everyday.hits import numbered
    from memory_mcp.store.facts import short_ids
    from memory_mcp.tools.amending import amend, amendable

    with running(ctx) as runtime:
        call = call_here(runtime, "cli edit")
        with call.reading() as snapshot:
            uid = short_ids.whole(snapshot, numbered(settings_of(ctx), row))
            item = amendable(snapshot, uid, is_change=changed)
        if text is None and not (sys.stdin.isatty() or any(map(os.environ.get, ("VISUAL", "EDITOR")))):
            raise RefusedError("there is no terminal for an editor", hint="Give the new text with --text.")
        with _edited(item.body) if text is None else nullcontext(text) as said:
            if said.strip() == item.body.strip():
                remark("Nothing was changed.")
                return
            if not said.strip():
                hint = f"memory-mcp forget {short_ids.short(item.uid)}"
                raise InvalidInputError("an empty text says nothing", hint=hint)
            with call.writing() as tx:
                if text is None:
                    _refuse_changed(tx, item, amendable(tx, item.uid, is_change=changed))
                uid = amend(call, tx, item.uid, said.strip(), is_change=changed, reason=reason)
    if as_json:
        click.echo(json.dumps({"id": uid, "supersedes": item.uid if changed else None}))
    else:
        said_so = f"Superseded {short_ids.short(item.uid)}: {short_ids.short(uid)}"
        click.echo(said_so if changed else f"Corrected {short_ids.short(uid)}")
    _tell_masked(call.masking.counts)
    if call.notices:
        remark("; ".join(call.notices))


def _refuse_changed(snapshot: Snapshot, opened: Item, now: Item) -> None:
    """Raise ConflictError where a row says something else, or until another time, than when the editor was opened."""
    from memory_mcp.store.facts.facts import superseded_by
    from memory_mcp.store.facts.short_ids import short

    if (opened.body, opened.valid) == (now.body, now.valid):
        return
    by = superseded_by(snapshot, now.uid)
    what = ", and holds until another time"
    if opened.body != now.body:
        what = f", and now says: {one_line(now.body)}"
    elif by is not None:
        what = f": {short(by)} came in its place"
    raise ConflictError(
        f"{short(now.uid)} was changed while your editor was open{what}",
        hint=f"Look at it and edit it again: memory-mcp edit {short(by or now.uid)}.",
    )


@contextmanager
def _edited(text: str) -> Iterator[str]:
    """Yield a text as a person's editor leaves it. Where the block fails, the file with it stays and is named.

    Raises RefusedError for what the editor leaves that is no text, and for an editor that cannot be started.
    """
    with _draft(text) as path:
        try:
            click.edit(filename=str(path))
            said = path.read_bytes().decode("utf-8-sig")
        except (OSError, UnicodeDecodeError) as exc:
            raise RefusedError(
                f"what the editor left cannot be read: {exc}", hint="Nothing was changed; --text takes the new text."
            ) from exc
        except ValueError as exc:
            raise RefusedError(
                f"the editor cannot be started: {exc}", hint="Mend VISUAL or EDITOR; --text takes the new text."
            ) from exc
        # An editor may leave other ends of lines than it was given, or the same.
        said = said.replace("\r\n", "\n")
        yield text if said.strip() == text.replace("\r\n", "\n").strip() else said


@contextmanager
def _draft(text: str) -> Iterator[Path]:
    """Yield a file that holds a text, of its owner alone. If the block fails, what was written there is kept."""
    descriptor, name = tempfile.mkstemp(prefix="memory-mcp-edit-", suffix=".md")
    path, before = Path(name), f"{text}\n".encode()
    with os.fdopen(descriptor, "wb") as file:
        file.write(before)
    try:
        yield path
    except BaseException as exc:
        if not path.exists() or path.read_bytes() in (before, b""):
            path.unlink(missing_ok=True)
            raise
        kept = f"What you wrote is in {path}."
        if isinstance(exc, MemoryMcpError):
            raise partly_done(exc, kept) from exc
        remark(kept)
        raise
    path.unlink(missing_ok=True)


def _tell_masked(kinds: Mapping[str, int]) -> None:
    """Say what of a text was taken out before it was stored, by kind."""
    if kinds:
        remark(f"  masked before it was stored: {masked_kinds(kinds)}")
