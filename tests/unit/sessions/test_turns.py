"""Utterances: once under their key, in order, with their neighbours."""

from __future__ import annotations

import pytest

from memory_mcp.store.facts import erasure, facts, versions
from memory_mcp.store.file.database import Database
from memory_mcp.store.sessions import turns
from memory_mcp.store.sessions.turns import Utterance
from memory_mcp.temporal import ManualClock


@pytest.fixture
def session(db: Database) -> str:
    with db.writing("test") as tx:
        tx.execute("INSERT INTO session (uid, started_at, changed_at) VALUES ('s', :now, :now)", {"now": tx.now})
    return "s"


def said(db: Database, *utterances: Utterance) -> list[turns.Added]:
    with db.writing("test") as tx:
        return turns.add_many(tx, utterances)


def test_the_same_utterance_again_changes_nothing(db):
    [first] = said(db, Utterance("we use tabs", external_id="1"))
    [again] = said(db, Utterance("we use tabs", external_id="1"))

    assert (first.action, again.action, again.uid) == ("added", "unchanged", first.uid)


def test_an_utterance_twice_in_one_batch_is_stored_once(db):
    outcome = said(db, Utterance("yes", external_id="1"), Utterance("yes", external_id="1"))

    assert [added.action for added in outcome] == ["added", "unchanged"]


def test_other_words_under_a_known_key_are_not_stored(db):
    [first] = said(db, Utterance("we use tabs", external_id="1"))
    [other] = said(db, Utterance("we use spaces", external_id="1"))

    assert other.action == "differs"
    with db.reading() as snapshot:
        assert versions.require(snapshot, first.uid).body == "we use tabs"


def test_the_same_key_in_another_project_is_another_utterance(db):
    with db.writing("test") as tx:
        tx.execute("INSERT INTO project (id, name) VALUES (7, 'api')")
    outcome = said(db, Utterance("yes", external_id="1"), Utterance("no", external_id="1", project_id=7))

    assert [added.action for added in outcome] == ["added", "added"]


def test_a_key_that_belongs_to_a_row_of_another_kind_is_taken(db):
    with db.writing("test") as tx:
        facts.assert_(tx, versions.Draft("learning", "yes", valid=versions.Period(1), external_id="1"))

    assert said(db, Utterance("yes", external_id="1"))[0].action == "differs"


def test_utterances_without_a_key_are_each_stored(db):
    assert [added.action for added in said(db, Utterance("yes"), Utterance("yes"))] == ["added", "added"]


def test_an_erased_utterance_does_not_come_back(db):
    [first] = said(db, Utterance("my number is 5", external_id="1"))
    with db.writing("test") as tx:
        erasure.erase(tx, first.uid)

    assert said(db, Utterance("my number is 5", external_id="1"))[0].action == "erased"


def test_turns_stand_in_order_of_time_whatever_order_they_came_in(db, session):
    said(db, *(Utterance(f"at {at}", session_uid=session, at=at) for at in (30, 10, 20)))

    with db.reading() as snapshot:
        rows = snapshot.rows("SELECT body FROM item WHERE kind = 'turn' ORDER BY position")
    assert rows == [("at 10",), ("at 20",), ("at 30",)]


def test_later_turns_stand_behind_earlier_ones(db, session):
    for text in ("one", "two", "three"):
        said(db, Utterance(text, session_uid=session))

    with db.reading() as snapshot:
        assert snapshot.rows("SELECT body, position FROM item ORDER BY id") == [("one", 1), ("two", 2), ("three", 3)]


def test_a_turn_has_its_neighbours_in_time_even_when_it_came_late(db, session, clock: ManualClock):
    said(db, *(Utterance(f"at {at}", session_uid=session, at=at) for at in (10, 20, 40, 50)))
    [late] = said(db, Utterance("at 30", session_uid=session, at=30))

    with db.reading() as snapshot:
        before, after = turns.neighbours(snapshot, versions.require(snapshot, late.uid), 1)
    assert ([turn.body for turn in before], [turn.body for turn in after]) == (["at 20"], ["at 40"])


def test_a_forgotten_turn_is_nobodys_neighbour(db, session):
    one, two, three = said(db, *(Utterance(text, session_uid=session) for text in ("one", "two", "three")))
    with db.writing("test") as tx:
        facts.retract(tx, two.uid)

    with db.reading() as snapshot:
        before, _ = turns.neighbours(snapshot, versions.require(snapshot, three.uid), 5)
    assert [turn.uid for turn in before] == [one.uid]


def test_the_caption_of_an_image_is_found_but_not_spoken(db):
    [added] = said(db, Utterance("look", caption="a red bridge"))

    with db.reading() as snapshot:
        turn = versions.require(snapshot, added.uid)
    assert (turn.body, turns.spoken_text(turn)) == ("look\n[image: a red bridge]", "look")


def test_a_turn_is_true_since_it_was_said_and_known_since_it_came_in(db, clock: ManualClock):
    [added] = said(db, Utterance("hello", at=1_000))

    with db.reading() as snapshot:
        turn = versions.require(snapshot, added.uid)
    assert (turn.valid.start, turn.recorded_at) == (1_000, clock.now())
