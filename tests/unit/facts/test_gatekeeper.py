"""What is let in, turned away or refused: the policy on its own, without a file."""

from __future__ import annotations

from typing import Any

import pytest

from memory_mcp.store.facts.gatekeeper import (
    ERASED,
    Admit,
    Candidate,
    Duplicate,
    Evidence,
    Keyed,
    Refuse,
    judge,
)
from memory_mcp.store.facts.versions import Draft, Item
from memory_mcp.temporal import FOREVER, Period

SINCE = Period(1_000)


def draft(**fields: Any) -> Draft:
    return Draft(**({"kind": "learning", "body": "The deploy runs on Tuesdays.", "valid": SINCE} | fields))


def item(uid: str = "known", **fields: Any) -> Item:
    return Item(**({"kind": "learning", "body": "The deploy runs on Tuesdays.", "valid": SINCE, "uid": uid} | fields))


def test_what_nothing_known_says_is_let_in():
    assert isinstance(judge(Candidate(draft()), Evidence()), Admit)


@pytest.mark.parametrize(
    ("new", "known"),
    [
        (draft(body="the deploy  runs on TUESDAYS"), item()),
        (
            draft(kind="decision", title="CI", body="use tox", context="it is SLOW"),
            item(kind="decision", title="CI", body="Use tox", context="It is slow"),
        ),
        (draft(kind="observation", parent_uid="ann"), item(kind="observation", parent_uid="ann")),
        (
            draft(kind="document", body="", attributes={"hash": "ab"}),
            item(kind="document", body="other summary", attributes={"hash": "ab"}),
        ),
    ],
)
def test_what_says_the_same_of_the_same_is_a_duplicate(new, known):
    verdict = judge(Candidate(new), Evidence(known=(known,)))
    assert (type(verdict), getattr(verdict, "uid", None)) == (Duplicate, "known")


@pytest.mark.parametrize(
    ("new", "known"),
    [
        (draft(body="The deploy runs on Wednesdays."), item()),
        (draft(project_id=2), item(project_id=1)),
        (draft(kind="decision", title="A", body="x"), item(kind="decision", title="B", body="x")),
        (
            draft(kind="decision", title="A", body="x", context="cheap"),
            item(kind="decision", title="A", body="x", context="fast"),
        ),
        (draft(kind="observation", parent_uid="ann"), item(kind="observation", parent_uid="bob")),
        (draft(kind="document", body="", attributes={}), item(kind="document", body="", attributes={})),
        (draft(), item(kind="decision")),
        (draft(kind="turn"), item(kind="turn")),
    ],
)
def test_what_says_something_else_or_of_something_else_is_none(new, known):
    assert isinstance(judge(Candidate(new), Evidence(known=(known,))), Admit)


def test_a_text_of_another_period_is_none():
    ended = item(valid=Period(0, 1_000))
    assert isinstance(judge(Candidate(draft()), Evidence(known=(ended,))), Admit)


def test_an_observation_known_for_a_part_of_its_period_is_none():
    known = item(kind="observation", parent_uid="ann", valid=Period(1_000, 2_000))
    new = draft(kind="observation", parent_uid="ann", valid=Period(1_000, FOREVER))
    assert isinstance(judge(Candidate(new), Evidence(known=(known,))), Admit)
    assert isinstance(judge(Candidate(new._replace(valid=Period(1_200, 1_800))), Evidence(known=(known,))), Duplicate)


def test_an_imported_observation_worded_otherwise_is_another_one():
    known = item(kind="observation", parent_uid="ann", body="Likes tea", valid=Period(1_500, 2_000))
    new = draft(kind="observation", parent_uid="ann", body="likes tea")
    assert isinstance(judge(Candidate(new, is_imported=True), Evidence(known=(known,))), Admit)
    same = new._replace(body="Likes tea")
    assert isinstance(judge(Candidate(same, is_imported=True), Evidence(known=(known,))), Duplicate)


def test_the_oldest_of_several_that_say_the_same_counts():
    verdict = judge(Candidate(draft()), Evidence(known=(item("one", body="else"), item("two"), item("three"))))
    assert isinstance(verdict, Duplicate)
    assert verdict.uid == "two"


@pytest.mark.parametrize(
    "poor",
    [
        Candidate(draft(body="... !")),
        Candidate(draft(kind="decision", title="Cache", body="?!")),
        Candidate(draft(kind="observation", parent_uid="e1", body=" \n")),
        Candidate(draft(kind="document", body="", attributes={"hash": "ab"}), text=" \n"),
    ],
)
def test_a_text_that_says_nothing_is_refused_unless_another_memory_kept_it(poor):
    assert isinstance(judge(poor, Evidence()), Refuse)
    assert isinstance(judge(poor._replace(is_imported=True), Evidence()), Admit)


def test_what_was_erased_stays_away_whatever_else_is_known():
    assert judge(Candidate(draft(), is_imported=True), Evidence(known=(item(),), is_erased=True)) == Refuse(ERASED)


def test_a_turn_is_told_by_its_key():
    turn = Candidate(draft(kind="turn", body="hello", external_id="1"), is_imported=True)
    same, other = Keyed("known", "turn", "hello"), Keyed("known", "turn", "goodbye")
    assert isinstance(judge(turn, Evidence(under_key=same)), Duplicate)
    assert judge(turn, Evidence(under_key=other)) == Refuse("another text under the same key")


def test_a_fact_is_not_told_by_its_key():
    fact = Candidate(draft(external_id="1"), is_imported=True)
    assert isinstance(judge(fact, Evidence(under_key=Keyed("known", "learning", "else"))), Admit)
