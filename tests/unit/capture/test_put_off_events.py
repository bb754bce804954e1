"""An event that waited belongs where it was told, under the settings of its own process, whoever brings it in."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from claude_session import repository

from memory_mcp.capture.events.payload import Heard
from memory_mcp.capture.events.spooled import import_spool, put_off
from memory_mcp.config import Settings
from memory_mcp.store.capture_state import spool
from memory_mcp.store.file.database import Database
from memory_mcp.temporal import ManualClock

SECRET = "ghp_" + "a8Kd03Jf9sLq27Xz5Vb1Nm4Qw6Er8Ty0Ui2P"
PROMPT = {"session_id": "s1", "prompt": "why?"}


def said(db: Database) -> list[tuple[Any, ...]]:
    """Return the project and the text of each turn."""
    with db.reading() as snapshot:
        return snapshot.rows("""
            SELECT project.name, item.body
            FROM item
            JOIN project ON project.id = item.project_id
            WHERE item.kind = 'turn'
            ORDER BY item.id
        """)


def without(settings: Settings, *names: str) -> None:
    """Take from the one entry that waits what older ones do not say."""
    [path] = spool.waiting(settings.spool_dir)
    entry = json.loads(path.read_text())
    path.write_text(json.dumps({name: value for name, value in entry.items() if name not in names}))


@pytest.fixture
def elsewhere(tmp_path: Path) -> Path:
    """A project of which nothing is captured."""
    folder = repository(tmp_path / "elsewhere")
    (folder / ".memory-mcp.toml").write_text("[capture]\nenabled = false\n")
    return folder


def test_an_event_without_a_folder_is_of_the_one_it_was_told_in(
    db: Database, tmp_path: Path, elsewhere: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = Settings(db_path=db.path)
    monkeypatch.chdir(repository(tmp_path / "shed"))
    put_off(settings, Heard("UserPromptSubmit", "claude", PROMPT, {}, 1))
    monkeypatch.chdir(elsewhere)
    assert import_spool(db, settings) == 1
    assert said(db) == [("shed", "why?")]


def test_an_event_that_names_no_folder_at_all_is_of_no_project(
    db: Database, elsewhere: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = Settings(db_path=db.path)
    monkeypatch.chdir(elsewhere)
    put_off(settings, Heard("UserPromptSubmit", "claude", PROMPT, {}, 1))
    without(settings, "folder")
    assert import_spool(db, settings) == 1
    assert said(db) == [("", "why?")]


def test_the_project_of_who_brings_it_in_is_not_the_one_of_an_event(db: Database, tmp_path: Path) -> None:
    payload = PROMPT | {"cwd": str(tmp_path)}
    its, other = Settings(db_path=db.path, project="shed"), Settings(db_path=db.path, project="attic")
    put_off(its, Heard("UserPromptSubmit", "claude", payload, {}, 1))
    assert import_spool(db, other) == 1
    put_off(its, Heard("UserPromptSubmit", "claude", payload | {"session_id": "s2", "prompt": "how?"}, {}, 2))
    without(its, "settings")
    assert import_spool(db, other) == 1
    assert said(db) == [("shed", "why?"), ("", "how?")]


def test_a_transcript_is_masked_as_its_event_was_to_be(db: Database, tmp_path: Path) -> None:
    message = {"role": "user", "content": f"the token is {SECRET}"}
    line = {"type": "user", "uuid": "u1", "sessionId": "s1", "cwd": str(tmp_path), "message": message}
    line["timestamp"] = "2026-03-01T08:00:00Z"
    (tmp_path / "s1.jsonl").write_text(json.dumps(line) + "\n")
    payload = {"session_id": "s1", "cwd": str(tmp_path), "transcript_path": str(tmp_path / "s1.jsonl")}
    put_off(Settings(db_path=db.path), Heard("Stop", "claude", payload, {}, 1))
    assert import_spool(db, Settings(db_path=db.path, redact="off")) == 1
    [(_, text)] = said(db)
    assert "the token is" in text
    assert SECRET not in text


@pytest.mark.parametrize("settings", [["project"], {"redact": "none"}, {"handoff": {"on": 1}}, "off"])
def test_settings_that_nobody_can_have_are_set_aside(db: Database, tmp_path: Path, settings: Any) -> None:
    own = Settings(db_path=db.path)
    spool.put(own.spool_dir, 1, {
        "version": 1, "event": "UserPromptSubmit", "client": "claude", "at": 1, "environment": {},
        "payload": PROMPT | {"cwd": str(tmp_path)}, "settings": settings,
    })  # fmt: skip
    assert import_spool(db, own) == 0
    assert spool.waiting(own.spool_dir) == []
    assert len(spool.unreadable(own.spool_dir)) == 1


def test_an_event_whose_folder_is_away_is_of_the_project_it_was_told_in(db: Database, tmp_path: Path) -> None:
    settings = Settings(db_path=db.path)
    (tmp_path / ".memory-mcp.toml").write_text("[capture]\nenabled = false\n")
    shed = marked(tmp_path / "shed", 'project = "garden"\n[capture]\nenabled = true\n')
    put_off(settings, Heard("UserPromptSubmit", "claude", PROMPT | {"cwd": str(shed)}, {}, 1))
    shed.rename(tmp_path / "away")
    assert import_spool(db, settings) == 1
    assert said(db) == [("garden", "why?")]


def test_an_older_event_whose_folder_is_away_is_brought_in(db: Database, tmp_path: Path) -> None:
    settings = Settings(db_path=db.path)
    shed = repository(tmp_path / "shed")
    put_off(settings, Heard("UserPromptSubmit", "claude", PROMPT | {"cwd": str(shed)}, {}, 1))
    without(settings, "rules_in")
    shed.rename(tmp_path / "away")
    assert import_spool(db, settings) == 1
    assert said(db) == [("shed", "why?")]


def marked(path: Path, text: str) -> Path:
    """Make a repository with a marker file."""
    repository(path)
    (path / ".memory-mcp.toml").write_text(text)
    return path


def transcribed(tmp_path: Path, shed: Path) -> dict[str, str]:
    """Write a transcript of a call that prints an ignored file, and return the payload that names it."""
    stamp = {"sessionId": "s1", "cwd": str(shed), "timestamp": "2026-03-01T08:00:00Z"}
    use = {"type": "tool_use", "id": "c1", "name": "Bash", "input": {"command": "cat notes/day.txt"}}
    result = {"type": "tool_result", "tool_use_id": "c1", "content": "a rare quokka"}
    lines = [
        {"type": "assistant", "uuid": "u1", "message": {"role": "assistant", "content": [use]}, **stamp},
        {"type": "user", "uuid": "u2", "message": {"role": "user", "content": [result]}, **stamp},
        {"type": "assistant", "uuid": "u3", "message": {"role": "assistant", "content": "read"}, **stamp},
    ]
    path = tmp_path / "s1.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return {"session_id": "s1", "cwd": str(shed), "transcript_path": str(path)}


def test_a_transcript_waits_for_the_marker_file_that_says_what_to_leave_out_and_a_week_at_most(
    db: Database, clock: ManualClock, tmp_path: Path
) -> None:
    settings = Settings(db_path=db.path)
    shed = marked(tmp_path / "shed", '[capture]\nignore = ["notes/"]\n')
    put_off(settings, Heard("Stop", "claude", transcribed(tmp_path, shed), {}, clock.now()))
    shed.rename(tmp_path / "away")
    assert import_spool(db, settings) == 0
    assert (len(spool.waiting(settings.spool_dir)), said(db)) == (1, [])
    clock.advance(days=8)
    assert import_spool(db, settings) == 1
    assert said(db) == [("shed", "read")]


def test_a_transcript_of_a_folder_without_a_marker_file_does_not_wait_for_it(
    db: Database, clock: ManualClock, tmp_path: Path
) -> None:
    settings = Settings(db_path=db.path)
    shed = repository(tmp_path / "shed")
    put_off(settings, Heard("Stop", "claude", transcribed(tmp_path, shed), {}, clock.now()))
    shed.rename(tmp_path / "away")
    assert import_spool(db, settings) == 1
    assert said(db) == [("shed", "$ cat notes/day.txt\na rare quokka"), ("shed", "read")]


def test_a_start_that_reads_a_transcript_waits_for_the_marker_file_too(
    db: Database, clock: ManualClock, tmp_path: Path
) -> None:
    settings = Settings(db_path=db.path)
    shed = marked(tmp_path / "shed", '[capture]\nignore = ["private/"]\n')
    payload = transcribed(tmp_path, shed) | {"source": "resume"}
    put_off(settings, Heard("SessionStart", "claude", payload, {}, clock.now()))
    shed.rename(tmp_path / "away")
    assert (import_spool(db, settings), said(db)) == (0, [])
    (tmp_path / "away").rename(shed)
    assert import_spool(db, settings) == 1
    assert said(db) == [("shed", "$ cat notes/day.txt\na rare quokka"), ("shed", "read")]


def test_a_transcript_does_not_wait_for_a_marker_file_that_keeps_nothing_out(
    db: Database, clock: ManualClock, tmp_path: Path
) -> None:
    settings = Settings(db_path=db.path)
    shed = marked(tmp_path / "shed", 'project = "garden"\n[capture]\ninject = true\n')
    put_off(settings, Heard("Stop", "claude", transcribed(tmp_path, shed), {}, clock.now()))
    shed.rename(tmp_path / "away")
    assert import_spool(db, settings) == 1
    assert said(db) == [("garden", "$ cat notes/day.txt\na rare quokka"), ("garden", "read")]


@pytest.mark.parametrize("left_out", ["private/", "notes/"])
def test_a_transcript_of_a_folder_that_was_deleted_is_read_by_the_marker_file_above(
    db: Database, clock: ManualClock, tmp_path: Path, left_out: str
) -> None:
    settings = Settings(db_path=db.path)
    shed = marked(tmp_path / "shed", f'[capture]\nignore = ["**/{left_out}"]\n')
    (shed / "bench").mkdir()
    put_off(settings, Heard("Stop", "claude", transcribed(tmp_path, shed / "bench"), {}, clock.now()))
    (shed / "bench").rmdir()
    assert import_spool(db, settings) == 1
    assert ("a rare quokka" in str(said(db))) is (left_out == "private/")
    assert ("shed", "read") in said(db)
