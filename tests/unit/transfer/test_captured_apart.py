"""Machines that captured one conversation, each from its copy of the transcript, export the same once they have met."""

from __future__ import annotations

import itertools
import json

import apsw
import pytest
from one_conversation import SAID, capture, the_export_of_all, three_machines, uid_of
from transfers import bodies, exported

from memory_mcp.store.facts import erasure, facts, lifecycle
from memory_mcp.store.facts.projects import project_meeting, projects
from memory_mcp.store.sessions import captured_ids, sessions
from memory_mcp.transfer.exporting import export_file
from memory_mcp.transfer.importing import take_in
from memory_mcp.transfer.merging.history import OTHER_TEXT

KINDS = ("turn", "statement", "digest")


@pytest.fixture
def three(stores, clock):
    """Three machines, each with a copy of the conversation, captured one after the other."""
    return three_machines(stores, clock)


def all_meet(stores, carry, machines):
    """Carry everything everywhere, until each has heard what the others made of what they heard."""
    for _ in range(2):
        for source, target in itertools.permutations(machines, 2):
            carry(source, target)
    return the_export_of_all(stores, machines)


def rows(db):
    """Return how many rows each kind has, those that are believed no more included."""
    with db.reading() as snapshot:
        return dict(snapshot.rows("SELECT kind, count(*) FROM item GROUP BY kind"))


def test_all_export_the_same_and_no_row_is_there_twice(three, stores, carry):
    before = rows(three[0])
    told = all_meet(stores, carry, three)
    assert [rows(db) for db in three] == [before] * 3
    assert {turn["origin"] for turn in told["turns"]} == {three[0].origin}


@pytest.mark.parametrize("order", list(itertools.permutations(range(3))))
def test_whoever_meets_whom_first(three, stores, carry, order):
    first, second, third = (three[place] for place in order)
    late = stores.new()
    for source, target in ((second, first), (third, second), (first, second), (second, third), (third, late)):
        carry(source, target)
    all_meet(stores, carry, [*three, late])


def test_what_is_derived_of_the_words_stays_where_they_are_the_same(three, carry):
    first, later, _ = three
    with later.reading() as snapshot:
        before = snapshot.rows("SELECT id, uid, body FROM item WHERE kind <> 'digest' ORDER BY id")
        recorded_at = snapshot.value("SELECT max(recorded_at) FROM item")
    carry(first, later)
    with later.reading() as snapshot:
        assert snapshot.rows("SELECT id, uid, body FROM item WHERE kind <> 'digest' ORDER BY id") == before
        assert snapshot.value("SELECT max(recorded_at) FROM item") < recorded_at


@pytest.mark.parametrize(
    "change", ["body = 'else'", "recorded_at = recorded_at + 1, txn_id = txn_id - 1", "recorded_at = recorded_at - 1"]
)
def test_nothing_else_of_what_was_captured_can_be_rewritten(three, change):
    with three[0].writing("test") as tx, pytest.raises(apsw.ConstraintError, match="a version is written once"):
        tx.execute(f"UPDATE item SET {change} WHERE kind = 'turn'")


def test_a_second_time_changes_nothing(three, stores, carry):
    all_meet(stores, carry, three)
    for source, target in itertools.permutations(three, 2):
        report = carry(source, target)
        assert (report.added, report.merged) == (0, 0)


@pytest.mark.parametrize("place", range(3))
def test_what_a_person_took_back_on_one_is_taken_back_on_all(three, stores, carry, place):
    uid = uid_of(three[place], "statement", "tabs")
    with three[place].writing("test") as tx:
        facts.retract(tx, uid, reason="not any more")
    all_meet(stores, carry, three)
    assert not any("tabs" in text for db in three for text in bodies(db, "statement"))


@pytest.mark.parametrize("place", range(3))
def test_what_a_person_corrected_on_one_is_corrected_on_all(three, stores, carry, place):
    with three[place].writing("test") as tx:
        facts.correct(tx, uid_of(three[place], "statement", "tabs"), body="Use two spaces.")
    all_meet(stores, carry, three)
    for db in three:
        assert "Use two spaces." in bodies(db, "statement")
        assert not any("tabs" in text for text in bodies(db, "statement"))


@pytest.mark.parametrize("place", range(3))
def test_marks_of_each_are_there_on_all(three, stores, carry, place):
    statement, turn = (uid_of(three[place], kind, "tabs") for kind in ("statement", "turn"))
    with three[place].writing("test") as tx:
        lifecycle.pin(tx, statement, pinned=True)
        lifecycle.archive(tx, turn, reason="old")
    all_meet(stores, carry, three)
    for db in three:
        with db.reading() as snapshot:
            assert lifecycle.state(snapshot, statement).pinned
            assert lifecycle.state(snapshot, turn).archive_reason == "old"


@pytest.mark.parametrize("place", range(3))
@pytest.mark.parametrize("kind", KINDS)
def test_what_is_erased_on_one_is_gone_on_all_also_where_it_is_captured_later(three, stores, carry, clock, kind, place):
    with three[place].writing("test") as tx:
        erasure.erase(tx, uid_of(three[place], kind, "tabs"))
    late = stores.new()
    carry(three[place], late)
    clock.advance(hours=1)
    capture(late)
    all_meet(stores, carry, [*three, late])
    for db in (*three, late):
        assert not any("tabs" in text for text in bodies(db, kind))


