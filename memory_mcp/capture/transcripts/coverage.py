"""Measure how much of the clients' transcripts is in memory, by an import that is rolled back.

It counts exactly what an import would add, by the same keys and rules, and leaves the file as it was.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from memory_mcp.capture.clients.incremental import TOO_LONG
from memory_mcp.capture.clients.passing import from_start
from memory_mcp.capture.clients.utterance import TranscriptEntry
from memory_mcp.capture.events.copied import cursor_of
from memory_mcp.capture.events.storing import Source, prepared, store
from memory_mcp.capture.events.transcript_batches import next_batch
from memory_mcp.capture.transcripts import opencode_storage
from memory_mcp.capture.transcripts.origins import TranscriptFormat, Wanted, origin_of
from memory_mcp.config import Settings
from memory_mcp.project import ProjectRef
from memory_mcp.store.capture_state.transcript_cursors import Cursor
from memory_mcp.store.file.database import Database
from memory_mcp.temporal import Instant

# Others wait while a part is compared.
_AT_ONCE: Final = 500


@dataclass(slots=True)
class Coverage:
    """Turns the transcripts have since a time, how many of them memory lacks, and the transcripts that have those.

    Of those ``too_long`` nothing can be read.
    """

    turns: int = 0
    missing: int = 0
    files: dict[Path, int] = field(default_factory=dict)
    too_long: list[Path] = field(default_factory=list)

    @property
    def percent(self) -> int:
        """How much is in memory, rounded down."""
        return 100 * (self.turns - self.missing) // self.turns if self.turns else 100


class _TakenBack(Exception):  # noqa: N818 - no error: it ends a transaction without a trace
    pass


def coverage(
    db: Database, files: Iterable[Path], settings: Settings, since: Instant, *,
    format: TranscriptFormat | None = None, project: ProjectRef | None = None,  # noqa: A002 - the word of the command line
) -> Coverage:  # fmt: skip
    """Compare transcripts with memory, as an import with that format and project would; OpenCode's is its storage.

    Raises BusyError while another process writes for long, RefusedError for a database that cannot be read.
    """
    found = Coverage()
    for file, source, every in _heard(db, files, Wanted(settings, format, project), found.too_long):
        said = [one for one in every if one.at is None or one.at >= since]
        parts = (said[at : at + _AT_ONCE] for at in range(0, len(said), _AT_ONCE))
        missing = sum(_would_add(db, source, part) for part in parts)
        found.turns += len(said)
        found.missing += missing
        if missing:
            found.files[file] = found.files.get(file, 0) + missing
    return found


def _heard(
    db: Database, files: Iterable[Path], wanted: Wanted, too_long: list[Path]
) -> Iterator[tuple[Path, Source, list[TranscriptEntry]]]:
    """Yield what each file says; those of which nothing can be read are added to ``too_long``."""
    firsts: dict[str, str] = {}
    for file in files:
        if opencode_storage.is_storage(file):
            for source, said in opencode_storage.sessions(file, wanted.settings, wanted.project):
                if not isinstance(source, str):
                    yield file, source, said
            continue
        origin = origin_of(file, wanted)
        if origin == TOO_LONG:
            too_long.append(file)
        elif not isinstance(origin, str):
            yield file, origin.source, _said(db, file, origin.source, firsts)


def _said(db: Database, file: Path, source: Source, firsts: dict[str, str]) -> list[TranscriptEntry]:
    with db.reading() as snapshot:
        known = cursor_of(snapshot, file, source.client, firsts)
    said: list[TranscriptEntry] = []
    at, is_last = Cursor({}) if known is None else from_start(known), False
    while not is_last:
        batch = next_batch(file, at, source, ends_turn=True)
        said += prepared(source, batch.said)
        at, is_last = batch.cursor, batch.is_last
    return said


def _would_add(db: Database, source: Source, said: list[TranscriptEntry]) -> int:
    added = 0
    with suppress(_TakenBack), db.writing("doctor") as tx:
        added = store(tx, source, said)
        raise _TakenBack
    source.homes.clear()
    return added
