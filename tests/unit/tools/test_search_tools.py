"""memory_search, memory_recall and memory_grep as a client meets them."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from calling import Client, server
from hashing import HashingEmbedder

from memory_mcp.config import Settings
from memory_mcp.embedding.choose import Choice
from memory_mcp.embedding.service import EmbeddingService
from memory_mcp.errors import InvalidInputError, NotFoundError, UnsupportedError
from memory_mcp.store.facts import lifecycle
from memory_mcp.store.file.database import Database
from memory_mcp.store.search import search
from memory_mcp.store.vectors import index
from memory_mcp.temporal import ManualClock
from memory_mcp.tools.framework.paging import cursor_of
from memory_mcp.tools.framework.render import LONGEST
from memory_mcp.tools.framework.runtime import Runtime
from memory_mcp.tools.framework.wire_text import wire_size
from memory_mcp.tools.graph import memory_entity_observe, memory_observation_supersede
from memory_mcp.tools.learnings import memory_learn, memory_learn_archive
from memory_mcp.tools.recall import memory_recall
from memory_mcp.tools.search import memory_grep, memory_search


@pytest.fixture
def client(tmp_path: Path, clock: ManualClock) -> Iterator[Client]:
    """Have a client at a server without an embedding model."""
    with server(tmp_path, clock) as runtime:
        yield Client(runtime, tmp_path)


@pytest.fixture
def with_model(tmp_path: Path, clock: ManualClock) -> Iterator[Callable[..., Client]]:
    """Return a function that starts a server with an engine on the same file."""
    runtimes: list[Runtime] = []

    def start(load: Callable[[], Any] = HashingEmbedder, tag: str = "hashing-16") -> Client:
        settings = Settings(db_path=tmp_path / "memory.db")
        runtimes.append(Runtime(settings, EmbeddingService(Choice("downloaded", "hashing", tag, load)), clock))
        return Client(runtimes[-1], tmp_path)

    yield start
    for runtime in runtimes:
        runtime.close()


def learn(client: Client, text: str, **fields: Any) -> str:
    return client.call(memory_learn, category="fact", content=text, **fields)["id"]


def embed(client: Client) -> None:
    assert client.runtime.embedding.wait()
    index.catch_up(client.runtime.db, client.runtime.embedding.embedder)


def bodies(answer: dict[str, Any]) -> list[str]:
    return [hit["snippet"] for hit in answer["hits"]]


def test_a_hit_says_what_it_is_where_it_belongs_and_when(client):
    uid = learn(client, "the gateway is blue", project="net", tags=["color"])
    answer = client.call(memory_search, query="gateway", project="net")
    (hit,) = answer["hits"]
    assert hit["id"] == uid
    assert (hit["type"], hit["project"], hit["snippet"]) == ("learning", "net", "the gateway is blue")
    assert (hit["validFrom"], hit["validTo"], hit["tags"]) == (hit["recordedAt"], None, ["color"])
    assert (answer["count"], answer["project"]) == (1, "net")


def test_without_a_model_the_answer_says_that_and_why(client):
    learn(client, "the gateway is blue")
    answer = client.call(memory_search, query="gateway")
    assert (answer["mode"], answer["requestedMode"]) == ("fts", "hybrid")
    assert "no embedding model" in answer["notice"]


def test_asked_for_words_only_nothing_is_missing(client):
    answer = client.call(memory_search, query="gateway", mode="fts")
    assert "notice" not in answer


def test_with_a_model_and_vectors_the_answer_is_hybrid(with_model):
    client = with_model()
    learn(client, "the gateway is blue")
    embed(client)
    answer = client.call(memory_search, query="gateway")
    assert (answer["mode"], answer["hits"][0]["ranks"]) == ("hybrid", {"lexical": 1, "semantic": 1})
    assert "notice" not in answer


def test_the_file_is_asked_for_words_while_the_question_is_embedded(with_model, monkeypatch):
    asked = threading.Event()
    by_words = search._lexical

    def noticed(*arguments: Any) -> dict[int, float]:
        asked.set()
        return by_words(*arguments)

    class Waiting(HashingEmbedder):
        def embed_query(self, text: str) -> Any:
            assert asked.wait(10), "nobody asked for words"
            return super().embed_query(text)

    client = with_model(Waiting)
    learn(client, "the gateway is blue")
    embed(client)
    monkeypatch.setattr(search, "_lexical", noticed)
    answer = client.call(memory_search, query="gateway")
    assert (answer["mode"], answer["hits"][0]["ranks"]) == ("hybrid", {"lexical": 1, "semantic": 1})


def test_a_question_that_cannot_be_embedded_is_answered_by_words(with_model):
    class Broken(HashingEmbedder):
        def embed_query(self, text: str) -> Any:
            raise UnsupportedError("the engine has no room", hint="end something")

    client = with_model(Broken)
    learn(client, "the gateway is blue")
    embed(client)
    answer = client.call(memory_search, query="gateway")
    assert (answer["mode"], bodies(answer)) == ("fts", ["the gateway is blue"])
    assert "the engine has no room; this answer is by words only" in answer["notice"]


def test_what_was_stored_a_moment_ago_is_found_by_meaning(with_model):
    client = with_model()
    learn(client, "the gateway is blue")
    answer = client.call(memory_search, query="gateway", mode="vector")
    assert (answer["mode"], bodies(answer)) == ("vector", ["the gateway is blue"])


def test_before_any_row_has_a_vector_the_answer_says_so(with_model):
    client = with_model()
    for number in range(25):
        learn(client, f"gateway {number}")
    answer = client.call(memory_search, query="gateway")
    assert answer["mode"] == "fts"
    assert "25 rows wait for their vectors" in answer["notice"]


def test_where_nothing_is_stored_nobody_is_told_of_vectors(with_model):
    answer = with_model().call(memory_search, query="gateway")
    assert (answer["hits"], answer.get("notice")) == ([], None)


def test_rows_that_wait_are_named_where_only_meaning_is_asked(with_model):
    client = with_model()
    learn(client, "the gateway is blue")
    embed(client)
    for number in range(25):
        learn(client, f"gateway {number}")
    assert "25 rows wait" in client.call(memory_search, query="router", mode="vector")["notice"]


def test_an_engine_that_fails_is_named_with_its_reason(with_model):
    def load() -> Any:
        raise UnsupportedError("the hub cannot be reached", hint="try again")

    client = with_model(load)
    learn(client, "the gateway is blue")
    answer = client.call(memory_search, query="gateway")
    assert (answer["mode"], bodies(answer)) == ("fts", ["the gateway is blue"])
    assert "the hub cannot be reached" in answer["notice"]


def test_another_model_than_the_files_answers_by_words_and_says_how_to_mend_it(with_model):
    first = with_model()
    learn(first, "the gateway is blue")
    embed(first)
    second = with_model(lambda: HashingEmbedder("other-8", dim=8), "other-8")
    answer = second.call(memory_search, query="gateway")
    assert (answer["mode"], answer["count"]) == ("fts", 1)
    assert "hashing-16" in answer["notice"]
    assert "reindex" in answer["notice"]


def test_without_the_vector_extension_the_answer_is_by_words_and_says_so(with_model, monkeypatch):
    client = with_model()
    learn(client, "the gateway is blue")

    def refuse(_db: Database) -> None:
        raise UnsupportedError("sqlite-vec cannot be loaded", hint="reinstall")

    monkeypatch.setattr(Database, "load_vectors", refuse)
    answer = client.call(memory_search, query="gateway")
    assert (answer["mode"], answer["count"]) == ("fts", 1)
    assert "sqlite-vec cannot be loaded" in answer["notice"]


def test_explain_shows_what_the_score_is_made_of(client):
    learn(client, "the gateway is blue")
    (hit,) = client.call(memory_search, query="gateway", explain=True)["hits"]
    assert sum(hit["parts"].values()) == pytest.approx(hit["relevance"], abs=0.002)


def test_full_gives_the_whole_text(client):
    text = "the gateway is blue " + "and more " * 200
    learn(client, text.strip())
    (hit,) = client.call(memory_search, query="gateway", full=True)["hits"]
    assert (hit["body"], "snippet" in hit) == (text.strip(), False)


def test_whole_texts_of_a_script_with_long_characters_fit_into_an_answer(client):
    for number in range(30):
        learn(client, f"{number} \u90e8\u7f72 " + "".join(chr(0x4E00 + number * 500 + place) for place in range(1_900)))
    found = client.call(memory_search, query="\u90e8\u7f72", limit=30, full=True)
    assert wire_size(found) < LONGEST
    assert 5 < found["count"] == len(found["hits"]) < 30
    assert f"hits ({30 - found['count']})" in found["notice"]


def test_an_answer_of_the_default_length_stays_short(client):
    for number in range(30):
        learn(client, f"gateway number {number} " + f"words{number} of all kinds " * 60, tags=["a-rather-long-tag"])
    assert len(client.text(memory_search, query="gateway kinds")) < 6_000
    assert len(client.text(memory_recall, query="gateway kinds")) < 6_000
    assert len(client.text(memory_recall)) < 6_000
    assert len(client.text(memory_grep, pattern="gateway")) < 6_000


def test_more_hits_are_given_when_they_are_asked_for(client):
    for number in range(60):
        learn(client, f"gateway number {number} " + f"words{number} of all kinds " * 60)
    assert client.call(memory_search, query="gateway kinds", limit=50)["count"] == 50


def test_a_query_of_any_length_is_cut_and_the_cut_is_noted(client):
    learn(client, "the gateway is blue")
    answer = client.call(memory_search, query="gateway " + "x" * 20_000)
    assert answer["count"] == 1
    assert "10000 characters" in answer["notice"]


def test_an_entity_is_named_by_name_or_id(client):
    seen = client.call(memory_entity_observe, content="moved to Rome", entityName="Ada", entityType="person")
    learn(client, "Rome is the capital")
    for entity in ("ada", seen["entityId"]):
        answer = client.call(memory_search, query="Rome", entity=entity)
        assert [hit["type"] for hit in answer["hits"]] == ["observation"]


@pytest.mark.parametrize("query", ["", "  \n"])
def test_an_empty_query_lists_the_newest_and_says_so(client, clock, query):
    learn(client, "the gateway is red")
    clock.advance(days=1)
    learn(client, "the gateway is blue")
    answer = client.call(memory_search, query=query, limit=1)
    assert (bodies(answer), answer["total"]) == (["the gateway is blue"], 2)
    assert answer["notice"] == "nothing was asked for: these are the newest"


def test_an_answer_says_how_sure_it_is_and_how_many_say_the_same(client):
    for number in range(12):
        learn(client, f"module {number} parses dates")
    for name in ("Ann", "ANN", "Ann."):
        client.call(memory_learn, category="fact", content=f"the gateway is kept by {name}", project=name)
    answer = client.call(memory_search, query="who keeps the gateway", project="*")
    assert (answer["verdict"] != "nothing", answer["hits"][0]["alike"]) == (True, 2)
    assert answer["hits"][0]["score"] <= answer["confidence"] <= 1
    assert len(client.call(memory_search, query="who keeps the gateway", project="*", full=True)["hits"]) == 3


def test_an_unknown_entity_is_an_error_not_an_empty_answer(client):
    with pytest.raises(NotFoundError) as raised:
        client.call(memory_search, query="Rome", entity="nobody")
    assert raised.value.field == "entity"


def test_since_and_until_bound_when_it_became_true(client, clock):
    learn(client, "gateway one")
    clock.advance(days=10)
    learn(client, "gateway two")
    assert bodies(client.call(memory_search, query="gateway", since="3 days ago")) == ["gateway two"]
    assert bodies(client.call(memory_search, query="gateway", until="3 days ago")) == ["gateway one"]


def test_a_time_that_cannot_be_read_is_an_error(client):
    with pytest.raises(InvalidInputError) as raised:
        client.call(memory_search, query="gateway", since="soonish")
    assert raised.value.field == "since"


def test_the_past_is_asked_for_in_both_times(client, clock):
    uid = learn(client, "the gateway is blue")
    clock.advance(days=2)
    client.call(memory_learn_archive, learningId=uid)
    assert client.call(memory_search, query="gateway")["count"] == 0
    assert client.call(memory_search, query="gateway", includeArchived=True)["hits"][0]["archived"] is True
    assert client.call(memory_search, query="gateway", knownAt="3 days ago", includeArchived=True)["count"] == 0


def test_options_of_the_ranking_are_taken_and_bad_ones_refused(client):
    learn(client, "the gateway is blue")
    options = {"fusion": "rrf", "recencyWeight": 0, "halfLifeDays": 7}
    assert client.call(memory_search, query="gateway", ranking=options)["count"] == 1
    with pytest.raises(InvalidInputError):
        client.call(memory_search, query="gateway", ranking={"recencyWeight": 7})


def test_what_was_shown_is_counted_after_the_answer(client):
    uid = learn(client, "the gateway is blue")
    client.call(memory_search, query="gateway")
    with client.runtime.db.reading() as snapshot:
        assert lifecycle.state(snapshot, uid).shown_count == 1


def test_recall_gives_lessons_alone(client):
    client.call(memory_entity_observe, content="likes the gateway", entityName="Ada", entityType="person")
    uid = learn(client, "the gateway is blue")
    assert [hit["id"] for hit in client.call(memory_recall, query="gateway")["hits"]] == [uid]


def test_recall_without_a_query_gives_the_newest(client, clock):
    learn(client, "one")
    clock.advance(days=1)
    learn(client, "two")
    answer = client.call(memory_recall)
    assert bodies(answer) == ["two", "one"]
    assert "mode" not in answer


def test_a_search_for_nothing_names_no_page_that_it_does_not_take(client):
    for number in range(3):
        learn(client, f"lesson {number}")
    answer = client.call(memory_search, query="", limit=2)
    assert (answer["count"], answer["total"], "nextCursor" in answer) == (2, 3, False)


def test_all_lessons_are_reached_page_by_page(client, clock):
    for number in range(5):
        clock.advance(days=1)
        learn(client, f"lesson {number}")
    pages, cursor = [], None
    while not pages or cursor:
        answer = client.call(memory_recall, limit=2, cursor=cursor)
        pages.append(bodies(answer))
        cursor = answer.get("nextCursor")
        assert answer["total"] == 5
    assert pages == [["lesson 4", "lesson 3"], ["lesson 2", "lesson 1"], ["lesson 0"]]


def test_a_page_of_lessons_cut_for_length_goes_on_where_it_was_cut(client):
    for number in range(25):
        learn(client, f"{number} " + "many words about nothing much " * 10)
    first = client.call(memory_recall)
    second = client.call(memory_recall, cursor=first["nextCursor"])
    assert first["count"] < 20
    assert [int(text.split()[0]) for text in bodies(first) + bodies(second)] == list(
        reversed(range(25 - first["count"] - second["count"], 25))
    )


def test_a_list_of_lessons_says_how_many_there_are(client):
    for number in range(3):
        learn(client, f"lesson {number}")
    assert "count: 2 of 3" in client.text(memory_recall, limit=2).splitlines()


def test_a_search_for_lessons_refuses_a_cursor(client):
    cursor = cursor_of(1, 1)
    with pytest.raises(InvalidInputError, match="no pages"):
        client.call(memory_recall, query="gateway", cursor=cursor)


@pytest.mark.parametrize("query", ["gateway", None])
def test_a_lesson_found_has_a_title_and_a_score_whichever_way(client, query):
    learn(client, "the gateway is blue " + "and has many properties " * 5)
    (hit,) = client.call(memory_recall, query=query)["hits"]
    assert hit["title"] == "the gateway is blue and has many properties and has many pr\N{HORIZONTAL ELLIPSIS}"
    assert hit["score"] > 0


def test_a_fact_found_is_called_by_the_names_of_whom_it_is_about(client):
    client.call(memory_entity_observe, content="likes green tea", entityName="Ada", entityType="person")
    hits = client.call(memory_search, query="green tea", types=["observation"])["hits"]
    assert [hit["title"] for hit in hits] == ["Ada"]


@pytest.mark.parametrize("wanted", ["caf\u00e9", "cafe\u0301", "CAF\u00c9"])
def test_a_tag_is_found_however_it_is_written(client, wanted):
    for number, tag in enumerate(("caf\u00e9", "cafe\u0301", "Caf\u00e9", "cafe")):
        learn(client, f"the gateway is blue {number}", tags=[tag, "Net"])
    found = {"the gateway is blue 0", "the gateway is blue 1", "the gateway is blue 2"}
    assert set(bodies(client.call(memory_recall, tags=[wanted, "net"]))) == found
    for query in ("gateway", ""):
        assert set(bodies(client.call(memory_search, query=query, tags=["NET", wanted]))) == found
    assert bodies(client.call(memory_recall, tags=[wanted, "none"])) == []


def test_recall_keeps_to_a_category_and_tags(client):
    learn(client, "the gateway is blue", tags=["net"])
    client.call(memory_learn, category="mistake", content="the gateway was off")
    assert bodies(client.call(memory_recall, query="gateway", category="mistake")) == ["the gateway was off"]
    assert bodies(client.call(memory_recall, tags=["net"])) == ["the gateway is blue"]


def test_recall_of_a_category_nobody_can_store_is_refused(client):
    with pytest.raises(InvalidInputError) as raised:
        client.call(memory_recall, category="nonsense")
    assert raised.value.field == "category"


def test_grep_gives_the_line_and_its_number(client):
    uid = learn(client, "first\nthe port is 8443")
    (hit,) = client.call(memory_grep, pattern=r"port is \d+")["hits"]
    assert (hit["id"], hit["line"], hit["lineNumber"]) == (uid, "the port is 8443", 2)


def test_grep_finds_what_is_misspelt(client):
    learn(client, "the customer prefers mornings")
    (hit,) = client.call(memory_grep, pattern="custmer prefrs", fuzzy=True)["hits"]
    assert hit["similarity"] >= 80


def test_a_share_of_likeness_is_taken_for_one(client):
    learn(client, "the customer prefers mornings")
    learn(client, "quite another thing")

    found = client.call(memory_grep, pattern="custmer prefrs", fuzzy=True, threshold=0.8)

    assert (found["count"], found["notice"]) == (1, "threshold: 0.8 was taken for 80 of 100")


@pytest.mark.parametrize("tool", [memory_search, memory_grep])
def test_bounds_between_which_nothing_lies_are_a_mistake(client, tool):
    sought = {"query": "x"} if tool is memory_search else {"pattern": "x"}
    with pytest.raises(InvalidInputError, match="until must lie after since") as refused:
        client.call(tool, since="2026-02-02", until="2026-02-01", **sought)
    assert refused.value.field == "until"
    assert client.call(tool, since="2026-02-01", until="2026-02-01", **sought)["hits"] == [], "a date: its end"


def test_a_session_that_is_not_known_is_not_an_empty_answer(client):
    with pytest.raises(NotFoundError) as refused:
        client.call(memory_search, query="x", sessionId="nope")
    assert refused.value.field == "sessionId"


def test_the_longest_answer_stays_below_what_a_client_takes_and_says_what_it_left_out(client):
    for number in range(40):
        learn(client, f"gateway {number} " + " ".join(f"w{word}x{number}y{word}" for word in range(400)))
    text = client.text(memory_search, query="gateway", limit=100, full=True)
    assert (len(text) < 61_000, "left out for length" in text) == (True, True)


def test_a_list_says_of_each_row_what_a_search_says_of_it(client):
    about = {"entityName": "gateway", "entityType": "service"}
    old, new = (client.call(memory_entity_observe, **about, content=f"Listens on port {port}.")["observationId"]
                for port in (8443, 9443))  # fmt: skip
    away = learn(client, "The gateway has a spare key.")
    client.call(memory_learn_archive, learningId=away)
    asked = {"includeArchived": True, "types": ["observation", "learning"]}
    wanted = {(old, new, None), (new, None, None), (away, None, True)}
    for query in ("gateway port key", ""):
        hits = client.call(memory_search, query=query, full=True, **asked)["hits"]
        assert {(one["id"], one.get("contradictedBy"), one.get("archived")) for one in hits} == wanted
    client.call(memory_observation_supersede, observationId=old, supersededById=new, validTo="tomorrow")
    for query in ("port 8443", ""):
        hits = client.call(memory_search, query=query, full=True, **asked)["hits"]
        assert {one["id"]: one.get("supersededById") for one in hits}[old] == new


def test_grep_says_which_row_a_newer_one_contradicts(client):
    about = {"entityName": "gateway", "entityType": "service"}
    old, new = (client.call(memory_entity_observe, **about, content=f"Listens on port {port}.")["observationId"]
                for port in (8443, 9443))  # fmt: skip
    hits = client.call(memory_grep, pattern="Listens on port")["hits"]

    assert {hit["id"]: hit.get("contradictedBy") for hit in hits} == {old: new, new: None}


@pytest.mark.parametrize("length", [36, 8])
def test_a_query_that_is_an_id_says_how_its_row_is_opened(client, length):
    uid = learn(client, "The gateway has a spare key.")
    notice = client.call(memory_search, query=uid[-length:])["notice"]

    assert f"the query is the id of a row of type learning: memory_read {uid} opens it" in notice


@pytest.mark.parametrize("query", ["deadbeef", "gateway", "2026-03-02"])
def test_a_query_that_is_no_id_is_told_nothing_of_one(client, query):
    assert "is the id of" not in client.call(memory_search, query=query).get("notice", "")


def test_the_id_of_a_row_of_another_project_is_told_nothing_of(client):
    uid = learn(client, "The gateway has a spare key.", project="elsewhere")

    assert "is the id of" not in client.call(memory_search, query=uid).get("notice", "")


def test_who_asks_a_hub_where_none_is_set_is_told_which_setting_is_missing(client):
    with pytest.raises(UnsupportedError, match="MEMORY_HUB is not set") as raised:
        client.call(memory_search, query="tabs", scope="hub")
    assert "memory-mcp docs several-machines" in raised.value.hint
