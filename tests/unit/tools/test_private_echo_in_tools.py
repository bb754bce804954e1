"""What a person told as private is not kept by a tool that the model calls with it in the same session."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

import pytest
from calling import Client, learn, server
from claude_session import Claude

from memory_mcp.store.sessions import sessions
from memory_mcp.tools.decisions import memory_decide
from memory_mcp.tools.documents import memory_save
from memory_mcp.tools.graph import memory_entity_create, memory_entity_observe
from memory_mcp.tools.handoffs import memory_handoff
from memory_mcp.tools.learnings import memory_learn, memory_learn_bulk, memory_learn_update
from memory_mcp.tools.profile import memory_profile
from memory_mcp.tools.search import memory_search
from memory_mcp.tools.sessions import memory_session_end, memory_session_start
from memory_mcp.tools.transfer import memory_import
from memory_mcp.tools.upkeep import memory_contradictions

PRIVATE: Final = "we buy the old mill in Aarhus"
MASK: Final = "[redacted: private]"
TEXT: Final = f"Note: {PRIVATE}."

WRITES: Final[dict[Any, dict[str, Any]]] = {
    memory_learn: {"category": "fact", "content": TEXT, "context": TEXT},
    memory_learn_bulk: {"items": [{"category": "fact", "content": TEXT}]},
    memory_decide: {"title": TEXT, "decision": TEXT, "reasoning": TEXT},
    memory_entity_create: {"name": TEXT, "entity_type": "thing", "summary": TEXT},
    memory_entity_observe: {"entity_name": "mill", "entity_type": "thing", "content": TEXT},
    memory_save: {"title": TEXT, "content": TEXT},
    memory_profile: {"action": "set", "field": "plans", "value": TEXT},
    memory_handoff: {"action": "begin", "summary": TEXT, "next_steps": [TEXT]},
}

# What a tool normalises, compares or reads itself.
NAMES: Final = [
    (memory_learn, {"category": "fact", "content": "The door is green.", "project": PRIVATE}),
    (memory_handoff, {"action": "begin", "summary": "Go on.", "to_client": PRIVATE}),
    (memory_contradictions, {"relation": {"name": PRIVATE, "values": "one"}}),
    (memory_session_start, {"client": PRIVATE}),
    (
        memory_import,
        {"data": json.dumps({"type": "entity", "name": TEXT, "entityType": PRIVATE, "observations": [TEXT]})},
    ),
    (memory_import, {"data": json.dumps({"text": TEXT, "session": PRIVATE, "project": PRIVATE, "id": PRIVATE})}),
]


@pytest.fixture
def runtime(tmp_path: Path, clock):
    with server(tmp_path, clock) as runtime:
        yield runtime


def told(runtime, folder: Path, session: str = "s1") -> Client:
    """A client whose user has just told something private, and whose server is told nothing of the session."""
    Claude(runtime.db, runtime.clock, folder, session).fire(
        "UserPromptSubmit", prompt=f"<private>{PRIVATE}</private> Draft a letter to the owner."
    )
    return Client(runtime, folder, client_name="claude-code")


def file_of(runtime) -> bytes:
    """All bytes of the memory."""
    assert runtime.db.checkpoint()
    return runtime.settings.db_path.read_bytes()


@pytest.mark.parametrize("tool", WRITES, ids=lambda tool: tool.__name__)
def test_no_writer_keeps_what_the_person_told_as_private(runtime, tmp_path, tool):
    client = told(runtime, tmp_path)
    answer = client.call(tool, **WRITES[tool])

    assert b"Aarhus" not in file_of(runtime)
    assert answer["redacted"]["private"] >= 1


@pytest.mark.parametrize(("tool", "arguments"), NAMES)
def test_no_name_and_no_import_keeps_it(runtime, tmp_path, tool, arguments):
    told(runtime, tmp_path).call(tool, **arguments)

    kept = file_of(runtime).lower()
    assert b"aarhus" not in kept


def test_an_import_says_that_it_masked_an_echo(runtime, tmp_path):
    answer = told(runtime, tmp_path).call(memory_import, data=json.dumps({"text": TEXT}))

    assert answer["redacted"] == {"private": 1}


def test_a_project_named_by_an_echo_is_found_again_by_it(runtime, tmp_path):
    client = told(runtime, tmp_path)
    learn(client, "the door is green", project=PRIVATE)

    assert client.call(memory_learn, category="fact", content="It is old.", project=PRIVATE)["project"] == MASK
    assert client.call(memory_search, query="door", project=PRIVATE)["count"] == 1


def test_a_project_that_was_there_before_keeps_its_name(runtime, tmp_path):
    learn(Client(runtime, tmp_path, client_name="codex"), "the door is green", project=PRIVATE)

    answer = told(runtime, tmp_path).call(memory_learn, category="fact", content="It is old.", project=PRIVATE)

    assert answer["project"] == PRIVATE


def test_a_change_and_the_end_of_a_session_keep_it_neither(runtime, tmp_path):
    client = told(runtime, tmp_path)
    row = learn(client, "the letter is to be short")
    client.call(memory_learn_update, learning_id=row, content=TEXT)
    client.call(memory_session_end, summary=TEXT, next_steps=[TEXT])

    assert b"Aarhus" not in file_of(runtime)


def test_with_two_sessions_going_on_what_either_was_told_is_masked(runtime, tmp_path):
    told(runtime, tmp_path)
    client = told(runtime, tmp_path, "s2")
    learn(client, TEXT)

    assert b"Aarhus" not in file_of(runtime)


def test_what_an_ended_session_was_told_is_forgotten(runtime, tmp_path):
    client = told(runtime, tmp_path)
    with runtime.db.reading() as snapshot:
        found = sessions.by_client(snapshot, "claude-code", "s1")
    assert found is not None
    Claude(runtime.db, runtime.clock, tmp_path).fire("SessionEnd")
    learn(client, TEXT)

    assert b"Aarhus" in file_of(runtime)


def test_another_client_is_told_nothing_of_it(runtime, tmp_path):
    told(runtime, tmp_path)
    learn(Client(runtime, tmp_path, client_name="codex"), TEXT)

    assert b"Aarhus" in file_of(runtime)
