"""What belongs to no project says so in one way: null."""

from __future__ import annotations

import pytest
from calling import Client, server

from memory_mcp.tools.decisions import memory_decide
from memory_mcp.tools.graph import memory_entity_create
from memory_mcp.tools.handoffs import memory_handoff
from memory_mcp.tools.learnings import memory_learn
from memory_mcp.tools.profile import memory_goal
from memory_mcp.tools.search import memory_search
from memory_mcp.tools.sessions import memory_session_end, memory_session_start
from memory_mcp.tools.timeline import memory_timeline

DECISION = {"title": "tabs", "decision": "use tabs", "reasoning": "they are shorter"}


@pytest.fixture
def client(tmp_path, clock):
    with server(tmp_path, clock) as runtime:
        yield Client(runtime, tmp_path)


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        (memory_learn, {"category": "fact", "content": "we use tabs", "project": ""}),
        (memory_decide, DECISION | {"project": ""}),
        (memory_entity_create, {"name": "Ada", "entityType": "person"}),
        (memory_search, {"query": "tabs", "project": ""}),
        (memory_timeline, {"project": ""}),
        (memory_goal, {"action": "get", "project": ""}),
        (memory_goal, {"action": "set", "goal": "ship", "project": ""}),
        (memory_handoff, {"action": "list", "project": ""}),
    ],
)
def test_an_answer_about_no_project_names_none(client, tool, arguments):
    answer = client.call(tool, **arguments)
    assert answer["project"] is None


def test_a_session_of_no_project_names_none(client):
    started = client.call(memory_session_start, project="")
    assert started["project"] is None
    assert client.call(memory_session_end, sessionId=started["sessionId"])["project"] is None
