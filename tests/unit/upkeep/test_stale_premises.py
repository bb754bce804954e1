"""Decisions that rested on what is no longer believed."""

from __future__ import annotations

import pytest

from memory_mcp.store.facts import decisions, erasure, facts, lifecycle
from memory_mcp.store.facts.versions import Draft
from memory_mcp.store.file.database import Database
from memory_mcp.store.graph import entities, observations
from memory_mcp.store.upkeep import reflection, stale_premises
from memory_mcp.temporal import Period
from memory_mcp.tools.rows.findings import finding_rows

DAY = 86_400_000_000


def learn(db: Database, text: str) -> str:
    with db.writing("test") as tx:
        return facts.assert_(tx, Draft(kind="learning", body=text, valid=Period(tx.now))).uid


def decide(db: Database, title: str, reasoning: str, decision: str = "we do so") -> str:
    with db.writing("test") as tx:
        draft = decisions.decision_draft(title=title, decision=decision, reasoning=reasoning, valid=Period(tx.now))
        return facts.assert_(tx, draft).uid


def supersede(db: Database, old: str, new: str) -> None:
    with db.writing("test") as tx:
        facts.supersede(tx, old, by=new)


def decisions_to_review(db: Database) -> list[dict]:
    with db.reading() as snapshot:
        found = reflection.reflect(snapshot, 0, since=snapshot.now - 7 * DAY, stale_before=0, limit=9)
    return found.stale_premises.rows


def finding_rows_of(db: Database) -> list[dict]:
    with db.reading() as snapshot:
        found = reflection.reflect(snapshot, 0, since=snapshot.now - 7 * DAY, stale_before=0, limit=9)
        return finding_rows(found, snapshot.now)["stalePremises"].rows


def test_a_decision_whose_reason_was_superseded_rests_on_a_stale_premise(db, clock):
    old = learn(db, "Staging has only two gigabytes of memory")
    decision = decide(db, "Cache", "staging has two gigabytes of memory only, Redis is too much")
    decide(db, "Colours", "everybody likes the brand's blue")
    clock.advance(days=1)
    new = learn(db, "Staging has sixteen gigabytes of memory")
    assert decisions_to_review(db) == []
    supersede(db, old, new)
    (row,) = decisions_to_review(db)
    assert (row["uid"], row["premise"], row["verb"], row["said"]) == (
        decision, old, "supersede", "Staging has only two gigabytes of memory",
    )  # fmt: skip


@pytest.mark.parametrize("verb", ["retract", "end"])
def test_so_is_one_whose_reason_was_taken_back_or_ended(db, clock, verb):
    fact = learn(db, "The vendor supports Postgres until next year")
    decision = decide(db, "Database", "the vendor supports Postgres")
    clock.advance(days=1)
    with db.writing("test") as tx:
        if verb == "retract":
            facts.retract(tx, fact)
        else:
            facts.supersede(tx, fact, by=None)
    assert [(row["uid"], row["verb"]) for row in decisions_to_review(db)] == [(decision, verb)]


def test_a_fact_of_an_entity_needs_the_name_in_the_reasons(db, clock):
    with db.writing("test") as tx:
        ada = entities.create(tx, name="Ada", entity_type="person").entity
        fact = observations.observe(tx, ada, "leads the platform team", valid=Period(tx.now)).observation.uid
    about_her = decide(db, "Owner", "Ada leads the platform team, so she owns the deploys")
    decide(db, "Review", "whoever leads the team reviews")
    clock.advance(days=1)
    with db.writing("test") as tx:
        facts.supersede(tx, fact, by=None)
    assert [row["uid"] for row in decisions_to_review(db)] == [about_her]


