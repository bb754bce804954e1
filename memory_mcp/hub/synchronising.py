"""Push pages of the file's feed into the hub, and pull what others told the hub since into the file.

A push takes the hub's next number and holds it until it commits. So numbers become visible in order, and a pull that
read up to one has missed nothing. Both continue where they were interrupted: what comes twice changes nothing. The hub
and the file each note the last push of this machine. Where the hub knows of a later one than the file, the file is from
a backup, or another process runs as this machine, or a push ended without its answer. Then a pull also brings what this
machine told, before anything is pushed. Where the file knows of a later one, the hub was reset to an earlier state.
"""

from __future__ import annotations

import platform
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Final, TypeAlias

from memory_mcp.errors import BusyError
from memory_mcp.hub import schema, vectors
from memory_mcp.hub.checking import Gate
from memory_mcp.hub.connection import Hub, connected, shown
from memory_mcp.hub.pulling import ROWS_A_PAGE, read_pages
from memory_mcp.hub.pushing import HubPage, OvertakenError, write_page
from memory_mcp.privacy.redaction import RedactMode
from memory_mcp.store.file.database import Database
from memory_mcp.store.sync import targets, touched
from memory_mcp.store.sync.targets import Position
from memory_mcp.sync import feed
from memory_mcp.temporal import format_instant
from memory_mcp.transfer.importing import ImportOptions, take_in
from memory_mcp.transfer.model.report import Report

RowProgress: TypeAlias = Callable[[int], object]
"""Is told how many rows are through; how many there are nobody knows."""

_HUB: Final = "hub"
_OWN: Final = "own"
_NOBODY: Final = ""
_MOST_OVERTAKEN: Final = 20
_NOTED_EVERY_US: Final = 60 * 1_000_000

_HEAD: Final = """
    SELECT number
    FROM memory.head
"""
_NOTED: Final = """
    SELECT told, pulled
    FROM memory.machine
    WHERE person = session_user AND machine = %(machine)s
"""
_NOTE: Final = """
    INSERT INTO memory.machine (machine, name, pulled, pushed_at)
    VALUES (%(machine)s, %(name)s, %(pulled)s, CASE WHEN %(has_pushed)s THEN now() END)
    ON CONFLICT (person, machine) DO UPDATE
    SET name = excluded.name, pulled = excluded.pulled, synced_at = now(),
        pushed_at = coalesce(excluded.pushed_at, machine.pushed_at)
"""
_MACHINES: Final = """
    SELECT person, machine, name, behind, to_char(pushed_at, 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
           to_char(synced_at, 'YYYY-MM-DD"T"HH24:MI:SS"Z"')
    FROM memory.machines()
    ORDER BY person <> session_user, person, machine, name, synced_at
"""


@dataclass
class Pushed:
    """What a push told: versions and other records that were sent, and facts that are not this role's to change."""

    records: int = 0
    refused: int = 0


@dataclass(frozen=True, slots=True)
class _Link:
    """A memory and the open connection to its hub at ``url``; ``redact`` is for what is taken in from there."""

    db: Database
    hub: Hub
    url: str
    redact: RedactMode = "mask"


@dataclass(frozen=True, slots=True)
class _Standing:
    """The hub as a target: how far this file has read it and told it, and what the hub knows of that."""

    target: targets.Target
    position: Position
    told: int
    told_there: int
    pulled_there: int
    head: int


@dataclass(frozen=True, slots=True)
class Machine:
    """How far a machine is with the hub: ``behind`` counts the pushes that it has not read.

    Of another person's machine neither its id nor its last push is told: both are None.
    """

    person: str
    machine: str | None
    name: str
    behind: int
    pushed_at: str | None
    synced_at: str
    is_this: bool


@dataclass(frozen=True, slots=True)
class Status:
    """What is to be pushed from here (things touched), when this file last synchronised, and each machine's place.

    The machines are this role's own, then those of whoever shares a project with it.
    """

    waiting: int
    synced_at: str | None
    machines: tuple[Machine, ...]


def push(db: Database, url: str, *, progress: RowProgress | None = None, page: int = feed.MOST_A_PAGE) -> Pushed:
    """Tell the hub what was touched here since the last push, about ``page`` things a transaction.

    ``progress`` is told the records after each page. Raises what ``connected`` and ``schema.check`` raise, and
    BusyError where others were faster too often; what was pushed until then is kept on both sides.
    """
    with connected(url) as hub:
        pushed = Pushed()
        _in_turn(_Link(db, hub, url), pushed, progress=progress, page=page)
        return pushed


