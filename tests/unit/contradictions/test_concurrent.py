"""Edits of one fact apart from each other, on two machines, are told to everybody until somebody settles them."""

from __future__ import annotations

import pytest
from click.testing import CliRunner
from transfers import learn, name, observe

from memory_mcp.cli.main import cli
from memory_mcp.store.contradictions import concurrent, pairs
from memory_mcp.store.facts import facts
from memory_mcp.tools import tool_named
from memory_mcp.tools.rows.findings import pair_row
from memory_mcp.tools.upkeep import memory_contradictions
from memory_mcp.tools.view import memory_view
from memory_mcp.transfer.formats import native_write
from memory_mcp.transfer.importing import take_in


def records(db):
    with db.reading() as snapshot:
        return list(native_write.records(snapshot))


def correct(db, uid, text, actor="memory_learn_update"):
    with db.writing(actor) as tx:
        facts.correct(tx, uid, body=text)


def told(db):
    """Return (older text, newer text, who made them) of each pair of versions."""
    with db.reading() as snapshot:
        found = pairs.kept(snapshot, project=-1)
    return [(pair.older.body, pair.newer.body, pair.apart) for pair in found.pairs]


def exchange(a, b):
    from_a, from_b = records(a), records(b)
    take_in(a, from_b)
    take_in(b, from_a)


@pytest.fixture
def uid(here, there, clock):
    """A fact that two memories know."""
    made = learn(here, "the port is 8080")
    take_in(there, records(here))
    clock.advance(days=1)
    return made


@pytest.fixture
def apart(here, there, uid, clock):
    """The fact, edited in both, and told to both."""
    correct(here, uid, "the port is 9090", "Ann")
    clock.advance(days=1)
    correct(there, uid, "the port is 7070", "Bob")
    exchange(here, there)
    return uid


def test_both_authors_and_machines_are_named_on_every_copy(stores, here, there, apart):
    third = stores.new()
    take_in(third, records(there))
    found = [[pair[:2] for pair in told(db)] for db in (here, there, third)]
    ((_, _, evidence),) = told(third)

    assert found == [[("the port is 9090", "the port is 7070")]] * 3
    assert f"by Ann on machine {here.origin[:8]} at" in evidence
    assert f"by Bob on machine {there.origin[:8]} at" in evidence


def test_an_edit_of_what_the_other_machine_wrote_contradicts_nothing(here, there, uid, clock):
    correct(there, uid, "the port is 9090")
    exchange(here, there)
    clock.advance(days=1)
    correct(here, uid, "the port is 7070")
    exchange(here, there)

    assert told(here) == told(there) == []


def test_two_edits_to_the_same_text_contradict_nothing(here, there, uid):
    correct(here, uid, "the port is 9090")
    correct(there, uid, "the port is 9090")
    exchange(here, there)

    assert told(here) == told(there) == []


def test_of_several_edits_on_one_machine_the_last_counts(here, there, uid, clock):
    for text in ("the port is 1", "the port is 2"):
        correct(here, uid, text)
        clock.advance(days=1)
    correct(there, uid, "the port is 3")
    exchange(here, there)

    assert [pair[:2] for pair in told(here)] == [("the port is 2", "the port is 3")]


def test_whoever_edits_the_fact_again_settles_it_everywhere(here, there, apart, clock):
    clock.advance(days=1)
    correct(there, apart, "the port is 9090")
    exchange(here, there)

    assert told(here) == told(there) == []


def test_a_dismissal_settles_it_everywhere_until_the_next_edit_apart(here, there, apart, clock):
    clock.advance(days=1)
    with here.writing("memory_contradictions") as tx:
        pairs.dismiss(tx, apart, apart, reason="7070 it is")
    exchange(here, there)
    settled = [told(here), told(there)]
    clock.advance(days=1)
    correct(here, apart, "the port is 1")
    correct(there, apart, "the port is 2")
    exchange(here, there)

    assert (settled, len(told(here)), len(told(there))) == ([[], []], 1, 1)


