"""Repair a damaged file: rebuild its indexes, or copy what can be read of its rows into a new file.

All work is done on copies. The damaged file is kept beside the memory, and the result takes its place at the end.
"""

from __future__ import annotations

import os
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Literal, NamedTuple

from memory_mcp.errors import CorruptError, NotFoundError, UnsupportedError
from memory_mcp.store.facts.versions import KINDS, forget_hashes
from memory_mcp.store.file import meta
from memory_mcp.store.file.copies.replacement import copy_with_log, has_entries, log_of, taken_aside
from memory_mcp.store.file.database import Database, Row
from memory_mcp.store.file.encryption import as_given, is_plain, unreadable
from memory_mcp.store.file.mending import invariants, salvage
from memory_mcp.store.file.mending.integrity import integrity
from memory_mcp.store.file.mending.own_schema import added_parts
from memory_mcp.store.file.mending.salvage import Column, DamagedFile, Seen
from memory_mcp.store.file.presence import is_cut_off
from memory_mcp.store.text_index.deferred_indexing import indexed_together
from memory_mcp.store.text_index.rebuild import REBUILD, rebuild
from memory_mcp.store.upkeep.mending import mend
from memory_mcp.store.vectors import index
from memory_mcp.store.vectors.file_model import model_tag
from memory_mcp.temporal import Clock, format_instant

_SEQUENCE: Final = "sqlite_sequence"
# Made from the rows by triggers, or by whoever has time.
_DERIVED: Final = frozenset({"item_tag", "embedding_queue", "item_embedding", "orphan_vector"})
_NOT_KEPT: Final = frozenset({"vector_sum", "vector_count", "trigram_through", "fts_deferred_after", "reindexing"})
_FIRST: Final = ("txn", "project", "session", "item", "change")

_TABLES: Final = """
    SELECT name, wr
    FROM pragma_table_list
    WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
"""
_COLUMNS: Final = """
    SELECT name, pk, type, dflt_value
    FROM pragma_table_info(:table)
    ORDER BY cid
"""
_VERSIONS: Final = """
    SELECT id, kind
    FROM item NOT INDEXED
"""

_NO_ROW: Final = "no row of it can be read; `memory-mcp restore PATH` brings a backup back."


@dataclass
class Repaired:
    """What became of a file. ``how`` is whole (nothing was done), indexes, or rows (a new file of what could be read).

    ``versions`` counts by kind what is there now, ``lost`` names by kind the facts (their ids, or the number of a row)
    of which a version could not be read, ``changed`` by kind or table the rows with U+FFFD for bytes that were no text
    or nothing for JSON that was none. ``refused`` counts by table the rows that made no sense any more, ``mended`` what
    the loss left behind; ``problems`` is what does not hold still. ``kept`` is the damaged file.

    ``unaccounted``: how many versions were once numbered of which neither the table nor an index knows: they were
    erased, or the damage took them without a trace.
    """

    path: Path
    how: Literal["whole", "indexes", "rows"] = "whole"
    kept: Path | None = None
    versions: dict[str, int] = field(default_factory=dict)
    lost: dict[str, list[str]] = field(default_factory=dict)
    changed: dict[str, list[str]] = field(default_factory=dict)
    refused: dict[str, int] = field(default_factory=dict)
    unaccounted: int = 0
    mended: dict[str, int] = field(default_factory=dict)
    vectors: int = 0
    waiting: int = 0
    problems: list[str] = field(default_factory=list)


def repair(path: Path, clock: Clock, *, key: str | None = None, backup_dir: Path | None = None) -> Repaired:
    """Repair the memory at ``path``, and keep the damaged file beside it under a dated name.

    ``backup_dir`` is where backups of it lie, to be named where repair does not help. Raises NotFoundError where there
    is no file, BusyError while any other process has it open, UnsupportedError for a newer file, and CorruptError or
    RefusedError when nothing can be read at all or there is no room for three copies: nothing is changed then.
    """
    if not path.is_file():
        raise NotFoundError(f"no file at {path}", hint="`memory-mcp restore PATH` brings a backup back.", field="path")
    kept = _dated(path, clock)
    with (
        _with_a_page(path),
        taken_aside(path, kept, key) as replace,
        tempfile.TemporaryDirectory(prefix=f".{path.name}-repair-", dir=path.parent) as folder,
    ):
        scratch, fresh = Path(folder) / "damaged.db", Path(folder) / "memory.db"
        copy_with_log(kept, scratch)
        target = Database(fresh, clock, key=key, backup_dir=backup_dir or path.with_name(f"{path.name}-backups"))
        repaired = _repaired(path, scratch, target, key)
        if repaired.how != "whole":
            repaired.kept = kept
            replace(scratch if repaired.how == "indexes" else fresh)
    return repaired


