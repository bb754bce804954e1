"""Connect to the hub: every wait is bounded, and each failure says what to do about it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, Final, LiteralString, TypeAlias
from urllib.parse import SplitResult, unquote, urlsplit, urlunsplit

from memory_mcp.errors import BusyError, InvalidInputError, MemoryMcpError, RefusedError, UnsupportedError, with_extra

if TYPE_CHECKING:
    import psycopg

Row: TypeAlias = tuple[Any, ...]

_CONNECT_S: Final = 10
# A machine that vanished in the middle of a push gives up its place in the queue. They are no parameters of the
# connection's start: a pooler such as PgBouncer refuses those.
_SETTINGS: Final = """
    SELECT set_config('timezone', 'UTC', false), set_config('datestyle', 'ISO', false),
           set_config('idle_in_transaction_session_timeout', '60s', false), set_config('lock_timeout', '30s', false),
           set_config('statement_timeout', %(statement)s, false)
"""
_STATEMENT_S: Final = 300
_ENDS: Final = "Nothing was changed in this file; the next sync goes on where this one ended."

# A server that turns somebody away has no code for it: the connection was never made.
_TURNED_AWAY: Final = ("authentication failed", "no password supplied", "does not exist", "pg_hba.conf")

_PASSWORD: Final = re.compile(r"(?:ssl)?password=")
_USER: Final = re.compile(r"([^@/]*)@")
_QUOTED: Final = re.compile(r'"(.*)"')
_ATTEMPT: Final = re.compile(
    r'connection to server (?:at "([^"]*)"[^\n]*?, port (\d+)|on socket "([^"]*)") failed: +(?:FATAL: +)?([^\n]+)'
)


class Hub:
    """An open connection. Statements run inside ``transaction``, or each for itself, of ``statement_s`` at most."""

    def __init__(self, connection: psycopg.Connection[Row], statement_s: int) -> None:
        self._connection = connection
        self._statement_s: int | None = statement_s
        self._done: set[str] = set()

    def rows(self, sql: LiteralString, parameters: dict[str, Any] | None = None) -> list[Row]:
        """Run a statement and return its rows."""
        return self._run(sql, parameters).fetchall()

    def value(self, sql: LiteralString, parameters: dict[str, Any] | None = None) -> Any:
        """Return the first column of the first row, None where there is none."""
        row = self._run(sql, parameters).fetchone()
        return None if row is None else row[0]

    def execute(self, sql: LiteralString, parameters: dict[str, Any] | None = None) -> int:
        """Run a statement and return how many rows it changed."""
        return self._run(sql, parameters).rowcount

    def once(self, sql: LiteralString) -> None:
        """Run a statement that makes something for this connection, the first time it is wanted."""
        if sql not in self._done:
            self._send_settings()
            self._connection.execute(sql)
            self._done.add(sql)

    def script(self, sql: str) -> None:
        """Run statements of this package's own files."""
        self._send_settings()
        self._connection.execute(sql.encode())

    def copy(self, sql: LiteralString, rows: Iterator[Row] | list[Row]) -> None:
        """Stream rows into a table."""
        self._send_settings()
        with self._connection.cursor() as cursor, cursor.copy(sql) as copy:
            for row in rows:
                copy.write_row(row)

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Run statements as one transaction, committed at the end."""
        self._send_settings()
        with self._connection.transaction():
            yield

    def _run(self, sql: LiteralString, parameters: dict[str, Any] | None) -> psycopg.Cursor[Row]:
        if self._statement_s is None:
            return self._connection.execute(sql, parameters)
        # The settings go out with the first statement: they cost no way there and back of their own.
        with self._connection.pipeline():
            self._send_settings()
            return self._connection.execute(sql, parameters)

    def _send_settings(self) -> None:
        if self._statement_s is not None:
            self._connection.execute(_SETTINGS, {"statement": f"{self._statement_s}s"})
            self._statement_s = None


def shown(url: str) -> str:
    """Return an address without its passwords. Raises InvalidInputError, which shows none of it, for what is none."""
    user, parts = _parts(url)
    query = "&".join(part for part in parts.query.split("&") if not _PASSWORD.match(unquote(part)))
    return urlunsplit(parts._replace(netloc=f"{user}@{parts.netloc}" if user else parts.netloc, query=query))


def shown_as_kept(address: str) -> str:
    """Return a target's address as it may be said: earlier versions kept some with a password, or one nobody can read.

    Of what cannot be read nothing is said.
    """
    with suppress(InvalidInputError):
        return shown(address)
    return f"{address.partition('://')[0]}://..."


def _parts(url: str) -> tuple[str, SplitResult]:
    """Return the user of an address and the rest of it, read as the library does: a ? or # may be of the password."""
    scheme, _, rest = url.partition("://")
    before = _USER.match(rest)
    try:
        url.encode()
        parts = urlsplit(f"{scheme}://{rest[before.end() :] if before else rest}", allow_fragments=False)
    except ValueError:
        parts = None
    # A ? in front of an @ belongs to a query, which may hold a password, written where no path is.
    if parts is None or "@" in parts.netloc + parts.path or (before and "?" in before[1].partition(":")[0]):
        raise InvalidInputError(
            "the hub's address cannot be read",
            hint="In a name or a password write @ as %40, / as %2F, [ as %5B: postgresql://user:password@host/name",
        )
    return (before[1].partition(":")[0] if before else ""), parts


