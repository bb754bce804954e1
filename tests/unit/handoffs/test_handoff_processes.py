"""Work passed on between real processes: twelve that want it at once, and the hooks and the server of two clients."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import apsw
import pytest
from replaying import environment, fire
from wire import spawn

from memory_mcp.store.file.database import Database
from memory_mcp.store.handoffs import handoff_rows, handoffs
from memory_mcp.temporal import SystemClock

pytestmark = pytest.mark.external

_AT_ONCE = 12
_CLAIM = """
import sys
from pathlib import Path
from memory_mcp.errors import ConflictError
from memory_mcp.store.handoffs import handoff_rows, handoffs
from memory_mcp.store.file.database import Database
from memory_mcp.temporal import SystemClock

path, uid, session = sys.argv[1:]
db = Database(Path(path), SystemClock())
with db.reading() as snapshot:
    handoff_rows.require(snapshot, uid)
print("ready", flush=True)
sys.stdin.readline()
try:
    with db.writing("test") as tx:
        print(handoffs.accept(tx, uid, session=session, client="codex").claimed_by)
except ConflictError:
    print("conflict")
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "shop" / ".git").mkdir(parents=True)
    (tmp_path / "shop" / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    return tmp_path / "shop"


def begun(db: Path) -> str:
    database = Database(db, SystemClock())
    with database.writing("test") as tx:
        left, _ = handoffs.begin(tx, handoffs.HandoffDraft("half done"), project_id=0)
    database.close()
    return left.uid


def states(db: Path) -> list[tuple[str, str, str | None]]:
    """Return origin, state and the taker's own name of every handoff, oldest first."""
    connection = apsw.Connection(str(db), flags=apsw.SQLITE_OPEN_READONLY)
    found = connection.execute(
        "SELECT origin, state, (SELECT client_session FROM session WHERE session.uid = claimed_by) FROM handoff"
        " ORDER BY created_at"
    ).fetchall()
    connection.close()
    return found


@contextmanager
def _claiming(db: Path, uid: str, session: str) -> Iterator[subprocess.Popen[str]]:
    """Start a process that accepts the handoff once it reads a line; whatever happens, it and its pipes are gone."""
    command = [sys.executable, "-c", _CLAIM, str(db), uid, session]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment()
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def payload(session: str, folder: Path, **more: Any) -> dict[str, Any]:
    return {"session_id": session, "cwd": str(folder), **more}


def test_of_twelve_processes_that_accept_at_once_one_gets_it(tmp_path: Path) -> None:
    db = tmp_path / "memory.db"
    uid = begun(db)
    with ExitStack() as stack:
        processes = [stack.enter_context(_claiming(db, uid, f"s-{number}")) for number in range(_AT_ONCE)]
        for process in processes:
            assert process.stdout is not None
            assert process.stdout.readline() == "ready\n"
        for process in processes:
            assert process.stdin is not None
            process.stdin.write("\n")
            process.stdin.flush()
        said = [process.communicate(timeout=60)[0].strip() for process in processes]
    assert said.count("conflict") == _AT_ONCE - 1
    (winner,) = set(said) - {"conflict"}
    database = Database(db, SystemClock())
    with database.reading() as snapshot:
        assert handoff_rows.require(snapshot, uid).claimed_by == winner
    database.close()


def test_of_many_sessions_that_were_shown_it_and_are_prompted_at_once_one_gets_it(
    tmp_path: Path, folder: Path, request: pytest.FixtureRequest
) -> None:
    db = tmp_path / "memory.db"
    begun(db)
    count = _AT_ONCE if request.config.getoption("--slow") else _AT_ONCE // 2
    names = [f"s-{number}" for number in range(count)]
    for name in names:
        assert "half done" in fire(db, "SessionStart", "codex", payload(name, folder, source="startup"))
    with ThreadPoolExecutor(count) as pool:
        list(pool.map(lambda name: fire(db, "UserPromptSubmit", "codex", payload(name, folder, prompt="go on")), names))
    ((origin, state, taker),) = states(db)
    assert (origin, state, taker in names) == ("tool", "claimed", True)


def work(db: Path, folder: Path, session: str, **more: str) -> None:
    """Let a session of Claude Code run from start to end and change a file."""
    transcript = folder / f"{session}.jsonl"
    edit = {"type": "tool_use", "id": f"{session}-1", "name": "Edit", "input": {"file_path": str(folder / "lexer.py")}}
    answer = {"type": "tool_result", "tool_use_id": f"{session}-1", "content": "ok"}
    lines = [
        ("user", "teach the lexer tabs"), ("assistant", [edit]), ("user", [answer]),
        ("assistant", "Tabs count as one."),
    ]  # fmt: skip
    given = payload(session, folder, transcript_path=str(transcript))
    fire(db, "SessionStart", "claude", given | {"source": "startup"}, **more)
    fire(db, "UserPromptSubmit", "claude", given | {"prompt": "teach the lexer tabs"}, **more)
    transcript.write_text(
        "".join(
            json.dumps(
                {"type": role, "uuid": f"{session}-{number}", "sessionId": session,
                 "message": {"role": role, "content": content}}
            ) + "\n"
            for number, (role, content) in enumerate(lines)
        )
    )  # fmt: skip
    fire(db, "Stop", "claude", given, **more)
    fire(db, "SessionEnd", "claude", given | {"reason": "exit"}, **more)


def test_what_claude_code_left_codex_is_shown_and_takes_with_its_first_prompt(tmp_path: Path, folder: Path) -> None:
    db = tmp_path / "memory.db"
    work(db, folder, "one")
    shown = fire(db, "SessionStart", "codex", payload("t-1", folder, source="startup"))
    assert "teach the lexer tabs" in shown
    assert "lexer.py" in shown
    assert states(db) == [("automatic", "open", None)]
    fire(db, "UserPromptSubmit", "codex", payload("t-1", folder, prompt="/status"))
    assert states(db) == [("automatic", "open", None)]
    fire(db, "UserPromptSubmit", "codex", payload("t-1", folder, prompt="go on with the lexer"))
    assert states(db) == [("automatic", "claimed", "t-1")]
    fire(db, "SessionEnd", "codex", payload("t-1", folder))
    assert states(db) == [("automatic", "open", None)]


def test_the_server_takes_over_for_the_session_its_client_is_in(tmp_path: Path, folder: Path) -> None:
    db = tmp_path / "memory.db"
    work(db, folder, "one")
    fire(db, "SessionStart", "codex", payload("t-1", folder, source="resume"))
    with spawn(db, cwd=folder) as wire:
        wire.initialize(client="codex-mcp-client")
        meta = {"_meta": {"threadId": "t-1"}}
        taken = wire.call_tool("memory_handoff", {"action": "accept"}, **meta)["structuredContent"]["handoff"]
        wire.call_tool("memory_learn", {"category": "fact", "content": "Tabs count as one column."}, **meta)
    assert (taken["origin"], taken["files"]) == ("automatic", ["lexer.py"])
    assert states(db) == [("automatic", "claimed", "t-1")]
    fire(db, "SessionEnd", "codex", payload("t-1", folder))
    assert states(db) == [("automatic", "claimed", "t-1"), ("automatic", "open", None)]


def test_a_hook_with_handoffs_off_leaves_shows_and_takes_nothing(tmp_path: Path, folder: Path) -> None:
    db = tmp_path / "memory.db"
    work(db, folder, "robot", MEMORY_HANDOFF="off")
    assert states(db) == []
    work(db, folder, "person")
    shown = fire(db, "SessionStart", "codex", payload("t-1", folder, source="startup"), MEMORY_HANDOFF="off")
    assert "memory_handoff" not in shown
    fire(db, "UserPromptSubmit", "codex", payload("t-1", folder, prompt="go on"), MEMORY_HANDOFF="off")
    assert states(db) == [("automatic", "open", None)]
