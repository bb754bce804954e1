"""Standing wishes as candidates of the questions they bear on."""

from __future__ import annotations

from hashing import HashingEmbedder

from memory_mcp.store.facts import facts
from memory_mcp.store.facts.visibility import Filter
from memory_mcp.store.file.database import Database
from memory_mcp.store.search.request import Request
from memory_mcp.store.search.search import search
from memory_mcp.store.search.standing import standing_turns
from memory_mcp.store.sessions import sessions, statements, turns
from memory_mcp.store.vectors import index
from memory_mcp.temporal import AsOf

WISH = "Always include version numbers when I ask about software dependencies."


def say(db: Database, *texts: str) -> None:
    with db.writing("test") as tx:
        session = sessions.start(tx, project_id=0, client="test", client_session="s")[0].uid
        for text in texts:
            turns.add(tx, turns.Utterance(text, project_id=0, session_uid=session, role="user"))
    with db.writing("test") as tx:
        while statements.catch_up(tx).has_more:
            pass


def everything(db: Database) -> Filter:
    with db.reading() as snapshot:
        return Filter(AsOf(snapshot.now, snapshot.now), -1)


def test_a_turn_that_says_a_standing_wish_is_found_as_one(db):
    say(db, "the parser is slow today", WISH, "we use lxml")
    with db.reading() as snapshot:
        (row_id,) = standing_turns(snapshot, everything(db))
        assert snapshot.value("SELECT body FROM item WHERE id = :id", {"id": row_id}) == WISH


def test_a_wish_that_was_taken_back_is_none(db):
    say(db, WISH)
    with db.writing("test") as tx:
        said = tx.value("SELECT uid FROM item WHERE kind = 'statement'")
        facts.retract(tx, said)
    with db.reading() as snapshot:
        assert standing_turns(snapshot, everything(db)) == []


def test_a_standing_wish_is_a_candidate_though_a_hundred_turns_have_more_of_the_words(db):
    say(db, WISH, *(f"which libraries does module {number} use" for number in range(150)))
    embedder = HashingEmbedder()
    index.catch_up(db, embedder, limit=500)
    with db.reading() as snapshot:
        vector = embedder.embed_query("which libraries do we use")
        found = search(snapshot, Request("which libraries do we use", everything(db), limit=100), vector).hits
    place = next((place for place, hit in enumerate(found) if hit.item.body == WISH), None)
    assert place is not None
    assert "standing" in found[place].parts
