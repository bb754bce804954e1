"""Check the memory file: a line for each check of ``memory_health``, and what only a person at the machine can mend."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Final

from memory_mcp.doctor.finding import Finding, Level
from memory_mcp.doctor.shared_clocks import shared_clock_findings
from memory_mcp.keys.lookup import find_key, place_of_key
from memory_mcp.store.file import location
from memory_mcp.store.file.mending import clock_repair, integrity
from memory_mcp.store.text_index import trigrams
from memory_mcp.store.text_index.rebuild import rebuild
from memory_mcp.store.upkeep import automatic_backups
from memory_mcp.store.vectors import index
from memory_mcp.tools.framework.call import Call
from memory_mcp.tools.framework.runtime import Runtime
from memory_mcp.tools.health import problems_by_check, said_of_clock

_WELL: Final = {
    "integrity": "every page and index reads back", "invariants": "no rule of the data is broken",
    "place": "on a local disk, outside of synchronised folders", "file": "in its place and writable",
    "permissions": "readable by you alone", "backups": "as they should be",
    "spool": "no captured event waits", "hooks": "no hook noted a problem in the last 7 days",
    "capture": "what is to be kept out is known", "embedding": "the model is there and matches the file",
    "hub": "no synchronising with it failed here",
}  # fmt: skip
# What is said of an engine that is well and is not loaded, by its state.
_UNLOADED: Final = {
    "off": "switched off, so search is by words alone", "idle": "the model matches the file, and is not loaded yet",
    "loading": "the model matches the file, and is loading",
}  # fmt: skip
_FAILS: Final = frozenset({"integrity", "invariants", "file"})
# A server makes what is missing between two answers; more than this is no moment's delay.
_MOST_WAITING: Final = 500
_LEAST_FREE: Final = 200_000_000
_TRIGRAMS_AT_ONCE: Final = 2_000


def file_findings(call: Call, *, deep: bool = True) -> Iterator[Finding]:
    """Yield a line for each check of an open file. ``deep`` reads every page, index entry and invariant."""
    runtime = call.runtime
    fixes: dict[str, Callable[[], object]] = {
        "permissions": partial(_make_private, runtime.db.path),
        "backups": partial(_back_up, runtime),
        "integrity": partial(_rebuild_words, runtime),
    }
    for check, problems in problems_by_check(call, deep=deep).items():
        level: Level = "fail" if check in _FAILS else "warn"
        for problem in problems:
            is_index = check == "integrity" and "word index" in problem["what"]
            fix = fixes.get(check) if check != "integrity" or is_index else None
            yield Finding(check, level, problem["what"], problem["mend"], fix=fix)
        is_of_use = (deep or check != "invariants") and (check != "hub" or runtime.settings.hub is not None)
        if not problems and is_of_use:
            yield Finding(check, "pass", _said_of(check, call))
    yield from shared_clock_findings(call)
    yield _indexes(call)
    yield _disk(runtime)
    place = place_of_key(runtime.settings)
    yield Finding("key", "pass", f"encrypted, with the key of {place}" if runtime.db.is_encrypted else "not encrypted")


def _said_of(check: str, call: Call) -> str:
    """Return what there is to say of a check that found nothing."""
    if check == "embedding":
        return _UNLOADED.get(call.runtime.embedding.state, _WELL[check])
    if check != "clock":
        return _WELL[check]
    with call.reading() as snapshot:
        return said_of_clock(clock_repair.clock_state(snapshot, call.runtime.clock.now()))


def _indexes(call: Call) -> Finding:
    runtime = call.runtime
    with call.reading() as snapshot:
        covered = integrity.coverage(snapshot)
    # Nothing makes vectors where embedding is switched off.
    waiting = 0 if runtime.embedding.state == "off" else covered["backlog"]
    words = covered["trigram_backlog"] or 0
    if max(waiting, words) < _MOST_WAITING:
        rest = f"; {waiting:,} wait for their vector" if waiting else ""
        return Finding(
            "indexes", "pass", f"{covered['searchable']:,} {'row' if covered['searchable'] == 1 else 'rows'}{rest}"
        )
    what = f"rows that wait for their vector: {waiting:,}, for the index of parts of words: {words:,}"
    mend = "A server does it while nobody waits; memory-mcp embed does it now."
    return Finding("indexes", "warn", what, mend, fix=partial(_catch_up, runtime))


def _disk(runtime: Runtime) -> Finding:
    folder = runtime.db.path.parent
    free, size = shutil.disk_usage(folder).free, integrity.file_facts(runtime.db.path).size
    said = f"{free / 1e9:,.1f} GB free in {folder}"
    if free < max(_LEAST_FREE, 2 * size):
        return Finding("disk", "warn", f"only {said}", "Make room: a backup and the log need twice the file's size.")
    return Finding("disk", "pass", said)


def _make_private(path: Path) -> None:
    path.chmod(0o600)
    if location.is_folder_open(path):
        path.parent.chmod(0o700)


def _catch_up(runtime: Runtime) -> None:
    while trigrams.catch_up(runtime.db, _TRIGRAMS_AT_ONCE):
        pass
    while runtime.embedding.wait(60):
        step = index.catch_up(runtime.db, runtime.embedding.embedder)
        if isinstance(step, index.ModelMismatch) or not step.done:
            return


def _rebuild_words(runtime: Runtime) -> None:
    with runtime.db.writing("doctor") as tx:
        rebuild(tx)


def _back_up(runtime: Runtime) -> None:
    settings = runtime.settings
    automatic_backups.make(runtime.db, settings.backups, key=find_key(settings), pause=lambda: None)