@contextmanager
def connected(url: str, *, connect_s: int = _CONNECT_S, statement_s: int = _STATEMENT_S) -> Iterator[Hub]:
    """Open a connection to the hub at an address and close it again; waits end after some seconds.

    Raises UnsupportedError without psycopg, InvalidInputError for an address that is none, RefusedError where the
    server turns this role away, BusyError where it cannot be reached, goes away, or another push takes too long.
    """
    try:
        import psycopg  # noqa: PLC0415 - an extra, and 60 ms that nobody without a hub pays
    except ImportError as exc:
        raise UnsupportedError(
            "a hub needs the package psycopg, which is not installed",
            hint=f"{with_extra('postgres')}.",
        ) from exc
    name = shown(url)
    try:
        opened = psycopg.connect(
            url, autocommit=True, connect_timeout=connect_s, application_name="memory-mcp",
            keepalives_idle=10, keepalives_count=3,
        )  # fmt: skip
    except psycopg.OperationalError as exc:
        raise _not_opened(exc, url, psycopg) from exc
    except psycopg.Error as exc:
        raise _failure_of(exc, name, psycopg) from exc
    try:
        with opened as connection:
            yield Hub(connection, statement_s)
    except psycopg.Error as exc:
        raise _failure_of(exc, name, psycopg) from exc


def _not_opened(exc: psycopg.Error, url: str, library: Any) -> MemoryMcpError:
    """Return why there is no connection: host, port and cause of each attempt, without the library's advice."""
    text = str(exc).strip()
    places = dict.fromkeys(
        f"{socket}: {cause}" if socket else f"{host}, port {port}: {cause}"
        for host, port, socket, cause in _ATTEMPT.findall(text.rpartition("All failures were:")[2])
    )
    if not places:
        given = {one.keyword.decode(): (one.val or b"").decode() for one in library.pq.Conninfo.get_defaults()}
        given |= library.conninfo.conninfo_to_dict(url)
        places[f"{given['host'] or 'the local socket'}, port {given['port']}: {text.split(chr(10), 1)[0]}"] = None
    where = "; at ".join(places)
    if any(word in text for word in _TURNED_AWAY):
        return RefusedError(f"{shown(url)}: the server refused, at {where}", hint=f"Check the address. {_ENDS}")
    return BusyError(f"{shown(url)}: the hub cannot be reached at {where}", hint=_ENDS)


def _failure_of(exc: psycopg.Error, name: str, library: Any) -> MemoryMcpError:
    """Return what a failure of the server means to whoever synchronises."""
    errors, first = library.errors, str(exc).strip().split("\n", 1)[0]
    if isinstance(exc, (errors.QueryCanceled, errors.LockNotAvailable)):
        said: MemoryMcpError = BusyError(f"{name}: it took too long ({first})", hint=_ENDS)
    elif isinstance(exc, errors.InsufficientPrivilege):
        said = RefusedError(
            f"{name}: this role may not do that ({first})",
            hint="The hub's owner lets a role in with: SELECT memory.admit('ROLE')",
        )
    elif isinstance(exc, library.OperationalError):
        said = BusyError(f"{name}: the hub went away: {first}", hint=_ENDS)
    elif isinstance(exc, library.ProgrammingError) and exc.sqlstate is None:
        # What it quotes may be of the password.
        told = _QUOTED.sub(lambda one: one[0] if one[1] in name else '"..."', first)
        said = InvalidInputError(f"{name} is no address of PostgreSQL: {told}", hint="postgresql://user@host/name")
    else:
        said = RefusedError(f"{name}: {first}", hint=_ENDS)
    return said


def not_made(name: str) -> RefusedError:
    """Return what is raised for a database that is no hub yet."""
    return RefusedError(
        f"{name} is no hub yet", hint="Somebody who may create a schema there runs: memory-mcp sync init ADDRESS"
    )
