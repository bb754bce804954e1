"""The second half of setup: the history of this machine's clients, the proof that they work, and the closing screen."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Protocol

import click

from memory_mcp.cli.options import running
from memory_mcp.cli.output import progress_bar, shown, waiting
from memory_mcp.errors import MemoryMcpError
from memory_mcp.language.plurals import in_number
from memory_mcp.setup.clients import CLIENTS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from memory_mcp.capture.transcripts.history_import import HistoryReport
    from memory_mcp.cli.output import Progress
    from memory_mcp.setup.clients import Target
    from memory_mcp.setup.places import Places
    from memory_mcp.tools.framework.runtime import Runtime


# How much of the bar is reading: transcripts, then what OpenCode keeps. To embed takes several times as long.
_READ: Final = 20
_READ_ALL: Final = 25
_ALL: Final = 100


class Say(Protocol):
    """Prints a line for a person; for a program it prints nothing."""

    def __call__(self, line: str, **style: Any) -> None:
        """Print a line."""


def bring_history(ctx: click.Context, clients: Sequence[str], places: Places, told: dict[str, Any], say: Say) -> None:
    """Bring in the clients' transcripts, the newest first, and embed them; Ctrl-C puts the rest off."""
    from memory_mcp.capture.transcripts.history_import import HistoryReport
    from memory_mcp.setup.history import opencode_database, transcripts

    files = transcripts(clients, places)
    database = opencode_database(places) if "opencode" in clients else None
    if not files and database is None:
        return
    report = HistoryReport()
    with running(ctx) as runtime:
        try:
            with progress_bar("Reading and embedding your history (Ctrl-C: later)") as progress:
                bring(runtime, files, database, report, progress)
        except MemoryMcpError as exc:
            say(f"\nNot all of your history could be read: {exc.message}", fg="yellow")
        except KeyboardInterrupt:
            say("\nThe rest of your history comes in when you run setup again; nothing was lost.", fg="yellow")
    if report.files or report.skipped:
        told["history"] = report.as_dict()
        turns, of = in_number(report.added, "new turn"), in_number(report.files, "transcript")
        say(f"\nHistory: {report.added:,} {turns} from {report.files:,} {of}.")


def bring(
    runtime: Runtime,
    files: Sequence[tuple[Path, int]],
    opencode: Path | None,
    report: HistoryReport,
    progress: Progress,
) -> None:
    """Read transcripts and OpenCode's sessions into the memory and embed them; ``report`` counts, also what was begun.

    ``progress(done, 100)`` counts all of it as one. Raises RefusedError for a database that cannot be read.
    """
    from memory_mcp.capture.transcripts.history_import import import_files
    from memory_mcp.capture.transcripts.opencode_storage import import_sessions

    import_files(runtime.db, files, runtime.settings, progress=_part(progress, 0, _READ), report=report)
    if opencode is not None:
        # How many sessions there are nobody knows before they are read.
        report.added += import_sessions(runtime.db, opencode, runtime.settings)["addedTurns"]
        report.files += 1
    progress(_READ_ALL, _ALL)
    _embed(runtime, _part(progress, _READ_ALL, _ALL))


def _part(progress: Progress, first: float, last: float) -> Progress:
    """Return what counts a part of the whole as if it were all."""
    return lambda done, total: progress(first + (last - first) * done / total if total else first, _ALL)


def _embed(runtime: Runtime, progress: Progress) -> None:
    """Embed what has no vector yet, where there is a model; a server goes on with what is left."""
    from memory_mcp.store.vectors import index

    if not runtime.embedding.wait(60):
        return
    done = 0
    while True:
        step = index.catch_up(runtime.db, runtime.embedding.embedder)
        if isinstance(step, index.ModelMismatch) or not step.done:
            return
        done += step.done
        progress(done, done + step.waiting)


def prove_clients(
    targets: Sequence[tuple[str, Target]], plugged: dict[str, dict[str, Any]], told: dict[str, Any], say: Say, *,
    is_mine: bool = True,
) -> bool:  # fmt: skip
    """Start each client's entry as the client would, with a fact to keep and to find; return whether all could.

    ``plugged`` are the entries of those that have it as a plugin; ``is_mine`` False is for files of a project.
    """
    from memory_mcp.setup.proof import prove

    entries = plugged | _entries(targets, is_mine=is_mine)
    say("")
    proved = []
    with tempfile.TemporaryDirectory(prefix="memory-mcp-proof-", ignore_cleanup_errors=True) as folder:
        steps = prove(entries, Path(folder))
        for title in [CLIENTS[client].title for client in entries]:
            with waiting(f"Starting it as {title} does"):
                one = next(steps)
            proved.append(one)
            if one.problem or not one.has_found:
                say(f"✗ {title}: {one.problem or 'it did not find the fact that was stored'}", fg="red")
                continue
            seconds = f"{one.handshake_ms / 1_000:.1f} s"
            say(f"✓ {title}: {one.tools} tools in {seconds}; a fact stored once was found", fg="green")
    told["proof"] = [
        {"client": one.client, "handshakeMs": round(one.handshake_ms), "found": one.has_found}
        | ({"problem": one.problem} if one.problem else {})
        for one in proved
    ]
    return all(one.has_found for one in proved)


def _entries(targets: Sequence[tuple[str, Target]], *, is_mine: bool) -> dict[str, dict[str, Any]]:
    from memory_mcp.setup.reading import server_to_start

    entries: dict[str, dict[str, Any]] = {}
    for client, target in targets:
        try:
            text = target.path.read_text(encoding="utf-8") if target.path.is_file() else None
            entry = None if text is None else server_to_start(target.part, text, is_mine=is_mine)
        except (MemoryMcpError, OSError, UnicodeDecodeError):
            # It was left alone, and said to be.
            continue
        if entry is not None:
            entries[client] = entry
    return entries


def show_past(ctx: click.Context, told: dict[str, Any], say: Say) -> None:
    """Show what this file knows of the person's own past."""
    from memory_mcp.setup.past import past_of

    with running(ctx) as runtime, runtime.db.reading() as snapshot:
        past = past_of(snapshot)
    told["past"] = past.as_dict()
    say("")
    for number, line in enumerate(past.lines()):
        say(shown(line), bold=number == 0)
