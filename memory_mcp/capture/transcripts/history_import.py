"""Import old transcripts by the same keys as live capture, so that nothing comes in twice.

A file's cursor moves together with its turns, so an import that was interrupted goes on where it stopped, and a hook
that reads the file later starts behind it. Memory use does not grow with the size of the history.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Final

from memory_mcp.capture.clients.incremental import TOO_LONG
from memory_mcp.capture.events import client_notes
from memory_mcp.capture.events.copied import cursor_of
from memory_mcp.capture.events.passing_first import pass_over_before
from memory_mcp.capture.events.reading_on import BEHIND_AN_IMPORT_S, read_on
from memory_mcp.capture.events.storing import prepared, prepared_pending
from memory_mcp.capture.events.transcript_batches import next_batch
from memory_mcp.capture.transcripts.batch import Basket, Origin, Part
from memory_mcp.capture.transcripts.origins import TranscriptFormat, Wanted, look_at, origin_of, transcripts_in
from memory_mcp.config import Settings
from memory_mcp.errors import InvalidInputError, MemoryMcpError, partly_done
from memory_mcp.language.plurals import counted
from memory_mcp.project import ProjectRef
from memory_mcp.store.capture_state import transcript_cursors
from memory_mcp.store.capture_state.transcript_cursors import Cursor
from memory_mcp.store.endings import by_words
from memory_mcp.store.file.database import Database
from memory_mcp.store.file.progress import Progress
from memory_mcp.store.sessions.digests import publish_untold
from memory_mcp.temporal import Instant

_LINES_AT_ONCE: Final = 2_000
_SESSIONS_A_TRANSACTION: Final = 20
_STATEMENTS_A_TRANSACTION: Final = 2_000


@dataclass(slots=True)
class HistoryReport:
    """What became of the files: each was read, had nothing new, or was left out for a reason."""

    files: int = 0
    unchanged_files: int = 0
    lines: int = 0
    unreadable_lines: int = 0
    added: int = 0
    skipped: dict[str, int] = field(default_factory=dict)

    def skip(self, reason: str) -> None:
        """Count a file that is left out."""
        self.skipped[reason] = self.skipped.get(reason, 0) + 1

    def as_dict(self) -> dict[str, Any]:
        """Return the report as it is shown."""
        return {
            "files": self.files, "unchangedFiles": self.unchanged_files, "lines": self.lines,
            "unreadableLines": self.unreadable_lines, "addedTurns": self.added, "skippedFiles": self.skipped,
        }  # fmt: skip


def import_transcripts(
    db: Database, path: Path, settings: Settings, *, format: TranscriptFormat | None = None,  # noqa: A002 - the word of the command line
    project: ProjectRef | None = None, progress: Progress | None = None,
) -> HistoryReport:  # fmt: skip
    """Import a transcript or a folder of them; ``format`` None is told from each file.

    Each goes to the project of the folder it was held in, or, where that is none or gone, to ``project``.
    ``progress(done, total)`` counts bytes. Raises NotFoundError, and InvalidInputError where there is no transcript.
    """
    report = import_files(db, list(transcripts_in(path)), settings, format=format, project=project, progress=progress)
    if TOO_LONG in report.skipped and not report.files:
        raise InvalidInputError(f"nothing in {path} was read: {TOO_LONG}", hint="No part of it can be read without it.")
    if report.skipped and not report.files:
        raise InvalidInputError(f"no transcript in {path}", hint="Claude Code, Codex, Gemini CLI and Cursor are known.")
    return report


def import_files(
    db: Database, files: Sequence[tuple[Path, int]], settings: Settings, *, format: TranscriptFormat | None = None,  # noqa: A002 - the word of the command line
    project: ProjectRef | None = None, progress: Progress | None = None, report: HistoryReport | None = None,
) -> HistoryReport:  # fmt: skip
    """Import files that may be transcripts, with their sizes in bytes, in their order; as ``import_transcripts``.

    ``report`` is counted up, for whoever wants to know what came in before an interruption.
    """
    run = _Run(db, Basket(db, "import transcripts"), report or HistoryReport())
    pass_over_before(db, settings)
    try:
        _read_files(run, files, Wanted(settings, format, project), progress)
        run.finish()
        _read_notes(db, run.origins)
        # Also of an import that was interrupted, whose files say nothing new by now.
        tell_all(db)
    except MemoryMcpError as exc:
        if not run.report.added:
            raise
        told = f"{counted(run.report.added, 'turn')} came in before; the same import again brings the rest."
        raise partly_done(exc, told) from exc
    read_on(db, settings, BEHIND_AN_IMPORT_S)
    return run.report


def _read_files(run: _Run, files: Sequence[tuple[Path, int]], wanted: Wanted, progress: Progress | None) -> None:
    total, done = sum(size for _file, size in files), 0
    for file, size in files:
        found = origin_of(file, wanted)
        if isinstance(found, str):
            run.report.skip(found)
        else:
            run.report.files += 1
            run.origins.setdefault(found.path.parent, found)
            run.report.unchanged_files += not run.read(found, partial(_tell, progress, done, total))
        done += size
        _tell(progress, 0, total, done)


def tell_all(db: Database) -> None:
    """Publish the digest of each session that came in, and keep what was said in it about how to work."""
    while publish_untold(db, most=_SESSIONS_A_TRANSACTION):
        pass
    while by_words.step(db, _STATEMENTS_A_TRANSACTION):
        pass


def _read_notes(db: Database, origins: dict[Path, Origin]) -> None:
    """Read what clients noted for themselves beside the transcripts that were imported."""
    done: set[Path] = set()
    for folder, origin in origins.items():
        if origin.source.client == "claude-code":
            _, facts = look_at(origin.path)
            notes = client_notes.claude_notes(folder, facts["cwd"], origin.source.project)
        else:
            homes = [place.parent for place in (folder, *folder.parents) if place.name == "sessions"]
            if origin.source.client != "codex" or not homes:
                continue
            notes = client_notes.codex_notes(homes[0])
        if notes.folder not in done:
            done.add(notes.folder)
            client_notes.read_notes(db, notes, origin.source)


@dataclass(slots=True)
class _Run:
    db: Database
    basket: Basket
    report: HistoryReport
    # The first transcript of each folder.
    origins: dict[Path, Origin] = field(default_factory=dict)
    # Files another process read on while they lay in the basket.
    again: list[Origin] = field(default_factory=list)
    # The name of the first line of each transcript of which something is passed over.
    firsts: dict[str, str] = field(default_factory=dict)

    def read(self, origin: Origin, tell: Callable[[int], None]) -> bool:
        """Read a file on to its end; whether there was anything new."""
        with self.db.reading() as snapshot:
            at = transcript_cursors.cursor(snapshot, origin.name)
            begin = cursor_of(snapshot, origin.path, origin.source.client, self.firsts)
        is_new, is_last = False, False
        written_at = _written_at(origin.path)
        while not is_last and origin not in self.again:
            batch = next_batch(origin.path, begin, origin.source, ends_turn=True, lines=_LINES_AT_ONCE)
            reached = batch.cursor._replace(pending=prepared_pending(origin.source, batch.cursor.pending))
            if reached != (begin or Cursor({})):
                is_new = True
                self.report.lines += reached.lines - (at.lines if at and at.lines <= reached.lines else 0)
                self.report.unreadable_lines += batch.unreadable
                # What has no time was said by when the file was last written.
                said = [one if one.at is not None else one._replace(at=written_at) for one in batch.said]
                if self.basket.put(Part(origin, at, reached, prepared(origin.source, said))):
                    self.empty()
                    tell(reached.offset)
            at, begin, is_last = reached, reached, batch.is_last
        if origin.source.ignoring is not None:
            # The source waits in the basket until its turns are stored.
            origin.source.ignoring.forget()
        return is_new

    def empty(self) -> None:
        """Store what was read until now."""
        added, moved = self.basket.empty()
        self.report.added += added
        self.again += moved

    def finish(self) -> None:
        """Store what is left, and read again what another process was reading too."""
        self.empty()
        while self.again:
            self.read(self.again.pop(), lambda _at: None)
            self.empty()


def _written_at(path: Path) -> Instant | None:
    """Return when a file was last written; None for one that went away meanwhile."""
    try:
        return path.stat().st_mtime_ns // 1_000
    except OSError:
        return None


def _tell(progress: Progress | None, before: int, total: int, at: int) -> None:
    if progress is not None:
        progress(before + at, total)