def pull(
    db: Database, url: str, *, progress: RowProgress | None = None, page: int = ROWS_A_PAGE, redact: RedactMode = "mask"
) -> Report | None:
    """Take in what others told the hub since the last pull, about ``page`` rows at a time; None if there was nothing.

    What a row may not change here (``checking``) is left out, and the report says so.
    ``progress`` is told the records after each page; ``redact`` is for credentials that another machine let through.
    Raises what ``connected`` and ``schema.check`` raise; what was taken in until then is kept.
    """
    with connected(url) as hub:
        return _pull(_Link(db, hub, url, redact), progress, page)


def sync(
    db: Database, url: str, *, connect_s: int = 10, redact: RedactMode = "mask", page: int = ROWS_A_PAGE
) -> tuple[Report | None, Pushed]:
    """Pull and push over one connection, and note when. ``page`` is for the pull. Raises as both do."""
    with connected(url, connect_s=connect_s) as hub:
        link, pushed = _Link(db, hub, url, redact), Pushed()
        pulled = _sum(_pull(link, None, page), _in_turn(link, pushed))
        with db.reading() as snapshot:
            target = targets.find(snapshot, shown(url))
            assert target is not None
            is_noted = snapshot.now - (target.synced_at or 0) < _NOTED_EVERY_US
        if not is_noted:
            _note(db, hub, target.id, has_pushed=False)
    # A server synchronises every few seconds: where nothing came or went the file stays as it is.
    if pulled is not None or pushed.records or not is_noted:
        with db.writing("sync") as tx:
            targets.synced(tx, target.id)
    return pulled, pushed


def status(db: Database, url: str) -> Status:
    """Return who is how far. Raises what ``connected`` and ``schema.check`` raise."""
    with connected(url) as hub:
        schema.check(hub, url)
        found = hub.rows(_MACHINES)
    with db.reading() as snapshot:
        target = targets.find(snapshot, shown(url))
        waiting = 0 if target is None else touched.count(snapshot, target.pushed_through, target=target.id)
    machines = tuple(
        Machine(person, machine, name, behind, pushed_at, synced_at, machine == db.origin)
        for person, machine, name, behind, pushed_at, synced_at in found
    )
    synced = None if target is None else format_instant(target.synced_at)
    return Status(waiting, synced, machines)


def _in_turn(
    link: _Link, pushed: Pushed, *, progress: RowProgress | None = None, page: int = feed.MOST_A_PAGE
) -> Report | None:
    """Push, and pull first each time that something was told as this machine which its file does not know."""
    pulled: Report | None = None
    for _ in range(_MOST_OVERTAKEN):
        try:
            _push(link, pushed, progress, page)
        except OvertakenError:
            pulled = _sum(pulled, _pull(link, None, ROWS_A_PAGE))
        else:
            return pulled
    raise BusyError(
        f"{shown(link.url)}: others push as this machine, {link.db.origin}, again and again",
        hint="Is this file a copy that runs elsewhere, too? `memory-mcp sync init --new-machine` on one of them.",
    )


def _push(link: _Link, pushed: Pushed, progress: RowProgress | None, page: int) -> None:
    db, hub = link.db, link.hub
    feed.let_go(db)
    standing = _standing(link)
    target, cursor, known = standing.target, standing.target.pushed_through, standing.told
    # The server writes one page while the next is read.
    with ThreadPoolExecutor(1) as writer:
        found, read = _read_page(db, target.id, cursor, page, is_first=True)
        while True:
            written = writer.submit(write_page, hub, read, db.origin, known) if read.records else None
            cursor, is_last, page_told = found.cursor, found.is_last, read
            if not is_last:
                found, read = _read_page(db, target.id, cursor, page)
            if written is not None:
                known, refused = written.result()
                pushed.refused += refused
                pushed.records += page_told.records
                _step_over(db, target.id, known)
                vectors.push_passed(db, hub, target.id, page_told.uids)
            if cursor > target.pushed_through:
                with db.writing("sync") as tx:
                    targets.pushed(tx, target.id, cursor)
            if progress is not None:
                progress(pushed.records)
            if is_last:
                break
    vectors.push_vectors(db, hub, target.id)
    if pushed.records:
        _note(db, hub, target.id, has_pushed=True)


