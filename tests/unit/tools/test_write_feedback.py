"""What a write shows of what is known already: by meaning with a loaded model, by words without, and it says which."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from calling import Client, server
from hashing import HashingEmbedder
from numpy.typing import NDArray

from memory_mcp.config import Settings
from memory_mcp.embedding.choose import Choice
from memory_mcp.embedding.service import EmbeddingService
from memory_mcp.store.file.database import Database
from memory_mcp.store.vectors import index
from memory_mcp.temporal import ManualClock
from memory_mcp.tools.decisions import memory_decide
from memory_mcp.tools.framework.call import Call
from memory_mcp.tools.framework.declare import spec_of
from memory_mcp.tools.framework.runtime import Runtime
from memory_mcp.tools.graph import memory_entity_observe, memory_observation_supersede
from memory_mcp.tools.learnings import memory_learn, memory_learn_archive, memory_learn_bulk
from memory_mcp.tools.search import memory_search


class Reading:
    """A loaded reader to which every pair is as likely."""

    def __init__(self, likely: float) -> None:
        self.likely = likely
        self.read: list[tuple[str, str]] = []
        self.pairs = self

    def load(self) -> None:
        """Nothing reads for secrets."""

    def are_near(self, a: bytes, b: bytes) -> bool:
        return bool(np.frombuffer(a, "<f4") @ np.frombuffer(b, "<f4") > 0.1)

    def likelihoods(self, pairs: Sequence[tuple[str, str]], *, is_awaited: bool = False) -> list[float]:
        self.read += pairs
        return [self.likely] * len(pairs)


@pytest.fixture
def with_model(tmp_path: Path, clock: ManualClock) -> Iterator[Callable[..., Client]]:
    """Return a function that starts a server whose model is loaded already, or is not."""
    runtimes: list[Runtime] = []

    def start(embedder: HashingEmbedder | None = None, *, is_loaded: bool = True) -> Client:
        model = embedder or HashingEmbedder(dim=64)
        service = EmbeddingService(Choice("downloaded", "hashing", model.model_tag, lambda: model))
        assert not is_loaded or service.wait(30)
        runtimes.append(Runtime(Settings(db_path=tmp_path / "memory.db"), service, clock))
        return Client(runtimes[-1], tmp_path)

    yield start
    for runtime in runtimes:
        runtime.close()


def learn(client: Client, content: str, **more: Any) -> dict[str, Any]:
    return client.call(memory_learn, category="fact", content=content, **more)


def ids(answer: dict[str, Any]) -> list[str]:
    return [row["id"] for row in answer["similar"]]


def test_the_three_nearest_by_meaning_are_shown_with_date_and_text(with_model):
    client = with_model()
    texts = ["red apples grow", "red apples fall", "red cherries grow", "blue whales sing", "grey stones roll"]
    stored = {text: learn(client, text)["id"] for text in texts}

    answer = learn(client, "red apples")

    assert set(ids(answer)) == {stored[text] for text in texts[:3]}
    assert {row["date"] for row in answer["similar"]} == {"2026-03-01"}
    assert answer["similar"][0]["snippet"].startswith("red apples")
    assert "notice" not in answer


def test_one_that_the_rules_call_contradictory_is_marked(with_model):
    client = with_model()
    port = learn(client, "The staging database listens on port 5432.")["id"]
    learn(client, "The staging server is in the cellar.")

    answer = learn(client, "The staging database listens on port 6543.")

    assert {row["id"]: row.get("contradicts", False) for row in answer["similar"]}[port] is True
    assert sum(row.get("contradicts", False) for row in answer["similar"]) == 1
    assert [row["id"] for row in answer["possibleContradictions"]] == [port]


def test_one_that_no_rule_sees_is_marked_where_both_are_read_so(with_model):
    client = with_model()
    client.runtime.reading = Reading(likely=0.9)
    meat = learn(client, "Noor has been without meat since spring.")["id"]

    answer = learn(client, "The steak is what Noor orders.")

    assert [row.get("contradicts") for row in answer["similar"]] == [True]
    assert [(row["id"], row["kind"], row["evidence"]) for row in answer["possibleContradictions"]] == [
        (meat, "meaning", "by meaning, 90 % sure")
    ]


@pytest.mark.parametrize("is_bulk", [False, True])
def test_what_is_read_so_is_told_by_a_search_right_behind(with_model, is_bulk):
    client = with_model()
    client.runtime.reading = Reading(likely=0.9)
    meat = learn(client, "Noor has been without meat since spring.")["id"]

    note = {"category": "fact", "content": "The steak is what Noor orders."}
    tool, given = (memory_learn_bulk, {"items": [note]}) if is_bulk else (memory_learn, note)
    for asked, arguments in ((tool, given), (memory_search, {"query": "Noor", "mode": "fts"})):
        # Nothing is done of what the first put off.
        answer = spec_of(asked).invoke(Call(client.runtime, client.facts, actor="test"), arguments)

    assert [(hit["id"] == meat, "contradictedBy" in hit) for hit in answer["hits"]] == [(False, False), (True, True)]


def test_what_rules_tell_and_is_read_as_no_contradiction_is_not_marked(with_model):
    client = with_model()
    client.runtime.reading = Reading(likely=0.1)
    learn(client, "The staging database listens on port 5432.")

    answer = learn(client, "The staging database listens on port 6543.")

    assert answer["possibleContradictions"] == []
    assert [row.get("contradicts") for row in answer["similar"]] == [None]


def test_two_decisions_of_one_title_that_rules_tell_are_marked_however_they_are_read(with_model):
    client = with_model()
    client.runtime.reading = Reading(likely=0.1)
    decided = {"title": "Database", "reasoning": "one backup"}
    older = client.call(memory_decide, decision="The shop stays on SQLite.", **decided)["id"]

    answer = client.call(memory_decide, decision="The shop moves to Postgres.", **decided)

    assert [row["id"] for row in answer["possibleContradictions"]] == [older]


def test_what_is_nearest_of_all_but_far_is_not_told_as_similar(with_model):
    client = with_model()
    client.runtime.reading = Reading(likely=0.1)
    learn(client, "The shop has its names at one registrar.")

    assert learn(client, "Postgres keeps the orders.")["similar"] == []
    assert len(learn(client, "Postgres keeps the orders here.")["similar"]) == 1


def test_of_what_is_near_no_more_than_five_are_read_before_the_answer(with_model):
    client = with_model()
    client.runtime.reading = Reading(likely=0.1)
    for number in range(8):
        learn(client, f"red apples number {number} grow in garden {number}")
    before = len(client.runtime.reading.read)

    answer = learn(client, "red apples ripen")

    assert len(client.runtime.reading.read) - before == 5
    assert answer["possibleContradictions"] == []


def test_the_vector_a_written_fact_was_compared_by_is_kept_and_no_backlog_makes_it_again(with_model):
    embedder = HashingEmbedder(dim=64)
    client = with_model(embedder)

    learn(client, "the parser is slow")
    index.catch_up(client.runtime.db, embedder)

    assert embedder.compared == ["the parser is slow"]


def test_a_decision_and_an_observation_are_shown_what_is_near_too(with_model):
    client = with_model()
    lesson = learn(client, "red apples grow")["id"]

    decided = client.call(memory_decide, title="Fruit", decision="red apples grow", reasoning="taste")
    observed = client.call(
        memory_entity_observe, entity_name="Orchard", entity_type="place", content="red apples grow here"
    )
    again = client.call(memory_entity_observe, entity_name="Orchard", entity_type="place", content="red apples fall")

    assert lesson in ids(decided)
    assert "notice" not in observed
    (about,) = [row for row in again["similar"] if row["id"] == observed["observationId"]]
    assert about["snippet"] == "Orchard: red apples grow here"


def test_every_lesson_of_a_small_bulk_is_shown_what_is_near(with_model):
    client = with_model()
    known = learn(client, "red apples grow")["id"]

    answer = client.call(
        memory_learn_bulk,
        items=[{"category": "fact", "content": text} for text in ("red apples", "quite other words")],
    )

    assert known in ids(answer["results"][0])
    assert "notice" not in answer


def test_a_bulk_too_large_to_embed_is_answered_by_words_and_says_so(with_model):
    client = with_model()
    items = [{"category": "fact", "content": f"stone {number} rolls"} for number in range(21)]

    assert "looked up by words only" in client.call(memory_learn_bulk, items=items)["notice"]


def test_what_is_archived_superseded_or_of_another_project_is_not_near(with_model):
    client = with_model()
    archived = learn(client, "red apples grow")["id"]
    client.call(memory_learn_archive, learning_id=archived)
    old, new = learn(client, "red apples fall")["id"], learn(client, "red apples rot")["id"]
    client.call(memory_observation_supersede, observation_id=old, superseded_by_id=new)
    learn(client, "red apples shine", project="elsewhere")

    assert ids(learn(client, "red apples")) == [new]


def test_a_model_that_is_not_loaded_yet_is_not_waited_for_and_the_answer_says_so(with_model):
    client = with_model(is_loaded=False)
    known = learn(client, "The staging database listens on port 5432.")["id"]

    answer = learn(client, "The staging database listens on port 6543.")

    assert ids(answer) == [known]
    assert "not loaded yet, so what is similar was looked up by words only" in answer["notice"]


def test_without_a_model_the_answer_says_so(tmp_path, clock):
    with server(tmp_path, clock) as runtime:
        answer = learn(Client(runtime, tmp_path), "the gateway is blue")

    assert "no embedding model (switched off), so what is similar was looked up by words only" in answer["notice"]


class _Failing(HashingEmbedder):
    """A model whose library fails."""

    def embed_symmetric(self, texts: Sequence[str], *, is_awaited: bool = False) -> NDArray[np.float32]:
        raise ValueError("out of luck")


def test_a_model_that_fails_undoes_no_write(with_model):
    client = with_model(_Failing())

    answer = learn(client, "the gateway is blue")

    assert answer["action"] == "added"
    assert "the embedding model failed" in answer["notice"]
    with client.runtime.db.reading() as snapshot:
        assert index.waiting(snapshot) == 1


class _Meeting(HashingEmbedder):
    """A model during whose work another process writes, and goes on writing."""

    def __init__(self, path: Path, clock: ManualClock, holding: ExitStack) -> None:
        super().__init__(dim=64)
        self._path, self._clock, self._holding = path, clock, holding

    def embed_symmetric(self, texts: Sequence[str], *, is_awaited: bool = False) -> NDArray[np.float32]:
        other = Database(self._path, self._clock, busy_timeout_ms=0)
        self._holding.callback(other.close)
        self._holding.enter_context(other.writing("other"))
        return super().embed_symmetric(texts)


def test_the_model_runs_outside_the_write_lock_and_a_lock_delays_no_answer(with_model, tmp_path, clock):
    with ExitStack() as holding:
        client = with_model(_Meeting(tmp_path / "memory.db", clock, holding))
        call = Call(client.runtime, client.facts, actor="test")

        answer = spec_of(memory_learn).invoke(call, {"category": "fact", "content": "the gateway is blue"})

    assert answer["action"] == "added"
    with client.runtime.db.reading() as snapshot:
        assert index.waiting(snapshot) == 1


def test_a_file_with_vectors_of_another_model_is_answered_by_words_and_says_so(with_model):
    learn(with_model(), "the gateway is blue")

    answer = learn(with_model(HashingEmbedder("other-8", dim=8)), "the gateway is green")

    assert "this file's vectors are of the model hashing-16" in answer["notice"]
