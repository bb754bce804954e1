"""Calls of tools that a model numbers anew in each conversation are no line of another one."""

from __future__ import annotations

from pathlib import Path

import pytest
from claude_session import Claude, result, use

from memory_mcp.store.file.database import Database
from memory_mcp.temporal import ManualClock

DRAWN = ("toolu_01Mz9Qb7Xw2", "call_8f3a1c0d", "7a1f0c9e-3b2d-4e5f-8a9b-0c1d2e3f4a5b", "chatcmpl-tool-5b0d1e9c77aa")
COUNTED = ("functions.Bash:0", "Bash:0", "call_0", "function-call-3", "1", "toolu_1")


def calls(db: Database, clock: ManualClock, folder: Path, session: str, call_id: str, command: str) -> Claude:
    """Have a session run a command under this id, and end."""
    folder.mkdir(exist_ok=True)
    claude = Claude(db, clock, folder, session)
    claude.write(
        claude.line("user", f"Please run {command}"),
        claude.line("assistant", use(call_id, command=command)),
        claude.line("user", result(call_id, f"{command} is done")),
    )
    claude.fire("Stop")
    return claude


@pytest.mark.parametrize("folders", [("api", "api"), ("api", "shop")])
@pytest.mark.parametrize("call_id", COUNTED)
def test_each_conversation_has_its_own(
    db: Database, clock: ManualClock, tmp_path: Path, call_id: str, folders: tuple[str, str]
) -> None:
    for session, (folder, command) in zip("ab", zip(folders, ("make", "ls"), strict=True), strict=True):
        claude = calls(db, clock, tmp_path / folder, session, call_id, command)
        claude.fire("Stop")
    assert [text.splitlines()[0] for text in claude.said() if text.startswith("$")] == ["$ make", "$ ls"]


@pytest.mark.parametrize("call_id", DRAWN)
def test_one_whose_id_was_drawn_is_the_same_in_a_copy(
    db: Database, clock: ManualClock, tmp_path: Path, call_id: str
) -> None:
    for session in "ab":
        claude = calls(db, clock, tmp_path / "api", session, call_id, "make")
    assert len([text for text in claude.said() if text.startswith("$")]) == 1