class _Copy(NamedTuple):
    """A file that is repaired, or looked at: where it lies, and what it is opened with."""

    path: Path
    clock: Clock
    key: str | None

    @contextmanager
    def opened(self) -> Iterator[Database]:
        """Hold it open. Raises CorruptError where it says wrongly which schema it has, or which memory it is."""
        db = Database(self.path, self.clock, key=self.key)
        try:
            yield db
        finally:
            db.close()


def _repaired(path: Path, scratch: Path, target: Database, key: str | None) -> Repaired:
    """Repair a copy of the file at ``path``: in itself, or by way of a fresh file, which is closed then."""
    repaired, copy = Repaired(path), _Copy(scratch, target.clock, key)
    # One that was cut to nothing has a page of zeros by now, and its log.
    had_head = is_plain(scratch) or (not any(_first_bytes(scratch)) and has_entries(log_of(scratch)))
    try:
        target.checkpoint()
        with salvage.opened(target.path, key) as fresh:
            schema = fresh.schema()
        with salvage.opened(scratch, key) as damaged:
            damaged.refuse_newer(path)
        first = target.path.with_name("first.db")
        salvage.make_first_schema(first)
        if not key and not _tables_of(_schema_of(first)) <= _tables_of(_schema_of(scratch)):
            # The pages of an encrypted file cannot be given others.
            salvage.graft_schema(scratch, first)
        with salvage.opened(scratch, key) as damaged:
            found = damaged.schema()
            if "item" not in found:
                reason = ValueError("no table can be read")
                raise unreadable(path, reason, as_given(key), hint=target.damage_advice)
            seen = damaged.seen()
            is_own = schema.items() <= found.items() and not added_parts(found, schema)
            is_own = is_own and damaged.is_text() and _can_be_opened(copy)
            if is_own and damaged.is_whole() and _holds(copy):
                return repaired
            numbered = 0
            repaired.how = "indexes" if is_own and damaged.reindex(REBUILD) else "rows"
            if repaired.how == "rows":
                _save_rows(damaged, target, repaired, seen)
                numbered = damaged.last_ids().get("item", 0)
                repaired.changed = {kind: list(ids) for kind, ids in sorted(damaged.changed.items())}
    finally:
        target.close()
    _finish(copy if repaired.how == "indexes" else copy._replace(path=target.path), seen, repaired, numbered)
    if not (key or had_head or repaired.versions):
        # An encrypted file, for all that can be told: an empty one in its place would take what is to go into it.
        raise unreadable(path, ValueError("no row can be read"), "none", hint=_NO_ROW)
    return repaired


