"""An import from end to end: a thousand records a transaction, taken up again where it was interrupted."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import KW_ONLY, dataclass, field, replace
from itertools import islice
from pathlib import Path
from typing import Any, Final

from memory_mcp.errors import ConflictError, InvalidInputError, MemoryMcpError, NotFoundError
from memory_mcp.privacy.redaction import RedactMode
from memory_mcp.store.endings import by_words
from memory_mcp.store.file import meta
from memory_mcp.store.file.database import ROW_REFUSED, Database, Transaction
from memory_mcp.store.file.mending.damage import refuse_damaged
from memory_mcp.store.file.progress import Progress
from memory_mcp.store.sessions import imported as imported_sessions
from memory_mcp.store.sessions.digests import publish_untold
from memory_mcp.store.sync import touched
from memory_mcp.store.text_index.deferred_indexing import indexed_together
from memory_mcp.transfer.foreign import sniffing
from memory_mcp.transfer.foreign.sniffing import Foreign
from memory_mcp.transfer.formats import detect, local_memory_mcp_read, markdown_read, native_read, reference
from memory_mcp.transfer.formats import turns as turn_lines
from memory_mcp.transfer.formats.detect import Format
from memory_mcp.transfer.merging import captured, confinement, naming
from memory_mcp.transfer.merging.batches import Batch, Run
from memory_mcp.transfer.merging.facts import merge_fact
from memory_mcp.transfer.merging.sessions_and_profile import merge_aside
from memory_mcp.transfer.model.entry import Aside, Entry, Fact, Record, Source, TurnLine
from memory_mcp.transfer.model.input import Input, input_of
from memory_mcp.transfer.model.report import Report
from memory_mcp.transfer.model.values import Masked, Reader

RECORDS_A_TRANSACTION: Final = 1_000
_SESSIONS_A_TRANSACTION: Final = 20
# Where a record names a project.
_NAMING: Final = ("project", "name")
# What a record that got through all checks may still meet: it is skipped, and the rest goes on.
_REFUSALS: Final = (*ROW_REFUSED, InvalidInputError, ConflictError, NotFoundError)


@dataclass(frozen=True, slots=True)
class _Options:
    """How an import is made; ``import_file``, ``import_text`` and ``take_in`` say what each of these means."""

    actor: str
    redact: RedactMode
    dry_run: bool
    progress: Progress | None
    _: KW_ONLY
    project: str | None = None
    projects: Mapping[str, str] = field(default_factory=dict)
    within: str | None = None
    masked: Masked | None = None
    target: int = 0


def import_file(
    db: Database,
    path: Path,
    *,
    format: Format | Foreign | None = None,  # noqa: A002 - the word of the command line
    project: str | None = None,
    redact: RedactMode = "mask",
    dry_run: bool = False,
    actor: str = "import",
    progress: Progress | None = None,
    secret: str | None = None,
    projects: Mapping[str, str] | None = None,
    within: str | None = None,
) -> Report:
    """Import a file or a folder of markdown and return the account of it.

    ``format`` None is found out. ``project`` is where records go that name none. ``progress(done, total)`` is told
    after every transaction, ``total`` None where it is not known. A dry run gives the same account and writes nothing.
    An import that was interrupted goes on where it was. ``secret`` opens a sealed file; ``projects`` says how projects
    of the file are called here. ``within`` names the one project of those here that may be written and read by it
    (empty is none, None is every one): see ``merging.confinement``. Raises NotFoundError, InvalidInputError,
    RefusedError, UnsupportedError for a file that cannot be read at all, and CorruptError where an index of the memory
    does not hold what its table does: what is there already would be stored again. A record that cannot be read is
    counted and named in the report.
    """
    with db.reading() as snapshot:
        refuse_damaged(db, snapshot)
    options = _Options(actor, redact, dry_run, progress, project=project, projects=projects or {}, within=within)
    return _merge(db, open_source(input_of(path, secret), format), options)


def import_text(
    db: Database,
    text: str,
    *,
    format: Format | Foreign | None = None,  # noqa: A002 - as above
    project: str | None = None,
    redact: RedactMode = "mask",
    dry_run: bool = False,
    actor: str = "import",
    progress: Progress | None = None,
    within: str | None = None,
    masked: Masked | None = None,
) -> Report:
    """Import a text that came inline and return the account of it.

    Parameters and behaviour are those of ``import_file``; ``masked`` takes out of each text and name what else may not
    be stored of it. Raises InvalidInputError and UnsupportedError for a text that cannot be read at all.
    """
    options = _Options(actor, redact, dry_run, progress, project=project, within=within, masked=masked)
    return _merge(db, open_source(Input("data", text=text), format), options)


def take_in(
    db: Database,
    records: Iterable[Mapping[str, Any]],
    *,
    name: str = "records",
    origin: str = "",
    redact: RedactMode = "mask",
    dry_run: bool = False,
    actor: str = "merge",
    progress: Progress | None = None,
    target: int = 0,
    is_checked: bool = False,
    projects: Mapping[str, str] | None = None,
) -> Report:
    """Join native records of other memories (``type`` says the section, as in a .jsonl export) with this one.

    The result is the union of both, by the rules of ``merging.history``: the same whatever came first, and however
    often. ``records`` may come in any number of calls, and what is referred to best comes before what refers to it;
    they are read as a stream, a transaction per thousand. A call that is broken off is simply made again. ``name`` is
    how the report calls them, ``origin`` the memory of records that name none; ``target`` (0 is none) is the one of
    ``store.sync`` they come from, which need not hear of it; ``projects`` says how projects of theirs are called here.
    Raises CorruptError where an index of the memory does not hold what its table does, which takes time by the size
    of the file (``is_checked``: it was looked at before), and BusyError while another process writes.
    """
    if not is_checked:
        with db.reading() as snapshot:
            refuse_damaged(db, snapshot)
    options = _Options(actor, redact, dry_run, progress, projects=projects or {}, target=target)
    return _merge(db, native_read.of_records(records, name, origin), options)


def open_source(given: Input, format_: Format | Foreign | None) -> Source:
    """Open something to import in the format it is in.

    Raises InvalidInputError for a format that is not known or not the one given, UnsupportedError for a version that
    cannot be read, RefusedError for a file that cannot be opened.
    """
    name = sniffing.sniff(given) if format_ is None else format_
    if name in sniffing.FOREIGN:
        return sniffing.open_foreign(given, name)
    found, is_whole = detect.detect(given) if name is None else (name, None)
    if found == "native" and is_whole is None:
        is_whole = detect.detect(given) == ("native", True)
    match found:
        case "native":
            return native_read.open_whole(given) if is_whole else native_read.open_lines(given)
        case "studiomeyer":
            return local_memory_mcp_read.open_export(given)
        case "reference":
            return reference.open_lines(given)
        case "turns":
            return turn_lines.open_lines(given)
        case _:
            return markdown_read.open_pages(given)


def _entries(source: Source, run: Run) -> Iterator[tuple[Entry | None, int]]:
    if source.format in sniffing.FOREIGN:
        return sniffing.entries(source, run.reader, run.project)
    match source.format:
        case "studiomeyer":
            return local_memory_mcp_read.entries(source, run.reader)
        case "reference":
            return reference.entries(source, run.reader, run.project)
        case "turns":
            return turn_lines.entries(source, run.reader, run.project)
        case "markdown":
            return markdown_read.entries(source, run.reader, run.project)
        case _:
            return native_read.entries(source, run.reader)


def _merge(db: Database, source: Source, options: _Options) -> Report:
    within, dry_run = options.within, options.dry_run
    with db.reading() as snapshot:
        closed = frozenset() if within is None else confinement.others(snapshot, within)
        reader = Reader(snapshot.now, Report(format=source.format, dry_run=dry_run), options.redact, options.masked)
        saved = None if dry_run or not source.fingerprint else meta.get(snapshot, _key(source, within))
    source = replace(source, origin=reader.joining(source.origin, "origin"))
    run = Run(
        reader, source.origin, source.exported_at,
        None if options.project is None else reader.called(options.project, "project"),
        {reader.called(there, "project"): reader.called(here, "project") for there, here in options.projects.items()},
        within, closed,
    )  # fmt: skip
    if options.projects:
        source = replace(source, records=_with_their_projects(source.records, run, options.projects))
    done = 0
    if saved is not None:
        done = _take_up(run, json.loads(saved))
        list(islice(source.records, done))
    if not dry_run:
        _merge_all(source, run, lambda: touched.arriving(db, options.actor, options.target), done, options.progress)
        if source.format != "native":
            _read_out(db)
        run.report.compare(source.promised)
        return run.report
    with suppress(_DryRunIsOverError), db.writing(options.actor) as tx:
        _merge_all(source, run, lambda: _undoable(tx), done, options.progress)
        raise _DryRunIsOverError("nothing was written")
    run.report.compare(source.promised)
    return run.report


def _with_their_projects(records: Iterator[Record], run: Run, projects: Iterable[str]) -> Iterator[Record]:
    """Yield the records, and note at their end each of these projects that none of them names."""
    missed = set(projects)
    for record in records:
        if isinstance(record.data, dict):
            missed.difference_update(name for name in map(record.data.get, _NAMING) if isinstance(name, str))
        yield record
    for name in sorted(missed):
        run.report.note("map", f"there is no project {name!r}")


def _read_out(db: Database) -> None:
    """Tell of the sessions that came in, and read what was said in them about how to work.

    A native file brings along what its memory read out, and two that read the same would be two.
    """
    while publish_untold(db, most=_SESSIONS_A_TRANSACTION):
        pass
    while by_words.step(db):
        pass


class _DryRunIsOverError(MemoryMcpError):
    """What undoes a dry run."""


@contextmanager
def _undoable(tx: Transaction) -> Iterator[Transaction]:
    """Hand out one step of a dry run: undone alone when it raises, and with all others at the end."""
    # The transaction's row has to be older than the savepoint, or undoing the step would take it along.
    assert tx.id
    tx.execute("SAVEPOINT step")
    try:
        yield tx
    except BaseException:
        tx.execute("ROLLBACK TO step")
        raise
    finally:
        tx.execute("RELEASE step")


def _merge_all(
    source: Source, run: Run, writing: Callable[[], AbstractContextManager[Transaction]], done: int,
    progress: Progress | None,
) -> None:  # fmt: skip
    entries = _entries(source, run)
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
                run, writing, waiting, position=(_key(source, run.within), done) if source.fingerprint else None
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
            meta.remove(tx, _key(source, run.within))
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


def _key(source: Source, within: str | None) -> str:
    """Return where an import goes on; one that was confined has left out what another would bring."""
    return f"import {source.format} {source.fingerprint}" + ("" if within is None else f" within {within}")


def _save(tx: Transaction, run: Run, key: str, position: int) -> None:
    value: dict[str, Any] = {"position": position, "report": run.report.saved(), "ids": run.ids}
    value["sessions"] = run.sessions
    meta.put(tx, key, json.dumps(value, ensure_ascii=False))


def _take_up(run: Run, saved: dict[str, Any]) -> int:
    """Go on with an import that was interrupted; return how many records are done."""
    report = Report.resumed(run.report.format, saved["report"])
    run.recall({"report": vars(report), "ids": saved["ids"], "sessions": saved["sessions"], "deferred": []})
    return int(saved["position"])
