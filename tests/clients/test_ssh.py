"""A memory on another machine: the server and the hooks over a real ssh, to a real sshd."""

from __future__ import annotations

import json
import subprocess
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from replaying import captured
from ssh_box import Box, NoSshdError, Sshd, find_sshd, ssh_box
from wire import KILLED, PATIENCE, ServerLeftError, Wire, text_of

from memory_mcp.store.file.database import Database
from memory_mcp.store.file.mending.invariants import check
from memory_mcp.temporal import SystemClock

SAID = "Please keep the release notes short."
SAID_AWAY = "The staging database moved to port 6543."


@pytest.fixture(scope="module")
def sshd(pytestconfig: pytest.Config) -> Sshd:
    try:
        return find_sshd(pytestconfig.cache.mkdir("openssh"))
    except NoSshdError as exc:
        pytest.skip(f"no sshd to test with: {exc}")  # a real one needs ssh, and Debian's package


@pytest.fixture
def box(tmp_path: Path, sshd: Sshd) -> Iterator[Box]:
    with ssh_box(tmp_path / "box", sshd) as box:
        yield box


def learned(server: Wire, text: str) -> dict[str, Any]:
    return server.structured("memory_learn", {"category": "fact", "content": text, "project": "shed"})


def found(server: Wire, query: str) -> str:
    return text_of(server.call_tool("memory_search", {"query": query, "project": "shed"}))


def test_a_client_that_starts_the_server_over_ssh_stores_and_finds(box):
    with box.serve() as server:
        assert server.initialize()["serverInfo"]["name"]
        learned(server, "The shed is painted green.")
        assert "| The shed is painted green." in found(server, "shed green")
    assert server.stray == []
    assert box.memory.exists()


def test_a_connection_that_is_cut_loses_nothing_that_was_acknowledged(box):
    with box.serve() as server:
        server.initialize()
        asked = [
            server.send("tools/call", {"name": "memory_learn", "arguments": {
                "category": "fact", "content": f"Box number {number} holds screws.", "project": "shed",
            }})
            for number in range(60)
        ]  # fmt: skip
        acknowledged = [server.answer(one)["structuredContent"]["id"] for one in asked[:20]]
        server.process.kill()
        assert server.wait() == KILLED
        with pytest.raises(ServerLeftError):
            server.answer(asked[-1] + 1)
    with box.serve() as again:
        again.initialize()
        for number, one in enumerate(acknowledged):
            assert f"Box number {number} " in text_of(again.call_tool("memory_read", {"id": one, "project": "shed"}))
    assert broken_rules(box.memory) == []


def test_a_hook_over_ssh_records_the_prompt_on_the_box_and_hands_back_what_the_session_is_told(box):
    given = {"session_id": "s1", "cwd": "/home/me/shed", "prompt": SAID}
    assert box.run("env", "MEMORY_PROJECT=shed", "memory-mcp", "learn", "--pin", "'The shed is green.'").returncode == 0
    sent = hook(box, "user-prompt", given)
    assert (sent.returncode, sent.stderr) == (0, "")
    started = hook(box, "session-start", {**given, "session_id": "s2"})
    assert "The shed is green." in json.loads(started.stdout)["hookSpecificOutput"]["additionalContext"]
    assert captured(box.memory) == Counter({("user", SAID): 1})


def test_a_prompt_while_the_box_is_away_is_said_and_comes_in_with_the_transcript_once(tmp_path, sshd):
    transcripts = tmp_path / "projects" / "-shed"
    transcripts.mkdir(parents=True)
    given = {"session_id": "s1", "cwd": "/home/me/shed"}
    with ssh_box(tmp_path / "box", sshd) as box:
        assert hook(box, "user-prompt", {**given, "prompt": SAID}).returncode == 0
    away = hook(box, "user-prompt", {**given, "prompt": SAID_AWAY})
    # Any code but 0 and 2: the client shows the line and goes on.
    assert away.returncode == 255
    assert "Connection refused" in away.stderr
    (transcripts / "s1.jsonl").write_text("".join(transcribed(SAID, SAID_AWAY)), encoding="utf-8")
    with ssh_box(tmp_path / "box", sshd) as box:
        for _ in range(2):
            sent = box.run(f"tar -C {box.home} -xf -", given=packed(tmp_path, "projects"))
            assert sent.returncode == 0, sent.stderr
            brought = box.run("memory-mcp", "import", f"{box.home}/projects")
            assert brought.returncode in {0, 1}, brought.stderr
            assert captured(box.memory) == Counter({("user", SAID): 1, ("user", SAID_AWAY): 1})


def broken_rules(memory: Path) -> list[Any]:
    with closing(Database(memory, SystemClock())) as db, db.reading() as snapshot:
        return list(check(snapshot))


def hook(box: Box, event: str, payload: dict[str, str]) -> subprocess.CompletedProcess[str]:
    command = ("env", "MEMORY_PROJECT=shed", "memory-mcp", "hook", event, "--client", "claude")
    return box.run(*command, given=json.dumps(payload).encode())


def transcribed(*prompts: str) -> Iterator[str]:
    for number, prompt in enumerate(prompts):
        entry = {
            "type": "user", "uuid": f"u{number}", "sessionId": "s1", "cwd": "/home/me/shed",
            "timestamp": f"2026-02-01T10:00:0{number}Z", "message": {"role": "user", "content": prompt},
        }  # fmt: skip
        yield json.dumps(entry) + "\n"


def packed(folder: Path, name: str) -> bytes:
    command = ["tar", "-C", str(folder), "-cf", "-", name]
    return subprocess.run(command, capture_output=True, check=True, timeout=PATIENCE).stdout
