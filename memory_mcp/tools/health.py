"""Report the health of this memory: the file, what is degraded, and how to mend it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Final, TypedDict

from memory_mcp import __version__
from memory_mcp.capture.events.ignoring import ignoring
from memory_mcp.config import Settings
from memory_mcp.keys.private_folders import is_planted
from memory_mcp.language.plurals import counted
from memory_mcp.language.typed_commands import quoted
from memory_mcp.project import MARKER, survey
from memory_mcp.store.capture_state import spool, spool_places
from memory_mcp.store.file import location
from memory_mcp.store.file.database import Database
from memory_mcp.store.file.mending import clock_repair, integrity, invariants
from memory_mcp.store.file.mending.clock_repair import ClockState
from memory_mcp.store.upkeep import automatic_backups
from memory_mcp.temporal import DAY_US, Instant, describe_gap, format_instant
from memory_mcp.tools.framework.call import Call
from memory_mcp.tools.framework.declare import tool

_RECENT: Final = 7 * DAY_US


class Problem(TypedDict, total=False):
    """Something degraded, and the next step."""

    what: str
    mend: str


class HealthResult(TypedDict, total=False):
    """The state of the file, its indexes and the embedding engine."""

    ok: bool
    intact: bool
    version: str
    path: str
    schema: int
    sizeBytes: int
    walBytes: int
    private: bool
    encrypted: bool
    counts: dict[str, Any]
    searchable: int
    embedded: int
    backlog: int
    model: str
    engine: str
    lastWrites: dict[str, Any]
    lastCaptures: dict[str, Any]
    clock: str
    problems: list[Problem]


@tool(title="Health", read_only=True, idempotent=True)
def memory_health(
    call: Call,
    deep: Annotated[bool, "Also check every page and invariant; slow."] = False,
) -> HealthResult:
    """Say how the file is: integrity, indexes, engine, and how to mend what is degraded."""
    db = call.runtime.db
    facts = integrity.file_facts(db.path)
    with call.reading() as snapshot:
        covered = integrity.coverage(snapshot)
        counts = integrity.counts(snapshot)
        writes, captures = integrity.last_writes(snapshot), integrity.last_captures(snapshot)
        clock = clock_repair.clock_state(snapshot, call.runtime.clock.now())
    problems = problems_by_check(call, deep=deep)
    every = [problem for found in problems.values() for problem in found]
    return HealthResult(
        ok=not every,
        intact=not problems["integrity"],
        version=__version__,
        path=str(db.path),
        schema=integrity.schema_version(db),
        sizeBytes=facts.size,
        walBytes=facts.wal_size,
        private=integrity.is_private(facts),
        encrypted=db.is_encrypted,
        counts=counts,
        searchable=covered["searchable"],
        embedded=covered["embedded"],
        backlog=covered["backlog"],
        model=covered["model_tag"] or "",
        engine=call.runtime.embedding.state,
        lastWrites={actor: format_instant(at) for actor, at in writes.items()},
        lastCaptures={client: format_instant(at) for client, at in captures.items()},
        clock=said_of_clock(clock),
        problems=every,
    )


def problems_by_check(call: Call, *, deep: bool) -> dict[str, list[Problem]]:
    """Return what is wrong by the check that found it; every check is named, one that found nothing too."""
    db = call.runtime.db
    with call.reading() as snapshot:
        covered = integrity.coverage(snapshot)
        clock = clock_repair.clock_state(snapshot, call.runtime.clock.now())
        violations = invariants.check(snapshot) if deep else []
    return {
        "integrity": [Problem(what=line, mend=db.damage_advice) for line in integrity.integrity(db, deep=deep)],
        "invariants": [Problem(what=str(one), mend="memory-mcp repair") for one in violations],
        "place": [Problem(what=line, mend="Move the file.") for line in location.warnings(db.path)],
        "file": _file_problems(db),
        "permissions": _permission_problems(db),
        "clock": _clock_problems(clock),
        "backups": _backup_problems(call),
        "hub": _hub_problems(call),
        "spool": _spool_problems(call.runtime.settings, call.runtime.clock.now()),
        "hooks": _hook_problems(call),
        "capture": _ignore_problems(call),
        "embedding": _engine_problems(call, covered),
    }


def said_of_clock(clock: ClockState) -> str:
    """Return what is wrong with the clock, else what a wrong one left in the times of this file."""
    for problem in _clock_problems(clock):
        return problem["what"]
    if clock.told_wrong:
        were, keep = ("was", "keeps") if clock.told_wrong == 1 else ("were", "keep")
        rows, gap = counted(clock.told_wrong, "transaction"), describe_gap(clock.furthest)
        return f"{rows} {were} written under a clock that was wrong by up to {gap}, and {keep} order"
    return "as expected"


def _clock_problems(clock: ClockState) -> list[Problem]:
    """Return whether the clock, or the newest time, is wrong."""
    if clock.ahead:
        what = f"the newest row is dated {format_instant(clock.newest)}, {describe_gap(clock.ahead)} ahead of the clock"
        return [Problem(what=what, mend="Set the clock right; if it is right, run `memory-mcp repair --clock`.")]
    if clock.jump:
        since = format_instant(clock.jump_at)
        what = f"the clock moved on by {describe_gap(clock.jump)} between two writes, the later at {since}"
        return [Problem(what=what, mend="If the clock is wrong, set it right: these times are then moved back.")]
    return []


def _file_problems(db: Database) -> list[Problem]:
    """Return what is wrong with the file that is open."""
    problems = []
    if db.is_displaced:
        what = f"{db.path} was moved, replaced or deleted while this server uses it: nothing can be written"
        problems.append(Problem(what=what, mend="Put it back, or a backup: memory-mcp restore."))
    if db.is_read_only:
        problems.append(Problem(what=f"{db.path} is open to read only", mend="chmod u+w it, then restart the client."))
    return problems


def _permission_problems(db: Database) -> list[Problem]:
    problems = []
    if not integrity.is_private(integrity.file_facts(db.path)):
        problems.append(Problem(what=f"{db.path} can be read by others", mend=f"chmod 600 {quoted(str(db.path))}"))
    if location.is_folder_open(db.path):
        folder = db.path.parent
        problems.append(Problem(what=f"others may look into {folder}", mend=f"chmod 700 {quoted(str(folder))}"))
    return problems


def _spool_problems(settings: Settings, now: Instant) -> list[Problem]:
    """Return which events are not in memory yet, and which cannot be read."""
    problems = _planted(settings.spool_dir)
    for folder in spool_places.places(settings.spool_dir, settings.db_path):
        if waiting := len(spool.hanging(folder, now)):
            mend = "The next process that can write the file, and has its key, brings them in."
            problems.append(Problem(what=f"captured events wait in {folder}: {waiting}", mend=mend))
        if unreadable := spool.unreadable(folder):
            path, why = next(reversed(unreadable.items()))
            what = f"captured events in {folder} cannot be read: {len(unreadable)}, the last: {why}"
            mend = f"Mend the cause (another key?) and move them back from {path.parent}, or delete them."
            problems.append(Problem(what=what, mend=mend))
    return problems


def _planted(folder: Path) -> list[Problem]:
    """Return that a link of somebody else stands in the place of a folder, where one does."""
    mend = f"Remove it, and let nobody else write into {folder.parent}."
    return [Problem(what=f"{folder} is a link that somebody else made", mend=mend)] if is_planted(folder) else []


def _backup_problems(call: Call) -> list[Problem]:
    """Return why there is no recent backup, where this memory is to make them by itself."""
    runtime = call.runtime
    if not runtime.settings.backups:
        return []
    with call.reading() as snapshot:
        overdue = automatic_backups.overdue(runtime.db, snapshot)
    what = automatic_backups.lacking_room(runtime.db)
    failure = f"the last backup failed: {runtime.backup_failure}" if runtime.backup_failure and not what else ""
    mend = "Make room, or set MEMORY_BACKUP_DIR to another disk; memory-mcp backup makes one at once."
    found = [Problem(what=line, mend=mend) for line in (what, failure, overdue) if line]
    return _planted(runtime.settings.backup_dir) + found


def _hub_problems(call: Call) -> list[Problem]:
    """Return why this server's last synchronising with its hub failed, and how much of the hub it did not believe."""
    following, problems = call.runtime.following, []
    if following is not None and following.failure:
        mend = "memory-mcp sync status ADDRESS tells more; it is tried again after each call."
        problems.append(Problem(what=f"synchronising with the hub failed: {following.failure}", mend=mend))
    if following is not None and following.left_out:
        what = f"left out of the hub: {counted(following.left_out, 'record')} about what the writer may not change"
        mend = "Somebody may have written them by hand: ask whoever shares a project with you."
        problems.append(Problem(what=what, mend=mend))
    return problems


