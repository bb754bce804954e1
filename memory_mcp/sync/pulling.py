"""Pull: take in the logs of other machines, each in its order, and no segment before those it depends on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from memory_mcp.errors import BusyError, ConflictError, MemoryMcpError, NotFoundError
from memory_mcp.store.facts.gatekeeper import ERASED
from memory_mcp.store.file.progress import Progress
from memory_mcp.store.sync import targets
from memory_mcp.store.sync.targets import Position
from memory_mcp.sync import machine as machines
from memory_mcp.sync import segments, waits
from memory_mcp.sync.folder import MEND_OF_TWO, Folder, SyncReport, refuse_fork, unread
from memory_mcp.sync.segments import Head, Segment
from memory_mcp.temporal import DAY_US, format_instant
from memory_mcp.transfer.importing import ImportOptions, take_in


def pull(folder: Folder, report: SyncReport, progress: Progress | None = None) -> None:
    """Take in all that can be; a log that cannot be read further stays where it is, and the report says why.

    Raises ConflictError, and takes nothing in, where two machines write the log of this one; NotFoundError where a part
    of that is missing; BusyError while another process writes for too long.
    """
    _Pull(folder, report, progress).run()


def look(folder: Folder) -> SyncReport:
    """Return what a pull would tell: what waits, and each failure, also that by which a pull takes nothing in.

    It writes nothing, and reads what is new in each log.
    """
    report = SyncReport(dry_run=True)
    try:
        pull(folder, report)
    except MemoryMcpError as exc:
        report.problems.append(exc)
    return report


def take_own(folder: Folder, report: SyncReport) -> None:
    """Take in what of this machine's own log its file does not know: of a process that was killed as it wrote it.

    Raises ConflictError and NotFoundError as ``pull`` does.
    """
    _Pull(folder, report, None).take_own()


def own_beyond(folder: Folder, log: list[Segment], at: Position) -> Iterator[Segment]:
    """Check this machine's own log and yield what of it is beyond ``at``, of a killed process or a restored file.

    Raises ConflictError where another machine writes it too, NotFoundError where a part of it is missing.
    """
    known: dict[int, list[Segment]] = {}
    for one in log:
        # A killed process may not have removed all of the generation before.
        if one.generation == at.generation:
            known.setdefault(one.number, []).append(one)
    for number in range(1, at.number + 1):
        refuse_fork(known.get(number, []))
        if number not in known:
            raise NotFoundError(
                f"segment {number} of this machine, {folder.machine}, is missing in {folder.path}",
                hint="Is the right folder mounted? If the file is gone for good: `memory-mcp sync FOLDER --anew`.",
            )
    if at.number and known[at.number][0].digest != at.digest:
        raise ConflictError(
            f"two machines write as {folder.machine}: {known[at.number][0]} is not what was written here",
            hint=MEND_OF_TWO,
        )
    while (following := _next(log, at)) is not None:
        yield following
        at = following.position


class _Pull:
    """One pull: how far each log is, and which of them stopped."""

    def __init__(self, folder: Folder, report: SyncReport, progress: Progress | None) -> None:
        self.folder = folder
        self.report = report
        self.progress = progress
        # First how far each is: what another process of this machine writes meanwhile is only more than that.
        self.reached = folder.reached()
        self.unreadable: dict[str, MemoryMcpError] = {}
        self.logs = segments.listed(folder.path, self.unreadable)
        self.stopped = set(self.unreadable)
        # What waits of a machine's log, and the machine whose log has not arrived.
        self.waiting: dict[str, tuple[Segment, str]] = {}

    def run(self) -> None:
        """Take in all that can be. Raises ConflictError where another machine writes the log of this one."""
        self.take_own()
        self.report.problems += self.unreadable.values()
        others = [machine for machine in self.logs if machine != self.folder.machine]
        total = sum(len(unread(self.logs[machine], self.reached[machine])) for machine in others)
        # What one log waits for may be in another.
        while any([self._advance(machine, total) for machine in others]):  # noqa: C419 - each of them, not the first
            pass
        self._tell_waiting()

    def take_own(self) -> None:
        """Take in what of this machine's own log its file does not know.

        Raises ConflictError as ``run`` does, and RefusedError where that log cannot be read.
        """
        own = self.folder.machine
        if own in self.unreadable:
            raise self.unreadable[own]
        for segment in list(own_beyond(self.folder, self.logs.get(own, []), self.reached[own])):
            head, records = segments.read(segment, self.folder.secrets)
            if head.place != machines.place_of(self.folder.db.path):
                raise ConflictError(
                    f"two machines write as {segment.machine}: {segment} is not of this one", hint=MEND_OF_TWO
                )
            self._take(segment, head, records)

    def _advance(self, machine: str, total: int) -> bool:
        """Take in what can be of a log; return whether anything was."""
        has_moved = False
        try:
            while machine not in self.stopped and self._step(machine):
                has_moved = True
                if self.progress is not None:
                    self.progress(self.report.taken_segments, total)
        except BusyError:
            raise
        except MemoryMcpError as exc:
            self.report.problems.append(exc)
            self.stopped.add(machine)
        return has_moved

    def _step(self, machine: str) -> bool:
        self.waiting.pop(machine, None)
        segment = _next(self.logs[machine], self.reached[machine])
        if segment is None:
            return False
        head, records = segments.read(segment, self.folder.secrets)
        if missing := self._not_arrived(head.after):
            self.waiting[machine] = (segment, missing)
            return False
        self._take(segment, head, records)
        return True

    def _tell_waiting(self) -> None:
        """Tell what waits; what has for more than a day is a failure: it may never come."""
        since = waits.since(
            self.folder.db, self.folder.target.id, [str(segment) for segment, _ in self.waiting.values()],
            is_noted=not self.report.dry_run,
        )  # fmt: skip
        with self.folder.db.reading() as snapshot:
            now = snapshot.now
        for machine, (segment, missing) in self.waiting.items():
            at = since.get(str(segment), now)
            what = f"{segment} speaks of what {missing} wrote and what is not here yet"
            mend = f"if that is gone for good, run `memory-mcp sync FOLDER --anew` on the machine {machine}"
            waited = f"; it waits since {format_instant(at)}" if str(segment) in since else ""
            if now - at > DAY_US:
                hint = f"Let the folder finish synchronising; {mend}."
                self.report.problems.append(NotFoundError(what + waited, hint=hint))
            else:
                self.report.waiting.append(f"{what}{waited}; {mend}")

    def _not_arrived(self, after: Mapping[str, tuple[int, int]]) -> str:
        """Return a machine whose log the writer had read further than this file has; empty where there is none."""
        for machine, (generation, number) in after.items():
            at = self.reached[machine]
            # A log that was begun anew tells all of the one before, once it is filled.
            is_anew = at.generation > generation
            is_behind = self._is_filling(machine, at) if is_anew else at.number < number or at.generation < generation
            if is_behind and machine != self.folder.machine:
                return machine
        return ""

    def _is_filling(self, machine: str, at: Position) -> bool:
        """Whether the segment at a position tells only a part of what its writer held."""
        if machine in self.unreadable:
            return True
        log = self.logs.get(machine, [])
        last = next((one for one in log if one.position == at), None)
        try:
            return segments.head_of(last, self.folder.secrets).fill == "more" if last else bool(unread(log, at))
        except MemoryMcpError:
            return bool(unread(log, at))

    def _take(self, segment: Segment, head: Head, records: list[dict[str, Any]]) -> None:
        at = self.reached[segment.machine]
        if at.generation == segment.generation and head.previous != at.digest:
            raise ConflictError(
                f"two machines write as {segment.machine}: {segment} follows another one than what was read before it",
                hint=MEND_OF_TWO,
            )
        if not self.report.dry_run:
            join(self.folder, segment, records, self.report)
            with self.folder.db.writing("sync") as tx:
                known = targets.position(tx, self.folder.target.id, segment.machine)
                # Another process of this machine may be further.
                if known.is_before(segment.position):
                    targets.reach(tx, self.folder.target.id, segment.machine, segment.position)
        self.reached[segment.machine] = segment.position
        self.report.taken_in += len(records)
        self.report.taken_segments += 1


def join(folder: Folder, segment: Segment, records: list[dict[str, Any]], report: SyncReport) -> None:
    """Join what a segment says with this file, and add to the report what came of it."""
    how = ImportOptions(actor="sync", redact=folder.redact, target=folder.target.id)
    merged = take_in(folder.db, records, how, name=str(segment), origin=segment.machine, is_checked=True)
    report.changed += merged.added + merged.merged
    report.erased_texts += merged.erased_texts
    report.count_erased(records)
    # That a row was erased here is no news to anybody.
    report.notes += [f"{segment}: {problem}" for problem in merged.problems if ERASED not in problem]


def _next(log: list[Segment], at: Position) -> Segment | None:
    """Return the segment after a position, the first of a newer generation where the log was begun anew.

    Raises ConflictError where two have its number, NotFoundError where it is missing.
    """
    beyond = unread(log, at)
    if not beyond:
        return None
    same = [one for one in beyond if one.generation == at.generation]
    first = (same or beyond)[0]
    wanted = at.number + 1 if same else 1
    if first.number != wanted:
        newer = next((one for one in beyond if one.generation > first.generation and one.number == 1), None)
        if newer is None:
            raise NotFoundError(
                f"segment {wanted} of the machine {first.machine} is missing; {len(beyond)} later ones wait for it",
                hint="Let the folder finish synchronising, or bring the file back. On that machine "
                "`memory-mcp sync FOLDER --anew` writes everything once more.",
            )
        first = newer
    refuse_fork([one for one in beyond if (one.generation, one.number) == (first.generation, first.number)])
    return first
