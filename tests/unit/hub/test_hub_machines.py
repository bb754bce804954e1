"""Whose machines a role sees in the hub's status: its own in full, of whoever shares a project a little, no others."""

from __future__ import annotations

import psycopg
import pytest
from transfers import learn

from memory_mcp.hub.synchronising import push, status, sync

pytestmark = pytest.mark.external


@pytest.fixture
def team(hub, server):
    """Ann and Ben share the project api; Eve shares nothing with them, and is the only one of another project."""
    addresses = server.let_in(hub, "ann", "ben", "eve")
    server.run(hub, "SELECT memory.share('api', 'ann', 'write')")
    server.run(hub, "SELECT memory.share('api', 'ben', 'read')")
    server.run(hub, "SELECT memory.share('garden', 'eve', 'write')")
    return dict(zip(("ann", "ben", "eve"), addresses, strict=True))


@pytest.fixture
def synchronised(team, stores, here, there):
    """A memory of each, synchronised once; then Ann tells one thing more."""
    memories = {"ann": here, "ben": there, "eve": stores.new()}
    for person, db in memories.items():
        learn(db, f"{person} says so")
        sync(db, team[person])
    for person, db in memories.items():
        sync(db, team[person])
    learn(here, "and so")
    push(here, team["ann"])
    return memories


def seen(memories, team, person):
    machines = status(memories[person], team[person]).machines
    return [(one.person, one.machine, one.behind, one.is_this, one.pushed_at is not None) for one in machines]


def test_of_whoever_shares_a_project_the_person_and_how_far_is_seen(synchronised, team):
    ann, ben = (synchronised[person].origin for person in ("ann", "ben"))
    assert seen(synchronised, team, "ann") == [("ann", ann, 0, True, True), ("ben", None, 1, False, False)]
    assert seen(synchronised, team, "ben") == [("ben", ben, 1, True, True), ("ann", None, 0, False, False)]
    assert all(one.name and one.synced_at for one in status(synchronised["ann"], team["ann"]).machines)


def test_whoever_shares_nothing_sees_their_own_machines_alone(synchronised, team):
    assert [found[0] for found in seen(synchronised, team, "eve")] == ["eve"]
    with psycopg.connect(team["eve"]) as eve:
        assert eve.execute("SELECT count(*) FROM memory.machines() WHERE person <> 'eve'").fetchone() == (0,)


def test_the_table_itself_shows_nobody_the_machines_of_others(synchronised, team):
    for person, address in team.items():
        with psycopg.connect(address) as connection:
            assert connection.execute("SELECT DISTINCT person FROM memory.machine").fetchall() == [(person,)]


def test_whoever_left_sees_and_is_seen_no_more(synchronised, team, hub, server):
    server.run(hub, "SELECT memory.share('api', 'ben', 'left')")
    for person in ("ann", "ben"):
        assert [found[0] for found in seen(synchronised, team, person)] == [person]


def test_nobody_who_was_not_let_in_may_ask(hub, server):
    server.run(hub, "CREATE ROLE stranger LOGIN")
    server.run(hub, "GRANT USAGE ON SCHEMA memory TO stranger")
    with (
        psycopg.connect(hub.replace("postgres@", "stranger@")) as stranger,
        pytest.raises(psycopg.errors.InsufficientPrivilege),
    ):
        stranger.execute("SELECT * FROM memory.machines()")


def test_a_machine_that_has_nothing_to_tell_is_heard_of_all_the_same(here, hub, clock, server):
    learn(here, "we use tabs")
    sync(here, hub)
    server.run(hub, "UPDATE memory.machine SET synced_at = 'epoch'")
    clock.advance(hours=1)
    sync(here, hub)
    assert server.run(hub, "SELECT synced_at > 'epoch' FROM memory.machine") == [(True,)]
