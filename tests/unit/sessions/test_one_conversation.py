"""One conversation is one session, whether its hooks tell of it first or the server is called first."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from typing import Any

import apsw
import pytest
from replaying import fire
from wire import LEGACY, MODERN, Wire, spawn

pytestmark = pytest.mark.external

_CLIENTS = {
    # Hook name, event payload's client, the name in the protocol.
    "claude": ("claude-code", "claude-code"),
    "codex": ("codex", "codex-mcp-client"),
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    work = tmp_path / "shop"
    work.mkdir()
    subprocess.run(["git", "init", "-q", str(work)], check=True)
    return work


def connected(db: Path, folder: Path, era: str, client: str, **environment: str) -> Wire:
    wire = spawn(db, environment, cwd=folder)
    if era == MODERN:
        wire.discover(client=client)
    else:
        wire.initialize(era, client=client)
    return wire


def sessions(db: Path) -> list[tuple[Any, ...]]:
    return rows(db, "SELECT client, client_session FROM session ORDER BY id")


def rows(db: Path, query: str) -> list[tuple[Any, ...]]:
    connection = apsw.Connection(str(db), flags=apsw.SQLITE_OPEN_READONLY)
    found = connection.execute(query).fetchall()
    connection.close()
    return found


def prompt(db: Path, folder: Path, client: str) -> None:
    payload = {
        "session_id": "conversation-1", "cwd": str(folder), "hook_event_name": "UserPromptSubmit", "prompt": "why?",
    }  # fmt: skip
    assert fire(db, "UserPromptSubmit", client, payload) == ""


def write(db: Path, folder: Path, client: str, era: str) -> str:
    """Do through the server all that belongs to a session; return the id it says."""
    environment = {"CLAUDE_CODE_SESSION_ID": "conversation-1"} if client == "claude" else {}
    meta = {} if client == "claude" else {"_meta": {"threadId": "conversation-1"}}
    with connected(db, folder, era, _CLIENTS[client][1], **environment) as wire:

        def call(tool: str, **arguments: Any) -> dict[str, Any]:
            result = wire.call_tool(tool, arguments, **meta)
            assert not result.get("isError"), result
            structured: dict[str, Any] = result["structuredContent"]
            return structured

        call("memory_learn", category="fact", content="The port is 5432.")
        call("memory_decide", title="Queue", decision="SQLite", reasoning="one file")
        call("memory_entity_create", name="Ann", entityType="person")
        call("memory_save", content="A text.", title="Notes")
        left = call("memory_handoff", action="begin", summary="half done")["handoff"]
        started = call("memory_session_start")["sessionId"]
        ended = call("memory_session_end", summary="done")["sessionId"]
        assert left["fromSessionId"] == started == ended
    return str(started)


def ways_to_meet() -> Iterator[Any]:
    """Yield (client, era, is_hook_first): in the gate every pair of two values once, and with --slow all eight."""
    for number, (client, era, is_first) in enumerate(product(("claude", "codex"), (LEGACY, MODERN), (True, False))):
        order = "hook-first" if is_first else "server-first"
        yield pytest.param(
            client, era, is_first, id=f"{order}-{client}-{era}", marks=[pytest.mark.slow] * (number in {1, 2, 4, 7})
        )


@pytest.mark.parametrize(("client", "era", "is_hook_first"), list(ways_to_meet()))
def test_hooks_and_server_meet_in_one_session(
    tmp_path: Path, folder: Path, era: str, client: str, *, is_hook_first: bool
) -> None:
    db = tmp_path / "memory.db"
    steps: list[Callable[[], object]] = [lambda: prompt(db, folder, client), lambda: write(db, folder, client, era)]
    for step in steps if is_hook_first else steps[::-1]:
        step()
    assert sessions(db) == [(_CLIENTS[client][0], "conversation-1")]
    assert rows(db, "SELECT count(DISTINCT session_uid), count(*) - count(session_uid) FROM item") == [(1, 0)]
    assert {kind for (kind,) in rows(db, "SELECT kind FROM item")} >= {"turn", "learning", "decision", "entity"}
    assert rows(db, "SELECT DISTINCT project.name FROM session JOIN project ON project.id = project_id") == [("shop",)]


def test_a_write_about_another_project_leaves_the_conversation_in_its_own(tmp_path: Path, folder: Path) -> None:
    db = tmp_path / "memory.db"
    with connected(db, folder, LEGACY, "claude-code", CLAUDE_CODE_SESSION_ID="c-1") as wire:
        wire.structured("memory_learn", {"category": "fact", "content": "elsewhere", "project": "other"})
    assert rows(db, "SELECT project.name FROM session JOIN project ON project.id = project_id") == [("shop",)]


def test_reading_opens_no_session(tmp_path: Path, folder: Path) -> None:
    db = tmp_path / "memory.db"
    with connected(db, folder, LEGACY, "claude-code", CLAUDE_CODE_SESSION_ID="c-1") as wire:
        wire.structured("memory_search", {"query": "anything"})
    assert sessions(db) == []


def test_two_threads_of_one_server_are_two_sessions(tmp_path: Path, folder: Path) -> None:
    db = tmp_path / "memory.db"
    with connected(db, folder, LEGACY, "codex-mcp-client") as wire:
        for thread in ("t-1", "t-2", "t-1"):
            wire.call_tool("memory_session_start", {}, _meta={"threadId": thread})
    assert sessions(db) == [("codex", "t-1"), ("codex", "t-2")]


def test_a_client_started_from_the_terminal_of_another_has_not_its_session(tmp_path: Path, folder: Path) -> None:
    db = tmp_path / "memory.db"
    with connected(db, folder, LEGACY, "opencode", CLAUDE_CODE_SESSION_ID="c-1") as wire:
        wire.structured("memory_session_start", {})
    assert sessions(db) == [("opencode", "")]


@pytest.mark.parametrize(("client", "name"), [("gemini", "gemini-cli-mcp-client"), ("opencode", "opencode")])
def test_a_client_that_tells_its_server_no_conversation_is_in_the_one_its_hooks_tell_of(
    tmp_path: Path, folder: Path, client: str, name: str
) -> None:
    db = tmp_path / "memory.db"
    prompt(db, folder, client)
    with connected(db, folder, LEGACY, name) as wire:
        wire.structured("memory_learn", {"category": "fact", "content": "The port is 5432."})
        assert wire.structured("memory_session_start", {})["isResumed"] is True
    assert len(sessions(db)) == 1
    assert rows(db, "SELECT count(DISTINCT session_uid), count(*) - count(session_uid) FROM item") == [(1, 0)]


def test_who_cleared_the_context_writes_into_the_conversation_that_began_then(tmp_path: Path, folder: Path) -> None:
    db = tmp_path / "memory.db"
    given = {"cwd": str(folder), "prompt": "why?"}
    fire(db, "UserPromptSubmit", "claude", given | {"session_id": "c-1"})
    with connected(db, folder, LEGACY, "claude-code", CLAUDE_CODE_SESSION_ID="c-1") as wire:
        wire.structured("memory_learn", {"category": "fact", "content": "Before."})
        fire(db, "SessionEnd", "claude", given | {"session_id": "c-1", "reason": "clear"})
        fire(db, "SessionStart", "claude", given | {"session_id": "c-2", "source": "clear"})
        fire(db, "UserPromptSubmit", "claude", given | {"session_id": "c-2"})
        wire.structured("memory_learn", {"category": "fact", "content": "After."})
        wire.structured("memory_session_start", {})
    found = rows(
        db,
        "SELECT body, client_session, ended_at IS NULL FROM item JOIN session ON session.uid = session_uid"
        " WHERE item.kind = 'learning' ORDER BY item.id",
    )
    assert found == [("Before.", "c-1", 0), ("After.", "c-2", 1)]


def test_nobody_guesses_between_two_conversations_of_one_client(tmp_path: Path, folder: Path) -> None:
    db = tmp_path / "memory.db"
    for number in ("1", "2"):
        payload = {"session_id": number, "cwd": str(folder), "prompt": f"why {number}?"}
        assert fire(db, "UserPromptSubmit", "opencode", payload) == ""
    with connected(db, folder, LEGACY, "opencode") as wire:
        wire.structured("memory_learn", {"category": "fact", "content": "The port is 5432."})
    assert rows(db, "SELECT count(*) FROM item WHERE kind = 'learning' AND session_uid IS NULL") == [(1,)]
