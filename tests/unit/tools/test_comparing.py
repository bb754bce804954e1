"""All that waits compared for somebody at a terminal: facts get vectors first, and what keeps them from it is told."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest
from compared_facts import learn
from hashing import HashingEmbedder

from memory_mcp.config import Settings
from memory_mcp.embedding.choose import Choice
from memory_mcp.embedding.service import EmbeddingService
from memory_mcp.errors import BusyError, UnsupportedError
from memory_mcp.store.contradictions import reading_scan
from memory_mcp.store.sessions import turns
from memory_mcp.store.vectors import index
from memory_mcp.store.vectors.fact_vectors import COMPARED
from memory_mcp.temporal import ManualClock
from memory_mcp.tools.framework.comparing import compare_all
from memory_mcp.tools.framework.runtime import Runtime


class Reading:
    """Readers that are there at once; every pair is as good as sure."""

    may_read = True

    def __init__(self) -> None:
        self.pairs = self
        self.read: list[tuple[str, str]] = []

    def load(self) -> Reading:
        return self

    def are_near(self, a: bytes, b: bytes) -> bool:
        return True

    def likelihoods(self, pairs: Sequence[tuple[str, str]], *, is_awaited: bool = False) -> list[float]:
        self.read += pairs
        return [0.95] * len(pairs)


class Failing(HashingEmbedder):
    """A model whose library raises."""

    def embed_passages(self, texts: Sequence[str]):
        raise RuntimeError("out of memory")


Start = Callable[..., Runtime]


@pytest.fixture
def start(tmp_path: Path, clock: ManualClock) -> Iterator[Start]:
    """Return a function that opens the file with a model; its readers find every pair contradictory."""
    runtimes: list[Runtime] = []

    def open_with(model: HashingEmbedder | None = None, *, obstacle: Exception | None = None) -> Runtime:
        def load() -> HashingEmbedder:
            if obstacle is not None:
                raise obstacle
            return model or HashingEmbedder()

        service = EmbeddingService(Choice("bundled", "hashing", (model or HashingEmbedder()).model_tag, load))
        runtime = Runtime(Settings(db_path=tmp_path / "memory.db"), service, clock)
        runtime.reading = Reading()
        runtimes.append(runtime)
        return runtime

    yield open_with
    for runtime in runtimes:
        runtime.close()


def store(runtime: Runtime, count: int) -> None:
    for number in range(count):
        learn(runtime.db, f"the apples of garden {number} ripen on day {7 * number}")


def waiting(runtime: Runtime) -> int:
    with runtime.db.reading() as snapshot:
        return index.waiting(snapshot)


def test_facts_get_vectors_and_are_read_while_newer_turns_wait_on(start):
    runtime = start()
    store(runtime, 40)
    with runtime.db.writing("test") as tx:
        turns.add_many(tx, [turns.Utterance(f"line {number}", session_uid="s") for number in range(3)])

    assert compare_all(runtime, 30) == ""

    assert waiting(runtime) == 3
    assert not index.are_waiting(runtime.db, COMPARED)
    assert not reading_scan.is_waiting(runtime.db)
    assert len(runtime.reading.read) > 40


def test_no_model_is_loaded_where_nothing_waits_for_it_or_nobody_may_read(start):
    runtime = start(obstacle=AssertionError("loaded"))
    assert compare_all(runtime, 30) == ""

    store(runtime, 2)
    runtime.reading.may_read = False

    assert compare_all(runtime, 30) == ""
    assert runtime.embedding.state == "idle"


@pytest.mark.parametrize(
    ("model", "obstacle", "said"),
    [
        (Failing(), None, "the embedding model failed (RuntimeError)"),
        (None, UnsupportedError("no weights"), "no weights"),
    ],
)
def test_what_keeps_facts_from_their_vectors_is_said_and_words_are_compared(start, model, obstacle, said):
    runtime = start(model, obstacle=obstacle)
    store(runtime, 2)

    assert compare_all(runtime, 30) == said
    assert waiting(runtime) == 2


@pytest.mark.parametrize("error", [BusyError("another process writes"), UnsupportedError("no vec0")])
def test_a_file_that_takes_no_vectors_says_why(start, monkeypatch, error):
    runtime = start()
    store(runtime, 2)

    def refuse(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(index, "catch_up", refuse)

    assert compare_all(runtime, 30) == error.message


def test_vectors_of_another_model_are_left_alone(start):
    runtime = start()
    store(runtime, 2)
    assert compare_all(runtime, 30) == ""
    store(runtime, 2)
    other = start(HashingEmbedder("other-8", dim=8))

    assert "`memory-mcp reindex`" in compare_all(other, 30)
