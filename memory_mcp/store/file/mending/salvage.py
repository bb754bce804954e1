"""Read the rows around damage: those SQLite can still reach in each table, and which more the indexes name.

SQLite stops at the first damaged page of a scan. Behind it the scan goes on at the next row number that can be looked
up, and once more from the end backwards; a table without row numbers is read from both ends. This build of SQLite has
no recovery extension (``sqlite3_recover`` needs ``sqlite_dbpage``), so rows that no key leads to are not read.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias

import apsw

from memory_mcp.errors import CorruptError
from memory_mcp.store.file.connection import configure, make_file
from memory_mcp.store.file.database import ROW_REFUSED, Row, Transaction
from memory_mcp.store.file.mending.own_schema import SCHEMA, one_line
from memory_mcp.store.file.mending.undecodable import as_bytes, is_text, quoted, shown, undecodable_texts
from memory_mcp.store.file.migrate import file_version, migrate
from memory_mcp.store.file.vector_extension import load_vector_extension

Seen: TypeAlias = dict[int, tuple[str, str]]
"""What indexes know of versions, by row number: kind and uid, empty where that index could not be read."""

# A damaged page above the leaves can hide some thousand row numbers; each costs some microseconds to ask for.
_MOST_PROBES: Final = 50_000
# Behind the highest number that is known; damage may have made that one too low.
_PROBES_BEYOND: Final = 1_000
# A row number that a damaged cell makes up must not carry the scan past all others.
_WIDEST_GAP: Final = 10_000
_UNREADABLE: Final = (apsw.Error, UnicodeDecodeError, MemoryError)
_LENGTH_OFF: Final = 1e-3

_EMPTY_JSON: Final[dict[str | None, type]] = {"'[]'": list, "'{}'": dict}
"""The defaults of columns that hold JSON, and what is in it."""

_KINDS: Final = """
    SELECT id, kind
    FROM item INDEXED BY item_by_kind
"""
_UIDS: Final = """
    SELECT id, uid
    FROM item INDEXED BY sqlite_autoindex_item_1
"""
_WORDS: Final = """
    SELECT id, ''
    FROM item_fts_docsize
"""
_LAST_IDS: Final = """
    SELECT name, seq
    FROM sqlite_sequence
"""
_EMBEDDED: Final = """
    SELECT embedding
    FROM item_vector
    WHERE rowid = :id
