"""What clients send, through the real hook command: who it was is seen, and nothing they send disturbs them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import apsw
import pytest
from capture_corpus import SECRET, TOOL_CAP, lines_of
from replaying import captured, fire


def clients(db: Path) -> set[str]:
    connection = apsw.Connection(str(db), flags=apsw.SQLITE_OPEN_READONLY)
    return {client for (client,) in connection.execute("SELECT client FROM session")}


def line(number: int, role: str, content: Any) -> dict[str, Any]:
    message = {"role": role, "content": content}
    return {"type": role, "uuid": f"u{number}", "sessionId": "s1", "timestamp": "2026-02-01T10:00:00Z"} | {
        "message": message
    }


def stop(db: Path, transcript: Path) -> None:
    payload = {"session_id": "s1", "cwd": str(db.parent), "transcript_path": str(transcript)}
    assert fire(db, "Stop", "claude", payload) == ""


@pytest.mark.parametrize(
    ("told", "client"),
    [
        ({"session_id": "s", "transcript_path": "/home/a/.codex/sessions/2026/x.jsonl"}, "codex"),
        ({"session_id": "s", "transcript_path": None, "turn_id": "t1"}, "codex"),
        ({"session_id": "s", "transcript_path": "C:\\Users\\a\\.gemini\\tmp\\x.json"}, "gemini-cli"),
        ({"session_id": "s", "hook_event_name": "BeforeAgent"}, "gemini-cli"),
        ({"conversation_id": "s", "cursor_version": "3.7"}, "cursor"),
        ({"session_id": "s", "transcript_path": "/home/a/.claude/projects/p/x.jsonl"}, "claude-code"),
        ({"session_id": "s"}, "claude-code"),
    ],
)
def test_the_client_is_told_from_what_it_sends(told: dict[str, Any], client: str, tmp_path: Path) -> None:
    db = tmp_path / "memory.db"
    fire(db, "UserPromptSubmit", "", {"cwd": str(tmp_path), "prompt": "why?"} | told)
    assert clients(db) == {client}


def test_cursors_own_hooks_and_those_it_runs_for_claude_tell_of_one_session_once(tmp_path: Path) -> None:
    db = tmp_path / "memory.db"
    told = {"conversation_id": "s1", "generation_id": "g1", "workspace_roots": [str(tmp_path)], "cursor_version": "3.7"}
    tool = {"tool_name": "Shell", "tool_use_id": "c1", "tool_input": {"command": "ls"}, "tool_output": "a.py"}
    for client in ("cursor", "claude"):
        fire(db, "beforeSubmitPrompt", client, told | {"prompt": "list the files"})
        fire(db, "postToolUse", client, told | tool | {"transcript_path": str(tmp_path / "none.jsonl")})
    assert captured(db) == {("user", "list the files"): 1, ("tool", "$ ls\na.py"): 1}
    assert clients(db) == {"cursor"}


def test_a_transcript_rotated_emptied_and_half_written_loses_and_doubles_nothing(tmp_path: Path) -> None:
    db, path = tmp_path / "memory.db", tmp_path / "s1.jsonl"
    path.write_bytes(lines_of([line(1, "user", "one"), line(2, "assistant", "two")]))
    stop(db, path)
    path.rename(tmp_path / "s1.old")
    path.write_bytes(lines_of([line(3, "user", "three")]))
    stop(db, path)
    path.write_bytes(b"")
    stop(db, path)
    whole = lines_of([line(4, "user", "four")])
    path.write_bytes(whole[:-9])
    stop(db, path)
    before = captured(db)
    path.write_bytes(whole)
    stop(db, path)
    assert before == {("user", "one"): 1, ("assistant", "two"): 1, ("user", "three"): 1}
    assert captured(db) == before | {("user", "four"): 1}


def test_ten_megabytes_in_a_payload_are_kept_by_their_ends_without_the_secrets(tmp_path: Path) -> None:
    db = tmp_path / "memory.db"
    output = f"token {SECRET} " + "line of output\n" * 700_000 + f"the end {SECRET}"
    told = {"session_id": "s1", "cwd": str(tmp_path), "transcript_path": None, "turn_id": "t1"}
    tool = {"tool_name": "shell", "tool_use_id": "c1", "tool_input": {"command": "make"}, "tool_response": output}
    fire(db, "PostToolUse", "codex", told | tool)
    ((role, text),) = captured(db)
    assert role == "tool"
    assert TOOL_CAP <= len(text) < TOOL_CAP + 100
    assert text.startswith("$ make\ntoken [redacted: github-token]")
    assert text.endswith("the end [redacted: github-token]")


@pytest.mark.parametrize("event", ["SessionStart", "Stop", "PostToolUse", "SessionEnd"])
def test_hostile_payloads_end_well_and_leave_no_traceback(event: str, tmp_path: Path) -> None:
    db = tmp_path / "memory.db"
    hostile: list[dict[str, Any]] = [
        {"cwd": 7, "session_id": {"a": 1}, "transcript_path": ["x"]},
        {"cwd": "/no/\x00/folder", "session_id": "s" * 100_000, "prompt": "\ud800", "hook_event_name": "x" * 10_000},
        {"cwd": str(tmp_path), "session_id": "s1", "transcript_path": str(tmp_path)},
        {
            "cwd": str(tmp_path),
            "session_id": "s1",
            "tool_name": "Bash",
            "tool_input": [1],
            "tool_response": {"a": [{}]},
        },
        {"cwd": str(tmp_path), "sessionID": "s1", "messages": [{"info": 3, "parts": "x"}, 5]},
    ]
    for payload in hostile:
        said = fire(db, event, "claude", payload)
        assert said == "" or json.loads(said)
    log = db.with_name("memory.db-hooks.log")
    assert not log.exists() or "Traceback" not in log.read_text()
