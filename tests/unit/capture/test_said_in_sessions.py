"""What people say about how to work, through the hooks of a client and through an import of its transcripts."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from claude_session import Claude

from memory_mcp.capture.transcripts.history_import import import_transcripts
from memory_mcp.config import Settings
from memory_mcp.store.facts.projects.projects import ALL_PROJECTS
from memory_mcp.store.file.database import Database
from memory_mcp.store.sessions.statements import Statement, current_statements
from memory_mcp.temporal import ManualClock

NPM, PNPM = "Always use npm in this repository.", "From now on use pnpm in this repository."


@pytest.fixture
def work(tmp_path: Path) -> Path:
    (tmp_path / "work" / ".git").mkdir(parents=True)
    (tmp_path / "work" / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    return tmp_path / "work"


def holds(db: Database) -> list[Statement]:
    roles = ("standing", "decision", "change", "open")
    with db.reading() as snapshot:
        return current_statements(snapshot, [ALL_PROJECTS], roles, limit=20, at=snapshot.now)


def session(db: Database, clock: ManualClock, work: Path, name: str, *prompts: str) -> Claude:
    """Hold a session with these prompts, and end it."""
    claude = Claude(db, clock, work, name)
    claude.fire("SessionStart", source="startup")
    for prompt in prompts:
        clock.advance(seconds=60)
        claude.fire("UserPromptSubmit", prompt=prompt)
        claude.write(claude.line("user", prompt), claude.line("assistant", "Done."))
        claude.fire("Stop")
    claude.fire("SessionEnd")
    return claude


def test_the_next_start_keeps_a_wish_with_the_prompt_that_says_it(db: Database, clock: ManualClock, work: Path) -> None:
    claude = Claude(db, clock, work)
    claude.fire("UserPromptSubmit", prompt=f"Thanks! {NPM}")
    Claude(db, clock, work, "s2").fire("SessionStart", source="startup")

    [kept] = holds(db)
    assert (kept.role, kept.text, kept.session_uid is None) == ("standing", NPM, False)
    assert claude.said() == [f"Thanks! {NPM}"]


def test_a_later_session_replaces_what_an_earlier_one_said(db: Database, clock: ManualClock, work: Path) -> None:
    session(db, clock, work, "s1", NPM)
    session(db, clock, work, "s2", PNPM)

    assert [(one.text, one.replaces) for one in holds(db)] == [(PNPM, NPM)]


def test_what_was_done_since_is_open_no_more(db: Database, clock: ManualClock, work: Path) -> None:
    session(db, clock, work, "s1", "Still to do: retry logic for the uploader.")
    session(db, clock, work, "s2", "The retry logic is done.")

    assert holds(db) == []


@pytest.mark.parametrize("kept_out", ["<private>{}</private>", "```\n{}\n```", "> {}"])
def test_what_is_private_or_quoted_leaves_no_statement(
    db: Database, clock: ManualClock, work: Path, kept_out: str
) -> None:
    session(db, clock, work, "s1", f"Hello.\n{kept_out.format(NPM)}\nBye.")

    assert holds(db) == []


def test_a_secret_in_a_wish_is_masked(db: Database, clock: ManualClock, work: Path) -> None:
    secret = "ghp_" + "a1B2" * 9
    session(db, clock, work, "s1", f"Always use the token {secret} for the registry.")

    [kept] = holds(db)
    assert secret not in kept.text


def transcript(folder: Path, name: str, day: int, said: str) -> None:
    line: dict[str, Any] = {
        "type": "user", "uuid": f"{name}-1", "sessionId": name, "timestamp": f"2026-01-{day:02}T10:00:00Z",
        "cwd": "", "message": {"role": "user", "content": said},
    }  # fmt: skip
    (folder / f"{name}.jsonl").write_text(json.dumps(line) + "\n", encoding="utf-8")


def test_imported_sessions_are_read_in_the_order_of_their_days(db: Database, tmp_path: Path) -> None:
    folder = tmp_path / "projects"
    folder.mkdir()
    transcript(folder, "a", 20, PNPM)
    transcript(folder, "b", 10, NPM)

    import_transcripts(db, folder, Settings(db_path=db.path))
    import_transcripts(db, folder, Settings(db_path=db.path))

    assert [(one.text, one.replaces) for one in holds(db)] == [(PNPM, NPM)]


def test_that_it_was_said_and_that_it_is_over_are_told_apart(db: Database, clock: ManualClock, work: Path) -> None:
    """Said and replaced in one session, read at its end: another machine has its own first version to compare."""
    session(db, clock, work, "s1", NPM, PNPM)

    assert [(one.text, one.replaces) for one in holds(db)] == [(PNPM, NPM)]
    with db.reading() as snapshot:
        times = snapshot.rows("SELECT superseded_at - recorded_at FROM item WHERE kind = 'statement' ORDER BY id")
        first = snapshot.value("SELECT min(txn_id) FROM item WHERE kind = 'statement' AND body = :npm", {"npm": NPM})
        assert first not in {txn for (txn,) in snapshot.rows("SELECT txn_id FROM change")}
    assert all(length > 0 for (length,) in times)