def _hook_problems(call: Call) -> list[Problem]:
    """Return what hooks noted that they could not do."""
    log = call.runtime.settings.hook_log_path
    failures, last = integrity.hook_failures(log, format_instant(call.runtime.clock.now() - _RECENT) or "")
    if not failures:
        return []
    what = f"hooks noted problems in the last 7 days: {failures}, the last: {last}"
    return [Problem(what=what, mend=f"See {log}; delete it once mended.")]


def _ignore_problems(call: Call) -> list[Problem]:
    """Return why what the project of this folder keeps out of capture cannot be known."""
    problem = ignoring(survey(call.folder, environment=call.runtime.settings.project).capture, call.folder).problem
    if not problem:
        return []
    what = f"hooks keep nothing of what tools do in {call.folder}: {problem}"
    return [Problem(what=what, mend=f"Mend the {MARKER}; until then only prompts and answers are captured.")]


def _engine_problems(call: Call, covered: dict[str, Any]) -> list[Problem]:
    embedding = call.runtime.embedding
    problems = []
    if embedding.failure is not None:
        failure = embedding.failure
        problems.append(Problem(what=f"search is lexical only: {failure.message}", mend=failure.hint))
    if embedding.slower_because:
        what = f"embedding takes five to ten times as long as it could: {embedding.slower_because}"
        problems.append(Problem(what=what, mend="Install the package `onnxruntime` again, or a newer one."))
    expected, actual = embedding.model_tag, covered["model_tag"]
    if actual and expected and actual != expected:
        problems.append(
            Problem(
                what=f"the file's vectors are of {actual}, this process has {expected}: its search is lexical",
                mend="Use the same model everywhere, or run `memory-mcp reindex`.",
            )
        )
    return problems
