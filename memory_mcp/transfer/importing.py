"""Run an import from end to end: open what is given, merge it or only try, and read out what it says."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path
from typing import Any, Final

from memory_mcp.errors import MemoryMcpError, partly_done
from memory_mcp.privacy.redaction import RedactMode
from memory_mcp.store.endings import by_words
from memory_mcp.store.file import meta
from memory_mcp.store.file.database import Database, Transaction
from memory_mcp.store.file.mending.damage import refuse_damaged
from memory_mcp.store.file.progress import Progress
from memory_mcp.store.sessions.digests import publish_untold
from memory_mcp.store.sync import touched
from memory_mcp.transfer.batching import key_of, merge_all, take_up
from memory_mcp.transfer.foreign.sniffing import Foreign
from memory_mcp.transfer.formats import native_read
from memory_mcp.transfer.formats.detect import Format
from memory_mcp.transfer.merging import confinement
from memory_mcp.transfer.merging.batches import Run
from memory_mcp.transfer.model.entry import Record, Source
from memory_mcp.transfer.model.input import Input, input_of
from memory_mcp.transfer.model.report import Report
from memory_mcp.transfer.model.values import Masked, Reader
from memory_mcp.transfer.opening import open_source

_SESSIONS_A_TRANSACTION: Final = 20
# Where a record names a project.
_NAMING: Final = ("project", "name")


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportOptions:
    """How an import is made, whatever it is of.

    ``actor`` is who the history says brought it in. A ``dry_run`` gives the same account and writes nothing.
    ``progress(done, total)`` is told after every transaction, ``total`` None where it is not known. ``project`` is
    where records go that name none, and ``projects`` says how projects of theirs are called here. ``within`` names the
    one project of those here that may be written and read by it (empty is none, None is every one): see
    ``merging.confinement``. ``masked`` takes out of each text and name what else may not be stored of it. ``target``
    (0 is none) is the one of ``store.sync`` that the records come from, which need not hear of them.
    """

    actor: str = "import"
    redact: RedactMode = "mask"
    dry_run: bool = False
    progress: Progress | None = None
    project: str | None = None
    projects: Mapping[str, str] = field(default_factory=dict)
    within: str | None = None
    masked: Masked | None = None
    target: int = 0


_AS_GIVEN: Final = ImportOptions()
_OF_A_MEMORY: Final = ImportOptions(actor="merge")


def import_file(
    db: Database,
    path: Path,
    options: ImportOptions = _AS_GIVEN,
    *,
    format: Format | Foreign | None = None,  # noqa: A002 - the word of the command line
    secret: str | None = None,
    only: frozenset[str] | None = None,
) -> Report:
    """Import a file or a folder of markdown and return the account of it.

    ``format`` None is found out. ``secret`` opens a sealed file. ``only`` names the rows that are asked for of an
    exported folder of Markdown, by their ids. An import that was interrupted goes on where it was. Raises
    NotFoundError, InvalidInputError, RefusedError, UnsupportedError for a file that cannot be read at all, and
    CorruptError where an index of the memory does not hold what its table does: what is there already would be stored
    again. A record that cannot be read is counted and named in the report.
    """
    with db.reading() as snapshot:
        refuse_damaged(db, snapshot)
    return _merge(db, open_source(replace(input_of(path, secret), only=only), format), options)


def import_text(
    db: Database,
    text: str,
    options: ImportOptions = _AS_GIVEN,
    *,
    format: Format | Foreign | None = None,  # noqa: A002 - as above
) -> Report:
    """Import a text that came inline and return the account of it, as ``import_file`` does.

    Raises InvalidInputError and UnsupportedError for a text that cannot be read at all.
    """
    return _merge(db, open_source(Input("data", text=text), format), options)


def take_in(
    db: Database,
    records: Iterable[Mapping[str, Any]],
    options: ImportOptions = _OF_A_MEMORY,
    *,
    name: str = "records",
    origin: str = "",
    is_checked: bool = False,
) -> Report:
    """Join native records of other memories (``type`` says the section, as in a .jsonl export) with this one.

    The result is the union of both, by the rules of ``merging.history``: the same whatever came first, and however
    often. ``records`` may come in any number of calls, and what is referred to best comes before what refers to it;
    they are read as a stream, a transaction per thousand. A call that is broken off is simply made again. ``name`` is
    how the report calls them, ``origin`` the memory of records that name none. Raises CorruptError where an index of
    the memory does not hold what its table does, which takes time by the size of the file (``is_checked``: it was
    looked at before), and BusyError while another process writes.
    """
    if not is_checked:
        with db.reading() as snapshot:
            refuse_damaged(db, snapshot)
    return _merge(db, native_read.of_records(records, name, origin), options)


def _merge(db: Database, source: Source, options: ImportOptions) -> Report:
    within, dry_run = options.within, options.dry_run
    with db.reading() as snapshot:
        closed = frozenset() if within is None else confinement.others(snapshot, within)
        reader = Reader(snapshot.now, Report(format=source.format, dry_run=dry_run), options.redact, options.masked)
        saved = None if dry_run or not source.fingerprint else meta.get(snapshot, key_of(source, within))
    for where, problem in source.problems:
        reader.report.note(where, problem)
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
        done = take_up(run, json.loads(saved))
        list(islice(source.records, done))
    if not dry_run:
        with _told_so_far(options.progress) as progress:
            merge_all(source, run, lambda: touched.arriving(db, options.actor, options.target), done, progress)
            if source.format != "native":
                _read_out(db)
        run.report.compare(source.promised)
        return run.report
    with suppress(_DryRunIsOverError), db.writing(options.actor) as tx:
        merge_all(source, run, lambda: _undoable(tx), done, options.progress)
        raise _DryRunIsOverError("nothing was written")
    run.report.compare(source.promised)
    return run.report


@contextmanager
def _told_so_far(progress: Progress | None) -> Iterator[Progress]:
    """Hand out what is told of each transaction; a failure behind the first one says how much is in by then."""
    records = 0

    def tell(done: int, total: int | None) -> None:
        nonlocal records
        records = done
        if progress is not None:
            progress(done, total)

    try:
        yield tell
    except MemoryMcpError as exc:
        if not records:
            raise
        came = "record was" if records == 1 else "records were"
        done = f"{records:,} {came} brought in before; the same import again brings the rest."
        raise partly_done(exc, done) from exc


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
