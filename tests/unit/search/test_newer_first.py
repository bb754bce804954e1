"""Newer above outdated: facts known to contradict, and turns that give a newer value of what is asked for."""

from __future__ import annotations

import pytest

from memory_mcp.store.contradictions import pairs
from memory_mcp.store.endings.compared import READ_AS_OVER_IN
from memory_mcp.store.facts import facts
from memory_mcp.store.facts.facts import assert_
from memory_mcp.store.facts.versions import Draft, Item
from memory_mcp.store.facts.visibility import Filter
from memory_mcp.store.file.database import Database
from memory_mcp.store.search.answer import Hit
from memory_mcp.store.search.request import Request
from memory_mcp.store.search.search import search
from memory_mcp.store.sessions import sessions, statements, turns
from memory_mcp.temporal import AsOf, ManualClock, Period, utc_day


def hits(db: Database, query: str) -> list[Hit]:
    with db.reading() as snapshot:
        return list(search(snapshot, Request(query, Filter(AsOf(snapshot.now, snapshot.now), -1))).hits)


def say(db: Database, clock: ManualClock, *texts: str, role: str = "user") -> None:
    with db.writing("test") as tx:
        session = sessions.start(tx, project_id=0, client="test", client_session="s")[0].uid
    for text in texts:
        clock.advance(days=1)
        with db.writing("test") as tx:
            turns.add(tx, turns.Utterance(text, project_id=0, session_uid=session, role=role))  # type: ignore[arg-type]  # a role


def learn(db: Database, clock: ManualClock, text: str) -> Item:
    clock.advance(days=1)
    with db.writing("test") as tx:
        return assert_(tx, Draft("learning", text, Period(tx.now)))


THREE = "I secured 3 interviews for executive producer roles, and so many interviews is a good number"
HOW_MANY = "how many interviews for executive producer roles have I secured"
FIVE = "how can I use that I secured 5 interviews for executive roles by now to get more callbacks"


@pytest.mark.parametrize(("older", "newer", "query"), [
    (THREE, FIVE, "how many interviews for executive producer roles have I secured?"),
    ("The coverage of the API integration tests is at 65%, on the way to full coverage of the API integration",
     "the tests of the integration improved to 78% coverage", "What is the test coverage of the API integration?"),
    ("My deadline for the layout sprint is April 1, and the sprint covers layout and navigation",
     "the new deadline of the layout sprint is April 5", "When is the deadline of the layout sprint for navigation?"),
    ("Im Lager sind 150 Bestellungen gebucht, und gebuchte Bestellungen bleiben im Lager",
     "seit heute sind im Lager 165 Bestellungen offen", "Wie viele Bestellungen sind im Lager gebucht?"),
])  # fmt: skip
def test_of_two_turns_with_a_value_of_what_is_asked_for_the_newer_stands_first(db, clock, older, newer, query):
    say(db, clock, older, newer)
    assert [hit.item.body for hit in hits(db, query)[:2]] == [newer, older]


def test_told_in_the_other_order_the_other_stands_first(db, clock):
    say(db, clock, FIVE, THREE)
    assert [hit.item.body for hit in hits(db, HOW_MANY)[:2]] == [THREE, FIVE]


def test_a_turn_that_counts_something_else_keeps_its_place(db, clock):
    other = "we ordered 5 chairs for the room"
    say(db, clock, THREE, other)
    assert hits(db, HOW_MANY)[0].item.body == THREE


def test_what_the_assistant_says_later_does_not_come_before_what_the_user_said(db, clock):
    say(db, clock, FIVE, THREE)
    say(db, clock, FIVE, role="assistant")
    assert hits(db, HOW_MANY)[0].item.body == THREE


def test_a_question_about_a_day_gets_what_was_said_on_it(db, clock):
    say(db, clock, THREE, *["nothing new"] * 60, FIVE)
    day = utc_day(hits(db, HOW_MANY)[1].item.valid.start)
    assert hits(db, HOW_MANY)[0].item.body == FIVE
    assert hits(db, f"{HOW_MANY} on {day}")[0].item.body == THREE


def test_of_a_known_contradiction_the_newer_fact_stands_first_and_the_older_one_names_it(db, clock):
    older = learn(db, clock, "The staging database listens on port 5432, and staging is in Frankfurt")
    newer = learn(db, clock, "The staging database listens on port 6543")
    assert hits(db, "which port, staging database in Frankfurt")[0].item.uid == older.uid
    pairs.catch_up(db)
    found = hits(db, "which port, staging database in Frankfurt")
    assert [(hit.item.uid, hit.contradicted_by) for hit in found] == [(newer.uid, None), (older.uid, newer.uid)]


def test_a_contradiction_that_was_dismissed_changes_nothing(db, clock):
    older = learn(db, clock, "The staging database listens on port 5432, and staging is in Frankfurt")
    newer = learn(db, clock, "The staging database listens on port 6543")
    pairs.catch_up(db)
    with db.writing("test") as tx:
        pairs.dismiss(tx, older.uid, newer.uid, reason="two databases")
    found = hits(db, "which port, staging database in Frankfurt")
    assert [(hit.item.uid, hit.contradicted_by) for hit in found] == [(older.uid, None), (newer.uid, None)]


def test_a_turn_whose_statement_is_over_stands_behind_what_ended_it_and_names_it(db, clock):
    older = "From now on payments go through the provider Acme, because Acme has the better interface."
    newer = "We moved payments from Acme to Zenith."
    say(db, clock, older, "The weather is fine.", newer)
    query = "which payments provider has the better interface, Acme or another"
    assert hits(db, query)[0].text == older
    with db.writing("test") as tx:
        statements.catch_up(tx)
        [stated] = [one for one in statements.current_statements(tx, [0], ["standing", "decision"], limit=9, at=tx.now)
                    if one.text == older]  # fmt: skip
        by = tx.value("SELECT uid FROM item WHERE kind = 'turn' AND body = ?", (newer,))
        facts.supersede(tx, stated.uid, by=None, at=tx.now, reason=f"{READ_AS_OVER_IN}{by}")
    clock.advance(days=1)

    found = hits(db, query)

    assert [hit.text for hit in found if hit.text in (older, newer)] == [newer, older]
    assert {hit.text: hit.contradicted_by for hit in found}[older] == by
    with db.writing("test") as tx:
        facts.reopen(tx, stated.uid)
    assert all(hit.contradicted_by is None for hit in hits(db, query))


def test_a_turn_whose_statement_a_person_corrected_names_the_statement(db, clock):
    said = "Let's go with port 8090 for the preview server."
    say(db, clock, said)
    with db.writing("test") as tx:
        statements.catch_up(tx)
        [stated] = statements.current_statements(tx, [0], ["decision"], limit=9, at=tx.now)
        facts.correct(tx, stated.uid, confidence=1.0)
    query = "which port does the preview server have"
    assert [(hit.text, hit.contradicted_by) for hit in hits(db, query)] == [(said, None)]

    with db.writing("test") as tx:
        facts.correct(tx, stated.uid, body="Let's go with port 8095 for the preview server.")

    assert [(hit.text, hit.contradicted_by) for hit in hits(db, query)] == [(said, stated.uid)]
