"""Codex writes what is said as an event of its speaker, or from 0.169 on as an item that is completed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from claude_session import Claude

from memory_mcp.capture.transcripts.history_import import import_transcripts
from memory_mcp.config import Settings
from memory_mcp.store.file.database import Database
from memory_mcp.temporal import ManualClock


@pytest.fixture
def claude(db: Database, clock: ManualClock, tmp_path: Path) -> Claude:
    return Claude(db, clock, tmp_path)


def row(number: int, payload: dict[str, Any], kind: str = "event_msg") -> str:
    return json.dumps({"timestamp": f"2026-11-22T20:22:{number:02d}.000Z", "type": kind, "payload": payload}) + "\n"


def old(number: int, role: str, text: str) -> str:
    return row(number, {"type": f"{role}_message", "message": text})


def item(number: int, role: str, text: str) -> str:
    kind = "UserMessage" if role == "user" else "AgentMessage"
    said = {"type": kind, "id": "msg_0", "content": [{"type": "text", "text": text}]}
    return row(number, {"type": "item_completed", "turn_id": "t", "item": said})


@pytest.mark.parametrize(
    "lines",
    [
        [old(1, "user", "why?"), old(2, "agent", "because"), old(3, "user", "why?")],
        [item(1, "user", "why?"), item(2, "agent", "because"), item(3, "user", "why?")],
        [old(1, "user", "why?"), item(1, "user", "why?"), item(2, "agent", "because"), old(2, "agent", "because"),
         item(3, "user", "why?"), old(3, "user", "why?")],
        [old(1, "user", "why?"), old(2, "agent", "because"), item(3, "user", "why?")],
    ],
    ids=["events", "items", "both", "updated meanwhile"],
)  # fmt: skip
def test_what_was_said_is_read_once_in_whichever_form(lines: list[str], db: Database, tmp_path: Path) -> None:
    path = tmp_path / "rollout.jsonl"
    path.write_text(row(0, {"id": "s", "cwd": str(tmp_path)}, "session_meta") + "".join(lines), encoding="utf-8")
    import_transcripts(db, path, Settings(db_path=tmp_path / "memory.db"))
    with db.reading() as snapshot:
        said = snapshot.rows("SELECT body FROM item WHERE kind = 'turn' ORDER BY position")
    assert [body for (body,) in said] == ["why?", "because", "why?"]


@pytest.mark.parametrize("form", [old, item])
def test_of_what_an_editor_sends_only_the_request_was_said(form: Any, db: Database, tmp_path: Path) -> None:
    told = "# Context from my IDE setup:\n\n## Active file: a.py\n\n## Open tabs:\n- a.py: a.py\n\n"
    path = tmp_path / "rollout.jsonl"
    lines = [form(1, "user", f"{told}## My request for Codex:\nfix the import\n"), form(2, "user", f"{told}no request")]
    path.write_text(row(0, {"id": "s", "cwd": str(tmp_path)}, "session_meta") + "".join(lines), encoding="utf-8")
    import_transcripts(db, path, Settings(db_path=tmp_path / "memory.db"))
    with db.reading() as snapshot:
        said = snapshot.rows("SELECT body FROM item WHERE kind = 'turn' ORDER BY position")
    assert [body for (body,) in said] == ["fix the import", f"{told}no request"]


@pytest.mark.parametrize("is_read", [False, True])
def test_hooks_of_a_sub_agent_say_nothing_either(claude: Claude, *, is_read: bool) -> None:
    about = {"id": "s1", "cwd": str(claude.folder), "source": {"subagent": {"parent_thread_id": "s0"}}}
    claude.path.write_text(row(0, about, "session_meta") + old(1, "user", "zero") * is_read, encoding="utf-8")
    if is_read:
        claude.fire("SessionStart", client="codex", source="resume")
    claude.fire("UserPromptSubmit", client="codex", prompt="look for it", turn_id="t1")
    with claude.path.open("a", encoding="utf-8") as file:
        file.write(old(2, "user", "look for it") + old(3, "agent", "found"))
    claude.fire("Stop", client="codex", turn_id="t1", last_assistant_message="found it")
    claude.fire("SessionEnd", client="codex")
    assert claude.said() == []


def test_hooks_of_a_conversation_say_what_its_rollout_says_later(claude: Claude) -> None:
    claude.path.write_text(row(0, {"id": "s1", "cwd": str(claude.folder), "source": "cli"}, "session_meta"))
    claude.fire("UserPromptSubmit", client="codex", prompt="look for it", turn_id="t1")
    claude.fire("Stop", client="codex", turn_id="t1", last_assistant_message="found it")
    assert claude.said() == ["look for it", "found it"]


@pytest.mark.parametrize("client", ["codex", "gemini"])
def test_a_prompt_is_kept_though_its_transcript_cannot_be_read(claude: Claude, tmp_path: Path, client: str) -> None:
    (tmp_path / "sessions").write_text("a file where a folder was")
    claude.path = tmp_path / "sessions" / "rollout.jsonl"
    claude.fire("UserPromptSubmit", client=client, prompt="why?")
    assert claude.said() == ["why?"]