def test_each_erases_another_turn(three, stores, carry):
    for db, words in zip(three, SAID, strict=True):
        with db.writing("test") as tx:
            erasure.erase(tx, uid_of(db, "turn", words))
    all_meet(stores, carry, three)
    assert [bodies(db, kind) for db in three for kind in KINDS] == [[]] * 9


@pytest.mark.parametrize("place", range(3))
def test_one_has_captured_more_lines_than_the_others(stores, carry, clock, place):
    machines = [stores.new() for _ in range(3)]
    for number, db in enumerate(machines):
        capture(db, of=SAID if number == place else SAID[:1])
        clock.advance(hours=1)
    all_meet(stores, carry, machines)
    for db in machines:
        assert sorted(bodies(db, "turn")) == sorted(SAID)
        capture(db)
    told = all_meet(stores, carry, machines)
    assert len(told["sessions"]) == 1
    assert [len(bodies(db, "digest")) for db in machines] == [1, 1, 1]


@pytest.mark.parametrize("knows", range(3))
def test_only_one_knows_the_folder_it_was_held_in(stores, carry, clock, knows):
    machines = [stores.new() for _ in range(3)]
    for number, db in enumerate(machines):
        capture(db, project="api" if number == knows else "")
        clock.advance(hours=1)
    told = all_meet(stores, carry, machines)
    kinds = ("sessions", "turns", "statements", "digests")
    assert {kind: {one["project"] for one in told[kind]} for kind in kinds} == {key: {"api"} for key in kinds}
    for db in machines:
        capture(db)
        assert sorted(bodies(db, "turn")) == sorted(SAID)


def test_a_session_without_its_texts_stays_without_them(three, stores, carry):
    with three[1].writing("test") as tx:
        sessions.erase(tx, tx.value("SELECT uid FROM session"))
    told = all_meet(stores, carry, three)
    assert ([one["summary"] for one in told["sessions"]], told["digests"]) == ([""], [])


def test_a_conversation_that_another_machine_captured_before_has_the_ids_it_has_here(stores, carry, clock, monkeypatch):
    older, here = stores.new(), stores.new()
    with monkeypatch.context() as before:
        before.setattr(captured_ids, "of_session", lambda *_: None)
        capture(older)
    clock.advance(hours=1)
    capture(here)
    expected = rows(here)
    clock.advance(hours=1)
    for source, target in ((older, here), (here, older), (older, here)):
        carry(source, target)
    assert [rows(db) for db in (older, here)] == [expected] * 2
    with here.reading() as snapshot:
        ids = snapshot.rows("SELECT uid FROM item UNION SELECT uid FROM session")
    assert all(captured_ids.is_derived(uid) for (uid,) in ids)


def test_each_calls_the_project_of_the_folder_otherwise(stores, carry, clock):
    machines = [stores.new() for _ in range(3)]
    names = ("api", "backend", "shop")
    for db, name in zip(machines, names, strict=True):
        capture(db, project=name)
        with db.writing("test") as tx:
            project_meeting.note(tx, projects.by_name(tx, name), "commit:" + "a" * 40)
        clock.advance(hours=1)
    expected = rows(machines[0])
    for source, target in itertools.permutations([*machines, *machines], 2):
        if source is not target:
            carry(source, target)
    for db, name in zip(machines, names, strict=True):
        capture(db, project=name)
        assert rows(db) == expected
        told = exported(db, stores.path("out.json"))
        assert {one["project"] for kind in ("sessions", "turns", "statements") for one in told[kind]} == {name}
        assert {turn["origin"] for turn in told["turns"]} == {machines[0].origin}


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_a_line_that_stands_in_two_transcripts_is_one_turn_whichever_was_read_first(stores, carry, clock, order):
    """A conversation that goes on in another file begins there with a copy of what was said."""
    machines = [stores.new(), stores.new()]
    for db, places in zip(machines, ((0, 1), order), strict=True):
        for place in places:
            capture(db, name=("one", "goes on")[place], of=SAID[: 2 + place])
        clock.advance(hours=1)
    told = all_meet(stores, carry, machines)
    assert sorted(turn["text"] for turn in told["turns"]) == sorted(SAID)
    assert len(told["sessions"]) == 2


def test_a_file_that_gives_a_captured_line_other_words_replaces_none(here, stores):
    turn = capture(here)[0]
    export_file(here, path := stores.path("own.jsonl"))
    (told,) = [record for record in map(json.loads, path.read_text().splitlines()) if record.get("id") == turn]
    report = take_in(here, [told | {"text": "Evil words", "recordedAt": "2001-01-01T00:00:00Z", "origin": "evil"}])
    assert (report.added, report.merged) == (0, 0)
    assert OTHER_TEXT in str(report.problems)
    assert SAID[0] in bodies(here, "turn")
    assert "Evil words" not in bodies(here, "turn")
