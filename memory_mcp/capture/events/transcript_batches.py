"""Store what a transcript says since it was last read: a batch of its lines a transaction, and how far that is."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeAlias

from memory_mcp.capture.clients import tool_calls
from memory_mcp.capture.clients.incremental import Batch, read_on
from memory_mcp.capture.clients.utterance import LineReader, Reading, TranscriptEntry
from memory_mcp.capture.events.storing import Source, prepared, prepared_pending, store
from memory_mcp.store.capture_state import private_marks, transcript_cursors
from memory_mcp.store.capture_state.transcript_cursors import Cursor
from memory_mcp.store.file.database import Database, Snapshot, Transaction

IsTimeUp: TypeAlias = Callable[[], bool]
"""Says whether there is no more time: what is left then is read another time."""


def reader_of(client: str) -> LineReader | None:
    """Return what reads a client's transcripts; None where it writes none that are known."""
    # A hook serves one client and has no time for the others.
    match client:
        case "claude-code":
            from memory_mcp.capture.clients.claude import read  # noqa: PLC0415 - as above
        case "codex":
            from memory_mcp.capture.clients.codex import read  # noqa: PLC0415 - as above
        case "gemini-cli":
            from memory_mcp.capture.clients.gemini import read  # noqa: PLC0415 - as above
        case "cursor":
            from memory_mcp.capture.clients.cursor import read  # noqa: PLC0415 - as above
        case _:
            return None
    return read


def read_transcript(
    db: Database, source: Source, path: Path | None, *, actor: str, ends_turn: bool,
    brought: Sequence[TranscriptEntry] = (),
    close: Callable[[Transaction, list[TranscriptEntry]], None] = lambda _tx, _heard: None,
    is_time_up: IsTimeUp = lambda: False,
) -> bool:  # fmt: skip
    """Store what a transcript says since it was last read, and how far that is, in one transaction a batch.

    ``brought`` came with the event. ``ends_turn``: calls without outcome are stored as they are.
    ``close(tx, said)`` runs in the last transaction. Returns whether the end was reached before the time was up.
    """
    name = "" if path is None else os.path.realpath(path)
    while True:
        with db.reading() as snapshot:
            at = transcript_cursors.cursor(snapshot, name) if name else None
            begin = at if at is not None or path is None else begins_at(snapshot, path, source)
        batch = next_batch(path, begin, source, ends_turn=ends_turn)
        said = prepared(source, [*batch.said, *brought])
        reached = batch.cursor._replace(pending=prepared_pending(source, batch.cursor.pending))
        with db.writing(actor) as tx:
            # Another process may have read on meanwhile, and may do so again.
            is_ours = not name or transcript_cursors.cursor(tx, name) == at
            if is_ours:
                store(tx, source, said)
                keep_private(tx, source)
                if name and reached != at and reached.offset:
                    transcript_cursors.advance(tx, name, reached)
                if batch.is_last:
                    close(tx, said)
        if is_ours and batch.is_last:
            return True
        if not is_ours:
            source.homes.clear()
        # It may write itself, and so never within the transaction.
        if is_time_up():
            return False


def begins_at(snapshot: Snapshot, path: Path, source: Source) -> Cursor | None:
    """Return where to begin with a transcript of which nothing was read yet."""
    from memory_mcp.capture.events.copied import cursor_of  # noqa: PLC0415 - asked once of each transcript

    return cursor_of(snapshot, path, source.client)


def next_batch(path: Path | None, at: Cursor | None, source: Source, *, ends_turn: bool, lines: int = 500) -> Batch:
    """Return what comes next, if only the calls that will have no outcome; no file, or a closed one, says nothing."""
    batch, reader = None, reader_of(source.client)
    if path is not None and reader is not None:
        try:
            batch = read_on(path, at, reader, source.session, lines=lines)
        except (FileNotFoundError, PermissionError):
            batch = None
    if batch is None:
        at = at or Cursor({})
        batch = Batch([], at._replace(pending=json.loads(json.dumps(at.pending))), is_last=True, facts={})
    if ends_turn and batch.is_last:
        reading = Reading(source.session, pending=batch.cursor.pending)
        batch.said.extend(tool_calls.unfinished(reading))
    return batch


def keep_private(tx: Transaction, source: Source) -> None:
    """Keep what is known of the private parts of a session, if that has changed."""
    if source.private is not None and source.private.is_changed and source.session:
        private_marks.keep(tx, source.client, source.session, source.private.marks)
        source.private.is_changed = False
