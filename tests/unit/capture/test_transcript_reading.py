"""Transcripts read on whatever was done to the file, each turn once, and what must not be captured."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from claude_session import Claude, result, use

from memory_mcp.capture.clients import incremental
from memory_mcp.store.file.database import Database
from memory_mcp.store.file.mending import invariants
from memory_mcp.temporal import ManualClock

_TURNS = "SELECT body FROM item WHERE kind = 'turn' ORDER BY position, id"


@pytest.fixture
def claude(db: Database, clock: ManualClock, tmp_path: Path) -> Claude:
    return Claude(db, clock, tmp_path)


def test_a_prompt_is_stored_when_it_is_submitted_and_not_again_when_the_transcript_repeats_it(claude: Claude) -> None:
    claude.fire("UserPromptSubmit", prompt="why?")
    assert claude.said() == ["why?"]
    claude.write(claude.line("user", "why?"), claude.line("assistant", "because"))
    claude.fire("Stop")
    claude.fire("Stop")
    assert claude.said() == ["why?", "because"]


@pytest.mark.parametrize(
    "written",
    [[{"type": "text", "text": "look at it"}, {"type": "image", "source": {}}], "look  at it \r\n", "look\nat it"],
)
def test_a_prompt_is_known_by_its_words_however_they_are_set_and_whatever_picture_is_by(
    written: Any, claude: Claude
) -> None:
    claude.fire("UserPromptSubmit", prompt="look at it")
    claude.write(claude.line("user", written), claude.line("user", [{"type": "image", "source": {}}]))
    claude.fire("Stop")
    assert claude.said() == ["look at it", "[image]"]


def test_the_same_prompt_said_twice_is_two_turns(claude: Claude) -> None:
    for answer in ("one", "two"):
        claude.fire("UserPromptSubmit", prompt="go on")
        claude.write(claude.line("user", "go on"), claude.line("assistant", answer))
        claude.fire("Stop")
    assert claude.said() == ["go on", "one", "go on", "two"]


def test_the_same_prompt_is_there_again_as_soon_as_it_is_submitted_again(claude: Claude, clock: ManualClock) -> None:
    claude.fire("UserPromptSubmit", prompt="go on")
    claude.write(claude.line("user", "go on"))
    claude.fire("Stop")
    clock.advance(seconds=2)
    claude.fire("UserPromptSubmit", prompt="go on")
    assert claude.said() == ["go on", "go on"]


def test_an_answer_of_which_the_transcript_has_the_last_part_is_not_stored_once_more(claude: Claude) -> None:
    claude.write(claude.line("assistant", "part one"), claude.line("assistant", "part two"))
    claude.fire("Stop", last_assistant_message="part one\npart two")
    assert claude.said() == ["part one", "part two"]


def test_a_hook_installed_twice_doubles_nothing(claude: Claude, clock: ManualClock) -> None:
    claude.fire("UserPromptSubmit", prompt="why?")
    clock.advance(seconds=1)
    claude.fire("UserPromptSubmit", prompt="why?")
    claude.write(claude.line("user", "why?"), claude.line("assistant", "because"))
    claude.fire("Stop", last_assistant_message="because")
    claude.fire("Stop", last_assistant_message="because")
    assert claude.said() == ["why?", "because"]


def test_the_same_prompt_after_an_interrupted_turn_is_not_lost(claude: Claude, clock: ManualClock) -> None:
    claude.fire("UserPromptSubmit", prompt="go")
    clock.advance(seconds=2)
    claude.fire("UserPromptSubmit", prompt="go")
    claude.write(claude.line("user", "go"), claude.line("user", "go"))
    claude.fire("Stop")
    assert claude.said() == ["go", "go"]


def test_an_answer_the_transcript_lacks_when_the_turn_ends_is_stored_once(claude: Claude) -> None:
    claude.write(claude.line("user", "why?"))
    claude.fire("Stop", last_assistant_message="because")
    assert claude.said() == ["why?", "because"]
    claude.write(claude.line("assistant", "because"))
    claude.fire("Stop", last_assistant_message="because")
    assert claude.said() == ["why?", "because"]


def test_a_line_cut_in_the_middle_is_read_when_it_is_whole(claude: Claude) -> None:
    line = claude.line("assistant", "ein ganzer Satz mit ü")
    for end in (10, len(line) - 3):
        claude.path.write_bytes(claude.line("user", "eins", uuid="fixed") + line[:end])
        claude.fire("Stop")
        assert claude.said() == ["eins"]
    with claude.path.open("ab") as file:
        file.write(line[len(line) - 3 :])
    claude.fire("Stop")
    assert claude.said() == ["eins", "ein ganzer Satz mit ü"]


def test_a_last_line_without_its_newline_is_taken_once(claude: Claude) -> None:
    claude.write(claude.line("user", "eins"), claude.line("assistant", "zwei").rstrip(b"\n"))
    claude.fire("Stop")
    assert claude.said() == ["eins", "zwei"]
    claude.write(b"\n", claude.line("user", "drei"))
    claude.fire("Stop")
    assert claude.said() == ["eins", "zwei", "drei"]


def test_a_transcript_written_anew_is_read_from_its_start_and_doubles_nothing(claude: Claude) -> None:
    lines = [claude.line("user", "eins"), claude.line("assistant", "zwei"), claude.line("user", "drei")]
    claude.write(*lines[:2])
    claude.fire("Stop")
    new = claude.path.with_suffix(".new")
    new.write_bytes(claude.line("user", "null") + b"".join(lines))
    new.replace(claude.path)
    claude.fire("Stop")
    assert claude.said() == ["eins", "zwei", "null", "drei"]


def test_a_copy_in_the_place_of_a_transcript_is_read_on(claude: Claude) -> None:
    claude.write(claude.line("user", "eins"))
    claude.fire("Stop")
    new = claude.path.with_suffix(".new")
    new.write_bytes(claude.path.read_bytes() + claude.line("assistant", "zwei"))
    new.replace(claude.path)
    claude.fire("Stop")
    assert claude.said() == ["eins", "zwei"]


def test_a_truncated_transcript_is_read_from_its_start(claude: Claude) -> None:
    claude.write(claude.line("user", "eins"), claude.line("assistant", "zwei, und das recht ausführlich"))
    claude.fire("Stop")
    claude.path.write_bytes(claude.line("user", "drei"))
    claude.fire("Stop")
    assert claude.said() == ["eins", "zwei, und das recht ausführlich", "drei"]


def test_a_resumed_session_that_copies_its_history_says_nothing_twice(
    claude: Claude, db: Database, clock: ManualClock, tmp_path: Path
) -> None:
    lines = [claude.line("user", "eins"), claude.line("assistant", "zwei")]
    claude.write(*lines)
    claude.fire("Stop")
    resumed = Claude(db, clock, tmp_path, "s2")
    resumed.write(*(line.replace(b'"sessionId": "s1"', b'"sessionId": "s2"') for line in lines))
    resumed.write(resumed.line("user", "drei"))
    resumed.fire("Stop")
    assert sorted(resumed.said()) == ["drei", "eins", "zwei"]


def test_a_copied_history_says_nothing_twice_that_was_told_before_its_lines(
    claude: Claude, db: Database, clock: ManualClock, tmp_path: Path
) -> None:
    claude.fire("UserPromptSubmit", prompt="eins")
    lines = [claude.line("user", "eins")]
    claude.write(*lines)
    claude.fire("Stop", last_assistant_message="zwei")
    lines.append(claude.line("assistant", "zwei"))
    claude.write(lines[-1])
    claude.fire("SessionEnd")
    resumed = Claude(db, clock, tmp_path, "s2")
    resumed.write(*(line.replace(b'"sessionId": "s1"', b'"sessionId": "s2"') for line in lines))
    resumed.fire("SessionStart", source="resume")
    resumed.fire("UserPromptSubmit", prompt="eins")
    resumed.write(resumed.line("user", "eins"))
    resumed.fire("Stop")
    assert sorted(resumed.said()) == ["eins", "eins", "zwei"]


def test_a_broken_line_costs_only_itself(claude: Claude) -> None:
    claude.write(
        claude.line("user", "eins"), b"{not json}\n", b"\xff\xfe\n", b"[1]\n", b"\n", claude.line("user", "zwei")
    )
    claude.fire("Stop")
    assert claude.said() == ["eins", "zwei"]


def test_a_missing_transcript_is_no_failure(claude: Claude) -> None:
    claude.fire("UserPromptSubmit", prompt="eins")
    claude.fire("Stop", last_assistant_message="zwei")
    assert claude.said() == ["eins", "zwei"]


def test_a_call_and_its_outcome_are_one_turn_even_if_read_apart(claude: Claude) -> None:
    claude.write(claude.line("assistant", use("t1", command="pytest -q", description="run the tests")))
    claude.fire("PreCompact")
    assert claude.said() == []
    claude.write(claude.line("user", result("t1", "Exit code 2\nboom", is_error=True)))
    claude.fire("Stop")
    assert claude.said() == ["$ pytest -q\ndescription: run the tests\n[exit 2]\nboom"]
    with claude.db.reading() as snapshot:
        (row,) = snapshot.rows(
            "SELECT attributes ->> 'command', attributes ->> 'exit', title FROM item WHERE kind = 'turn'"
        )
    assert row == ("pytest -q", 2, "Bash")


def test_a_call_without_outcome_is_stored_when_the_turn_ends_and_its_late_outcome_as_well(claude: Claude) -> None:
    claude.write(claude.line("assistant", use("t1", command="sleep 100")))
    claude.fire("Stop")
    assert claude.said() == ["$ sleep 100"]
    claude.fire("Stop")
    claude.write(claude.line("user", result("t1", "awake")))
    claude.fire("Stop")
    claude.fire("Stop")
    assert claude.said() == ["$ sleep 100", "$ sleep 100\nawake"]


def test_an_edit_names_its_file(claude: Claude) -> None:
    given = {"file_path": "/p/src/a.py", "old_string": "x", "new_string": "y"}
    claude.write(claude.line("assistant", use("t1", "Edit", **given)), claude.line("user", result("t1", "ok")))
    claude.fire("Stop")
    assert claude.said() == ["Edit\nfile_path: /p/src/a.py\nold_string: x\nnew_string: y\nok"]
    with claude.db.reading() as snapshot:
        assert snapshot.value("SELECT attributes ->> '$.files[0]' FROM item WHERE kind = 'turn'") == "/p/src/a.py"


def test_a_prompt_typed_while_the_model_works_is_captured(claude: Claude) -> None:
    attachment = {"type": "queued_command", "prompt": "and the docs", "commandMode": "prompt"}
    notice = {"type": "queued_command", "prompt": "a task ended", "commandMode": "task-notification"}
    claude.write(
        claude.line("user", None, type="attachment", attachment=attachment),
        claude.line("user", None, type="attachment", attachment=notice),
    )
    claude.fire("Stop")
    assert claude.said() == ["and the docs"]


def test_cursor_running_claudes_hooks_is_cursor(claude: Claude) -> None:
    claude.path.write_text('{"role": "user", "message": {"content": [{"type": "text", "text": "eins"}]}}\n')
    claude.fire("Stop", cursor_version="3.7", conversation_id="s1")
    claude.fire("stop", client="cursor", cursor_version="3.7", conversation_id="s1")
    assert claude.said() == ["eins"]
    with claude.db.reading() as snapshot:
        assert snapshot.rows("SELECT client, client_session FROM session") == [("cursor", "s1")]


def test_a_prompt_that_waited_in_the_spool_is_not_doubled_by_its_transcript(claude: Claude, clock: ManualClock) -> None:
    claude.write(claude.line("user", "eins"), claude.line("assistant", "zwei"))
    begun = clock.now()
    clock.advance(seconds=30)
    claude.fire("Stop")
    clock.set(begun)
    claude.fire("UserPromptSubmit", prompt="eins", is_late=True)
    assert claude.said() == ["eins", "zwei"]


def test_a_session_stays_in_the_project_it_began_in(claude: Claude, tmp_path: Path) -> None:
    for name in ("first", "second"):
        (tmp_path / name / ".git").mkdir(parents=True)
        (tmp_path / name / ".git" / "HEAD").write_text("ref: x")
        claude.folder = tmp_path / name
        claude.fire("UserPromptSubmit", prompt=f"in {name}")
    with claude.db.reading() as snapshot:
        assert snapshot.rows("SELECT DISTINCT project.name FROM item JOIN project ON project.id = item.project_id") == [
            ("first",)
        ]


def test_a_gemini_message_written_again_with_more_in_it_loses_nothing(claude: Claude) -> None:
    head = {"sessionId": "g1", "projectHash": "x", "startTime": "2026-02-01T10:00:00Z"}
    message = {"id": "m1", "timestamp": "2026-02-01T10:00:01Z", "type": "gemini", "content": "Ich sehe"}
    call = {"id": "c1", "name": "read_file", "args": {"absolute_path": "/a"}, "status": "success", "result": "text"}
    versions = [
        message,
        {**message, "toolCalls": [call]},
        {**message, "content": "Ich sehe nach."},
        {"$rewindTo": "m1"},
    ]
    claude.write(json.dumps(head).encode() + b"\n")
    for version in (*versions, {"$set": {"messages": versions[:3]}}):
        claude.write(json.dumps(version).encode() + b"\n")
        claude.fire("AfterAgent", client="gemini")
    assert claude.said() == ["Ich sehe", "read_file\nabsolute_path: /a\ntext", "Ich sehe nach."]


def test_a_codex_session_without_transcript_is_captured_from_its_events(claude: Claude) -> None:
    for turn in ("t1", "t2"):
        for _ in range(2):
            payload = {"transcript_path": None, "turn_id": turn}
            claude.fire("UserPromptSubmit", client="codex", prompt="go on", **payload)
            tool = {"tool_name": "shell", "tool_input": {"command": ["bash", "-lc", "ls"]}, "tool_use_id": f"c{turn}"}
            claude.fire("PostToolUse", client="codex", tool_response="a.py", **tool, **payload)
            claude.fire("Stop", client="codex", last_assistant_message=f"done {turn}", **payload)
    assert claude.said() == ["go on", "$ ls\na.py", "done t1", "go on", "$ ls\na.py", "done t2"]


@pytest.mark.parametrize("client", ["codex", "claude"])
def test_the_same_answer_to_two_prompts_is_two_turns_where_there_is_no_transcript(
    client: str, claude: Claude, clock: ManualClock
) -> None:
    for turn in ("t1", "t2"):
        given = {"transcript_path": None} | ({"turn_id": turn} if client == "codex" else {})
        claude.fire("UserPromptSubmit", client=client, prompt=f"do {turn}", **given)
        for _ in range(2):
            clock.advance(seconds=1)
            claude.fire("Stop", client=client, last_assistant_message="Done.", **given)
    assert claude.said() == ["do t1", "Done.", "do t2", "Done."]


def cursor_tool(claude: Claude, **more: Any) -> None:
    given = {"cursor_version": "3.7", "conversation_id": "s1", "generation_id": "g1", "tool_use_id": "c1"}
    claude.fire("postToolUse", client="cursor", tool_name="Shell", tool_input={"command": "make"}, **given, **more)


def test_what_came_of_a_tool_of_cursor_comes_from_its_event_and_the_call_not_again(claude: Claude) -> None:
    call = {"type": "tool_use", "name": "Shell", "input": {"command": "make"}}
    claude.write(json.dumps({"role": "assistant", "message": {"content": [call]}}).encode() + b"\n")
    for _ in range(2):
        cursor_tool(claude, tool_output=json.dumps({"exitCode": 2, "stdout": "no rule"}))
        claude.fire("stop", client="cursor", conversation_id="s1", cursor_version="3.7")
    assert claude.said() == ["$ make\n[exit 2]\nno rule"]


def test_a_tool_of_cursor_used_twice_is_two_turns_and_one_nobody_told_of_is_known_by_its_call(claude: Claude) -> None:
    call = {"type": "tool_use", "name": "Shell", "input": {"command": "make"}}
    claude.write(json.dumps({"role": "assistant", "message": {"content": [call]}}).encode() + b"\n")
    claude.write(json.dumps({"role": "assistant", "message": {"content": [call]}}).encode() + b"\n")
    cursor_tool(claude, error_message="no such file")
    claude.fire("stop", client="cursor", conversation_id="s1", cursor_version="3.7")
    assert claude.said() == ["$ make\n[failed]\nno such file", "$ make"]


def test_a_tool_event_of_a_client_whose_transcript_tells_it_changes_nothing(claude: Claude) -> None:
    for client in ("claude", "codex", "gemini"):
        claude.fire("PostToolUse", client=client, tool_name="Bash", tool_input={"command": "ls"}, tool_response="a.py")
    assert claude.said() == []


@pytest.mark.parametrize(("client", "name"), [("gemini", "PreCompress"), ("cursor", "preCompact")])
def test_a_compaction_no_transcript_tells_of_is_marked_once(client: str, name: str, claude: Claude) -> None:
    ids = (
        {"timestamp": "2026-02-01T10:00:00Z"} if client == "gemini" else {"generation_id": "g1", "cursor_version": "3"}
    )
    for _ in range(2):
        claude.fire(name, client=client, trigger="manual", **ids)
    assert claude.said() == ["[the conversation was compacted]"]


def test_a_gemini_that_looks_whether_to_compact_has_not_compacted(claude: Claude) -> None:
    claude.fire("PreCompress", client="gemini", trigger="auto", timestamp="2026-02-01T10:00:00Z")
    assert claude.said() == []


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with a name")
def test_a_pipe_in_the_place_of_a_transcript_says_nothing_and_nobody_waits_for_it(claude: Claude) -> None:
    os.mkfifo(claude.path)
    claude.fire("UserPromptSubmit", prompt="why?")
    claude.fire("Stop")
    assert claude.said() == ["why?"]


@pytest.mark.parametrize("client", ["claude", "codex", "gemini", "cursor"])
@pytest.mark.parametrize("what", ["a folder", "below a file", "a link to itself", "closed"])
def test_what_an_event_holds_is_stored_where_its_transcript_cannot_be_read(
    what: str, client: str, claude: Claude, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = claude.path
    match what:
        case "a folder":
            path.mkdir()
        case "below a file":
            path.touch()
            path /= "s.jsonl"
        case "a link to itself":
            path.symlink_to(path)
        case _:
            path.touch()
            path.chmod(0)
            # A superuser may read it all the same.
            monkeypatch.setattr(os, "access", lambda *_: False)
    more = {"transcript_path": str(path)}
    claude.fire("UserPromptSubmit", client=client, prompt="why?", **more)
    claude.fire("Stop", client=client, last_assistant_message="because", **more)
    claude.fire("SessionEnd", client=client, **more)
    assert claude.said() == ["why?", "because"]


def test_a_line_of_any_length_is_read_in_pieces_and_the_next_is_known(
    claude: Claude, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(incremental, "_LONGEST", 2_000)
    claude.write(claude.line("user", "before"), claude.line("user", "x" * 9_000), claude.line("user", "behind"))
    claude.fire("Stop")
    assert claude.said() == ["before", "behind"]


@pytest.mark.parametrize("at", [10**16, 10**18, 10**30, -(10**18), 1e308, "x", [], True])
def test_a_line_with_no_true_time_is_read_and_so_is_the_next(at: object, claude: Claude) -> None:
    claude.write(claude.line("user", "why?", timestamp=at), claude.line("user", "and how?"))
    claude.fire("Stop")
    assert sorted(claude.said()) == ["and how?", "why?"]
    with claude.db.reading() as snapshot:
        assert invariants.check(snapshot) == []


def test_a_line_with_a_number_of_more_digits_than_python_reads_is_read(claude: Claude) -> None:
    claude.write(claude.line("user", "why?", size="DIGITS"), claude.line("user", "and how?"))
    claude.path.write_text(claude.path.read_text().replace('"DIGITS"', "9" * 5_000))
    claude.fire("Stop")
    assert claude.said() == ["why?", "and how?"]


@pytest.mark.parametrize("path", ["\0", "/a/\0/b.jsonl", "\ud800", "~nobody/\ud800"])
def test_a_transcript_that_is_no_path_takes_nothing_along(path: str, claude: Claude) -> None:
    claude.fire("UserPromptSubmit", prompt="why?", transcript_path=path)
    claude.fire("PreCompact", transcript_path=path)
    claude.fire("Stop", transcript_path=path, last_assistant_message="because")
    assert claude.said() == ["why?", "because"]


@pytest.mark.parametrize("name", ["x" * 10_000, "/".join(["y" * 200] * 50)], ids=["name", "path"])
def test_an_event_is_stored_whatever_the_length_of_a_path_in_it(name: str, claude: Claude) -> None:
    path = f"/tmp/{name}"
    call = {"tool_name": "Bash", "tool_use_id": "t1", "tool_input": {"command": f"cd {path}; cat {path}/a.py"}}
    claude.fire("UserPromptSubmit", prompt="why?", cwd=path, transcript_path=f"{path}/s.jsonl")
    claude.fire("PostToolUse", cwd=path, transcript_path=f"{path}/s.jsonl", tool_response={"stdout": path}, **call)
    claude.fire("Stop", cwd=path, transcript_path=f"{path}/s.jsonl", last_assistant_message="because")
    assert claude.said()[0] == "why?"
    assert claude.said()[-1] == "because"
    assert "cat" in claude.said()[1]


@pytest.mark.skipif(os.name == "nt", reason="a folder in use cannot be deleted there")
def test_an_event_is_stored_when_the_folder_it_came_from_was_deleted(
    claude: Claude, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    monkeypatch.setenv("PWD", str(gone))
    gone.rmdir()
    claude.fire("UserPromptSubmit", prompt="why?", cwd=None)
    assert claude.said() == ["why?"]