def test_a_correction_shakes_only_where_words_the_decision_shares_were_taken_out(db, clock):
    worded, changed = learn(db, "The queue is drained every night"), learn(db, "The parser needs four gigabytes")
    decide(db, "Backups", "the queue is drained every night")
    resting = decide(db, "Machines", "the parser needs four gigabytes")
    clock.advance(days=1)
    with db.writing("test") as tx:
        facts.correct(tx, worded, body="The whole queue is drained every night at two")
        facts.correct(tx, changed, body="The parser needs one gigabyte")
    assert [(row["uid"], row["verb"]) for row in decisions_to_review(db)] == [(resting, "correct")]


def test_a_decision_that_rested_on_an_edit_rests_on_a_stale_premise_when_the_edit_is_undone(db, clock):
    fact = learn(db, "The parser needs four gigabytes")
    before = clock.advance(days=1)
    with db.writing("test") as tx:
        facts.correct(tx, fact, body="The parser needs ninety gigabytes")
    resting = decide(db, "Machines", "the parser needs ninety gigabytes")
    clock.advance(days=1)
    with db.writing("test") as tx:
        facts.restore(tx, fact, before - 1)
    assert [(row["uid"], row["verb"]) for row in decisions_to_review(db)] == [(resting, "restore")]
    (told,) = finding_rows_of(db)
    assert "brought back to what it said before" in told["why"]


def test_naming_the_id_is_enough(db, clock):
    fact = learn(db, "Numbers of last quarter are final")
    decision = decide(db, "Budget", f"see {fact}")
    clock.advance(days=1)
    with db.writing("test") as tx:
        facts.retract(tx, fact)
    assert [row["uid"] for row in decisions_to_review(db)] == [decision]


def test_a_decision_made_after_the_change_or_looked_at_since_rests_on_none(db, clock):
    old = learn(db, "The API is served by one machine")
    before = decide(db, "Limits", "the API is served by one machine")
    clock.advance(days=1)
    supersede(db, old, learn(db, "Three hosts answer requests now"))
    clock.advance(days=1)
    decide(db, "Later limits", "the API was served by one machine and is by three now")
    assert [row["uid"] for row in decisions_to_review(db)] == [before]
    with db.writing("test") as tx:
        lifecycle.verify(tx, before, verified=True, outcome=None)
    assert decisions_to_review(db) == []


def test_a_replaced_decision_is_a_stale_premise_of_what_rested_on_it_and_rests_on_none_itself(db, clock):
    first = decide(db, "Queue", "simple", decision="use Redis streams")
    resting = decide(db, "Retries", "the queue is Redis: we use Redis streams with consumer groups")
    clock.advance(days=1)
    supersede(db, first, decide(db, "Queue 2", "scale", decision="use Kafka topics"))
    assert [row["uid"] for row in decisions_to_review(db)] == [resting]


def test_what_was_looked_at_once_is_kept_and_not_looked_at_again(db, clock, monkeypatch):
    old = learn(db, "Staging has only two gigabytes of memory")
    decision = decide(db, "Cache", "staging has two gigabytes of memory only")
    clock.advance(days=1)
    with db.writing("test") as tx:
        facts.retract(tx, old)
    stale_premises.catch_up(db)
    monkeypatch.setattr(stale_premises, "_resting", None)
    assert [row["uid"] for row in decisions_to_review(db)] == [decision]


def test_an_erased_fact_or_decision_leaves_no_pair(db, clock):
    for number in range(2):
        fact = learn(db, f"Staging number {number} has two gigabytes of memory")
        decision = decide(db, f"Cache {number}", f"staging number {number} has two gigabytes of memory")
        clock.advance(days=1)
        with db.writing("test") as tx:
            facts.retract(tx, fact)
        stale_premises.catch_up(db)
        with db.writing("test") as tx:
            assert tx.value("SELECT count(*) FROM stale_premise WHERE decision_uid = :uid", {"uid": decision}) == 1
            erasure.erase(tx, (fact, decision)[number])
            assert tx.value("SELECT count(*) FROM stale_premise WHERE decision_uid = :uid", {"uid": decision}) == 0