def test_a_dismissal_that_is_taken_back_is_taken_back_everywhere(here, there, apart, clock):
    clock.advance(days=1)
    with here.writing("memory_contradictions") as tx:
        pairs.dismiss(tx, apart, apart, reason="7070 it is")
    exchange(here, there)
    clock.advance(days=1)
    with there.writing("memory_contradictions") as tx:
        pairs.take_back(tx, apart, apart)
    exchange(here, there)

    pairs_of = [[pair[:2] for pair in told(db)] for db in (here, there)]
    assert pairs_of == [[("the port is 9090", "the port is 7070")]] * 2


def test_the_answer_names_the_calls_that_settle_it(runtime, client, stores, clock):
    there = stores.new()
    uid = learn(runtime.db, "the port is 8080")
    take_in(there, records(runtime.db))
    clock.advance(days=1)
    correct(there, uid, "the port is 9090", "Bob")
    clock.advance(days=1)
    correct(runtime.db, uid, "the port is 7070", "Ann")
    take_in(runtime.db, records(there))
    (pair,) = client.call(memory_contradictions, project="*")["contradictions"]
    client.call(tool_named(pair["restore"]["tool"]).function, **pair["restore"]["arguments"])

    assert (pair["kind"], pair["older"]["snippet"]) == ("concurrent", "the port is 9090")
    assert pair["dismiss"]["arguments"] == {"dismiss": {"a": uid, "b": uid}}
    assert client.call(memory_contradictions, project="*")["contradictions"] == []


def test_a_terminal_shows_both_versions_and_the_ways_out(here, there, apart, monkeypatch):
    monkeypatch.setattr("memory_mcp.cli.maintenance.upkeep.is_terminal", lambda: True)
    result = CliRunner().invoke(cli, ["--db", str(here.path), "--no-embed", "contradictions", "--all"])

    assert "edited apart: by Ann on machine" in " ".join(result.output.split())
    assert f"memory-mcp contradictions --restore {apart[-8:]} {apart[-8:]} --all" in result.output


@pytest.mark.parametrize(
    ("way", "told"),
    [
        ("restore", "Restored the older version of {}; the history keeps the newer."),
        ("dismiss", "Dismissed: the newer version of {} stays."),
    ],
)
def test_a_terminal_is_told_which_of_two_versions_stays(here, apart, monkeypatch, way, told):
    monkeypatch.setattr("memory_mcp.cli.maintenance.upkeep.is_terminal", lambda: True)
    given = ["--db", str(here.path), "--no-embed", "contradictions", f"--{way}", apart, apart, "--all"]
    result = CliRunner().invoke(cli, given)

    assert told.format(apart[-8:]) in result.output


@pytest.mark.parametrize("is_retracted_first", [True, False])
def test_what_one_machine_took_back_and_another_edited_is_told_everywhere(here, there, uid, clock, is_retracted_first):
    def retract():
        with here.writing("Ann") as tx:
            facts.retract(tx, uid, reason="wrong")

    steps = [retract, lambda: correct(there, uid, "the port is 7070", "Bob")]
    for step in steps if is_retracted_first else steps[::-1]:
        step()
        clock.advance(days=1)
    exchange(here, there)
    found = told(here)
    with here.writing("Ann") as tx:
        facts.retract(tx, uid, reason="still wrong")
    exchange(here, there)

    assert [pair[:2] for pair in found] == [("the port is 8080", "the port is 7070")]
    assert f"edited apart: taken back by Ann on machine {here.origin[:8]}" in found[0][2]
    assert (told(here), told(there)) == ([], [])


def test_an_edit_of_what_was_taken_back_and_brought_back_contradicts_nothing(here, there, uid, clock):
    with here.writing("Ann") as tx:
        facts.retract(tx, uid)
    clock.advance(days=1)
    with here.writing("Ann") as tx:
        facts.restore(tx, uid, clock.now() - 90_000_000_000)
    exchange(here, there)
    correct(there, uid, "the port is 7070")
    exchange(here, there)

    assert told(here) == told(there) == []


