"""A search of the hub finds what this machine does not hold, and ranks it as the file does."""

from __future__ import annotations

import pytest
from hashing import HashingEmbedder
from transfers import learn

from memory_mcp.hub import searching
from memory_mcp.hub.synchronising import push, sync
from memory_mcp.store.facts import erasure, facts, lifecycle
from memory_mcp.store.facts.projects import projects
from memory_mcp.store.facts.visibility import Filter
from memory_mcp.store.search.request import Request
from memory_mcp.store.search.search import search
from memory_mcp.store.sessions import sessions, turns
from memory_mcp.store.vectors import index
from memory_mcp.temporal import AsOf

pytestmark = pytest.mark.external

QUESTIONS = (
    "which port does the staging database use",
    "rice and beans",
    "日本語",
    "zzz",
    "who keeps the key of the safe",
)
TALK = ("Where is the key of the safe?", "Ann keeps it.", "And who is Ann?", "She works at the bank.")


def request(query, now, **options):
    more = {key: options.pop(key) for key in ("kinds", "since", "until") if key in options}
    return Request(query, Filter(as_of=AsOf(now, now), project_id=-1, **more), is_cut=True, **options)


def told(answer):
    """Return what a caller sees of an answer, without what is the store's own."""
    hits = [(hit.item.uid, round(hit.score, 4), round(hit.chance, 4), hit.snippet) for hit in answer.hits]
    return hits, answer.verdict, round(answer.confidence, 4), answer.mode


@pytest.fixture
def filled(here, clock):
    """A memory with facts, a conversation, and a vector for each."""
    for number in range(30):
        learn(here, f"note {number}: we cooked rice with beans and lime on day {number}")
    learn(here, "the staging database listens on port 8080")
    learn(here, "日本語のノートです")
    with here.writing("test") as tx:
        session, _ = sessions.start(tx, project_id=0, client="codex", client_session="one")
        for number, text in enumerate(TALK):
            role = "user" if number % 2 == 0 else "assistant"
            turns.add(tx, turns.Utterance(text, session_uid=session.uid, role=role, at=tx.now + number))
    clock.advance(days=1)
    embedder = HashingEmbedder("multilingual-e5 by hand", dim=64)
    while index.catch_up(here, embedder).waiting:
        pass
    return here


@pytest.mark.parametrize("mode", ["hybrid", "vector"])
@pytest.mark.parametrize("query", QUESTIONS)
def test_the_same_rows_are_found_and_judged_alike(filled, hub, query, mode):
    push(filled, hub)
    embedder = HashingEmbedder("multilingual-e5 by hand", dim=64)
    vector = embedder.embed_query(query)
    with filled.reading() as snapshot:
        asked = request(query, snapshot.now, mode=mode, limit=5)
        expected = search(snapshot, asked, vector)
    answer, _ = searching.search(hub, asked, None, vector, embedder.model_tag)
    assert told(answer) == told(expected)


@pytest.mark.parametrize("mode", ["hybrid", "fts"])
@pytest.mark.parametrize("query", QUESTIONS)
def test_without_a_model_the_same_rows_are_found_by_words(filled, hub, query, mode):
    push(filled, hub)
    with filled.reading() as snapshot:
        asked = request(query, snapshot.now, mode=mode, limit=5)
        expected = search(snapshot, asked)
    answer, _ = searching.search(hub, asked, None, None, "")
    # The word indexes give scores of their own; in hybrid mode they are not what ranks.
    if mode == "hybrid":
        assert told(answer) == told(expected)
    assert (answer.verdict, round(answer.confidence, 4)) == (expected.verdict, round(expected.confidence, 4))
    assert {hit.item.uid for hit in answer.hits} == {hit.item.uid for hit in expected.hits}


def test_words_order_rows_by_how_often_and_where_they_stand_as_in_the_file(here, hub):
    for number in range(40):
        learn(here, f"port {'port ' * (number % 3)}of staging " + "and more " * (number % 5) + "db " * (number % 2))
        learn(here, f"note {number} of something else", context="the staging port" if number % 3 else "")
    push(here, hub)
    with here.reading() as snapshot:
        asked = request("staging port db", snapshot.now, mode="fts", limit=60)._replace(is_cut=False)
        expected = search(snapshot, asked)
    answer, _ = searching.search(hub, asked, None, None, "")
    assert [hit.item.uid for hit in answer.hits] == [hit.item.uid for hit in expected.hits]
    assert [hit.score for hit in answer.hits] == pytest.approx([hit.score for hit in expected.hits], rel=1e-3)