"""


class Column(NamedTuple):
    """What the schema says of a column; ``default`` is an expression."""

    type: str
    default: str | None


class DamagedFile:
    """A copy of a damaged file, open to be read as far as it can be."""

    def __init__(self, connection: apsw.Connection) -> None:
        self._connection = connection
        self.changed: Final[dict[str, dict[str, None]]] = {}
        """By kind (of other rows by table) the ids of rows read with U+FFFD in place of bytes that do not decode, or
        with nothing in place of JSON that is none."""

    def refuse_newer(self, path: Path) -> None:
        """Raise UnsupportedError where the file at ``path`` is of a newer program: rows of this one's would be less."""
        # Another program's name, or none, is damage.
        with suppress(apsw.Error, CorruptError):
            file_version(self._connection, str(path))

    def schema(self) -> dict[str, str]:
        """Return what can be read of the schema: the statement of each table, index and trigger, its spaces as one."""
        return {str(name): one_line(sql) for name, sql in self._readable(SCHEMA)}

    def rows(self, table: str, columns: dict[str, Column], key: Sequence[str]) -> Iterator[Row]:
        """Yield every row that can be reached, some of them twice.

        Bytes that are no text become U+FFFD, and JSON that is none any more the default of its column. ``key`` is empty
        for a table with row numbers.
        """
        texts = [column.type in {"TEXT", "ANY"} for column in columns.values()]
        read = [as_bytes(name) if is_ else quoted(name) for name, is_ in zip(columns, texts, strict=True)]
        for row in self._reached(table, ", ".join(read), key):
            values = [shown(v) if is_ and isinstance(v, bytes) else v for v, is_ in zip(row, texts, strict=True)]
            is_as_it_was = all(is_text(value) for value, is_ in zip(row, texts, strict=True) if is_)
            for place, column in enumerate(columns.values()):
                if column.default in _EMPTY_JSON and not _is_json(values[place], _EMPTY_JSON[column.default]):
                    values[place], is_as_it_was = str(column.default).strip("'"), False
            if not is_as_it_was:
                named = dict(zip(columns, values, strict=True))
                kind, name = (named["kind"], named["uid"]) if table == "item" else (table, values[0])
                # The only bytes in a column of texts.
                if values[0] != "vector_sum":
                    self.changed.setdefault(str(kind), {})[str(name)] = None
            yield tuple(values)

    def _reached(self, table: str, names: str, key: Sequence[str]) -> Iterator[Row]:
        if key:
            order = [f'"{name}"' for name in key]
            for direction in ("ASC", "DESC"):
                by = ", ".join(f"{name} {direction}" for name in order)
                yield from self._readable(f'SELECT {names} FROM "{table}" NOT INDEXED ORDER BY {by}')
            return
        for row in self._numbered(table, names):
            yield row[1:]

    def seen(self) -> Seen:
        """Return what the indexes say of every version."""
        kinds: dict[int, str] = dict(self._readable(_KINDS))
        uids: dict[int, str] = dict(self._readable(_UIDS))
        words: dict[int, str] = dict(self._readable(_WORDS))
        return {
            number: (str(kinds.get(number, "")), str(uids.get(number, "")))
            for number in sorted(kinds.keys() | uids.keys() | words.keys())
        }

    def last_ids(self) -> dict[str, int]:
        """Return the highest row number each table has ever given out."""
        return {str(name): seq for name, seq in self._readable(_LAST_IDS) if isinstance(seq, int)}

    def vectors(self) -> Iterator[tuple[int, str, list[bytes]]]:
        """Yield (item id, model, vectors) of every version all of whose vectors can be read and are whole."""
        with suppress(apsw.Error):
            load_vector_extension(self._connection)
        found: dict[tuple[int, str], list[bytes | None]] = {}
        for _, number, item_id, model in self._numbered("item_embedding", "id, item_id, model_tag"):
            read = list(self._readable(_EMBEDDED, {"id": number}))
            whole = read[0][0] if read and _is_vector(read[0][0]) else None
            found.setdefault((item_id, model), []).append(whole)
        for (item_id, model), given in found.items():
            if None not in given:
                yield item_id, model, [vector for vector in given if vector is not None]

    def is_text(self) -> bool:
        """Whether every text that can be reached decodes; no where the schema cannot be read to its end."""
        with suppress(*_UNREADABLE):
            return not undecodable_texts(self._connection)
        return False

    def is_whole(self) -> bool:
        """Whether SQLite finds nothing wrong: neither in pages nor in indexes, those of words included."""
        with suppress(*_UNREADABLE):
            return self._connection.execute("PRAGMA integrity_check(1)").fetchall() == [("ok",)]
        return False

    def reindex(self, derived: Sequence[str]) -> bool:
        """Make all indexes anew from the tables, then what statements derive; whether the file is whole then.

        It is one file afterwards, without a log.
        """
        with suppress(*_UNREADABLE):
            for statement in ("REINDEX", *derived):
                self._connection.execute(statement)
            if not self.is_whole():
                return False
            self._connection.pragma("writable_schema", False)
            self._connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)
            return bool(self._connection.pragma("journal_mode", "delete") == "delete")
        return False

    def _numbered(self, table: str, names: str) -> Iterator[Row]:
        """Yield (row number, columns) forwards past damage, then all backwards from the end."""
        select = f'SELECT rowid, {names} FROM "{table}" NOT INDEXED'
        last, is_damaged = 0, False
        while True:
            for row in self._readable(f"{select} WHERE rowid > :last ORDER BY rowid", {"last": last}):
                if 0 < row[0] - last <= _WIDEST_GAP or last == 0:
                    last = row[0]
                yield row
            if self._has_ended:
                if is_damaged:
                    break
                return
            is_damaged = True
            found = self._next(table, select, last)
            if found is None:
                break
            gap = {"last": last, "found": found[0]}
            yield from self._readable(f"{select} WHERE rowid > :last AND rowid < :found ORDER BY rowid DESC", gap)
            last = found[0]
            yield found
        # A damaged number hides its neighbours from a search; a scan from the other side meets them.
        yield from self._readable(f"{select} ORDER BY rowid DESC")

    def _next(self, table: str, select: str, last: int) -> Row | None:
        """Return the next row behind damage that can be looked up by its number."""
        highest = [number for (number,) in self._readable(f'SELECT max(rowid) FROM "{table}" NOT INDEXED') if number]
        highest += [last_id for name, last_id in self.last_ids().items() if name == table]
        beyond = max(highest) + _PROBES_BEYOND if highest else last + _MOST_PROBES
        for number in range(last + 1, min(last + _MOST_PROBES, beyond)):
            for row in self._readable(f"{select} WHERE rowid = :number", {"number": number}):
                return row
        return None

    def _readable(self, sql: str, parameters: dict[str, Any] | None = None) -> Iterator[Row]:
        """Yield rows as far as they come; afterwards ``_has_ended`` says whether that was the end."""
        self._has_ended = False
        try:
            yield from self._connection.execute(sql, parameters or {})
        except _UNREADABLE:
            return
        self._has_ended = True


