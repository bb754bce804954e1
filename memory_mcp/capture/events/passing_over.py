"""Pass over what is said where nothing is stored, so that it is not stored later either."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from memory_mcp.capture.clients import passing
from memory_mcp.capture.clients.incremental import NO_END, Batch, read_on
from memory_mcp.capture.clients.injected_markup import unframed
from memory_mcp.capture.events.payload import Event
from memory_mcp.capture.events.recording import actor, brought
from memory_mcp.capture.events.storing import Source, prepared_pending
from memory_mcp.capture.events.transcript_batches import IsTimeUp, begins_at, reader_of
from memory_mcp.errors import MemoryMcpError
from memory_mcp.language.digests import blake2b
from memory_mcp.store.capture_state import transcript_cursors
from memory_mcp.store.capture_state.transcript_cursors import Cursor
from memory_mcp.store.file.database import Database
from memory_mcp.temporal import Instant


class Unheard(NamedTuple):
    """How far a conversation had gone at an event of which nothing is stored; it has no word of what was said.

    ``path`` is its transcript, empty where it has none, and ``size`` its bytes then. ``trace`` is of what was typed.
    ``keys`` name what the event told where there is no transcript.
    """

    client: str
    session: str
    at: Instant
    actor: str
    path: str
    size: int
    trace: str
    keys: tuple[str, ...]

    @classmethod
    def of(cls, entry: Any) -> Unheard:
        """Return what ``_asdict`` made a JSON object of. Raises TypeError or ValueError for anything else."""
        found = cls(**entry)
        return found._replace(at=int(found.at), size=int(found.size), keys=tuple(map(str, found.keys)))


def unheard(event: Event) -> Unheard | None:
    """Return how far a conversation has gone at an event; None for one that nobody stores anyway."""
    if event.payload.get("parentID") or (event.transcript is None and not event.session):
        return None
    path, size, keys = "", 0, set[str]()
    if event.transcript is None:
        keys = ({one.key for one in brought(event)} | {event.id}) - {""}
    else:
        path = os.path.realpath(event.transcript)
        with suppress(OSError):
            size = os.stat(path).st_size  # noqa: PTH116 - a text is all that is needed
    trace = passing.trace_of(unframed(event.prompt)) if event.kind == "prompt" else ""
    return Unheard(
        event.client, event.session, event.at, actor(event), path, size, trace, tuple(sorted(keys)),
    )  # fmt: skip


class Waiting(NamedTuple):
    """How far a transcript had gone at an event that waits; ``name`` is a hash of its path, ``size`` its bytes then."""

    at: Instant
    name: str
    size: int


def waiting_at(event: Event) -> Waiting | None:
    """Return how far the transcript of an event that is put off has gone; None where it has none that can be seen."""
    if event.transcript is not None:
        with suppress(OSError):
            path = os.path.realpath(event.transcript)
            return Waiting(event.at, _name_of(path), os.stat(path).st_size)  # noqa: PTH116 - as above
    return None


def pass_over(db: Database, event: Event, is_time_up: IsTimeUp, waiting: Sequence[Waiting] = ()) -> bool:
    """Read on in a conversation of a folder of which nothing is stored, so that nothing said by now is stored later.

    But what an event has to tell that is ``waiting`` is. Returns whether that is done: else somebody has to do it
    before anything more of it is read. Raises nothing.
    """
    with suppress(MemoryMcpError, OSError):
        found = unheard(event)
        return found is None or pass_over_as_of(db, found, is_time_up, waiting)
    return False


def pass_over_as_of(
    db: Database, found: Unheard, is_time_up: IsTimeUp, waiting: Sequence[Waiting] = (), *, is_late: bool = False
) -> bool:
    """Pass over a conversation as far as it had gone at an event; return whether there was time for all of it.

    What had been said in it at an earlier event that is ``waiting`` is left to that. ``is_late``: it may have gone on
    since. Raises BusyError, and OSError where its transcript cannot be read.
    """
    if found.path:
        name = _name_of(found.path)
        told = max((one for one in waiting if one.name == name and one.at < found.at), default=None)
        done = None if told is None else _pass_over_behind(db, found, told, is_time_up, is_late=is_late)
        return _pass_over_lines(db, found, is_time_up, is_late=is_late) if done is None else done
    with db.writing(found.actor) as tx:
        known = transcript_cursors.passed_over(tx, found.client, found.session)
        if not known.issuperset(found.keys):
            transcript_cursors.pass_over(tx, found.client, found.session, known.union(found.keys))
    return True


def _pass_over_lines(db: Database, found: Unheard, is_time_up: IsTimeUp, *, is_late: bool) -> bool:
    path, source, trace = Path(found.path), Source(found.client, found.session), found.trace
    is_one = path.suffix == ".json"
    end = found.size if is_late and not is_one else NO_END
    while True:
        with db.reading() as snapshot:
            at = transcript_cursors.cursor(snapshot, found.path)
        if at is not None and at.offset > end:
            # It was read meanwhile, or passed over.
            return True
        begun = passing.begun(at or Cursor({}), trace, found.at, is_one=is_one, is_late=is_late)
        batch = _next(path, begun, source, end)
        reached = passing.reached(batch.cursor)
        reached = reached._replace(pending=prepared_pending(source, reached.pending))
        is_ours = True
        if reached != at:
            with db.writing(found.actor) as tx:
                # Another process may have read on meanwhile.
                is_ours = transcript_cursors.cursor(tx, found.path) == at
                if is_ours:
                    transcript_cursors.advance(tx, found.path, reached)
                    trace = ""
        if is_ours and batch.is_last:
            return True
        if is_time_up():
            return False


def _pass_over_behind(
    db: Database, found: Unheard, told: Waiting, is_time_up: IsTimeUp, *, is_late: bool
) -> bool | None:
    """Pass over what was said behind an event that is ``told`` yet, as ``_pass_over_lines`` does.

    All of it or nothing. None where what it tells was read by now, or nobody can tell it apart from the rest.
    """
    path, source = Path(found.path), Source(found.client, found.session)
    is_one = path.suffix == ".json"
    with db.reading() as snapshot:
        known = transcript_cursors.cursor(snapshot, found.path)
        begin = known or begins_at(snapshot, path, source) or Cursor({})
    if not (is_one or begin.offset < told.size <= found.size):
        return None
    heard = _read_to(path, passing.whole_by(begin, told.at) if is_one else begin, source, told.size, is_time_up)
    if heard is None:
        return False
    at, by = passing.told_by(heard, told.at)
    trace, is_last = found.trace, False
    while not is_last:
        begun = passing.begun(at, trace, found.at, is_one=is_one, is_late=is_late, told=by)
        batch = _next(path, begun, source, found.size if is_late and not is_one else NO_END)
        at, is_last, trace = passing.reached(batch.cursor), batch.is_last, ""
        if not is_last and is_time_up():
            return False
    back = passing.rewound(at, passing.from_start(at) if is_one else begin)
    if back is not None:
        back = back._replace(pending=prepared_pending(source, back.pending))
        with db.writing(found.actor) as tx:
            if transcript_cursors.cursor(tx, found.path) != known:
                return False
            transcript_cursors.advance(tx, found.path, back)
    return None if back is None else True


def _read_to(path: Path, at: Cursor, source: Source, end: int, is_time_up: IsTimeUp) -> Cursor | None:
    """Return what reading a transcript up to ``end`` leads to, or one JSON object as a whole; None for lack of time."""
    end, is_last = NO_END if path.suffix == ".json" else end, False
    while not is_last:
        batch = _next(path, at, source, end)
        at, is_last = batch.cursor, batch.is_last
        if not is_last and is_time_up():
            return None
    return at


def _name_of(path: str) -> str:
    return blake2b(path.encode("utf-8", "surrogateescape"), digest_size=12).hexdigest()


def _next(path: Path, at: Cursor, source: Source, end: int) -> Batch:
    """Return what comes next in a transcript; where it is not there yet, or closed to this process, nothing."""
    reader, batch = reader_of(source.client), None
    if reader is not None:
        with suppress(FileNotFoundError, PermissionError):
            batch = read_on(path, at, reader, source.session, end=end)
    return batch or Batch([], at, is_last=True, facts={})
