"""What a project ignores: other clients, events that wait, and rules that cannot be followed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import apsw
import pytest
from capture_corpus import Tool, Turn, Writer, lines_of
from ignored_project import ENV, KEYS, SECRET, everything, filled, project
from replaying import captured, fire

from memory_mcp.store.file.database import Database
from memory_mcp.temporal import SystemClock


def codex(root: Path, output: str, name: str, arguments: Any) -> list[dict[str, Any]]:
    kind, given = ("custom_tool_call", "input") if isinstance(arguments, str) else ("function_call", "arguments")
    said = arguments if isinstance(arguments, str) else json.dumps(arguments)
    payloads = [
        {"type": kind, "name": name, given: said, "call_id": "c1"},
        {"type": f"{kind}_output", "call_id": "c1", "output": output},
    ]
    head = {"timestamp": "2026-02-01T10:00:00Z", "type": "session_meta", "payload": {"id": "s1", "cwd": str(root)}}
    return [head, *({"timestamp": head["timestamp"], "type": "response_item", "payload": one} for one in payloads)]


def gemini(root: Path, output: str, name: str, arguments: Any) -> list[dict[str, Any]]:
    head = {"sessionId": "s1", "projectHash": "f00", "kind": "main", "directories": [str(root)]}
    call = {"id": "c1", "name": name, "args": arguments, "status": "success", "result": [
        {"functionResponse": {"id": "c1", "response": {"output": output}}}]}  # fmt: skip
    return [
        head,
        {"id": "m1", "timestamp": "2026-02-01T10:00:00Z", "type": "gemini", "content": "", "toolCalls": [call]},
    ]


def opencode(_root: Path, output: str, name: str, arguments: Any) -> list[dict[str, Any]]:
    state = {"status": "completed", "input": arguments, "output": output, "metadata": {"exit": 0, "output": output}}
    part = {"id": "p1", "type": "tool", "tool": name, "callID": "c1", "state": state | {"time": {"start": 1}}}
    return [{"info": {"id": "m1", "role": "assistant", "time": {"created": 1}}, "parts": [part]}]


PATCH = f"*** Begin Patch\n*** Update File: config/prod/keys.json\n@@\n+{SECRET}\n*** End Patch"
OTHERS: dict[str, tuple[str, str, Any, str]] = {
    "codex-shell": ("codex", "shell", {"command": ["bash", "-lc", "cat deploy/.env"]}, ENV),
    "codex-workdir": ("codex", "exec_command", {"cmd": "cat keys.json", "workdir": "config/prod"}, KEYS),
    "codex-search": ("codex", "shell", {"command": ["rg", "-n", "MOTTO"]}, f".env:1:{ENV}"),
    "codex-patch": ("codex", "apply_patch", PATCH, "Success. Updated the following files:\nM config/prod/keys.json"),
    "gemini-read": ("gemini", "read_file", {"absolute_path": "{root}/.env"}, ENV),
    "gemini-many": (
        "gemini", "read_many_files", {"paths": ["**/*.json"]},
        f"--- {{root}}/a.json ---\n\n1\n\n--- {{root}}/config/keys.json ---\n\n{KEYS}\n\n--- End of content ---",
    ),
    "gemini-grep": (
        "gemini", "search_file_content", {"pattern": "MOTTO"},
        f'Found 2 matches for pattern "MOTTO":\n---\nFile: .env\nL1: {ENV}\n---\nFile: src/a.py\nL3: x\n---',
    ),
    "gemini-shell": ("gemini", "run_shell_command", {"command": "tail -1 secrets/a.txt"}, f"Output: {SECRET}"),
    "opencode-read": ("opencode", "read", {"filePath": "{root}/secrets/a.txt"}, f"<file>\n00001| {SECRET}\n</file>"),
    "opencode-bash": ("opencode", "bash", {"command": "git diff | tail -3"}, f"+{SECRET}"),
    "opencode-grep": (
        "opencode", "grep", {"pattern": "MOTTO"},
        f"Found 2 matches\n{{root}}/.env:\n  Line 1: {ENV}\n\n{{root}}/src/a.py:\n  Line 3: x",
    ),
    "cursor-read": ("cursor", "Read", {"file_path": "{root}/server.pem"}, SECRET),
    "cursor-shell": (
        "cursor", "Shell", {"command": "sort config/*/*.json"}, json.dumps({"exitCode": 0, "stdout": KEYS}),
    ),
    "cursor-grep": (
        "cursor", "Grep", {"pattern": "MOTTO"}, json.dumps({"matches": [{"file": ".env", "lines": [ENV]}]}),
    ),
}  # fmt: skip
_WRITERS = {"codex": codex, "gemini": gemini, "opencode": opencode}
_STOPS = {"codex": "Stop", "gemini": "AfterAgent", "opencode": "session.idle"}


def tell(client: str, tool: str, arguments: Any, output: str, root: Path, db: Path) -> None:
    """Let a client use a tool and end its turn."""
    payload: dict[str, Any] = {"session_id": "s1", "cwd": str(root)}
    if client == "cursor":
        payload |= {"conversation_id": "s1", "cursor_version": "3.7", "workspace_roots": [str(root)]}
        payload |= {"tool_name": tool, "tool_use_id": "c1", "tool_input": arguments, "tool_output": output}
        fire(db, "postToolUse", client, payload)
        return
    written = _WRITERS[client](root, output, tool, arguments)
    if client == "opencode":
        payload |= {"messages": written}
    else:
        transcript = root.parent / "s1.jsonl"
        transcript.write_bytes(lines_of(written))
        payload |= {"transcript_path": str(transcript)}
    fire(db, _STOPS[client], client, payload)


@pytest.mark.parametrize("name", OTHERS)
def test_nor_does_any_tool_of_another_client(name: str, tmp_path: Path) -> None:
    root, db = project(tmp_path / "shop"), tmp_path / "home" / "memory.db"
    db.parent.mkdir()
    client, tool, arguments, output = OTHERS[name]
    tell(client, tool, filled(arguments, root, name), filled(output, root, name), root, db)
    assert SECRET.encode() not in everything(db)


def test_without_patterns_the_tools_of_other_clients_would_have_brought_it(tmp_path: Path) -> None:
    root = project(tmp_path / "shop", patterns=[])
    missing = []
    for name in ("codex-search", "gemini-grep", "opencode-bash", "cursor-grep"):
        client, tool, arguments, output = OTHERS[name]
        home = tmp_path / name
        home.mkdir()
        tell(client, tool, filled(arguments, root, name), filled(output, root, name), root, home / "memory.db")
        missing += [] if SECRET.encode() in everything(home / "memory.db") else [name]
    assert missing == []


def test_a_file_a_person_names_brings_no_content_of_it_with_the_prompt(tmp_path: Path) -> None:
    root, db = project(tmp_path / "shop"), tmp_path / "home" / "memory.db"
    db.parent.mkdir()
    text = f"look at @.env\n--- Content from referenced files ---\nContent from @.env:\n{ENV}\n--- End of content ---"
    payload = {"session_id": "s1", "cwd": str(root), "timestamp": "2026-02-01T10:00:00Z"}
    fire(db, "BeforeAgent", "gemini", payload | {"prompt": text})
    ((_role, kept),) = captured(db)
    assert kept.startswith("look at @.env\n")
    assert SECRET.encode() not in everything(db)


@pytest.mark.parametrize("name", ["opencode-read", "opencode-bash", "cursor-read", "cursor-shell"])
def test_an_event_that_waits_beside_a_locked_file_holds_nothing_ignored(name: str, tmp_path: Path) -> None:
    root, db = project(tmp_path / "shop"), tmp_path / "home" / "memory.db"
    db.parent.mkdir()
    client, tool, arguments, output = OTHERS[name]
    with locked(db):
        tell(client, tool, filled(arguments, root, name), filled(output, root, name), root, db)
        assert SECRET.encode() not in everything(db)
        assert bool(list(db.parent.glob("memory.db-spool/*"))) == (name != "cursor-read")
    tell("codex", "shell", {"command": ["ls"]}, "a", root, db)
    assert SECRET.encode() not in everything(db)
    assert list(db.parent.glob("memory.db-spool/*")) == []
    withheld = [text for _role, text in captured(db) if text.endswith("ignores]")]
    assert len(withheld) == ("read" not in name)


@contextmanager
def locked(db: Path) -> Iterator[None]:
    """Hold the write lock of a memory."""
    Database(db, SystemClock()).close()
    connection = apsw.Connection(str(db))
    connection.execute("BEGIN IMMEDIATE")
    yield
    connection.close()


# Rules that cannot be followed


@pytest.mark.parametrize(
    "marker", ['[capture]\nignore = ["config\\\\keys.json"]\n', "[capture\n", '[capture]\nignored = ["x"]\n']
)
@pytest.mark.parametrize("environment", [{}, {"MEMORY_PROJECT": "shop"}])
def test_rules_that_cannot_be_followed_keep_out_all_that_tools_did_and_say_so(
    marker: str, environment: dict[str, str], tmp_path: Path
) -> None:
    root, db, transcript = project(tmp_path / "shop"), tmp_path / "home" / "memory.db", tmp_path / "s1.jsonl"
    db.parent.mkdir()
    (root / ".memory-mcp.toml").write_text(marker)
    turn = Turn("why?", (Tool("t1", "cat src/app.py", SECRET), "so"))
    transcript.write_bytes(lines_of(Writer("claude", "s1", str(root)).turn(turn)))
    payload = {"session_id": "s1", "cwd": str(root), "transcript_path": str(transcript)}
    fire(db, "Stop", "claude", payload, **environment)
    assert sorted(text for _role, text in captured(db)) == ["so", "why?"]
    assert SECRET.encode() not in everything(db)
    assert ".memory-mcp.toml" in db.with_name("memory.db-hooks.log").read_text()
