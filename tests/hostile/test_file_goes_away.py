"""The file goes away under a running server: nothing is acknowledged that is lost, and what comes back is used."""

from __future__ import annotations

import json
import os
import shutil
import socket
import stat
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import apsw
import pytest
from calling import Client, learn, server
from click.testing import CliRunner
from wire import Wire, spawn, text_of

from memory_mcp.application.assembly import open_application
from memory_mcp.cli.main import cli
from memory_mcp.config import Settings
from memory_mcp.errors import RefusedError
from memory_mcp.store.file.database import Database
from memory_mcp.tools.framework.declare import RequestFacts
from memory_mcp.tools.health import memory_health

CONTENTS = "SELECT count(*) FROM item WHERE kind = 'learning'"


def rows_in(path: Path) -> int:
    with closing(apsw.Connection(str(path))) as connection:
        return connection.execute(CONTENTS).get


def learned(wire: Wire, count: int, name: str) -> list[bool]:
    """Learn so many lessons over the wire, and return of each whether it was acknowledged."""
    answers = [
        wire.call_tool("memory_learn", {"category": "fact", "content": f"{name} {number}"}) for number in range(count)
    ]
    return [not answer.get("isError") for answer in answers]


@pytest.fixture
def wire(tmp_path: Path):
    with spawn(tmp_path / "memory.db") as wire:
        wire.initialize()
        yield wire


@pytest.mark.external
@pytest.mark.parametrize("goes", ["deleted", "moved"])
def test_a_server_whose_file_is_gone_acknowledges_nothing(wire, tmp_path, goes):
    path = tmp_path / "memory.db"
    assert learned(wire, 3, "before") == [True] * 3
    path.unlink() if goes == "deleted" else path.rename(tmp_path / "elsewhere.db")
    refused = wire.call_tool("memory_learn", {"category": "fact", "content": "lost"})

    assert refused["isError"]
    assert "was moved, replaced or deleted while it was in use; nothing was written" in text_of(refused)
    assert learned(wire, 20, "after") == [False] * 20
    assert not path.exists()


@pytest.mark.external
def test_health_looks_at_the_path_and_not_at_what_is_held(wire, tmp_path):
    learned(wire, 1, "before")
    (tmp_path / "memory.db").unlink()
    health = wire.call_tool("memory_health", {})["structuredContent"]

    assert (health["ok"], health["sizeBytes"]) == (False, 0)
    assert "was moved, replaced or deleted" in health["problems"][0]["what"]


@pytest.mark.external
def test_a_file_that_comes_back_is_used_again_with_all_that_was_acknowledged(wire, tmp_path):
    path = tmp_path / "memory.db"
    assert learned(wire, 5, "before") == [True] * 5
    path.rename(tmp_path / "elsewhere.db")
    assert learned(wire, 1, "between") == [False]
    (tmp_path / "elsewhere.db").rename(path)

    assert learned(wire, 5, "after") == [True] * 5
    wire.close()
    assert rows_in(path) == 10


def test_while_a_file_is_away_nobody_begins_another_one_over_its_log(tmp_path, clock):
    path = tmp_path / "memory.db"
    with server(tmp_path, clock) as runtime:
        learn(Client(runtime, tmp_path), "in the log")
        path.rename(tmp_path / "elsewhere.db")
        with pytest.raises(RefusedError, match="is not there, and its write-ahead log is"):
            Database(path, clock)
        assert not path.exists()
        (tmp_path / "elsewhere.db").rename(path)
        Database(path, clock).close()

    assert rows_in(path) == 1


def test_a_file_that_was_moved_behind_a_link_takes_nothing_with_it(tmp_path, clock):
    path, elsewhere = tmp_path / "memory.db", tmp_path / "dotfiles" / "memory.db"
    elsewhere.parent.mkdir()
    with server(tmp_path, clock) as runtime:
        client = Client(runtime, tmp_path)
        for number in range(3):
            learn(client, f"before {number}")
        path.rename(elsewhere)
        path.symlink_to(elsewhere)
        for number in range(3):
            learn(client, f"after {number}")
            # Another process writes in turn, with the log of where the file lies.
            written = CliRunner().invoke(cli, ["--db", str(path), "--no-embed", "learn", f"beside {number}"])
            assert written.exit_code == 0, written.output

    assert rows_in(elsewhere) == 9
    with closing(apsw.Connection(str(elsewhere))) as connection:
        assert connection.pragma("integrity_check") == "ok"


def test_another_file_at_the_path_is_opened(tmp_path, clock):
    with server(tmp_path / "other", clock) as other:
        learn(Client(other, tmp_path), "of the other file")
    with server(tmp_path, clock) as runtime:
        client = Client(runtime, tmp_path)
        learn(client, "of the first file")
        runtime.db.checkpoint()
        shutil.move(tmp_path / "other" / "memory.db", tmp_path / "memory.db")
        for beside in ("memory.db-wal", "memory.db-shm"):
            (tmp_path / beside).unlink()
        learn(client, "after the change")
        health = client.call(memory_health)

    assert health["counts"]["learning"]["facts"] == 2
    assert rows_in(tmp_path / "memory.db") == 2


