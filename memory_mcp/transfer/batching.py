"""Merge entries in transactions of a thousand records; refused entries are left out, and an interrupted run goes on."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any, Final

from memory_mcp.errors import ConflictError, InvalidInputError, NotFoundError
from memory_mcp.store.file import meta
from memory_mcp.store.file.database import ROW_REFUSED, Transaction
from memory_mcp.store.file.progress import Progress
from memory_mcp.store.sessions import imported as imported_sessions
from memory_mcp.store.text_index.deferred_indexing import indexed_together
from memory_mcp.transfer.formats import turns as turn_lines
from memory_mcp.transfer.merging import captured, confinement, naming
from memory_mcp.transfer.merging.batches import Batch, Run
from memory_mcp.transfer.merging.facts import merge_fact
from memory_mcp.transfer.merging.sessions_and_profile import merge_aside
from memory_mcp.transfer.model.entry import Aside, Entry, Fact, Source, TurnLine
from memory_mcp.transfer.model.report import Report
from memory_mcp.transfer.opening import entries_of

RECORDS_A_TRANSACTION: Final = 1_000
# What a record that got through all checks may still meet: it is skipped, and the rest goes on.
_REFUSALS: Final = (*ROW_REFUSED, InvalidInputError, ConflictError, NotFoundError)


def merge_all(
    source: Source, run: Run, writing: Callable[[], AbstractContextManager[Transaction]], done: int,
    progress: Progress | None,
) -> None:  # fmt: skip
    """Merge what a source holds; ``writing`` opens a transaction, ``done`` records were merged before."""
    entries = entries_of(source, run)
    waiting: list[Entry] = []
    records = 0
    is_first = True
    for entry, count in entries:
        records += count
        if entry is not None:
            waiting.append(entry)
        if records >= RECORDS_A_TRANSACTION:
            done += records
            _merge_batch(
                run, writing, waiting, position=(key_of(source, run.within), done) if source.fingerprint else None
            )
            waiting, records, is_first = [], 0, False
            if progress is not None:
                progress(done, source.total)
    done += records
    if waiting:
        _merge_batch(run, writing, waiting)
    # Facts first: what is said of them (two that do not contradict each other) finds them then.
    deferred, run.deferred = sorted(run.deferred, key=lambda entry: isinstance(entry, Aside)), []
    while deferred:
        _merge_batch(run, writing, deferred[:RECORDS_A_TRANSACTION], is_last=True)
        deferred = deferred[RECORDS_A_TRANSACTION:]
    if source.fingerprint and (not is_first or done > records):
        with writing() as tx:
            meta.remove(tx, key_of(source, run.within))
    if progress is not None:
        progress(done, done)


def _merge_batch(
    run: Run, writing: Callable[[], AbstractContextManager[Transaction]], entries: list[Entry], *,
    position: tuple[str, int] | None = None, is_last: bool = False,
) -> None:  # fmt: skip
    """Merge entries in one transaction; one that the store refuses is left out, and the others are merged again."""
    refused: dict[int, str] = {}
    lines_together = True
    while True:
        before = run.memory()
        at = -1
        try:
            with writing() as tx, indexed_together(tx):
                batch = Batch(tx, run, [entry for entry in entries if isinstance(entry, Fact)], is_last=is_last)
                for at in range(len(entries)):
                    if at not in refused:
                        _merge_entry(batch, entries, at, lines_together=lines_together)
                _complete(batch, entries)
                # With facts held back, going on from here would lose them.
                if position is not None and not run.deferred:
                    _save(tx, run, *position)
                run.report.erased_texts.extend(tx.erased_texts)
        except _REFUSALS as exc:
            run.recall(before)
            if lines_together and isinstance(entries[at], TurnLine):
                lines_together = False
            else:
                refused[at] = str(exc).split("\n", 1)[0][:120]
        else:
            for place, reason in refused.items():
                _skip_entry(run, entries[place], reason)
            return


def _merge_entry(batch: Batch, entries: list[Entry], at: int, *, lines_together: bool) -> None:
    entry = entries[at]
    why = _refusal(batch, entry)
    match entry:
        case _ if why is not None:
            for where in _places(entry):
                batch.run.report.skip(why, where)
        case Fact():
            merge_fact(batch, entry)
        case Aside():
            outcome = merge_aside(batch, entry)
            if outcome is None:
                batch.run.deferred.append(entry)
            elif outcome in ("added", "merged", "unchanged"):
                batch.run.report.count(outcome)  # type: ignore[arg-type]  # narrowed by the line above
            else:
                batch.run.report.skip(outcome, entry.where)
        case TurnLine():
            # Lines come by the thousand: the first of them brings all.
            if not lines_together:
                turn_lines.merge_said(batch, [entry])
            elif not batch.has_lines:
                batch.has_lines = True
                said = (entry for entry in entries if isinstance(entry, TurnLine))
                turn_lines.merge_said(batch, [line for line in said if _refusal(batch, line) is None])


def _refusal(batch: Batch, entry: Entry) -> str | None:
    """Return why an entry is left out whatever else is known, or None."""
    return naming.refusal(batch, entry) or confinement.refusal(batch, entry)


def _complete(batch: Batch, entries: list[Entry]) -> None:
    """Make sessions for turns whose file holds none."""
    turns = [entry for entry in entries if isinstance(entry, Fact) and entry.kind == "turn"]
    sessions = {version.draft.session_uid for fact in turns for version in fact.versions}
    if sessions - {None}:
        imported_sessions.add_missing(batch.tx, {uid for uid in sessions if uid is not None})
        captured.go_on(batch)


def _skip_entry(run: Run, entry: Entry, detail: str) -> None:
    for where in _places(entry):
        run.report.skip("the store refused it", where, detail)


def _places(entry: Entry) -> list[str]:
    return [version.where for version in entry.versions] if isinstance(entry, Fact) else [entry.where]


def key_of(source: Source, within: str | None) -> str:
    """Return where an import goes on; one that was confined has left out what another would bring."""
    return f"import {source.format} {source.fingerprint}" + ("" if within is None else f" within {within}")


def _save(tx: Transaction, run: Run, key: str, position: int) -> None:
    value: dict[str, Any] = {"position": position, "report": run.report.saved(), "ids": run.ids}
    value["sessions"] = run.sessions
    meta.put(tx, key, json.dumps(value, ensure_ascii=False))


def take_up(run: Run, saved: dict[str, Any]) -> int:
    """Go on with an import that was interrupted; return how many records are done."""
    report = Report.resumed(run.report.format, saved["report"])
    run.recall({"report": vars(report), "ids": saved["ids"], "sessions": saved["sessions"], "deferred": []})
    return int(saved["position"])
