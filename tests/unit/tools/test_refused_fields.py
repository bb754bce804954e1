"""Where secrets are refused, the error names the parameter that holds one, and not another of the tool."""

from __future__ import annotations

import pytest
from calling import Client
from calling import server as opened

from memory_mcp.errors import RefusedError
from memory_mcp.tools.decisions import memory_decide
from memory_mcp.tools.documents import memory_save
from memory_mcp.tools.graph import memory_entity_create
from memory_mcp.tools.handoffs import memory_handoff
from memory_mcp.tools.learnings import memory_learn, memory_learn_archive, memory_learn_update
from memory_mcp.tools.sessions import memory_session_end, memory_session_start

SECRET = "the password is hunter2-Zebra!"
CHOICE = {"title": "Queue", "decision": "We use Redis.", "reasoning": "One backup."}
LESSON = {"category": "fact", "content": "The gate opens at noon."}


@pytest.fixture
def server(tmp_path, clock):
    with opened(tmp_path, clock, redact="refuse") as runtime:
        yield Client(runtime, tmp_path)


def refused(server: Client, tool, **arguments) -> str:
    with pytest.raises(RefusedError, match="holds what looks like a secret") as error:
        server.call(tool, **arguments)
    assert error.value.message.startswith(f"{error.value.field} holds")
    return str(error.value.field)


@pytest.mark.parametrize("name", ["tasks", "openQuestions", "nextSteps"])
def test_a_line_of_a_session_is_named_by_its_list(server, name):
    server.call(memory_session_start)

    assert refused(server, memory_session_end, **{name: [SECRET]}) == name


@pytest.mark.parametrize("name", ["openQuestions", "nextSteps", "files"])
def test_a_line_of_a_handoff_is_named_by_its_list(server, name):
    assert refused(server, memory_handoff, action="begin", summary="Half done.", **{name: [SECRET]}) == name


@pytest.mark.parametrize(
    ("tool", "given"),
    [(memory_learn, LESSON), (memory_decide, CHOICE), (memory_save, {"content": "A long text."})],
)
def test_a_tag_is_named_as_a_tag(server, tool, given):
    assert refused(server, tool, **given, tags=[SECRET]) == "tags"


def test_an_alias_is_named_as_an_alias(server):
    assert refused(server, memory_entity_create, name="Ada", entityType="person", aliases=[SECRET]) == "aliases"


def test_the_source_of_a_lesson_is_named(server):
    assert refused(server, memory_learn, **LESSON, source=SECRET) == "source"


def test_the_reason_of_an_edit_and_of_archiving_is_named(server):
    uid = server.call(memory_learn, **LESSON)["id"]

    assert refused(server, memory_learn_archive, learningId=uid, reason=SECRET) == "reason"
    assert refused(server, memory_learn_update, learningId=uid, pinned=True, reason=SECRET) == "reason"
