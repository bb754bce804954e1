"""Who says a fact, and under which title: read by the scan and by what a write shows."""

from __future__ import annotations

import pytest

from memory_mcp.contradiction.kinds import ComparedFact
from memory_mcp.contradiction.verdict import contradict_facts
from memory_mcp.store.contradictions import pairs
from memory_mcp.store.facts import facts
from memory_mcp.store.facts.versions import Draft
from memory_mcp.store.file.database import Database
from memory_mcp.temporal import Period


def learned(db: Database, text: str, source: str = "", kind: str = "learning", title: str = "") -> None:
    with db.writing("test") as tx:
        attributes = {"source": source} if source else {}
        facts.assert_(tx, Draft(kind=kind, body=text, title=title, valid=Period(tx.now), attributes=attributes))


def told(db: Database) -> int:
    pairs.catch_up(db)
    with db.reading() as snapshot:
        return pairs.kept(snapshot, project=0).total


@pytest.mark.parametrize(("ours", "theirs", "count"), [("Anna", "Ben", 0), ("Anna", "Anna", 1), ("", "Ben", 1)])
def test_what_two_speakers_say_of_themselves_is_of_two_people(db, ours, theirs, count):
    learned(db, "I live in Berlin.", ours)
    learned(db, "I live in Munich.", theirs)

    assert told(db) == count


def test_what_two_speakers_say_of_one_thing_is_compared(db):
    learned(db, "The staging port is 5432.", "Anna")
    learned(db, "The staging port is 5433.", "Ben")

    assert told(db) == 1


def test_a_title_that_repeats_its_text_hides_no_contradiction(db):
    learned(db, "The primary database is PostgreSQL.", kind="decision", title="Adopt Postgres")
    learned(db, "The primary database is MySQL.", kind="decision", title="Use MySQL")

    assert told(db) == 1


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (("Payments", "We use Go."), ("Mail", "We use Python.")),
        (("Use Go for payments", "We use Go."), ("Use Python for mail", "We use Python.")),
        (("Cache TTL", "The TTL is 5 minutes."), ("Session TTL", "The TTL is 10 minutes.")),
    ],
)
def test_a_title_that_says_of_what_its_text_is_holds_two_apart(one, other):
    assert contradict_facts(ComparedFact(one[1], one[0]), ComparedFact(other[1], other[0])) is None
