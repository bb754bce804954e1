"""A hub behind a pooler that takes no parameter ``options`` when a connection begins, as PgBouncer is delivered."""

from __future__ import annotations

import socket
import struct
import threading

import pytest
from transfers import bodies, learn

from memory_mcp.hub.connection import connected
from memory_mcp.hub.synchronising import sync

pytestmark = pytest.mark.external

REFUSAL = b"SFATAL\0C08P01\0Munsupported startup parameter: options\0\0"


class Pooler:
    """Hands connections on to the server's socket; ``trips`` counts the ways there and back after it began."""

    def __init__(self, folder):
        self.path = str(folder / ".s.PGSQL.5432")
        self.listening = socket.create_server(("127.0.0.1", 0))
        self.port = self.listening.getsockname()[1]
        self.trips = 0
        self._is_answered = True
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self):
        while True:
            try:
                client, _ = self.listening.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(client,), daemon=True).start()

    def _serve(self, client):
        with client, socket.socket(socket.AF_UNIX) as server:
            started = client.recv(10_000)
            while started[4:8] in (struct.pack("!i", 80877103), struct.pack("!i", 80877104)):
                client.sendall(b"N")  # neither TLS nor GSSAPI
                started = client.recv(10_000)
            if b"\0options\0" in started:
                client.sendall(b"E" + struct.pack("!i", 4 + len(REFUSAL)) + REFUSAL)
                return
            server.connect(self.path)
            server.sendall(started)
            threading.Thread(target=self._hand_on, args=(server, client), daemon=True).start()
            self._hand_on(client, server, counts=True)

    def _hand_on(self, source, sink, *, counts=False):
        try:
            while part := source.recv(65_536):
                self.trips += counts and self._is_answered
                self._is_answered = not counts
                sink.sendall(part)
            sink.shutdown(socket.SHUT_RDWR)
        except OSError:
            return


@pytest.fixture
def pooler(server):
    pooler = Pooler(server.folder)
    yield pooler
    pooler.listening.close()


@pytest.fixture
def behind(hub, pooler):
    """The address of a hub behind the pooler."""
    return hub.partition("?")[0].replace("@/", f"@127.0.0.1:{pooler.port}/") + "?sslmode=disable&gssencmode=disable"


def test_a_hub_behind_a_pooler_is_synchronised_with(here, there, behind):
    learn(here, "we use tabs")
    sync(here, behind)
    sync(there, behind)
    assert bodies(there, "learning") == ["we use tabs"]


def test_the_bounds_on_every_wait_are_set_with_the_first_statement(behind, pooler):
    with connected(behind, statement_s=7) as hub:
        (found,) = hub.rows(
            "SELECT current_setting('TimeZone'), current_setting('statement_timeout'), "
            "current_setting('lock_timeout'), current_setting('idle_in_transaction_session_timeout')"
        )
        assert (found, pooler.trips) == (("UTC", "7s", "30s", "1min"), 1)
        assert hub.value("SELECT current_setting('statement_timeout')") == "7s"


def test_the_bounds_are_set_too_where_a_transaction_comes_first_and_fails(behind):
    with connected(behind) as hub:
        with pytest.raises(ZeroDivisionError), hub.transaction():
            raise ZeroDivisionError
        assert hub.value("SELECT current_setting('lock_timeout')") == "30s"
