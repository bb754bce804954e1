"""What is asked right behind a write, before anything that waits for the end of the answer was done."""

from __future__ import annotations

from typing import Any

import pytest
from calling import Client

from memory_mcp.store.contradictions import pairs
from memory_mcp.store.file.database import Database
from memory_mcp.tools.framework.call import Call
from memory_mcp.tools.framework.comparing import compare_some
from memory_mcp.tools.framework.declare import spec_of
from memory_mcp.tools.learnings import memory_learn, memory_learn_bulk
from memory_mcp.tools.search import memory_search

OLD, NEW = "The staging database listens on port 6543", "The staging database listens on port 5432"


def ask(client: Client, tool: Any, **arguments: Any) -> dict[str, Any]:
    """Call a tool, and do nothing of what it put off."""
    return spec_of(tool).invoke(Call(client.runtime, client.facts, actor="test"), arguments)


def told(answer: dict[str, Any]) -> list[tuple[str, bool]]:
    return [(hit["snippet"], "contradictedBy" in hit) for hit in answer["hits"]]


@pytest.mark.parametrize("query", ["staging database port", ""])
def test_a_search_right_behind_a_contradiction_tells_it(client, query):
    for content in (OLD, NEW):
        ask(client, memory_learn, category="fact", content=content)
    assert told(ask(client, memory_search, query=query)) == [(NEW, False), (OLD, True)]


def test_what_many_facts_put_off_is_done_a_few_at_a_time(client):
    items = [{"category": "fact", "content": f"Case {number} says nothing"} for number in range(120)]
    ask(client, memory_learn_bulk, items=items)
    before = waiting(client)
    ask(client, memory_search, query="case")
    assert 0 < waiting(client) < before


def test_a_search_does_not_wait_for_another_process_that_writes(client):
    for content in (OLD, NEW):
        ask(client, memory_learn, category="fact", content=content)
    other = Database(client.runtime.db.path, client.runtime.clock)
    with other.writing("test"):
        assert len(told(ask(client, memory_search, query="staging database port"))) == 2
    other.close()
    assert told(ask(client, memory_search, query="staging database port")) == [(NEW, False), (OLD, True)]


def test_a_search_answers_where_what_was_put_off_cannot_be_written(client):
    for content in (OLD, NEW):
        ask(client, memory_learn, category="fact", content=content)
    with client.runtime.db.connection() as connection:
        connection.pragma("query_only", True)
    assert len(told(ask(client, memory_search, query="staging database port"))) == 2
    with client.runtime.db.connection() as connection:
        connection.pragma("query_only", False)
    assert told(ask(client, memory_search, query="staging database port")) == [(NEW, False), (OLD, True)]


def test_what_was_compared_before_reading_is_not_compared_again(client):
    for content in (OLD, NEW):
        ask(client, memory_learn, category="fact", content=content)
    for _ in range(3):
        ask(client, memory_search, query="staging")
    assert compare_some not in client.runtime.take_deferred()


def waiting(client: Client) -> int:
    with client.runtime.db.reading() as snapshot:
        return pairs.pending(snapshot)
