"""What a tool is given is read for secrets that no rule finds, where the network that reads them is loaded."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from calling import Client, server

from memory_mcp.errors import RefusedError
from memory_mcp.reading.secret_reader import MARK
from memory_mcp.tools.decisions import memory_decide
from memory_mcp.tools.learnings import memory_learn, memory_learn_bulk
from memory_mcp.tools.search import memory_search

TOLD = "Line up 2856 and pull hard."


class Reading:
    """A reader that takes one number for a secret; it is loaded, or there is none."""

    def __init__(self) -> None:
        self.looked_at: list[str] = []
        self.pairs, self.secrets = None, self
        self.is_there = True

    def load(self) -> Reading | None:
        return self if self.is_there else None

    def masked(self, text: str, *, is_awaited: bool = False, places: Any = None) -> tuple[str, int]:
        self.looked_at.append(text)
        return text.replace("2856", MARK), text.count("2856")


@pytest.fixture
def reading() -> Reading:
    return Reading()


@pytest.fixture
def start(tmp_path, clock, reading) -> Iterator[Callable[..., Client]]:
    """Return a function that starts a server whose reader is loaded."""
    with ExitStack() as stack:

        def started(**settings: Any) -> Client:
            runtime = stack.enter_context(server(tmp_path, clock, **settings))
            runtime.reading = reading
            return Client(runtime, tmp_path)

        yield started


@pytest.fixture
def told(start) -> Client:
    return start()


def stored(told: Client) -> str:
    with told.runtime.db.reading() as snapshot:
        return str(snapshot.rows("SELECT title, body, context, attributes FROM item"))


def test_a_secret_that_is_read_is_masked_and_the_answer_says_so(told):
    answer = told.call(memory_learn, category="fact", content=TOLD)

    assert answer["redacted"] == {"secret": 1}
    assert f"Line up {MARK} and pull hard." in stored(told)
    assert "2856" not in stored(told)


def test_every_text_of_a_call_is_looked_at(told):
    told.call(memory_decide, title="The locker", decision="We keep the locker.", reasoning=TOLD)
    told.call(memory_learn_bulk, items=[{"category": "fact", "content": f"{TOLD} Twice."}])

    assert "2856" not in stored(told)


def test_what_rules_mask_is_read_without_it(told, reading):
    told.call(memory_learn, category="fact", content="The password is hunter2-Zebra! and the gate opens.")

    assert reading.looked_at == ["The password is [redacted: password] and the gate opens."]


def test_neither_questions_nor_long_texts_nor_single_words_are_read(told, reading):
    told.call(memory_search, query="what opens the gate")
    told.call(memory_learn, category="fact", content="word " * 500)

    assert reading.looked_at == []


def test_of_a_long_text_what_may_tell_a_secret_is_read(told, reading):
    told.call(memory_learn, category="fact", content=f"{'word ' * 500}\n{TOLD}\n{'word ' * 500}")

    assert len(reading.looked_at) == 1
    assert f"Line up {MARK} and pull hard." in stored(told)
    assert "2856" not in stored(told)


def test_of_many_texts_in_one_call_what_may_tell_a_secret_is_read(told):
    items = [{"category": "fact", "content": f"Number {'x' * number} of {'word ' * 120}"} for number in range(30)]
    told.call(memory_learn_bulk, items=[*items, {"category": "fact", "content": TOLD}])

    assert f"Line up {MARK} and pull hard." in stored(told)


def test_of_many_texts_in_one_call_a_short_one_is_read_where_there_is_room(told):
    items = [{"category": "fact", "content": f"Number {'x' * number} of {'word ' * 120}"} for number in range(30)]
    told.call(memory_learn_bulk, items=[{"category": "fact", "content": "Mia: 2856"}, *items])

    assert f"Mia: {MARK}" in stored(told)


def test_where_secrets_are_refused_one_that_is_read_is_refused_and_nothing_is_stored(start):
    told = start(redact="refuse")

    with pytest.raises(RefusedError, match="content holds what reads like a secret"):
        told.call(memory_learn, category="fact", content=TOLD)
    assert stored(told) == "[]"


def test_where_nothing_is_masked_nothing_is_read(start, reading):
    start(redact="off").call(memory_learn, category="fact", content=TOLD)

    assert reading.looked_at == []
