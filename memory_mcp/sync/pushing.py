"""Push: append what was touched here since the last time to this machine's log, one segment for a page of the feed.

A log that starts anew begins with all that its file holds, including what others told. Such a segment waits for no
other. Segments that others wrote wait for it where they depend on what the log told before.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from itertools import count
from typing import Any, Final

from memory_mcp.errors import MemoryMcpError, RefusedError
from memory_mcp.language.digests import blake2b
from memory_mcp.store.file.database import Snapshot
from memory_mcp.store.file.mending.damage import rows_by_scan
from memory_mcp.store.file.progress import Progress
from memory_mcp.store.sync import targets, touched
from memory_mcp.store.sync.targets import Position
from memory_mcp.sync import machine as machines
from memory_mcp.sync import segments
from memory_mcp.sync.feed import MOST_A_PAGE, Changes, changes_since, prepare
from memory_mcp.sync.folder import Folder, SyncReport, unread
from memory_mcp.sync.pulling import join, take_own
from memory_mcp.transfer.formats import native_write

_FILL: Final = "fill"


def push(folder: Folder, report: SyncReport, progress: Progress | None = None, *, most: int = MOST_A_PAGE) -> None:
    """Append all that was touched, a segment for about ``most`` things; what a log held before it was begun anew goes.

    Nothing is written in the clear beside sealed segments: the report has that as a problem. Raises RefusedError where
    the folder cannot be written, BusyError while another process writes for too long, and CorruptError where a damaged
    index would leave out a part of what was touched.
    """
    if report.dry_run:
        with folder.db.reading() as snapshot:
            report.written = _pending(snapshot, folder)
        return
    if not folder.secrets and (failure := _without_key(folder)):
        report.problems.append(failure)
        return
    _fill(folder)
    with folder.db.reading() as snapshot:
        total = _pending(snapshot, folder)
    segments.remove_drafts(folder.path / folder.machine)
    for page in count(1):
        is_last = _push_page(folder, report, most, is_first=page == 1)
        if progress is not None:
            progress(min(total, page * most), total)
        if is_last:
            break
        _fill(folder)
    with folder.db.writing("sync") as tx:
        targets.synced(tx, folder.target.id)
        touched.prune(tx)
    _remove_older(folder)
    report.still_written = _still_written(folder, report.erased_uids)


def _still_written(folder: Folder, erased: Mapping[str, str]) -> int:
    """Return how many erased rows this machine's log may tell of, all of them where it cannot be read.

    ``erased`` are ids of rows, each with that of its session, empty without one. A part of a row names it, and a digest
    tells of all its session.
    """
    held: set[str] = set()
    for segment in segments.log_of(folder.path, folder.machine) if erased else ():
        try:
            records = segments.read(segment, folder.secrets)[1]
        except MemoryMcpError:
            return len(erased)
        for record in records:
            is_digest, session = record.get("type") == "digest", record.get("sessionId")
            if record.get("type") != "erasure":
                held |= erased.keys() & {value for value in record.values() if isinstance(value, str)}
                held.update(uid for uid, said_in in erased.items() if is_digest and said_in and said_in == session)
    return len(held)


def begin_anew(folder: Folder, report: SyncReport) -> None:
    """Begin this machine's log once more: the next push writes it, with all its file holds by then.

    What only the log holds, of a copy of this machine or from before the file was restored, is taken in first as far as
    it can be read.
    """
    log = segments.log_of(folder.path, folder.machine)
    at = folder.reached()[folder.machine]
    for segment in log:
        if not segment.position.is_before(at) and segment.digest != at.digest:
            with suppress(MemoryMcpError):
                join(folder, segment, segments.read(segment, folder.secrets)[1], report)
    with folder.db.writing("sync") as tx:
        newest = max([at.generation, *(one.generation for one in log)])
        targets.reach(tx, folder.target.id, folder.machine, Position(newest + 1))


def _fill(folder: Folder) -> None:
    """Tell all of the file where a log starts anew; once more where others' records arrived in between."""
    with folder.db.reading() as snapshot:
        before, at = _where(snapshot, folder)
        fill = targets.position(snapshot, folder.target.id, _FILL)
        known = _known(snapshot, folder)
    is_begun = fill.generation == at.generation
    if at.generation <= 1 or (is_begun and (before >= fill.number or fill.digest == known)):
        return
    with folder.db.writing("sync") as tx:
        targets.start_over(tx, folder.target.id)
    prepare(folder.db, folder.target.address)
    with folder.db.writing("sync") as tx:
        targets.reach(tx, folder.target.id, _FILL, Position(at.generation, touched.last(tx), known))


def _filling(snapshot: Snapshot, folder: Folder, cursor: int, changes: Changes) -> str | None:
    """Return how a page fills a log: "more" or "last", "" where it does not, None where it has to be filled again."""
    before, at = _where(snapshot, folder)
    fill = targets.position(snapshot, folder.target.id, _FILL)
    if at.generation <= 1 or (fill.generation == at.generation and cursor >= fill.number):
        return ""
    if fill.generation != at.generation or before != cursor or fill.digest != _known(snapshot, folder):
        return None
    return "last" if changes.cursor >= fill.number else "more"


