"""The hook of a session's start has the file synchronised with the hub, and waits for it no longer than a moment."""

from __future__ import annotations

import io
import json
import os
import socket
import subprocess
import sys
import threading
import time
from types import SimpleNamespace

import pytest
from transfers import bodies, learn

from memory_mcp import hooks
from memory_mcp.config import Settings
from memory_mcp.hub.synchronising import push
from memory_mcp.keys import keychain

pytestmark = pytest.mark.external


@pytest.fixture
def start(there, tmp_path):
    """Run the hook of a session's start on the memory ``there`` and return what it printed."""

    def run(hub):
        environment = os.environ | {"MEMORY_HUB": hub, "XDG_STATE_HOME": str(tmp_path / "state")}
        return subprocess.run(
            [sys.executable, "-m", "memory_mcp", "hook", "session-start", "--client=claude", f"--db={there.path}"],
            env=environment, input=json.dumps({"session_id": "s", "cwd": str(tmp_path)}), capture_output=True,
            text=True, check=True,
        )  # fmt: skip

    return run


def test_what_others_told_comes_in_with_a_session_or_right_behind_its_start(here, there, hub, start):
    learn(here, "we use tabs")
    push(here, hub)
    start(hub)
    until = time.monotonic() + 60
    while not bodies(there, "learning") and time.monotonic() < until:
        time.sleep(0.05)  # another process brings it in, in its own time: asked again until then, or too long

    assert bodies(there, "learning") == ["we use tabs"]


def test_a_hub_that_never_answers_is_still_asked_when_the_session_has_begun(start):
    with socket.create_server(("127.0.0.1", 0)) as silent:
        ended = start(f"postgresql://me@127.0.0.1:{silent.getsockname()[1]}/memory")
        silent.settimeout(60)
        asking, _ = silent.accept()
        with asking:
            asking.settimeout(60)
            asked = asking.recv(1_000)

    assert (bool(asked), ended.stderr) == (True, "")


def test_what_starting_the_other_process_takes_is_a_part_of_the_wait(monkeypatch, tmp_path):
    now, waited = [0.0], []

    class Started:
        def __init__(self, *_arguments, **_options):
            now[0] += 0.05

        def wait(self, seconds):
            waited.append(round(seconds, 3))

    monkeypatch.setattr(subprocess, "Popen", Started)
    monkeypatch.setattr(hooks, "time", SimpleNamespace(monotonic=lambda: now[0]))
    settings = Settings(db_path=tmp_path / "memory.db", hub="postgresql://me@nowhere.invalid/memory")
    hooks._ask_hub(settings, SimpleNamespace(kind="start"))
    assert waited == [0.13]


def test_nothing_is_begun_that_would_wait_for_a_locked_keychain(monkeypatch, tmp_path):
    begun, asked, unlocked = [], [], threading.Event()

    def entry(name):
        asked.append(name)
        return unlocked.wait(60) and "tea"

    monkeypatch.setattr(subprocess, "Popen", lambda *arguments, **_: begun.append(arguments))
    monkeypatch.setattr(keychain, "_entry", entry)
    monkeypatch.setattr(keychain, "_silent", set())
    monkeypatch.setattr(hooks, "HOOK_BUSY_TIMEOUT_MS", 10)
    monkeypatch.setenv("MEMORY_HUB", "postgresql://me@nowhere.invalid/memory")
    monkeypatch.setenv("MEMORY_DB_KEYCHAIN", "locked")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    told = json.dumps({"session_id": "s", "cwd": str(tmp_path)}).encode()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(told)))
    hooks.run(["session-start", "--client=claude", f"--db={tmp_path / 'memory.db'}"])
    unlocked.set()
    assert asked == ["locked"]
    assert begun == []
