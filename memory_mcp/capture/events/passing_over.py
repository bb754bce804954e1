"""Pass over what is said where nothing is stored, so that it is not stored later either."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from memory_mcp.capture.clients import passing
from memory_mcp.capture.clients.injected_markup import unframed
from memory_mcp.capture.events.payload import Event
from memory_mcp.capture.events.recording import actor, brought
from memory_mcp.capture.events.storing import Source, prepared_pending
from memory_mcp.capture.events.transcript_batches import IsTimeUp, next_batch
from memory_mcp.errors import MemoryMcpError
from memory_mcp.store.capture_state import transcript_cursors
from memory_mcp.store.capture_state.transcript_cursors import Cursor
from memory_mcp.store.file.database import Database


def pass_over(db: Database, event: Event, is_time_up: IsTimeUp) -> None:
    """Read on in a conversation of a folder of which nothing is stored, so that nothing said by now is stored later.

    What there is no time for, the next event passes over. Raises nothing.
    """
    if event.payload.get("parentID"):
        return
    source = Source(event.client, event.session)
    with suppress(MemoryMcpError, OSError):
        if event.transcript is not None:
            _pass_over_lines(db, event, event.transcript, source, is_time_up)
        elif source.session:
            keys = {one.key for one in brought(event)} | {event.id}
            with db.writing(actor(event)) as tx:
                known = transcript_cursors.passed_over(tx, source.client, source.session)
                if not keys <= known | {""}:
                    transcript_cursors.pass_over(tx, source.client, source.session, known | (keys - {""}))


def _pass_over_lines(db: Database, event: Event, path: Path, source: Source, is_time_up: IsTimeUp) -> None:
    name, is_last = os.path.realpath(path), False
    typed = unframed(event.prompt) if event.kind == "prompt" else ""
    while not is_last:
        with db.reading() as snapshot:
            at = transcript_cursors.cursor(snapshot, name)
        begun = passing.begun(at or Cursor({}), typed, event.at, is_one=path.suffix == ".json")
        batch = next_batch(path, begun, source, ends_turn=False)
        reached = passing.reached(batch.cursor)
        reached = reached._replace(pending=prepared_pending(source, reached.pending))
        is_ours = True
        if reached != at:
            with db.writing(actor(event)) as tx:
                # Another process may have read on meanwhile.
                is_ours = transcript_cursors.cursor(tx, name) == at
                if is_ours:
                    transcript_cursors.advance(tx, name, reached)
                    typed = ""
        is_last = (is_ours and batch.is_last) or is_time_up()
