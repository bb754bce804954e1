"""The digest of a session: gathered by rules as its turns come, and gone with the words it was made of."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from capture_corpus import CLIENTS, SECRET, Tool, Writer, conversation, lines_of
from claude_session import Claude, result, use

from memory_mcp.capture.events.payload import event_of
from memory_mcp.capture.events.recording import record, source_of
from memory_mcp.config import Settings
from memory_mcp.store.facts import erasure, facts
from memory_mcp.store.facts.projects import projects
from memory_mcp.store.facts.versions import Draft
from memory_mcp.store.file.database import Database
from memory_mcp.store.sessions import digest_builder, sessions
from memory_mcp.store.sessions.digest_builder import Digest
from memory_mcp.temporal import ManualClock, Period


@pytest.fixture
def claude(db: Database, clock: ManualClock, tmp_path: Path) -> Claude:
    (tmp_path / "work" / ".git").mkdir(parents=True)
    (tmp_path / "work" / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    return Claude(db, clock, tmp_path / "work")


def digest(claude: Claude) -> Digest:
    """Return the digest as the last turn left it, and see that nothing is broken."""
    claude.said()
    with claude.db.reading() as snapshot:
        session = sessions.by_client(snapshot, "claude-code", claude.session)
        assert session is not None
        found = digest_builder.of_session(snapshot, session.uid)
    assert found is not None
    return found


def turn(claude: Claude, prompt: str, *blocks: Any) -> Digest:
    """Say a prompt, let the assistant and its tools follow, end the turn, and return the digest."""
    claude.fire("UserPromptSubmit", prompt=prompt)
    claude.write(claude.line("user", prompt))
    for block in blocks:
        role = "user" if isinstance(block, list) and block[0]["type"] == "tool_result" else "assistant"
        claude.write(claude.line(role, block))
    claude.fire("Stop")
    return digest(claude)


def bash(call_id: str, command: str, *, is_error: bool = False) -> tuple[list[Any], list[Any]]:
    said = "Exit code 1\nno" if is_error else "Exit code 0\nyes"
    return use(call_id, command=command), result(call_id, said, is_error=is_error)


def test_the_first_real_prompt_stands_for_the_session(claude: Claude) -> None:
    turn(claude, "/model opus")
    turn(claude, "why does\nthe parser   fail?", "because")
    assert turn(claude, "and now?", "fixed").prompt == "why does the parser fail?"


def test_what_was_pasted_into_a_prompt_is_not_told_of_it(claude: Claude) -> None:
    log = "```\nFAILED tests/a.py\nWARNING: never call now() twice\n```"
    assert turn(claude, f"the suite is flaky, here's the log:\n{log}").prompt == "the suite is flaky, here's the log:"


def test_a_prompt_that_is_pasted_alone_is_told(claude: Claude) -> None:
    assert "FAILED" in turn(claude, "```\nFAILED tests/a.py\n```").prompt


def test_a_path_at_the_start_of_a_prompt_is_no_slash_command(claude: Claude) -> None:
    assert turn(claude, "/srv/app.log is full of errors").prompt == "/srv/app.log is full of errors"


@pytest.mark.external
def test_files_that_were_changed_are_named_from_the_project_on_and_files_that_were_read_are_not(claude: Claude) -> None:
    inside, outside = str(claude.folder / "src" / "a.py"), "/etc/hosts"
    found = turn(
        claude, "fix it",
        use("c1", "Read", file_path="/etc/passwd"), result("c1", "root"),
        use("c2", "Edit", file_path=inside, old_string="a", new_string="b"), result("c2", "ok"),
        use("c3", "Write", file_path=outside, content="x"), result("c3", "ok"),
        use("c4", "Edit", file_path="/never", old_string="a"), result("c4", "not found", is_error=True),
        use("c5", "Edit", file_path=inside, old_string="c"), result("c5", "ok"),
    )  # fmt: skip
    assert found.files == (outside, "src/a.py")


def test_a_command_is_told_by_how_its_last_run_ended(claude: Claude) -> None:
    found = turn(claude, "test", *bash("c1", "pytest -q", is_error=True), *bash("c2", "ruff check", is_error=True))
    assert (found.passed, found.failed) == ((), ("pytest -q", "ruff check"))
    found = turn(claude, "again", *bash("c3", "pytest -q"))
    assert (found.passed, found.failed, found.has_real_work) == (("pytest -q",), ("ruff check",), True)


def test_a_command_that_fails_at_a_port_is_not_told_once_it_ends_well_at_another(claude: Claude) -> None:
    failed = turn(claude, "is it up?", *bash("1", "curl -sI http://box:8085", is_error=True)).failed
    found = turn(claude, "then take another", *bash("2", "curl -sI http://box:8190"))

    assert (failed, found.passed, found.failed) == (
        ("curl -sI http://box:8085",), ("curl -sI http://box:8190",), (),
    )  # fmt: skip


def test_what_was_recorded_in_the_session_is_named_as_long_as_it_is_believed(claude: Claude) -> None:
    turn(claude, "decide", "done")
    with claude.db.writing("test") as tx:
        session = sessions.by_client(tx, "claude-code", "s1")
        assert session is not None
        kept, gone = (
            facts.assert_(tx, Draft("decision", text, Period(tx.now), session_uid=session.uid)).uid
            for text in ("use tabs", "use spaces")
        )
    with claude.db.writing("test") as tx:
        facts.retract(tx, gone)
    assert digest(claude).written == (kept,)


def test_the_last_paragraph_of_the_last_answer_closes_it(claude: Claude) -> None:
    answer = "First I looked.\n\nAll tests pass now,\nthe parser is fixed.\n\n```\n$ pytest\n\n12 passed\n```\n"
    assert turn(claude, "go", "an earlier answer", answer).closing == "All tests pass now,\nthe parser is fixed."


@pytest.mark.parametrize("name", ["TodoWrite", "todowrite", "write_todos"])
def test_the_clients_list_of_to_dos_stands_as_it_was_written_last(claude: Claude, name: str) -> None:
    def todos(*entries: tuple[str, str]) -> list[dict[str, str]]:
        return [{"content": words, "status": status, "activeForm": "x"} for words, status in entries]

    first = use("c1", name, todos=todos(("write tests", "in_progress"), ("ship it", "pending"), ("read", "completed")))
    assert turn(claude, "plan", first, result("c1", "ok")).todos == ("write tests", "ship it")
    second = use("c2", name, todos=todos(("write tests", "completed"), ("ship it", "cancelled")))
    assert turn(claude, "go", second, result("c2", "ok")).todos == ()


def test_a_list_that_changes_another_opens_and_closes_entries_of_it(claude: Claude) -> None:
    def todos(call_id: str, *, merge: bool, **status: str) -> tuple[list[Any], list[Any]]:
        entries = [{"id": name, "content": f"do {name}", "status": said} for name, said in status.items()]
        return use(call_id, "todo_write", merge=merge, todos=entries), result(call_id, "ok")

    first = todos("c1", merge=False, a="in_progress", b="pending")
    assert turn(claude, "plan", *first, *todos("c2", merge=True, a="completed", c="pending")).todos == ("do b", "do c")
    unsaid = use("c3", "todo_write", merge=True, todos=[{"id": "b", "status": "completed"}])
    assert turn(claude, "go", unsaid, result("c3", "ok")).todos == ()


def test_tasks_that_are_kept_one_a_call_are_followed(claude: Claude) -> None:
    found = turn(
        claude, "plan",
        use("c1", "TaskCreate", subject="write tests", description="all of them"),
        result("c1", "Task #1 created successfully: write tests"),
        use("c2", "TaskCreate", subject="ship it", description="now"),
        result("c2", "Task #2 created successfully: ship it"),
        use("c3", "TaskUpdate", taskId="1", status="completed"), result("c3", "Updated task #1 status"),
    )  # fmt: skip
    assert found.todos == ("ship it",)


def test_check_boxes_open_and_close_to_dos_but_not_those_of_an_example(claude: Claude) -> None:
    found = turn(claude, "plan", "Plan:\n\n- [ ] write tests\n- [x] read\n1. [ ] ship it\n\n```\n- [ ] example\n```")
    assert found.todos == ("write tests", "ship it")
    assert turn(claude, "go", "- [x] write tests\n").todos == ("ship it",)


def test_secrets_and_private_parts_are_not_in_it(claude: Claude) -> None:
    secret = "ghp_" + "a8Kd03Jf9sLq27Xz5Vb1Nm4Qw6Er8Ty0Ui2P"
    turn(
        claude, f"use {secret} and <private>my diary</private> here", f"- [ ] revoke {secret}",
        *bash("c1", f"curl -H {secret}"),
        use("c2", "TodoWrite", todos=[{"content": f"hide {secret}", "status": "pending"}]), result("c2", "ok"),
    )  # fmt: skip
    with claude.db.reading() as snapshot:
        kept = snapshot.value("SELECT body FROM session_digest")
    assert "redacted" in kept
    assert (secret in kept, "diary" in kept) == (False, False)


def test_only_turns_since_the_last_refresh_are_read(claude: Claude) -> None:
    turn(claude, "one", "first answer")
    with claude.db.writing("test") as tx:
        tx.execute("UPDATE session_digest SET body = json_set(body, '$.prompt', 'kept as it was')")
    found = turn(claude, "two", "second answer")
    assert (found.prompt, found.turns, found.closing) == ("kept as it was", 4, "second answer")


def test_it_stays_small_whatever_is_said(claude: Claude) -> None:
    long = "wörter " * 4_000
    blocks: list[Any] = [long]
    for step in range(80):
        blocks += [use(f"e{step}", "Edit", file_path=f"/{step}/{'d' * 400}"), result(f"e{step}", "ok")]
        blocks += [*bash(f"b{step}", f"run {step} {long}")]
    todos = [{"content": f"{n} {long}", "status": "pending"} for n in range(60)]
    blocks += [
        use("t", "TodoWrite", todos=todos),
        result("t", "ok"),
        "\n".join(f"- [ ] {n}. {long[:1_000]}" for n in range(60)),
    ]
    found = turn(claude, long, *blocks, long)
    assert [len(one) for one in (found.files, found.passed, found.todos, found.prompts)] == [50, 60, 40, 1]
    assert found.files[-1].startswith("/79/")
    assert max(map(len, found.files)) == 300
    texts = [*found.files, *found.passed, *found.todos, *found.prompts, found.prompt, found.closing]
    assert max(map(len, texts)) == len(found.closing) == 800


def test_an_erased_turn_leaves_no_word_in_it(claude: Claude) -> None:
    turn(claude, "a peculiar platypus", "a rare quokka")
    turn(claude, "go on", "done")
    with claude.db.writing("test") as tx:
        uid = tx.value("SELECT uid FROM item WHERE body LIKE '%platypus'")
        session_uid = tx.value("SELECT session_uid FROM item WHERE uid = :uid", {"uid": uid})
        erasure.erase(tx, uid)
        assert digest_builder.of_session(tx, session_uid) is None
    found = turn(claude, "and now", "more")
    assert (found.prompt, found.turns) == ("go on", 5)


def test_of_a_project_in_two_folders_files_are_named_from_either(claude: Claude) -> None:
    with claude.db.writing("test") as tx:
        projects.ensure(tx, projects.named("work", claude.folder))
        projects.ensure(tx, projects.named("work", claude.folder.parent / "other"))
        uid = sessions.start(tx, project_id=1)[0].uid
        attributes = {"role": "tool", "files": [str(claude.folder.parent / "other" / "b.py")]}
        draft = Draft("turn", "x", Period(tx.now), title="Edit", session_uid=uid, position=1, attributes=attributes)
        facts.assert_(tx, draft)
        assert digest_builder.refresh(tx, uid).files == ("b.py",)
        assert json.loads(tx.value("SELECT body FROM session_digest"))["turns"] == 1


_EVENTS = {"gemini": ("BeforeAgent", "AfterAgent"), "opencode": ("chat.message", "session.idle")}
# It says how a command ended only where it ended badly.
_SILENT = {"gemini"}


@pytest.mark.parametrize("name", CLIENTS)
def test_it_is_gathered_alike_from_what_every_client_writes(
    name: str, db: Database, clock: ManualClock, tmp_path: Path
) -> None:
    talk = conversation("s1", 12, seed=5)
    writer, path, messages = Writer(name, "s1", str(tmp_path)), tmp_path / "s1.jsonl", []
    settings = Settings(db_path=db.path)

    def fire(event: str, **more: Any) -> None:
        payload = {"session_id": "s1", "cwd": str(tmp_path), **more}
        payload |= {} if name == "opencode" else {"transcript_path": str(path)}
        clock.advance(seconds=60)
        read = event_of(event, name, payload, {}, clock.now())
        source = source_of(read, settings)
        assert source is not None
        record(db, read, source)

    path.write_bytes(lines_of(writer.head()))
    asked, ended = _EVENTS.get(name, ("UserPromptSubmit", "Stop"))
    for number, one in enumerate(talk.turns):
        entries = writer.turn(one)
        messages += entries
        more = {"messageID": entries[0]["info"]["id"]} if name == "opencode" else {"turn_id": f"t{number}"}
        fire(asked, prompt=one.prompt, **more)
        with path.open("ab") as file:
            file.write(lines_of(entries))
        for tool in (step for step in one.steps if isinstance(step, Tool) and name == "cursor"):
            outcome = json.dumps({"exitCode": tool.exit, "stdout": tool.output})
            given = {"tool_name": "Shell", "tool_input": {"command": tool.command}, "tool_use_id": tool.id}
            fire("postToolUse", **given, tool_output=outcome)
        fire(ended, **({"messages": messages[-40:]} if name == "opencode" else {}))
    with db.reading() as snapshot:
        uid = snapshot.value("SELECT session_uid FROM session_digest")
        found = digest_builder.of_session(snapshot, uid)
        turns = snapshot.value("SELECT count(*) FROM item WHERE kind = 'turn'")
    assert found is not None
    tools = [step for one in talk.turns for step in one.steps if isinstance(step, Tool)]
    well, badly = (tuple(one.command for one in tools if bool(one.exit) == is_bad) for is_bad in (False, True))
    last = talk.turns[-1].steps[-1]
    assert isinstance(last, str)
    assert found.prompt == talk.turns[0].prompt
    assert (found.ran if name in _SILENT else found.passed, found.failed) == (well, badly)
    assert found.closing == last.rpartition("\n\n")[2]
    assert found.turns == turns > len(talk.turns)
    assert SECRET not in repr(found)


def test_a_plan_of_codex_is_its_list_of_to_dos(db: Database, clock: ManualClock, tmp_path: Path) -> None:
    plan = [{"step": "write tests", "status": "completed"}, {"step": "ship it", "status": "in_progress"}]
    arguments = json.dumps({"explanation": "so far", "plan": plan})
    patch = "*** Begin Patch\n*** Update File: src/a.py\n@@\n-a\n+b\n*** End Patch"
    rows = [
        {"type": "session_meta", "payload": {"id": "s1", "cwd": str(tmp_path)}},
        _codex("function_call", name="update_plan", arguments=arguments, call_id="c1"),
        _codex("function_call_output", call_id="c1", output="Plan updated"),
        _codex("custom_tool_call", name="apply_patch", input=patch, call_id="c2"),
        _codex("custom_tool_call_output", call_id="c2", output='{"output":"Done","metadata":{"exit_code":0}}'),
    ]
    path = tmp_path / "rollout.jsonl"
    path.write_bytes(lines_of(rows))
    payload = {"session_id": "s1", "cwd": str(tmp_path), "transcript_path": str(path)}
    read = event_of("Stop", "codex", payload, {}, clock.now())
    source = source_of(read, Settings(db_path=db.path))
    assert source is not None
    record(db, read, source)
    with db.reading() as snapshot:
        found = digest_builder.of_session(snapshot, snapshot.value("SELECT session_uid FROM session_digest"))
    assert found is not None
    assert (found.todos, found.files) == (("ship it",), ("src/a.py",))


def _codex(kind: str, **payload: Any) -> dict[str, Any]:
    return {"type": "response_item", "timestamp": "2026-02-01T10:00:00Z", "payload": {"type": kind, **payload}}
