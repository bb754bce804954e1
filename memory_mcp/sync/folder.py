"""Synchronise through a folder: each machine appends to its own log there, and takes in the logs of the others.

No machine writes another's file, and no file is changed once it has its name. So whatever carries the folder from
machine to machine (Syncthing, Dropbox, git, rclone, a stick) has nothing to reconcile. What is taken in is noted
afterwards, and what is written is noted in the transaction that gives the segment its name. A process that is killed in
between does some of it again, which changes nothing.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from memory_mcp.errors import ConflictError, MemoryMcpError, NotFoundError, RefusedError
from memory_mcp.keys.private_folders import make_private
from memory_mcp.language.typed_commands import typed
from memory_mcp.privacy.redaction import RedactMode
from memory_mcp.store.file.database import Database
from memory_mcp.store.file.encryption import SEALED
from memory_mcp.store.file.progress import Progress
from memory_mcp.store.sync import targets
from memory_mcp.store.sync.targets import Position, Target
from memory_mcp.sync import machine as machines
from memory_mcp.sync import segments
from memory_mcp.sync.feed import prepare
from memory_mcp.sync.segments import Segment

MEND_OF_TWO: Final = (
    "On the copy run `memory-mcp sync init --new-machine` and start its clients anew; on the other machine "
    "`memory-mcp sync FOLDER --anew`."
)


@dataclass
class SyncReport:
    """What a synchronisation did: records and segments that came and went, what waits, and what could not be read.

    ``changed`` of the records ``taken_in`` were new here. ``waiting`` are segments that speak of what has not arrived
    yet, for a day at most: the folder still synchronises. ``problems`` are failures of single machines' logs, each with
    its mend; the others' were taken in. ``notes`` are records that could not be kept as they are. ``erased`` of the
    records tell of something erased: ``erased_uids`` are its ids, each with the session it was said in,
    ``erased_texts`` its words here, and ``still_written`` counts what of it this machine's segments still hold.
    """

    dry_run: bool = False
    taken_in: int = 0
    erased_texts: list[str] = field(default_factory=list, repr=False)
    taken_segments: int = 0
    changed: int = 0
    written: int = 0
    written_segments: int = 0
    erased: int = 0
    erased_uids: dict[str, str] = field(default_factory=dict, repr=False)
    still_written: int = 0
    waiting: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    problems: list[MemoryMcpError] = field(default_factory=list)

    def count_erased(self, records: Iterable[Mapping[str, Any]]) -> None:
        """Add what of some records tells of something erased."""
        told = [record for record in records if record.get("type") == "erasure"]
        self.erased += len(told)
        self.erased_uids.update({str(record.get("id")): str(record.get("sessionId") or "") for record in told})


@dataclass(frozen=True, slots=True)
class Peer:
    """A machine at a folder: the last segment of its log there, and the last that this file has.

    ``name`` is what a person calls it and ``written_at`` when that segment was written; empty where it cannot be read.
    """

    machine: str
    name: str
    written_at: str
    is_this: bool
    there: int
    here: int


@dataclass(frozen=True, slots=True)
class Folder:
    """A folder that this file is synchronised with, who this machine is there, and the keys that open its segments.

    The first key seals what is written. A target of number 0 is for a dry run, where nothing is noted.
    """

    db: Database
    path: Path
    target: Target
    machine: str
    secrets: tuple[str, ...] = ()
    redact: RedactMode = "mask"

    def reached(self) -> defaultdict[str, Position]:
        """Return how far each machine's log is in this file, its own how far it is written; of others the start."""
        with self.db.reading() as snapshot:
            return defaultdict(Position, targets.positions(snapshot, self.target.id))


def init(db: Database, path: Path) -> str:
    """Make a folder a place to synchronise, or join those who do; return this machine's id there.

    Raises RefusedError where it cannot be written, ConflictError for a file that was copied.
    """
    machine = machines.checked(db)
    try:
        # Whoever may write into it may tell this memory what it likes.
        for folder in (path, path / machine):
            make_private(folder)
    except OSError as exc:
        raise RefusedError(
            f"{path} cannot be written: {exc.strerror or exc}", hint="Give a folder that can be written."
        ) from exc
    return machine


def open_folder(
    db: Database, path: Path, secrets: tuple[str, ...] = (), redact: RedactMode = "mask", *, dry_run: bool = False,
    progress: Progress | None = None,
) -> Folder:  # fmt: skip
    """Return a folder to synchronise with, once this file is its own machine and the folder one that machines use.

    Raises NotFoundError where nothing is synchronised, ConflictError for a file that was copied, RefusedError where the
    folder cannot be used.
    """
    if not path.is_dir() or not segments.listed(path, {}):
        raise NotFoundError(
            f"nothing is synchronised in {path}",
            hint=f"Is it mounted, and has it arrived? `{typed('sync init', str(path))}` makes it such a folder.",
        )
    address = str(path.resolve())
    if not dry_run:
        return Folder(db, path, prepare(db, address, progress), init(db, path), secrets, redact)
    with db.reading() as snapshot:
        target = targets.find(snapshot, address) or Target(0, address, 0, None, None)
    return Folder(db, path, target, machines.checked(db, is_noted=False), secrets, redact)


def unread(log: list[Segment], at: Position) -> list[Segment]:
    """Return the segments of a log behind a position, in order."""
    return [one for one in log if at.is_before(one.position)]


def refuse_fork(same: list[Segment]) -> None:
    """Raise ConflictError where there are several segments of one number."""
    if len(same) > 1:
        raise ConflictError(
            f"two machines write as {same[0].machine}: there are {len(same)} segments {same[0].number} of it",
            hint=MEND_OF_TWO,
        )


def in_the_clear(db: Database) -> list[Path]:
    """Return the folders of this file where a segment that it wrote is not sealed; one that is away is passed over."""
    with db.reading() as snapshot:
        known = targets.targets(snapshot)
    found: list[Path] = []
    for path in (Path(target.address) for target in known if "://" not in target.address):
        with suppress(RefusedError):
            if any(one.path.suffix != SEALED for one in segments.log_of(path, db.origin)):
                found.append(path)
    return found


def peers(db: Database, target: Target, secrets: Sequence[str] = ()) -> Iterator[Peer]:
    """Yield each machine at a folder; of one whose own cannot be read, no segment. Raises as ``segments.listed``."""
    with db.reading() as snapshot:
        reached = targets.positions(snapshot, target.id)
    for machine, log in segments.listed(Path(target.address), {}).items():
        there = log[-1].position if log else Position()
        at = reached.get(machine, Position())
        here = at.number if at.generation == there.generation else 0
        name = written_at = ""
        with suppress(MemoryMcpError):
            head = segments.head_of(log[-1], secrets) if log else None
            name, written_at = (head.name, head.exported_at) if head is not None else ("", "")
        yield Peer(machine, name, written_at, machine == db.origin, there.number, here)
