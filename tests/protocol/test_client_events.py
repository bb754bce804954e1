"""An event that Claude Code's hooks tell the running server: as a hook's process takes it, and to nobody else."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import apsw
import pytest
from capture_corpus import Writer, conversation, lines_of
from replaying import captured, fire
from wire import MODERN, Wire, spawn, text_of

from memory_mcp.store.facts.client_names import EVENT_TOOL


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Wire]:
    (tmp_path / ".git").mkdir()
    (tmp_path / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    with spawn(tmp_path / "memory.db") as wire:
        yield wire


def tell(server: Wire, folder: Path, event: str, **more: Any) -> Any:
    payload = {"hook_event_name": event, "session_id": "s1", "cwd": str(folder)}
    result = server.call_tool(EVENT_TOOL, {**payload, "transcript_path": "", **more})
    assert not result.get("isError"), text_of(result)
    return json.loads(text_of(result))


@pytest.mark.parametrize("era", ["2025-11-25", MODERN])
def test_the_tool_is_listed_to_claude_code_alone_and_kept_from_its_model(tmp_path: Path, era: str) -> None:
    listed = {}
    for client in ("claude-code", "cursor-vscode"):
        with spawn(tmp_path / "memory.db") as wire:
            wire.discover(client) if era == MODERN else wire.initialize(client=client)
            listed[client] = {tool["name"]: tool for tool in wire.request("tools/list")["tools"]}
            refused = wire.call_tool(EVENT_TOOL, {"hook_event_name": "UserPromptSubmit", "prompt": "I never said it."})
            assert bool(refused.get("isError")) == (client != "claude-code")
    assert listed["claude-code"].pop(EVENT_TOOL)["_meta"] == {"ui": {"visibility": ["app"]}}
    assert listed["claude-code"] == listed["cursor-vscode"]


def test_a_prompt_is_kept_and_told_what_has_to_do_with_it(server: Wire, tmp_path: Path) -> None:
    fire(tmp_path / "memory.db", "SessionStart", "claude", {"session_id": "s1", "cwd": str(tmp_path)})
    learned = "The harvest service listens on port 8088 behind the proxy of the orchard."
    facts = [f"Shelf {number} of the cellar holds bags of kind {number * 7}." for number in range(12)]
    with spawn(tmp_path / "memory.db") as elsewhere:
        elsewhere.initialize()
        for text in (*facts, learned):
            elsewhere.structured("memory_learn", {"category": "fact", "content": text, "project": tmp_path.name})
    server.initialize(client="claude-code")
    asked = 'On which port does the "harvest" service of the orchard listen behind the proxy?'
    output = tell(server, tmp_path, "UserPromptSubmit", prompt=asked)["hookSpecificOutput"]
    assert output["hookEventName"] == "UserPromptSubmit"
    assert learned in output["additionalContext"]
    assert tell(server, tmp_path, "UserPromptSubmit", prompt=asked) == {}
    assert ("user", asked) in captured(tmp_path / "memory.db")


def test_a_turn_is_read_at_its_end_and_a_process_that_reads_it_too_doubles_nothing(
    server: Wire, tmp_path: Path
) -> None:
    server.initialize(client="claude-code")
    writer, talk = Writer("claude", "s1", str(tmp_path)), conversation("s1", 3)
    transcript = tmp_path / "s1.jsonl"
    transcript.write_bytes(lines_of([line for turn in talk.turns for line in writer.turn(turn)]))
    for turn in talk.turns:
        tell(server, tmp_path, "UserPromptSubmit", prompt=turn.prompt)
    assert tell(server, tmp_path, "Stop", transcript_path=str(transcript)) == {}
    once = captured(tmp_path / "memory.db")
    assert set(talk.said()) <= set(once)
    payload = {"session_id": "s1", "cwd": str(tmp_path), "transcript_path": str(transcript)}
    fire(tmp_path / "memory.db", "SessionEnd", "claude", payload)
    assert captured(tmp_path / "memory.db") == once


def test_a_prompt_that_cannot_be_written_now_is_brought_in_later(server: Wire, tmp_path: Path) -> None:
    server.initialize(client="claude-code")
    server.structured("memory_learn", {"category": "fact", "content": "The shed is green."})
    other = apsw.Connection(str(tmp_path / "memory.db"))
    other.execute("BEGIN IMMEDIATE")
    assert tell(server, tmp_path, "UserPromptSubmit", prompt="paint it") == {}
    other.close()
    fire(tmp_path / "memory.db", "SessionStart", "claude", {"session_id": "s2", "cwd": str(tmp_path)})
    assert captured(tmp_path / "memory.db")[("user", "paint it")] == 1


def test_what_is_no_event_of_a_prompt_or_turn_changes_nothing(server: Wire, tmp_path: Path) -> None:
    server.initialize(client="claude-code")
    for payload in ({}, {"hook_event_name": 7}, {"hook_event_name": "SessionEnd"}, {"prompt": [1]}):
        assert json.loads(text_of(server.call_tool(EVENT_TOOL, payload))) == {}
        assert not (tmp_path / "memory.db").exists() or not captured(tmp_path / "memory.db")