def test_what_was_told_on_the_day_a_question_names_is_a_candidate_as_in_the_file(here, hub, clock):
    for number in range(5):
        learn(here, f"note {number}: rice with many other words about a long day in the kitchen of a friend")
    clock.advance(days=30)
    for number in range(60):
        learn(here, f"rice {number}")
    push(here, hub)
    with here.reading() as snapshot:
        asked = request("rice on 1 March 2026", snapshot.now, limit=5)
        expected = search(snapshot, asked)
    assert expected.hits[0].item.body.startswith("note")
    answer, _ = searching.search(hub, asked, None, None, "")
    assert told(answer) == told(expected)


def test_only_what_is_believed_true_and_in_sight_is_found(here, hub, clock):
    gone, old, kept, archived = (learn(here, f"{word} staging port") for word in ("one", "two", "three", "four"))
    with here.writing("test") as tx:
        api = projects.ensure(tx, projects.named("api"))
    elsewhere = learn(here, "five staging port", project_id=api)
    clock.advance(days=1)
    with here.writing("test") as tx:
        erasure.erase(tx, gone)
        facts.correct(tx, old, body="something else")
        lifecycle.archive(tx, archived)
    push(here, hub)
    with here.reading() as snapshot:
        asked = request("staging port", snapshot.now)
    answer, names = searching.search(hub, asked, None, None, "")
    assert {hit.item.uid for hit in answer.hits} == {kept, elsewhere}
    assert {names.get(hit.item.project_id) for hit in answer.hits} == {None, "api"}
    answer, _ = searching.search(hub, asked, ["web"], None, "")
    assert {hit.item.uid for hit in answer.hits} == {kept}


def test_what_another_machine_restored_is_found_again(here, there, hub, clock):
    uid = learn(here, "the staging port")
    with here.writing("test") as tx:
        lifecycle.archive(tx, uid)
    sync(here, hub)
    sync(there, hub)
    clock.advance(days=1)
    with there.writing("test") as tx:
        lifecycle.restore(tx, uid)
    sync(there, hub)
    with here.reading() as snapshot:
        asked = request("staging port", snapshot.now)
    assert [hit.item.uid for hit in searching.search(hub, asked, None, None, "")[0].hits] == [uid]


def test_nobody_hides_a_row_of_somebody_else(here, hub, server):
    ann, eve = server.let_in(hub, "ann", "eve")
    uid = learn(here, "the staging port")
    push(here, ann)
    hidden = "INSERT INTO memory.register VALUES ('eve', 'm', 'state', %s, '', '{\"archivedAt\": \"2027\"}', 1)"
    server.run(eve, hidden, (uid,))
    with here.reading() as snapshot:
        asked = request("staging port", snapshot.now)
    assert [hit.item.uid for hit in searching.search(ann, asked, None, None, "")[0].hits] == [uid]


def test_nobody_finds_what_is_not_shared_with_them(filled, hub, server):
    ann, eve = server.let_in(hub, "ann", "eve")
    push(filled, ann)
    embedder = HashingEmbedder("multilingual-e5 by hand", dim=64)
    with filled.reading() as snapshot:
        asked = request(QUESTIONS[4], snapshot.now)
    vector = embedder.embed_query(QUESTIONS[4])
    assert searching.search(ann, asked, None, vector, embedder.model_tag)[0].hits
    for stranger in (eve, hub):
        assert searching.search(stranger, asked, None, vector, embedder.model_tag)[0].hits == ()
    for statement in (
        "SELECT * FROM memory.item_embedding",
        "SELECT * FROM memory.rows_of(ARRAY[1, 2, 3]::bigint[], 2, NULL)",
    ):
        assert server.run(eve, statement) == []


def test_vectors_of_another_model_are_not_compared_and_the_answer_says_so(filled, hub):
    push(filled, hub)
    other = HashingEmbedder("another model", dim=16)
    with filled.reading() as snapshot:
        asked = request(QUESTIONS[0], snapshot.now)
    answer, _ = searching.search(hub, asked, None, other.embed_query(QUESTIONS[0]), other.model_tag)
    assert (answer.mode, len(answer.hits)) == ("fts", 1)
    assert "by words only" in answer.notice
