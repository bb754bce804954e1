"""Stored text that would steer a terminal or hide from its reader is shown escaped wherever a session is told it."""

from __future__ import annotations

import json
import unicodedata

import pytest
from calling import Client, learn
from replaying import fire

from memory_mcp.application.resources import MemoryLibrary
from memory_mcp.tools.framework.call import Call
from memory_mcp.tools.framework.render import render
from memory_mcp.tools.sessions import memory_session_start

HIDDEN = "never \x1b]0;owned\x07 deploy \u202eon\u2066 \U000e0049\U000e0067 Fridays \x9b31m \u200b"


def unseen(text: str) -> set[str]:
    return {one for one in text if unicodedata.category(one) in {"Cc", "Cf"}} - {"\n"}


@pytest.fixture
def told(client: Client) -> Client:
    learn(client, HIDDEN, pinned=True)
    return client


@pytest.mark.external
def test_a_hook_tells_a_session_nothing_hidden(told, tmp_path):
    told.runtime.close()
    payload = {"session_id": "s", "cwd": str(tmp_path / "work"), "source": "startup", "hook_event_name": "SessionStart"}
    said = fire(tmp_path / "memory.db", "SessionStart", "claude", payload)
    text = json.loads(said)["hookSpecificOutput"]["additionalContext"] if said.startswith("{") else said

    assert "Fridays" in text
    assert unseen(text) == set()


def test_a_tool_tells_a_session_nothing_hidden(told):
    answer = told.call(memory_session_start)

    assert "Fridays" in json.dumps(answer)
    assert unseen(render(answer)) == set()


def test_a_resource_tells_a_session_nothing_hidden(told):
    text = MemoryLibrary().read(Call(told.runtime, told.facts), "memory://context/current")

    assert "Fridays" in text
    assert unseen(text) == set()
