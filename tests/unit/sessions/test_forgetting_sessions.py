"""Sessions and handoffs can be forgotten as any row can."""

from __future__ import annotations

import pytest
from calling import learn

from memory_mcp.errors import InvalidInputError, NotFoundError
from memory_mcp.tools.documents import memory_read
from memory_mcp.tools.forget import memory_forget
from memory_mcp.tools.handoffs import memory_handoff
from memory_mcp.tools.sessions import memory_session_end, memory_session_start
from memory_mcp.tools.transfer import memory_export, memory_import


def _file_says(tmp_path, words):
    return any(words in path.read_bytes() for path in tmp_path.glob("memory.db*"))


def test_an_erased_session_is_gone_and_so_is_an_erased_handoff(client, runtime, tmp_path):
    session = client.call(memory_session_start)["sessionId"]
    handoff = client.call(memory_handoff, action="begin", summary="a rare quokka")["handoff"]["id"]
    client.call(memory_session_end, summary="a peculiar platypus", tasks=["shave the yak"], sessionId=session)
    again = client.call(memory_session_start)["sessionId"]
    erased = client.call(memory_forget, ids=[session, handoff, again], erase=True, reason="private")
    assert [(row["type"], row["action"]) for row in erased["results"]] == [
        ("session", "erased"), ("handoff", "erased"), ("session", "erased"),
    ]  # fmt: skip
    words = (b"quokka", b"platypus", b"yak")
    assert ([_file_says(tmp_path, word) for word in words], runtime.sessions) == ([False] * 3, [])
    with pytest.raises(NotFoundError, match=r"session .* was erased .*private"):
        client.call(memory_read, id=session)
    assert client.call(memory_handoff, action="list")["total"] == 0


def test_a_session_with_rows_loses_its_texts_and_stays_as_where_they_came_from(client, tmp_path):
    session = client.call(memory_session_start)["sessionId"]
    lesson = learn(client, "tests come first")
    client.call(memory_session_end, summary="a peculiar platypus", nextSteps=["shave the yak"])
    answer = client.call(memory_forget, ids=[session], erase=True)
    assert "stays as the time and place of 1 row recorded in it" in answer["notice"]
    assert not _file_says(tmp_path, b"platypus")
    read = client.call(memory_read, id=session)
    assert (read["body"], read["nextSteps"]) == ("", [])
    assert client.call(memory_read, id=lesson)["body"] == "tests come first"


def test_forgetting_a_handoff_cancels_it_and_a_session_can_only_be_erased(client):
    handoff = client.call(memory_handoff, action="begin", summary="half done")["handoff"]["id"]
    told = [client.call(memory_forget, ids=[handoff])["results"][0]["action"] for _ in range(2)]
    assert told == ["retracted", "already_retracted"]
    assert client.call(memory_handoff, action="list")["handoffs"][0]["state"] == "cancelled"
    session = client.call(memory_session_start)["sessionId"]
    with pytest.raises(InvalidInputError) as refused:
        client.call(memory_forget, ids=[session])
    assert refused.value.field == "erase"


def test_what_was_erased_of_sessions_is_not_brought_back_by_an_older_export(client, tmp_path):
    session = client.call(memory_session_start)["sessionId"]
    handoff = client.call(memory_handoff, action="begin", summary="half done")["handoff"]["id"]
    client.call(memory_session_end, summary="done")
    exported = client.call(memory_export, path="out.jsonl")["path"]
    client.call(memory_forget, ids=[session, handoff], erase=True)
    client.call(memory_import, path=exported)
    with pytest.raises(NotFoundError):
        client.call(memory_read, id=session)
    assert client.call(memory_handoff, action="list")["total"] == 0
