"""What ranking is told about the rows of a real file."""

from __future__ import annotations

import pytest

from memory_mcp.store.documents import documents
from memory_mcp.store.facts.visibility import Filter
from memory_mcp.store.file.database import Database
from memory_mcp.store.search.ranking import SCALE, WEIGHTS
from memory_mcp.store.search.request import Request
from memory_mcp.store.search.search import search
from memory_mcp.store.sessions import turns
from memory_mcp.store.sessions.turns import Utterance
from memory_mcp.temporal import AsOf


def roles_found(db: Database, query: str) -> list[str]:
    with db.reading() as snapshot:
        answer = search(snapshot, Request(query, Filter(AsOf(snapshot.now, snapshot.now), -1)))
    return [hit.item.attributes["role"] for hit in answer.hits]


def say(db: Database, *roles: str) -> None:
    with db.writing("test") as tx:
        # Apart from each other, so that neither is the other's neighbour.
        for number, role in enumerate(roles):
            turns.add(tx, Utterance("the commute to the office takes an hour", session_uid=f"s{number}", role=role))


@pytest.mark.parametrize(("query", "first"), [("how long is my commute", "user"), ("your commute idea", "assistant")])
def test_of_two_who_said_the_same_the_one_who_is_meant_comes_first(db, query, first):
    say(db, "assistant", "user", "assistant")
    assert roles_found(db, query)[0] == first


def test_a_question_that_means_neither_side_ranks_both_alike(db):
    say(db, "user", "assistant")
    with db.reading() as snapshot:
        answer = search(snapshot, Request("commute length", Filter(AsOf(snapshot.now, snapshot.now), -1)))
    assert len({hit.parts["speaker"] for hit in answer.hits}) == 1


def test_where_one_side_speaks_alone_nobody_is_preferred(db):
    say(db, "user", "user")
    with db.reading() as snapshot:
        answer = search(snapshot, Request("how long is my commute", Filter(AsOf(snapshot.now, snapshot.now), -1)))
    assert [hit.parts["speaker"] for hit in answer.hits] == pytest.approx(
        [0.5 * WEIGHTS["speaker"] / SCALE] * 2, abs=1e-5
    )


@pytest.mark.parametrize(
    ("other", "is_of_records"),
    [({"role": "user"}, True), ({"role": "assistant"}, False), ({"role": "user", "speaker": "Mara"}, False)],
)
def test_only_where_one_person_records_the_days_around_count(db, other, is_of_records):
    say(db, "user", "user")
    with db.writing("test") as tx:
        turns.add(tx, Utterance("the commute was short today", session_uid="another", **other))
    with db.reading() as snapshot:
        answer = search(snapshot, Request("the commute", Filter(AsOf(snapshot.now, snapshot.now), -1)))
    assert len(answer.hits) == 3
    assert all(("around" in hit.parts) is is_of_records for hit in answer.hits)


def test_a_document_is_ranked_by_its_passages_and_not_by_its_bare_title(db):
    with db.writing("test") as tx:
        documents.save(tx, documents.Document("The harbour freezes.\n" + "Boats wait outside the mole. " * 20))
    with db.reading() as snapshot:
        (hit,) = search(snapshot, Request("harbour", Filter(AsOf(snapshot.now, snapshot.now), -1))).hits
    assert hit.item.kind == "document"
    assert hit.lines == (1, 1)