def _read_page(
    db: Database, target: int, cursor: int, most: int, *, is_first: bool = False
) -> tuple[feed.Keys, HubPage]:
    with db.reading() as snapshot:
        if is_first:
            touched.refuse_short(db, snapshot, cursor, target=target)
        found = feed.keys_since(snapshot, target, cursor, most=most)
        return found, HubPage.read(snapshot, found.keys)


def _pull(link: _Link, progress: RowProgress | None, page: int) -> Report | None:
    db, hub, standing, report = link.db, link.hub, _standing(link), None
    target, position = standing.target, standing.position
    # Of a hub that was put back, others may have told again what has these numbers now.
    after, machine = min(position.number, standing.pulled_there), db.origin
    if is_overtaken := standing.told_there > standing.told:
        after, machine = min(after, standing.told), _NOBODY
    if after >= standing.head:
        return None
    gate, how = Gate(hub, db, link.redact), ImportOptions(actor="sync", redact=link.redact, target=target.id)
    for number, lists in read_pages(hub, gate, after, standing.head, machine, most=page):
        for records in filter(None, lists):
            taken = take_in(db, records, how, name=target.address)
            report = _sum(report, taken)
        with db.writing("sync") as tx:
            targets.reach(tx, target.id, _HUB, Position(0, max(number, position.number), position.digest))
            if is_overtaken:
                targets.reach(tx, target.id, _OWN, Position(0, min(number, standing.told_there), db.origin))
        if progress is not None:
            progress(0 if report is None else report.read)
    _note(db, hub, target.id, has_pushed=False)
    # First of all what is told of them: the others may be many.
    return _sum(gate.report, report) if gate.report.read else report


def _standing(link: _Link) -> _Standing:
    """Return how this file and the hub stand: from the start where it is another than before, or was put back."""
    db, hub = link.db, link.hub
    hub_id = schema.check(hub, link.url)
    # The file first: what another process of this machine tells meanwhile is only more than that.
    with db.reading() as snapshot:
        target = targets.find(snapshot, shown(link.url))
        reached = {} if target is None else targets.positions(snapshot, target.id)
    own, position = reached.get(_OWN, Position()), reached.get(_HUB)
    told = own.number if own.digest == db.origin else 0
    told_there, pulled_there = next(iter(hub.rows(_NOTED, {"machine": db.origin})), (0, 0))
    head = int(hub.value(_HEAD))
    is_known = position is not None and position.digest == hub_id and position.number <= head and told <= told_there
    if target is None or position is None or not is_known:
        target, position, told = _begun(link, target, hub_id, is_again=position is not None), Position(0, 0, hub_id), 0
    elif target.filled_through is not None:
        target = feed.prepare(db, target.address)
    return _Standing(target, position, told, told_there, pulled_there, head)


def _begun(link: _Link, target: targets.Target | None, hub_id: str, *, is_again: bool) -> targets.Target:
    """Return a hub as a target of which nothing is read and which is told everything.

    ``is_again`` says that this file synchronised with one of this address, made anew since or put back.
    """
    db = link.db
    if target is not None and is_again:
        with db.writing("sync") as tx:
            targets.start_over(tx, target.id)
            vectors.start_over(tx, target.id)
    # Before anything is taken in: what is here now is to be pushed, and what comes from the hub is not.
    target = feed.prepare(db, shown(link.url))
    with db.writing("sync") as tx:
        targets.reach(tx, target.id, _HUB, Position(0, 0, hub_id))
        targets.reach(tx, target.id, _OWN, Position(0, 0, db.origin))
    return target


def _note(db: Database, hub: Hub, target: int, *, has_pushed: bool) -> None:
    """Tell the hub how far this machine is."""
    with db.reading() as snapshot:
        pulled = targets.positions(snapshot, target)[_HUB].number
    hub.execute(
        _NOTE, {"machine": db.origin, "name": platform.node()[:100], "pulled": pulled, "has_pushed": has_pushed}
    )


def _step_over(db: Database, target: int, number: int) -> None:
    """Note a push of our own, and as read where nobody else's lies before it."""
    with db.writing("sync") as tx:
        targets.reach(tx, target, _OWN, Position(0, number, db.origin))
        position = targets.positions(tx, target)[_HUB]
        if position.number == number - 1:
            targets.reach(tx, target, _HUB, Position(0, number, position.digest))


def _sum(first: Report | None, second: Report | None) -> Report | None:
    """Return the account of two reports as one; None of none."""
    if first is None or second is None:
        return second if first is None else first
    return first.plus(second)
