"""What is asked right behind a write, before anything that waits for the end of the answer was done."""

from __future__ import annotations

import json
from typing import Any

import pytest
from calling import Client, server

from memory_mcp.application.resources import MemoryLibrary
from memory_mcp.cli.main import cli
from memory_mcp.store.contradictions import pairs
from memory_mcp.store.file.database import Database
from memory_mcp.store.sessions import statements, turns
from memory_mcp.store.sessions.turns import Utterance
from memory_mcp.tools.framework.call import Call
from memory_mcp.tools.framework.declare import spec_of
from memory_mcp.tools.framework.opening_reads import read_before_opening
from memory_mcp.tools.learnings import memory_learn, memory_learn_bulk
from memory_mcp.tools.search import memory_search
from memory_mcp.tools.sessions import memory_session_start
from memory_mcp.tools.transfer import memory_export, memory_import

WISH = "From now on always run the tests before pushing."
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


def test_a_search_of_another_process_right_behind_a_contradiction_tells_it(client, tmp_path, clock):
    for content in (OLD, NEW):
        ask(client, memory_learn, category="fact", content=content)
    with server(tmp_path, clock) as runtime:
        other = Client(runtime, client.folder)
        assert told(ask(other, memory_search, query="staging database port")) == [(NEW, False), (OLD, True)]


def test_a_search_right_behind_an_import_tells_what_is_contradicted(client, tmp_path, clock):
    for content in (OLD, NEW):
        ask(client, memory_learn, category="fact", content=content)
    data = json.dumps(client.call(memory_export)["data"])
    (tmp_path / "other").mkdir()
    with server(tmp_path / "other", clock) as runtime:
        other = Client(runtime, client.folder)
        ask(other, memory_import, data=data)
        assert told(ask(other, memory_search, query="staging database port")) == [(NEW, False), (OLD, True)]


def test_a_search_does_not_wait_for_the_comparison_of_many_facts_of_others(client, tmp_path, clock):
    items = [{"category": "fact", "content": f"Case {number} says nothing"} for number in range(120)]
    ask(client, memory_learn_bulk, items=items)
    with server(tmp_path, clock) as runtime:
        other = Client(runtime, client.folder)
        ask(other, memory_search, query="case")
        assert waiting(other) == len(items)


def test_a_search_does_not_wait_for_another_process_that_writes(client):
    for content in (OLD, NEW):
        ask(client, memory_learn, category="fact", content=content)
    other = Database(client.runtime.db.path, client.runtime.clock)
    with other.writing("test"):
        assert len(told(ask(client, memory_search, query="staging database port"))) == 2
    other.close()
    assert told(ask(client, memory_search, query="staging database port")) == [(NEW, False), (OLD, True)]


def test_a_search_answers_where_nothing_can_be_written(client):
    for content in (OLD, NEW):
        ask(client, memory_learn, category="fact", content=content)
    with client.runtime.db.connection() as connection:
        connection.pragma("query_only", True)
    assert len(told(ask(client, memory_search, query="staging database port"))) == 2
    read_before_opening(client.runtime)
    with client.runtime.db.connection() as connection:
        connection.pragma("query_only", False)
    assert told(ask(client, memory_search, query="staging database port")) == [(NEW, False), (OLD, True)]


def test_what_was_compared_before_reading_waits_no_more(client):
    for content in (OLD, NEW):
        ask(client, memory_learn, category="fact", content=content)
    assert waiting(client) == 2
    ask(client, memory_search, query="staging")
    assert waiting(client) == 0


def test_a_session_right_behind_what_was_said_is_told_it(client):
    say(client, WISH)
    assert [row["snippet"] for row in ask(client, memory_session_start)["standingWishes"]] == [WISH]


def test_the_context_right_behind_what_was_said_tells_it(client):
    say(client, WISH)
    call = Call(client.runtime, client.facts, actor="test")
    assert WISH in MemoryLibrary().read(call, "memory://context/current")


def test_today_right_behind_what_was_said_tells_it(client, capsys, monkeypatch):
    say(client, WISH)
    monkeypatch.chdir(client.folder)
    cli.main(["--db", str(client.runtime.db.path), "--no-embed", "today"], standalone_mode=False)
    assert WISH in capsys.readouterr().out


def test_an_opening_does_not_wait_for_another_process_that_writes(client):
    say(client, WISH)
    other = Database(client.runtime.db.path, client.runtime.clock)
    with other.writing("test"):
        read_before_opening(client.runtime)
    other.close()
    with client.runtime.db.reading() as snapshot:
        assert statements.is_waiting(snapshot)


def test_a_session_right_behind_a_contradiction_is_told_it(client):
    for content in (OLD, NEW):
        ask(client, memory_learn, category="fact", content=content)
    assert len(ask(client, memory_session_start)["contradictions"]) == 1


def say(client: Client, text: str) -> None:
    """Store a prompt as hooks do, which have no time to read it."""
    with client.runtime.db.writing("test") as tx:
        turns.add(tx, Utterance(text))


def waiting(client: Client) -> int:
    with client.runtime.db.reading() as snapshot:
        return pairs.pending(snapshot)