def _known(snapshot: Snapshot, folder: Folder) -> str:
    """Return what tells how far others' logs are read from how far they were."""
    read = targets.positions(snapshot, folder.target.id)
    told = sorted((name, at.generation, at.number) for name, at in read.items() if name not in {folder.machine, _FILL})
    return blake2b(repr(told).encode(), digest_size=16).hexdigest()


def _without_key(folder: Folder) -> RefusedError | None:
    """Return why nothing is written in the clear; None where it is."""
    unreadable: dict[str, MemoryMcpError] = {}
    logs = segments.listed(folder.path, unreadable)
    if segments.are_sealed(logs):
        why = f"the files in {folder.path} are sealed, and there is no key here"
    elif unreadable and not any(logs.values()):
        why = f"whether the files in {folder.path} are sealed cannot be seen, and there is no key here"
    else:
        return None
    return RefusedError(
        f"{why}: nothing was written in the clear",
        hint="Set MEMORY_SYNC_KEY_FILE to the file that holds the folder's key.",
    )


def _pending(snapshot: Snapshot, folder: Folder) -> int:
    if not folder.target.id:
        return sum(rows_by_scan(snapshot).values())
    return touched.count(snapshot, _where(snapshot, folder)[0], target=folder.target.id)


def _push_page(folder: Folder, report: SyncReport, most: int, *, is_first: bool) -> bool:
    """Write one segment, where there is anything to tell; return whether that was all."""
    with folder.db.reading() as snapshot:
        before, at = _where(snapshot, folder)
        if is_first:
            touched.refuse_short(folder.db, snapshot, before, target=folder.target.id)
        changes, lines = _page(snapshot, folder, before, most)
        fill = _filling(snapshot, folder, before, changes)
        if fill is None:
            return False
        head = _head(snapshot, folder, at, changes, fill)
    secret = next(iter(folder.secrets), None)
    # Others wait for the end of a log that is filled, also where nothing is left to tell.
    draft = segments.written(folder.path, head, lines, secret) if lines or fill == "last" else None
    with folder.db.writing("sync") as tx:
        log = segments.log_of(folder.path, folder.machine)
        # Another process of this machine was faster, or was killed before it noted what it wrote: our number is taken.
        is_taken = _where(tx, folder) != (before, at) or bool(unread(log, at))
        if draft is not None and is_taken:
            draft.unlink()
        elif draft is not None:
            made = segments.published(draft, max(at.generation, 1), at.number + 1, is_sealed=secret is not None)
            targets.reach(tx, folder.target.id, folder.machine, made.position)
        if not is_taken:
            targets.pushed(tx, folder.target.id, changes.cursor)
    if is_taken:
        take_own(folder, report)
        return False
    report.written += len(changes.records)
    report.count_erased(changes.records)
    report.written_segments += draft is not None
    return changes.is_last


def _page(snapshot: Snapshot, folder: Folder, cursor: int, most: int) -> tuple[Changes, list[str]]:
    """Return a page of the feed, with its records as lines; of very long ones fewer than ``most``."""
    while True:
        changes = changes_since(snapshot, folder.target.id, cursor, most=most)
        lines = segments.lines_of(changes.records)
        if most == 1 or sum(map(len, lines)) <= segments.MOST_TEXT // 2:
            return changes, lines
        most //= 2


def _where(snapshot: Snapshot, folder: Folder) -> tuple[int, Position]:
    """Return up to where the feed is pushed, and the last segment of this machine's log."""
    found = targets.find(snapshot, folder.target.address)
    at = targets.position(snapshot, folder.target.id, folder.machine)
    return (0 if found is None else found.pushed_through), at


def _head(snapshot: Snapshot, folder: Folder, at: Position, changes: Changes, fill: str) -> dict[str, Any]:
    unreadable: dict[str, MemoryMcpError] = {}
    logs = segments.listed(folder.path, unreadable)
    read = targets.positions(snapshot, folder.target.id)
    told = {
        "machine": folder.machine,
        "generation": max(at.generation, 1),
        "number": at.number + 1,
        "previous": at.digest,
        "place": machines.place_of(folder.db.path),
        "name": machines.name(),
        "records": len(changes.records),
        # A machine whose log was removed can be waited for by nobody.
        "after": {
            machine: [position.generation, position.number]
            for machine, position in read.items()
            if machine != folder.machine and (logs.get(machine) or machine in unreadable) and not fill
        },
    } | ({"fill": fill} if fill else {})
    return native_write.head_of(snapshot, folder.machine, {}) | {"segment": told}


def _remove_older(folder: Folder) -> None:
    at = folder.reached()[folder.machine]
    for segment in segments.log_of(folder.path, folder.machine):
        if segment.generation < at.generation:
            segment.path.unlink(missing_ok=True)