def _first_bytes(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(16)


def _can_be_opened(copy: _Copy) -> bool:
    """Whether a file with all its tables says rightly which schema it has, and which memory it is."""
    try:
        with copy.opened():
            return True
    except CorruptError:
        return False


def _holds(copy: _Copy) -> bool:
    """Whether what must hold of every file holds of this one, and the word index has the words of its rows."""
    with copy.opened() as db:
        return next(_problems(db), None) is None


def _problems(db: Database) -> Iterator[str]:
    """Yield what does not hold of a file, and then what is wrong with its pages and indexes."""
    with db.reading() as snapshot:
        broken = invariants.check(snapshot)
    yield from map(str, broken)
    yield from integrity(db, deep=True)


def _schema_of(path: Path) -> dict[str, str]:
    with salvage.opened(path, None) as damaged:
        return damaged.schema()


def _tables_of(schema: dict[str, str]) -> set[str]:
    """Return the statements that make tables: where one of them is damaged, its rows cannot be found."""
    return {sql for sql in schema.values() if sql.startswith("CREATE TABLE")}


def _save_rows(damaged: DamagedFile, target: Database, repaired: Repaired, seen: Seen) -> None:
    """Write what can be read into a fresh file, table by table, in one transaction."""
    with target.writing("repair") as tx, indexed_together(tx):
        # Rows may come before those they refer to; what refers to nothing is mended before the end.
        tx.execute("PRAGMA defer_foreign_keys = ON")
        tables = {name: bool(is_without) for name, is_without in tx.rows(_TABLES) if _is_saved(name)}
        for table in (*_FIRST, *(tables.keys() - set(_FIRST))):
            columns = tx.rows(_COLUMNS, {"table": table})
            names = {str(name): Column(str(type_), default) for name, _, type_, default in columns}
            key = [str(name) for name, place, *_ in sorted(columns, key=lambda column: column[1]) if place]
            rows = damaged.rows(table, names, key if tables[table] else [])
            if table == "meta":
                rows = (row for row in rows if row[0] not in _NOT_KEPT)
            elif table == "item":
                rows = _with_kind(rows, list(names).index("kind"), seen)
            refused = salvage.insert(tx, table, list(names), rows, replacing=table == "meta")
            if refused:
                repaired.refused[table] = refused
        for table, last in damaged.last_ids().items():
            tx.execute(
                f"UPDATE {_SEQUENCE} SET seq = max(seq, :last) WHERE name = :table", {"last": last, "table": table}
            )
        changed = [uid for kind, uids in damaged.changed.items() if kind in KINDS for uid in uids]
        forget_hashes(tx, changed)
        repaired.mended = mend(tx)
    _save_vectors(damaged, target)


def _with_kind(rows: Iterator[Row], place: int, seen: Seen) -> Iterator[Row]:
    """Yield versions, with the kind an index knows where the row has none any more; without either it is lost."""
    for row in rows:
        kind = row[place] if row[place] in KINDS else seen.get(row[0], ("", ""))[0]
        if kind in KINDS:
            yield (*row[:place], kind, *row[place + 1 :])


def _is_saved(table: str) -> bool:
    return table not in _DERIVED and not table.startswith(("item_fts", "item_trigram", "item_vector", "item_vocab"))


def _save_vectors(damaged: DamagedFile, target: Database) -> None:
    """Keep the vectors that can be read; a row that lost its own waits for another in the queue."""
    try:
        target.load_vectors()
    except UnsupportedError:
        return
    with target.writing("repair") as tx:
        model = model_tag(tx)
        found = [(item_id, given) for item_id, tag, given in damaged.vectors() if tag == model]
        if model is not None and found:
            sizes = Counter(len(vector) for _, given in found for vector in given)
            size = sizes.most_common(1)[0][0]
            fitting = [(item_id, given) for item_id, given in found if all(len(vector) == size for vector in given)]
            index.put_all(tx, fitting, model, size // 4)


def _finish(copy: _Copy, seen: Seen, repaired: Repaired, numbered: int) -> None:
    """Make derived tables anew, look whether all holds, and count what is there and what is lost.

    ``numbered`` is how many versions the file had numbered, where rows were saved one by one.
    """
    with copy.opened() as db:
        with db.writing("repair") as tx:
            if repaired.how == "indexes":
                rebuild(tx)
                repaired.mended = mend(tx)
            else:
                meta.put(tx, "trigram_through", 0)
            there: dict[int, str] = dict(tx.rows(_VERSIONS))
            repaired.versions = dict(Counter(there.values()))
            covered = index.coverage(tx)
            repaired.vectors, repaired.waiting = covered.vectors, covered.waiting
        repaired.lost = _lost(seen, there)
        known = {number for number in seen.keys() | there.keys() if isinstance(number, int) and number <= numbered}
        repaired.unaccounted = numbered - len(known)
        repaired.problems = list(_problems(db))
        db.checkpoint()


def _lost(seen: Seen, there: dict[int, str]) -> dict[str, list[str]]:
    """Return the rows that indexes name and no table has, by kind."""
    lost: defaultdict[str, list[str]] = defaultdict(list)
    for number, (kind, uid) in seen.items():
        if number not in there and isinstance(number, int):
            lost[kind if kind in KINDS else "unknown"].append(uid or f"row {number}")
    return {kind: list(dict.fromkeys(uids)) for kind, uids in sorted(lost.items())}


@contextmanager
def _with_a_page(path: Path) -> Iterator[None]:
    """Give a file that was cut to nothing an empty page for as long as it is needed: SQLite would delete its log."""
    was_cut = is_cut_off(path)
    if was_cut:
        os.truncate(path, salvage.page_size_of_log(path))
    try:
        yield
    except BaseException:
        if was_cut:
            os.truncate(path, 0)
        raise


def _dated(path: Path, clock: Clock) -> Path:
    """Return a free name beside a file that says what is kept there and since when."""
    stamp = (format_instant(clock.now()) or "")[:19].replace(":", "").replace("-", "")
    number = 1
    while (kept := path.with_name(f"{path.stem}-damaged-{stamp}{f'-{number}' * (number > 1)}{path.suffix}")).exists():
        number += 1
    return kept