def test_an_edit_that_another_machine_ended_unknowingly_is_told(here, there, uid, clock):
    correct(there, uid, "the port is 7070", "Bob")
    clock.advance(days=1)
    with here.writing("Ann") as tx:
        facts.supersede(tx, uid, by=None)
    exchange(here, there)

    assert [pair[:2] for pair in told(here)] == [pair[:2] for pair in told(there)]
    assert [pair[:2] for pair in told(here)] == [("the port is 7070", "the port is 8080")]


@pytest.fixture
def forgotten(here, there, stores, uid, clock):
    """The fact, edited in two memories and forgotten in a third, and told to all three."""
    third = stores.new()
    take_in(third, records(here))
    clock.advance(days=1)
    correct(here, uid, "the port is 9090", "Ann")
    clock.advance(days=1)
    correct(there, uid, "the port is 7070", "Bob")
    clock.advance(days=1)
    with third.writing("Cleo") as tx:
        facts.retract(tx, uid, reason="wrong")
    of_all = [records(db) for db in (here, there, third)]
    for db in (here, there, third):
        for one in of_all:
            take_in(db, one)
    return third


def test_two_versions_that_a_third_machine_takes_back_are_one_pair_with_all_three_authors(here, there, forgotten):
    found = [told(db) for db in (here, there, forgotten)]
    ((_, _, evidence),) = found[0]

    assert [[pair[:2] for pair in of] for of in found] == [[("the port is 9090", "the port is 7070")]] * 3
    by = ("by Ann on machine", here), ("taken back by Cleo on machine", forgotten), ("by Bob on machine", there)
    assert all(f"{who} {db.origin[:8]}" in evidence for who, db in by), evidence


def test_a_pair_that_is_edited_and_taken_back_may_be_restored_or_forgotten(here, forgotten):
    with here.reading() as snapshot:
        (pair,) = pairs.kept(snapshot, project=-1).pairs
    row = pair_row(pair)

    assert (row["restore"]["tool"], row["resolve"]["tool"]) == ("memory_learn_update", "memory_forget")


def test_in_a_pipe_a_pair_is_one_line_that_says_who_wrote_either_version(here, there, forgotten):
    result = CliRunner().invoke(cli, ["--db", str(here.path), "--no-embed", "contradictions", "--all"])

    (line,) = [line for line in result.output.splitlines() if line.startswith("concurrent")]
    assert f"by Ann on machine {here.origin[:8]} (this one)" in line
    assert f"by Bob on machine {there.origin[:8]}" in line


def test_the_start_of_a_session_tells_both_versions_with_their_authors_once(here, there, forgotten):
    with here.reading() as snapshot:
        (pair,) = concurrent.unresolved(snapshot, 0, limit=3)

    assert (pair.kind, pair.older.text, pair.newer.text) == ("concurrent", "the port is 9090", "the port is 7070")
    assert f"by Bob on machine {there.origin[:8]}" in pair.apart


@pytest.mark.parametrize("command", [["today"], ["reflect", "--all"]])
def test_what_people_read_of_a_memory_names_the_pair_once_with_its_authors(here, there, forgotten, command):
    result = CliRunner().invoke(cli, ["--db", str(here.path), "--no-embed", *command])

    assert result.output.count("edited apart") == 1
    assert all(f"by {who}" in result.output for who in ("Ann", "Bob", "Cleo")), result.output


def test_the_picture_of_a_memory_names_the_pair_once_with_its_authors(runtime, client, here, forgotten):
    take_in(runtime.db, records(here))
    answer = client.call(memory_view, project="*")
    text = tool_named("memory_view").text(answer)

    assert text.count("the port is 9090 [") == 1
    assert all(f"by {who}" in text for who in ("Ann", "Bob", "Cleo")), text


def test_an_observation_edited_apart_is_one_pair(here, there, clock):
    made = observe(here, name(here, "Harbour"), "has port 8080")
    take_in(there, records(here))
    clock.advance(days=1)
    correct(here, made, "has port 9090", "Ann")
    clock.advance(days=1)
    correct(there, made, "has port 7070", "Bob")
    exchange(here, there)

    assert [pair[:2] for pair in told(here)] == [("has port 9090", "has port 7070")]
