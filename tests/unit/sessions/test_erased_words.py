"""Erased means erased: no word stays where capture keeps something for later, whoever erased it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from calling import Client, server
from claude_session import Claude, repository, result, use

from memory_mcp.store.file.database import Database
from memory_mcp.store.upkeep import retention
from memory_mcp.temporal import ManualClock
from memory_mcp.tools.forget import memory_forget


@pytest.fixture
def work(tmp_path: Path) -> Path:
    return repository(tmp_path / "work")


@pytest.fixture
def client(tmp_path: Path, clock: ManualClock, work: Path) -> Any:
    with server(tmp_path, clock) as runtime:
        yield Client(runtime, work, client_name="claude-code")


@pytest.fixture
def claude(client: Any, clock: ManualClock, work: Path) -> Claude:
    return Claude(client.runtime.db, clock, work)


def turns_of(db: Database) -> list[tuple[str, str]]:
    with db.reading() as snapshot:
        return [(uid, body) for uid, body in snapshot.rows("SELECT uid, body FROM item WHERE kind = 'turn'")]


def files_say(folder: Path, words: str) -> bool:
    return any(words.encode() in path.read_bytes() for path in folder.glob("memory.db*"))


def test_of_an_erased_call_nothing_is_kept_for_the_outcome_that_never_came(
    claude: Claude, client: Any, tmp_path: Path
) -> None:
    claude.write(
        claude.line("user", "go"),
        claude.line("assistant", use("c1", command="feed the platypus")),
        claude.line("assistant", use("c10", command="feed the quokka")),
    )
    claude.fire("Stop")
    client.call(memory_forget, ids=[uid for uid, body in turns_of(claude.db) if "platypus" in body], erase=True)
    assert (files_say(tmp_path, "platypus"), files_say(tmp_path, "quokka")) == (False, True)
    claude.write(claude.line("user", result("c1", "it ate")), claude.line("user", result("c10", "it slept")))
    claude.fire("Stop")
    assert [body for _, body in turns_of(claude.db) if body.endswith(("it ate", "it slept"))] == [
        "$ feed the quokka\nit slept"
    ]


def test_turns_that_go_by_their_age_take_along_what_their_session_left(
    claude: Claude, clock: ManualClock, tmp_path: Path
) -> None:
    claude.fire("UserPromptSubmit", prompt="a peculiar platypus")
    claude.write(
        claude.line("user", "a peculiar platypus"),
        claude.line("assistant", use("c1", "Edit", file_path=str(claude.folder / "lexer.py"))),
        claude.line("user", result("c1", "ok")),
        claude.line("assistant", "a rare quokka"),
    )
    claude.fire("Stop")
    claude.fire("SessionEnd")
    with claude.db.reading() as snapshot:
        assert "platypus" in snapshot.value("SELECT summary FROM handoff")
    for _ in range(2):
        clock.advance(days=400)
        with claude.db.writing("retention") as tx:
            retention.run(tx, retention.Policy(-1, turn_days=30))
    claude.db.checkpoint()
    assert turns_of(claude.db) == []
    assert [files_say(tmp_path, words) for words in ("platypus", "quokka")] == [False, False]


def test_what_a_session_still_says_is_not_said_to_be_what_was_erased(claude: Claude, client: Any) -> None:
    prompts = ("Where does the shy platypus live?", "And where does the quokka sleep at night?")
    for prompt in prompts:
        claude.fire("UserPromptSubmit", prompt=prompt)
        claude.write(claude.line("user", prompt), claude.line("assistant", "By the river."))
        claude.fire("Stop")
    claude.fire("SessionEnd")
    uids = {body: uid for uid, body in turns_of(claude.db)}
    notice = client.call(memory_forget, ids=[uids[prompts[1]]], erase=True).get("notice", "")
    assert uids[prompts[0]] not in notice
