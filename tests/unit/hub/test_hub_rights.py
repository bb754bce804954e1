"""A role of the hub reads and writes what is its own and what is shared with it, and nothing else."""

from __future__ import annotations

import psycopg
import pytest
from transfers import bodies, learn

from memory_mcp.errors import RefusedError
from memory_mcp.hub.synchronising import pull, push, sync
from memory_mcp.store.facts import erasure, facts
from memory_mcp.store.facts.projects import projects

pytestmark = pytest.mark.external

TABLES = ("item", "change", "erasure", "register", "machine")


def learn_in(db, project, text):
    with db.writing("test") as tx:
        number = projects.ensure(tx, projects.named(project))
    return learn(db, text, project_id=number)


def correct(db, uid, text):
    with db.writing("test") as tx:
        facts.correct(tx, uid, body=text)


@pytest.fixture
def people(hub, server):
    """Ann and Bob share the project api, where Bob may write; Eve shares nothing."""
    addresses = server.let_in(hub, "ann", "bob", "eve")
    for person in ("ann", "bob"):
        server.run(hub, "SELECT memory.share('api', %s, 'write')", (person,))
    return addresses


@pytest.fixture
def told(here, people):
    """What Ann has told the hub: a fact of the shared project, one of her own and one of none."""
    facts_of_ann = [learn_in(here, "api", "api is in Go"), learn_in(here, "diary", "Ann is tired"), learn(here, "x")]
    correct(here, facts_of_ann[0], "api is written in Go")
    push(here, people[0])
    return facts_of_ann


def test_whoever_shares_a_project_reads_that_project_alone(there, people, told):
    pull(there, people[1])
    assert bodies(there, "learning") == ["api is written in Go"]


def test_whoever_shares_nothing_reads_nothing(there, people, told):
    assert pull(there, people[2]) is None
    with psycopg.connect(people[2]) as eve:
        found = [eve.execute(f"SELECT * FROM memory.{table} WHERE person <> 'eve'").fetchall() for table in TABLES]
    assert found == [[] for _ in TABLES]


@pytest.mark.parametrize("table", ["item", "change", "register"])
def test_whoever_shares_nothing_changes_and_removes_nothing(people, told, table, hub, server):
    before = server.run(hub, f"SELECT whole::text FROM memory.{table} AS whole ORDER BY 1")
    with psycopg.connect(people[2], autocommit=True) as eve:
        assert eve.execute(f"UPDATE memory.{table} SET number = 0").rowcount == 0
        assert eve.execute(f"DELETE FROM memory.{table}").rowcount == 0
    assert server.run(hub, f"SELECT whole::text FROM memory.{table} AS whole ORDER BY 1") == before


def test_nobody_writes_as_somebody_else_or_lets_themselves_in(people):
    with psycopg.connect(people[2], autocommit=True) as eve:
        for statement in (
            "INSERT INTO memory.register VALUES ('ann', 'm', 'profile', 'name', '', '{}', 1)",
            "SELECT memory.share('api', 'eve', 'write')",
            "SELECT * FROM memory.member",
            "UPDATE memory.head SET number = 0",
        ):
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                eve.execute(statement)


def test_what_one_writes_in_a_shared_project_reaches_the_others(here, there, people, told):
    pull(there, people[1])
    correct(there, told[0], "api is written in Rust")
    assert push(there, people[1]).refused == 0
    sync(here, people[0])
    assert "api is written in Rust" in bodies(here, "learning")


def test_whoever_may_only_read_changes_nothing_on_the_hub(here, there, people, told, hub, server):
    server.run(hub, "SELECT memory.share('api', 'bob', 'read')")
    pull(there, people[1])
    correct(there, told[0], "api is written in Rust")
    with there.writing("test") as tx:
        erasure.erase(tx, told[0])
    learn_in(there, "api", "api is slow")
    mine = learn_in(there, "own", "Bob is tired")

    assert push(there, people[1]).refused == 1

    assert server.run(hub, "SELECT uid FROM memory.item WHERE person = 'bob'") == [(mine,)]
    assert pull(here, people[0]) is None
    assert "api is written in Go" in bodies(here, "learning")


def share(server, hub, *with_whom):
    for person, rights in with_whom:
        server.run(hub, "SELECT memory.share('tool', %s, %s)", (person, rights))


@pytest.mark.parametrize("rights", ["read", "write"])
def test_what_was_told_before_a_project_was_shared_reaches_whoever_shares_it(here, there, people, server, hub, rights):
    learn_in(here, "tool", "the tool is in Go")
    learn_in(there, "tool", "the tool is slow")
    for _ in range(2):
        sync(here, people[0])
        sync(there, people[1])
    share(server, hub, ("ann", "write"), ("bob", rights))

    for _ in range(2):
        sync(here, people[0])
        sync(there, people[1])

    both = ["the tool is in Go", "the tool is slow"]
    assert bodies(there, "learning") == both
    assert bodies(here, "learning") == (both if rights == "write" else both[:1])
    assert pull(there, people[1]) is None


@pytest.mark.parametrize("before", ["read", "nothing"])
def test_what_was_turned_away_reaches_the_others_once_it_may(here, there, people, server, hub, before):
    learn_in(here, "tool", "the tool is in Go")
    sync(here, people[0])
    share(server, hub, ("ann", "write"))
    if before == "read":
        share(server, hub, ("bob", "read"))
    learn_in(there, "tool", "the tool is slow")
    assert sync(there, people[1])[1].refused == 1

    share(server, hub, ("bob", "write"))
    sync(there, people[1])
    sync(here, people[0])

    assert bodies(here, "learning") == bodies(there, "learning") == ["the tool is in Go", "the tool is slow"]


def test_a_stranger_with_a_project_of_the_same_name_adds_nothing_to_it(stores, there, people, told):
    learn_in(there, "api", "Eve's api is in Perl")
    assert push(there, people[2]).refused == 1
    new = stores.new()
    pull(new, people[1])
    assert bodies(new, "learning") == ["api is written in Go"]


def test_two_people_have_projects_of_one_name_that_neither_shares(stores, here, there, people):
    learn_in(here, "notes", "of Ann")
    learn_in(there, "notes", "of Eve")
    push(here, people[0])
    push(there, people[2])
    new = stores.new()
    pull(new, people[2])
    assert bodies(new, "learning") == ["of Eve"]


def test_an_owner_synchronises_as_a_person_too(there, hub, told):
    assert pull(there, hub) is None


def test_a_role_that_was_not_let_in_is_told_who_can(here, hub, server):
    server.run(hub, "CREATE ROLE zoe LOGIN")
    learn(here, "x")
    with pytest.raises(RefusedError) as refused:
        push(here, hub.replace("postgres@", "zoe@"))
    assert "memory.admit" in refused.value.hint