@contextmanager
def opened(path: Path, key: str | None) -> Iterator[DamagedFile]:
    """Open a copy of a damaged file; what of its schema is damaged is passed over."""
    connection = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READWRITE)
    try:
        if key:
            connection.pragma("key", key)
        with suppress(apsw.Error):
            connection.pragma("writable_schema", True)
        yield DamagedFile(connection)
    finally:
        connection.close()


def page_size_of_log(path: Path) -> int:
    """Return the size of a page, as the log beside the file says (https://www.sqlite.org/fileformat2.html)."""
    with path.with_name(f"{path.name}-wal").open("rb") as log:
        return int(struct.unpack_from(">8xI", log.read(12))[0])


def make_first_schema(path: Path) -> None:
    """Make a plain file of the first schema: every file of this program began as one, page by page."""
    make_file(path)
    connection = apsw.Connection(str(path))
    try:
        configure(connection, path, 0)
        migrate(connection, str(path), through=1)
        connection.pragma("wal_checkpoint(truncate)")
    finally:
        connection.close()


def graft_schema(path: Path, fresh: Path) -> None:
    """Put the pages that say which table begins where into a damaged copy, from a fresh file of the first schema.

    The first transaction of a file makes its tables, so they begin at the same pages in each. What later migrations
    made begins anywhere, and is not found again.
    """
    connection = apsw.Connection(str(fresh), flags=apsw.SQLITE_OPEN_READONLY)
    try:
        pages = [page for (page,) in connection.execute("SELECT pageno FROM dbstat WHERE name = 'sqlite_schema'")]
        size = int(connection.pragma("page_size"))
    finally:
        connection.close()
    with fresh.open("rb") as source, path.open("rb+") as target:
        for page in pages:
            source.seek((page - 1) * size)
            content = bytearray(source.read(size))
            if page == 1:
                # Pages of the file; then the list of free pages, which is left out. https://www.sqlite.org/fileformat2.html
                content[28:40] = struct.pack(">III", path.stat().st_size // size, 0, 0)
                content[92:96] = content[24:28]
            target.seek((page - 1) * size)
            target.write(content)


def insert(tx: Transaction, table: str, columns: Sequence[str], rows: Iterator[Row], *, replacing: bool) -> int:
    """Write rows into a table of any room as they are; return how many its constraints refused.

    ``replacing``: a row that stands under the same key gives way; otherwise it stays, and the new one is passed over.
    """
    names = ", ".join(f'"{name}"' for name in columns)
    marks = ", ".join(f":{name}" for name in columns)
    verb = "REPLACE" if replacing else "IGNORE"
    sql = f'INSERT OR {verb} INTO "{table}" ({names}) VALUES ({marks})'
    refused = 0
    for row in rows:
        try:
            # Table and columns are the schema's names.
            tx.execute(sql, dict(zip(columns, row, strict=True)))  # pyright: ignore[reportArgumentType]
        except (*ROW_REFUSED, apsw.SQLError):  # the latter of a constraint that reads JSON which is none
            refused += 1
    return refused


def _is_json(value: object, type_: type) -> bool:
    try:
        return isinstance(value, str) and isinstance(json.loads(value), type_)
    except (ValueError, RecursionError):
        return False


def _is_vector(value: object) -> bool:
    """Whether these are the bytes of a vector of length 1."""
    if not isinstance(value, bytes) or not value or len(value) % 4:
        return False
    numbers: tuple[float, ...] = struct.unpack(f"<{len(value) // 4}f", value)
    return abs(sum(number * number for number in numbers) - 1) < _LENGTH_OFF
