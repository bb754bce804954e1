"""The verdict with vectors, where no row has a word of the question."""

from __future__ import annotations

from pathlib import Path

import pytest
from embedded_notes import noted_file, opened_copy

from memory_mcp.embedding.bundled import BundledEmbedder
from memory_mcp.embedding.e5_nano import NanoEngine
from memory_mcp.embedding.one_question import BUNDLED_TAG
from memory_mcp.store.facts.facts import assert_
from memory_mcp.store.facts.versions import Draft
from memory_mcp.store.facts.visibility import Filter
from memory_mcp.store.file.database import Database
from memory_mcp.store.search.answer import SearchAnswer
from memory_mcp.store.search.request import Request
from memory_mcp.store.search.search import search
from memory_mcp.store.sessions import sessions, turns
from memory_mcp.store.vectors import index
from memory_mcp.temporal import AsOf, Period

NOTES = (
    "The rent is due on the first of each month", "Run the linter before every commit", "The dog is called Bruno",
    "Tests need a real file, never one in memory", "Deploys happen on Mondays only", "Allergic to walnuts",
    "Cache keys carry the name of the tenant", "A socket is retried twice, then given up", "Flies to Oslo in May",
    "Branches are merged while they are small", "Tables are named in the singular", "Drives an electric car",
    "Errors are logged to a file of their own", "Makefiles are indented with tabs", "Has two sons and a daughter",
    "The office closes at six on Fridays", "Invoices leave as PDF", "The backup runs at night, to another city",
    "Reads crime novels", "Peter looks after the printers", "The alarm code changes every quarter",
)  # fmt: skip


@pytest.fixture(scope="module")
def engine() -> BundledEmbedder:
    return BundledEmbedder(BUNDLED_TAG, NanoEngine())


@pytest.fixture(scope="module")
def noted(tmp_path_factory, engine) -> Path:
    """A file of the notes and their vectors: these take time, and every test has the same."""
    return noted_file(tmp_path_factory.mktemp("noted"), NOTES, engine)


@pytest.fixture
def db(noted, tmp_path, clock):
    yield from opened_copy(noted, tmp_path, clock)


def asked(db: Database, engine: BundledEmbedder, query: str) -> SearchAnswer:
    with db.reading() as snapshot:
        filter_ = Filter(AsOf(snapshot.now, snapshot.now), -1)
        return search(snapshot, Request(query, filter_, is_cut=True), engine.embed_query(query))


@pytest.mark.parametrize("word", ["zebra", "photosynthesis", "frobnicate", "opera", "pharaoh", "glacier", "submarine"])
def test_a_word_that_no_row_has_and_none_is_near_to_is_answered_by_nothing(db, engine, word):
    assert asked(db, engine, word).verdict == "nothing"


@pytest.mark.parametrize("count", [1, 2, 5])
def test_a_word_that_a_row_of_a_small_memory_says_may_be_answered_by_it(tmp_path, clock, engine, count):
    notes = ("The gateway listens on port 8443.", *NOTES[: count - 1])
    path = noted_file(tmp_path, notes, engine)
    (tmp_path / "copy").mkdir()
    for db in opened_copy(path, tmp_path / "copy", clock):
        for word in ("gateway", "Gateway?", "8443"):
            answer = asked(db, engine, word)
            assert answer.hits[0].item.body == notes[0]
            assert answer.verdict != "nothing"


@pytest.mark.parametrize("word", ["Bruno", "linter", "tenants"])
def test_a_word_that_a_row_says_may_be_answered_by_it(db, engine, word):
    assert asked(db, engine, word).verdict != "nothing"


@pytest.mark.parametrize(
    ("query", "note"),
    [
        ("vehicle", "Drives an electric car"),
        ("foods to avoid", "Allergic to walnuts"),
        ("how many children are there", "Has two sons and a daughter"),
    ],
)
def test_a_question_in_other_words_has_its_answer(db, engine, query, note):
    answer = asked(db, engine, query)
    assert answer.hits[0].item.body == note
    assert answer.verdict != "nothing"


def test_a_row_that_has_no_vector_yet_answers_as_one_that_has(db, engine):
    note = "The wifi of the cabin is called Moosbeere"
    with db.writing("test") as tx:
        assert_(tx, Draft("learning", note, Period(tx.now)))

    answer = asked(db, engine, "what is the wifi of the cabin called?")
    assert answer.hits[0].item.body == note
    assert answer.verdict == "answers"


TALK = (
    ("Melanie", "I finally finished the half marathon in Ghent."), ("Caroline", "I signed the lease for the studio."),
    ("Melanie", "Grandma gave me her old violin."), ("Caroline", "The camping trip at the lake was wonderful."),
    *((("Caroline", "Melanie")[day % 2], f"The bus was late again on day {day}.") for day in range(4, 20)),
)  # fmt: skip


@pytest.mark.parametrize("name", ["Melanie", "Melaine", "Mellanie"])
def test_who_is_named_by_a_misspelt_name_answers_as_by_the_right_one(tmp_path, clock, engine, name):
    db = Database(tmp_path / "memory.db", clock)
    with db.writing("test") as tx:
        session, _ = sessions.start(tx, project_id=0)
        for speaker, text in TALK:
            turns.add(tx, turns.Utterance(text, speaker=speaker, session_uid=session.uid))
    db.load_vectors()
    index.catch_up(db, engine)

    answer = asked(db, engine, f"What did {name} run?")
    assert answer.hits[0].item.body == TALK[0][1]
    assert answer.verdict == "answers"
    db.close()


LONG = (
    "Migrations of the database are numbered files of SQL, are written so that the version before still runs beside "
    "them, and are reviewed by two people before they are merged, because one took production down"
)


@pytest.mark.parametrize(
    ("query", "note"),
    [
        ("comit mesage convetion", "Commit messages follow the Angular convention"),
        ("which tool deploys to k8s", "Deployments to Kubernetes go through Argo CD"),
    ],
)
def test_a_long_note_is_not_shown_beside_a_short_one_that_answers(tmp_path, clock, engine, query, note):
    notes = (*NOTES[:12], "Kafka replaced the queue", "Prices are integers in cents", LONG, note)
    path = noted_file(tmp_path, notes, engine)
    (tmp_path / "copy").mkdir()
    for db in opened_copy(path, tmp_path / "copy", clock):
        shown = [hit.item.body for hit in asked(db, engine, query).hits]
        assert shown[0] == note
        assert LONG not in shown
