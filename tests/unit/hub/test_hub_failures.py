"""What goes wrong between a file and its hub is said with what to do, and leaves the file as it is."""

from __future__ import annotations

import socket
import sys

import pytest
from transfers import bodies, exported, learn

from memory_mcp.errors import BusyError, InvalidInputError, RefusedError, UnsupportedError
from memory_mcp.hub import schema
from memory_mcp.hub.connection import shown
from memory_mcp.hub.synchronising import pull, push, sync

pytestmark = pytest.mark.external


@pytest.fixture
def untouched(stores, here):
    """A memory whose export is the same before and after."""
    learn(here, "we use tabs")
    before = exported(here, stores.path("before.json"))
    yield here
    assert exported(here, stores.path("after.json")) == before


@pytest.mark.parametrize(
    ("address", "error", "said"),
    [
        ("postgresql://nobody@/{database}?host={folder}", RefusedError, "nobody"),
        ("postgresql://postgres@/missing?host={folder}", RefusedError, "missing"),
        ("postgresql://postgres@127.0.0.1:1/x", BusyError, "reached at 127.0.0.1, port 1: Connection refused\n"),
        (
            "postgresql://postgres@127.0.0.1:1,127.0.0.1:2/x", BusyError,
            "at 127.0.0.1, port 1: Connection refused; at 127.0.0.1, port 2: Connection refused\n",
        ),
        ("postgresql://postgres@/x?host=/no/socket", BusyError, "at /no/socket/.s.PGSQL.5432: No such file"),
        ("postgresql://postgres@nowhere.invalid/x", BusyError, "reached at nowhere.invalid, port 5432: "),
        ("postgresql://postgres@/{database}?host={folder}&no_such=1", InvalidInputError, "no_such"),
    ],
)  # fmt: skip
def test_an_address_that_does_not_work_says_why(untouched, hub, server, address, error, said):
    database = hub.rpartition("/hub")[2].partition("?")[0]
    with pytest.raises(error, match=said):
        sync(untouched, address.format(database=f"hub{database}", folder=server.folder))


def test_a_hub_that_never_answers_is_said_with_its_place(untouched):
    with socket.create_server(("127.0.0.1", 0)) as silent:
        port = silent.getsockname()[1]
        with pytest.raises(
            BusyError, match=f"cannot be reached at 127.0.0.1, port {port}: connection timeout expired\n"
        ):
            sync(untouched, f"postgresql://postgres@127.0.0.1:{port}/x", connect_s=2)


def test_a_wrong_password_is_refused_and_not_shown(untouched, server, hub):
    rules = server.folder / "pg_hba.conf"
    rules.write_text("local all locked scram-sha-256\n" + rules.read_text())
    server.run(hub, "CREATE ROLE locked LOGIN PASSWORD 'right'")
    server.run(hub, "SELECT pg_reload_conf()")
    with pytest.raises(RefusedError) as refused:
        sync(untouched, hub.replace("postgres@", "locked:wrong-one@"))
    assert "password authentication failed" in str(refused.value)
    assert "wrong-one" not in str(refused.value)


def test_a_password_is_in_no_address_that_is_shown():
    assert shown("postgresql://ann:secret@box:5433/memory?sslmode=require&password=x") == (
        "postgresql://ann@box:5433/memory?sslmode=require"
    )


def test_a_database_that_is_no_hub_yet_says_how_it_becomes_one(untouched, server):
    with pytest.raises(RefusedError) as refused:
        sync(untouched, server.new())
    assert "memory-mcp sync init" in refused.value.hint


@pytest.mark.parametrize(("version", "said"), [(0, "needs"), (99, "knows")])
def test_a_hub_of_another_schema_is_left_alone(untouched, hub, server, version, said):
    server.run(hub, "UPDATE memory.meta SET value = %s WHERE key = 'schema'", (str(version),))
    with pytest.raises(UnsupportedError, match=said):
        sync(untouched, hub)
    assert server.run(hub, "SELECT count(*) FROM memory.item") == [(0,)]


def test_init_again_changes_nothing_and_says_who_may_do_what(hub, server):
    server.let_in(hub, "ann")
    server.run(hub, "SELECT memory.share('api', 'ann', 'read')")
    lines = schema.init(hub)
    assert "has schema 1" in lines[0]
    assert "ann: its own rows, and api (read)." in lines


def test_init_refuses_a_schema_newer_than_this_program(hub, server):
    server.run(hub, "UPDATE memory.meta SET value = '99' WHERE key = 'schema'")
    with pytest.raises(UnsupportedError, match="99"):
        schema.init(hub)


def test_a_hub_that_goes_away_in_the_middle_of_a_push_loses_nothing(stores, here, hub, server):
    for number in range(5):
        learn(here, f"lesson {number}")
    with pytest.raises(BusyError, match="the hub went away: terminating connection"):
        push(here, hub, page=2, progress=lambda _: server.hang_up(hub))
    assert server.run(hub, "SELECT count(*) FROM memory.item") == [(2,)]

    push(here, hub)
    new = stores.new()
    pull(new, hub)

    assert exported(new, stores.path("new.json")) == exported(here, stores.path("here.json"))


def test_a_hub_that_goes_away_in_the_middle_of_a_pull_loses_nothing(stores, here, there, hub, server):
    for number in range(5):
        learn(here, f"lesson {number}")
    push(here, hub, page=2)
    with pytest.raises(BusyError, match="went away"):
        pull(there, hub, page=2, progress=lambda _: server.hang_up(hub))
    assert len(bodies(there, "learning")) == 2

    pull(there, hub)

    assert exported(there, stores.path("there.json")) == exported(here, stores.path("here.json"))


def test_without_psycopg_the_extra_is_named(untouched, hub, monkeypatch):
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(UnsupportedError) as unsupported:
        sync(untouched, hub)
    assert "uv tool install '.[postgres]'" in unsupported.value.hint
