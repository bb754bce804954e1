"""Read the change feed of a file: native records of all that was touched since a number that only this file counts.

A record tells all of one thing, with every version of a fact. So taking it in twice, or later again with more, gives
the same result. What came from the target itself is left out.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any, Final

from memory_mcp.store.capture_state import transcript_cursors
from memory_mcp.store.file.database import Database, Snapshot
from memory_mcp.store.file.mending.damage import refuse_damaged
from memory_mcp.store.sync import targets, touched
from memory_mcp.store.sync.targets import Target
from memory_mcp.transfer.formats import native_write
from memory_mcp.transfer.merging.project_names import identify

MOST_A_PAGE: Final = 1_000


@dataclass(frozen=True, slots=True)
class Keys:
    """A page of the feed by name: the keys of what was touched by kind, the cursor behind it, whether more follows."""

    keys: Mapping[str, Collection[str]]
    cursor: int
    is_last: bool


@dataclass(frozen=True, slots=True)
class Changes:
    """A page of the feed: native records, each with its ``type``, the cursor behind it, and whether more follows."""

    records: list[dict[str, Any]]
    cursor: int
    is_last: bool


def prepare(db: Database, address: str, progress: Callable[[int, int | None], None] | None = None) -> Target:
    """Return the target of an address, made if it is new, once all that was there before it is listed to be pushed.

    It goes on where it was interrupted, and holds the write lock for a part of the rows at a time; ``progress`` is told
    the rows listed after each. Raises BusyError, and CorruptError when an index of the memory does not hold what its
    table does: what is listed would be short, and nobody would list the rest later.
    """
    identify(db)
    with db.writing("sync") as tx:
        target = targets.ensure(tx, address)
        transcript_cursors.let_go(tx)
    through = target.filled_through
    if through is not None:
        with db.reading() as snapshot:
            refuse_damaged(db, snapshot)
    while through is not None:
        with db.writing("sync") as tx:
            found = targets.find(tx, address)
            # Another process may be doing the same.
            through = None if found is None else found.filled_through
            if through is not None:
                through = touched.fill_step(tx, target.id, through)
        if progress is not None and through is not None:
            progress(through, None)
    return target


def let_go(db: Database) -> None:
    """Let turns be told that waited too long for their line; the file is written only where there are any."""
    with db.reading() as snapshot:
        have_waited = transcript_cursors.have_waited_long(snapshot)
    if have_waited:
        with db.writing("sync") as tx:
            transcript_cursors.let_go(tx)


def changes_since(snapshot: Snapshot, target: int, cursor: int, *, most: int = MOST_A_PAGE) -> Changes:
    """Return what was touched after a cursor, but for what came from the target, in pages of about ``most`` things.

    ``target`` is a target's id, ``cursor`` its ``pushed_through`` or that of the page before. What a thing refers to
    stands before it, on the same page unless it was pushed already. Reads only.
    """
    page = keys_since(snapshot, target, cursor, most=most)
    return Changes(list(native_write.records_of(snapshot, page.keys)), page.cursor, page.is_last)


def keys_since(snapshot: Snapshot, target: int, cursor: int, *, most: int = MOST_A_PAGE) -> Keys:
    """Return what was touched after a cursor by name, as ``changes_since`` tells it whole."""
    page = touched.after(snapshot, cursor, target=target, most=most)
    is_last = len(page) < most
    through = touched.last(snapshot) if is_last else page[-1].number
    wanted = {(one.kind, one.key) for one in page}
    if not is_last:
        wanted = _with_what_they_need(snapshot, wanted, through, target)
    keys: defaultdict[str, set[str]] = defaultdict(set)
    for kind, key in wanted:
        keys[kind].add(key)
    return Keys(keys, through, is_last)


def _with_what_they_need(
    snapshot: Snapshot, wanted: set[tuple[str, str]], through: int, target: int
) -> set[tuple[str, str]]:
    """Add what these refer to and later pages would bring: whoever takes a page in has all it speaks of."""
    new = wanted
    while new:
        uids = [key for kind, key in new if kind == "fact"]
        ends = [uid for kind, key in new if kind == "dismissal" for uid in key.split(" ")]
        new = touched.referred(snapshot, uids, ends, through, target=target) - wanted
        wanted = wanted | new
    return wanted
