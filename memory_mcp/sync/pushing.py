"""Push: append what was touched here since the last time to this machine's log, a segment for a page of the feed."""

from __future__ import annotations

from contextlib import suppress
from itertools import count
from typing import Any

from memory_mcp.errors import MemoryMcpError, RefusedError
from memory_mcp.store.file.damage import rows_by_scan
from memory_mcp.store.file.database import Snapshot
from memory_mcp.store.sync import targets, touched
from memory_mcp.store.sync.targets import Position
from memory_mcp.sync import machine as machines
from memory_mcp.sync import segments
from memory_mcp.sync.feed import MOST_A_PAGE, Changes, changes_since, prepare
from memory_mcp.sync.folder import Account, Folder, Progress, unread
from memory_mcp.sync.pulling import store, take_own
from memory_mcp.transfer.formats import native_write


def push(folder: Folder, account: Account, progress: Progress | None = None, *, most: int = MOST_A_PAGE) -> None:
    """Append all that was touched, a segment for about ``most`` things; what a log held before it was begun anew goes.

    Nothing is written in the clear beside sealed segments: the account has that as a problem. Raises RefusedError where
    the folder cannot be written, BusyError while another process writes for too long.
    """
    with folder.db.reading() as snapshot:
        total = _pending(snapshot, folder)
    if account.dry_run:
        account.written = total
        return
    if not folder.secrets and segments.are_sealed(folder.path):
        account.problems.append(_without_key(folder))
        return
    segments.remove_drafts(folder.path / folder.machine)
    for page in count(1):
        is_last = _push_page(folder, account, most)
        if progress is not None:
            progress(min(total, page * most), total)
        if is_last:
            break
    with folder.db.writing("sync") as tx:
        targets.synced(tx, folder.target.id)
        touched.prune(tx)
    _remove_older(folder)


def begin_anew(folder: Folder, account: Account) -> None:
    """Begin this machine's log once more, with all its file holds: the next push writes it.

    What only the log holds, of a copy of this machine or from before the file was restored, is taken in first as far as
    it can be read.
    """
    log = segments.listed(folder.path).get(folder.machine, [])
    at = folder.reached().get(folder.machine, Position())
    for segment in log:
        if (segment.generation, segment.number) >= (at.generation, at.number) and segment.digest != at.digest:
            with suppress(MemoryMcpError):
                store(folder, segment, segments.read(segment, folder.secrets)[1], account)
    with folder.db.writing("sync") as tx:
        newest = max([at.generation, *(one.generation for one in log)])
        targets.reach(tx, folder.target.id, folder.machine, Position(newest + 1))
        targets.start_over(tx, folder.target.id)
    prepare(folder.db, folder.target.address)


def _without_key(folder: Folder) -> RefusedError:
    return RefusedError(
        f"the files in {folder.path} are sealed, and there is no key here: nothing was written in the clear",
        hint="Set MEMORY_SYNC_KEY_FILE to the file that holds the folder's key.",
    )


def _pending(snapshot: Snapshot, folder: Folder) -> int:
    if not folder.target.id:
        return sum(rows_by_scan(snapshot).values())
    return touched.count(snapshot, _where(snapshot, folder)[0], target=folder.target.id)


def _push_page(folder: Folder, account: Account, most: int) -> bool:
    """Write one segment, where there is anything to tell; return whether that was all."""
    with folder.db.reading() as snapshot:
        before, at = _where(snapshot, folder)
        changes, lines = _page(snapshot, folder, before, most)
        head = _head(snapshot, folder, at, changes)
    secret = next(iter(folder.secrets), None)
    draft = segments.written(folder.path, head, lines, secret) if lines else None
    with folder.db.writing("sync") as tx:
        log = segments.listed(folder.path).get(folder.machine, [])
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
        take_own(folder, account)
        return False
    account.written += len(changes.records)
    account.erased += sum(record["type"] == "erasure" for record in changes.records)
    account.written_segments += draft is not None
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
    at = targets.positions(snapshot, folder.target.id).get(folder.machine, Position())
    return (0 if found is None else found.pushed_through), at


def _head(snapshot: Snapshot, folder: Folder, at: Position, changes: Changes) -> dict[str, Any]:
    logs = segments.listed(folder.path)
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
            if machine != folder.machine and logs.get(machine)
        },
    }
    return native_write.head_of(snapshot, folder.machine, {}) | {"segment": told}


def _remove_older(folder: Folder) -> None:
    at = folder.reached().get(folder.machine, Position())
    for segment in segments.listed(folder.path).get(folder.machine, []):
        if segment.generation < at.generation:
            segment.path.unlink(missing_ok=True)