@pytest.mark.external
def test_a_log_that_a_program_deletes_takes_nothing_with_it(wire, tmp_path):
    path = tmp_path / "memory.db"
    acknowledged = sum(learned(wire, 40, "before"))
    for beside in ("memory.db-wal", "memory.db-shm"):
        (tmp_path / beside).unlink(missing_ok=True)
    acknowledged += sum(learned(wire, 2, "after"))
    wire.process.kill()
    wire.process.wait()

    assert acknowledged >= 40
    assert rows_in(path) >= acknowledged


def test_a_write_whose_log_was_deleted_meanwhile_is_refused_and_the_log_is_saved(db, tmp_path):
    with db.writing("test") as tx:
        tx.execute("INSERT INTO meta (key, value) VALUES ('kept', '1')")

    def write_while_the_log_goes():
        with db.writing("test") as tx:
            tx.execute("INSERT INTO meta (key, value) VALUES ('refused', '1')")
            for beside in ("memory.db-wal", "memory.db-shm"):
                (tmp_path / beside).unlink()

    with pytest.raises(RefusedError, match="what it held is in the file"):
        write_while_the_log_goes()
    with closing(apsw.Connection(str(tmp_path / "memory.db"))) as fresh:
        kept = {key for (key,) in fresh.execute("SELECT key FROM meta WHERE key IN ('kept', 'refused')")}

    assert kept == {"kept"}


def test_an_idle_server_leaves_nothing_in_the_log(tmp_path):
    application = open_application(Settings(db_path=tmp_path / "memory.db", embed_disabled=True))
    spec = application.tools["memory_learn"]
    spec.invoke(application.make_call(RequestFacts()), {"category": "fact", "content": "tabs"})
    before = (tmp_path / "memory.db-wal").stat().st_size
    for chore in application.after_reply:
        chore()
    after = (tmp_path / "memory.db-wal").stat().st_size
    shutil.copy(tmp_path / "memory.db", tmp_path / "copy.db")
    application.close()

    assert (before > 0, after, rows_in(tmp_path / "copy.db")) == (True, 0, 1)


@pytest.mark.parametrize("kind", ["pipe", "socket", "folder"])
def test_what_is_no_file_is_refused_at_once(tmp_path, clock, kind):
    path = tmp_path / "memory.db"
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "folder":
        path.mkdir()
    with closing(socket.socket(socket.AF_UNIX)) as listener:
        if kind == "socket":
            listener.bind(str(path))
        with pytest.raises(RefusedError, match="no regular file"):
            Database(path, clock)


def test_links_that_lead_in_a_circle_are_refused(tmp_path, clock):
    (tmp_path / "memory.db").symlink_to(tmp_path / "memory.db")

    with pytest.raises(RefusedError, match="no regular file"):
        Database(tmp_path / "memory.db", clock)


@pytest.mark.external
def test_a_hook_does_not_wait_for_a_pipe_at_the_path(tmp_path):
    path = tmp_path / "memory.db"
    os.mkfifo(path)
    prompt = {"session_id": "s", "prompt": "Deploys are on Mondays.", "cwd": str(tmp_path)}

    done = subprocess.run(
        [sys.executable, "-m", "memory_mcp", "hook", "user-prompt", "--client", "claude", "--db", str(path)],
        env=dict(os.environ, HOME=str(tmp_path)), input=json.dumps(prompt), text=True, timeout=20, check=False,
    )  # fmt: skip

    assert done.returncode == 0
    assert [entry.suffix for entry in (tmp_path / "memory.db-spool").iterdir()] == [".json"]


def test_a_link_to_a_file_not_there_yet_makes_the_file_where_it_leads(tmp_path, clock):
    (tmp_path / "dots").mkdir()
    (tmp_path / "memory.db").symlink_to(tmp_path / "dots" / "memory.db")
    database = Database(tmp_path / "memory.db", clock)
    with database.writing("test") as tx:
        tx.execute("INSERT INTO meta (key, value) VALUES ('kept', '1')")
    database.close()

    assert stat.S_IMODE((tmp_path / "dots" / "memory.db").stat().st_mode) == 0o600
    assert (tmp_path / "memory.db").is_symlink()


@pytest.mark.external
@pytest.mark.parametrize("command", ["health", "doctor"])
def test_a_file_that_is_away_is_not_called_one_that_was_never_made(tmp_path, clock, command):
    path = tmp_path / "memory.db"
    with server(tmp_path, clock) as runtime:
        learn(Client(runtime, tmp_path), "in the log")
        path.rename(tmp_path / "elsewhere.db")
        ended = CliRunner().invoke(cli, ["--db", str(path), command])
        (tmp_path / "elsewhere.db").rename(path)

    assert "its write-ahead log is: it was moved or deleted" in f"{ended.output} {ended.exception}"
