"""What is handed to whoever works with the file: a snapshot to read in, and a transaction to write in too."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, LiteralString

import apsw

from memory_mcp.temporal import Instant

Row = tuple[Any, ...]
Parameters = Mapping[str, Any]

ADD_TRANSACTION: Final = """
    INSERT INTO txn (at, clock_at, origin, actor, session_uid)
    VALUES (:at, :clock_at, :origin, :actor, :session_uid)
"""


class Snapshot:
    """A consistent view of the file: whoever holds one may read."""

    def __init__(self, connection: apsw.Connection, now: Instant) -> None:
        self._connection = connection
        self.now: Final = now

    def execute(self, sql: LiteralString, parameters: Parameters | None = None) -> Iterator[Row]:
        """Run one statement and return an iterator over its rows, as tuples."""
        return self._connection.execute(sql, parameters or {})

    def rows(self, sql: LiteralString, parameters: Parameters | None = None) -> list[Row]:
        """Return all rows, as tuples."""
        return self._connection.execute(sql, parameters or {}).fetchall()

    def row(self, sql: LiteralString, parameters: Parameters | None = None) -> Row | None:
        """Return the first row, or None."""
        return self._connection.execute(sql, parameters or {}).fetchone()

    def value(self, sql: LiteralString, parameters: Parameters | None = None) -> Any:
        """Return the first column of the first row, or None."""
        row = self._connection.execute(sql, parameters or {}).fetchone()
        return None if row is None else row[0]

    def dicts(self, sql: LiteralString, parameters: Parameters | None = None) -> list[dict[str, Any]]:
        """Return all rows as dictionaries by column name."""
        cursor = self._connection.execute(sql, parameters or {})
        names: list[str] = []
        found = []
        for row in cursor:
            # The description is only to be had while the statement runs.
            names = names or [column[0] for column in cursor.get_description()]
            found.append(dict(zip(names, row, strict=True)))
        return found


class Transaction(Snapshot):
    """A write in progress: whoever holds one may change the file, and everything in it has the same time."""

    def __init__(
        self, connection: apsw.Connection, now: Instant, *, clock_at: Instant, origin: str, actor: str,
        session_uid: str | None,
    ) -> None:  # fmt: skip
        super().__init__(connection, now)
        self._clock_at = None if clock_at == now else clock_at
        self.origin: Final = origin
        self.actor: Final = actor
        # May be told later, as long as nothing was written.
        self.session_uid = session_uid
        self._id: int | None = None
        # What was removed for good, so that it can be removed elsewhere too.
        self.erased_uids: Final[list[str]] = []
        self.erased_texts: Final[list[str]] = []
        # Those of them that are reasons, outcomes and lists of steps.
        self.erased_beside: Final[list[str]] = []

    @property
    def id(self) -> int:
        """The row in txn; made on first use, so that a call which changes no belief leaves no transaction."""
        if self._id is not None:
            return self._id
        self.execute(ADD_TRANSACTION, {
            "at": self.now, "clock_at": self._clock_at, "origin": self.origin, "actor": self.actor,
            "session_uid": self.session_uid,
        })  # fmt: skip
        made = self._connection.last_insert_rowid()
        self._id = made
        return made

    def changes(self) -> int:
        """Return how many rows the last statement changed."""
        return self._connection.changes()

    def inserted_id(self) -> int:
        """Return the integer key of the last inserted row."""
        return self._connection.last_insert_rowid()

    def many(self, sql: LiteralString, parameters: list[Parameters]) -> None:
        """Run one statement once per element of ``parameters``."""
        self._connection.executemany(sql, parameters)
