"""The end of a session: what it did becomes a row that is found, whoever ended it, and whether anybody did."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from calling import Client, server
from claude_session import Claude, repository, result, use
from hashing import HashingEmbedder
from transfers import Stores, bodies, exported, imported

from memory_mcp.capture.events.closing import tell_waiting
from memory_mcp.store.facts import versions
from memory_mcp.store.facts.versions import Item
from memory_mcp.store.file.database import Database
from memory_mcp.store.file.mending.invariants import check
from memory_mcp.store.sessions import compaction_notes, digests, sessions, turns
from memory_mcp.store.sessions.sessions import Session
from memory_mcp.store.vectors import index
from memory_mcp.temporal import EPOCH, MICROSECOND, ManualClock
from memory_mcp.tools.documents import memory_read
from memory_mcp.tools.forget import memory_forget
from memory_mcp.tools.framework.render import in_a_line
from memory_mcp.tools.learnings import memory_learn
from memory_mcp.tools.search import memory_search
from memory_mcp.tools.sessions import memory_session_end, memory_session_start
from memory_mcp.tools.timeline import memory_timeline
from memory_mcp.transfer.exporting import export_file


@pytest.fixture
def work(tmp_path: Path) -> Path:
    return repository(tmp_path / "work")


@pytest.fixture
def claude(db: Database, clock: ManualClock, work: Path) -> Claude:
    return Claude(db, clock, work)


@pytest.fixture
def client(tmp_path: Path, clock: ManualClock, work: Path) -> Any:
    with server(tmp_path, clock) as runtime:
        yield Client(runtime, work, client_name="claude-code")


@pytest.fixture
def beside(client: Any, clock: ManualClock, work: Path) -> Claude:
    """The hooks of a client that also has the server: the same file."""
    return Claude(client.runtime.db, clock, work)


def say(claude: Claude, prompt: str, *answers: Any) -> None:
    claude.fire("UserPromptSubmit", prompt=prompt)
    claude.write(claude.line("user", prompt))
    for answer in answers:
        role = "user" if isinstance(answer, list) and answer[0]["type"] == "tool_result" else "assistant"
        claude.write(claude.line(role, answer))
    claude.fire("Stop")


def session_of(claude: Claude) -> Session:
    claude.said()
    with claude.db.reading() as snapshot:
        found = sessions.by_client(snapshot, "claude-code", claude.session)
    assert found is not None
    return found


def row_of(claude: Claude) -> Item | None:
    session = session_of(claude)
    with claude.db.reading() as snapshot:
        return digests.of_session(snapshot, session.uid)


@pytest.mark.external
def test_a_closed_session_is_found_told_and_read(beside: Claude, client: Any) -> None:
    say(
        beside, "why does the lexer choke on tabs?",
        use("c1", command="pytest -q tests/test_lexer.py"), result("c1", "Exit code 1\nno", is_error=True),
        use("c2", "Edit", file_path=str(beside.folder / "lexer.py")), result("c2", "ok"),
        "I looked.\n\nTabs count as one column now.\n\n- [ ] tell the platypus",
    )  # fmt: skip
    beside.fire("SessionEnd", reason="exit")
    hit = client.call(memory_search, query="platypus lexer", types=["digest"])["hits"][0]
    assert (hit["type"], hit["title"]) == ("digest", "why does the lexer choke on tabs?")
    events = client.call(memory_timeline, types=["digest"])["sessions"][0]["events"]
    assert [event["id"] for event in events] == [hit["id"]]
    read = client.call(memory_read, id=hit["id"])
    for words in (
        "files changed: lexer.py",
        "at the end: Tabs count",
        "failed: pytest -q tests/test_lexer.py",
        "to do: tell the platypus",
    ):
        assert words in read["body"]
    parts = (
        "lexer.py",
        "failed: pytest -q tests/test_lexer.py",
        "at the end: Tabs count as one column now.",
        "to do: ",
    )
    told = "why does the lexer choke on tabs? \N{BULLET} files changed: " + " \N{BULLET} ".join(parts)
    assert told in in_a_line({"title": read["title"], "snippet": read["body"]})


def test_a_session_that_is_closed_again_corrects_its_row_and_keeps_what_it_said(
    claude: Claude, clock: ManualClock
) -> None:
    say(claude, "one", "the first end")
    claude.fire("SessionEnd")
    claude.fire("SessionEnd")
    first = row_of(claude)
    clock.advance(hours=1)
    claude.fire("SessionStart", source="resume")
    say(claude, "two", "the second end")
    claude.fire("SessionEnd")
    second = row_of(claude)
    assert first is not None
    assert second is not None
    assert (second.uid, "the second end" in second.body) == (first.uid, True)
    with claude.db.reading() as snapshot:
        said = [version.body for version in versions.versions(snapshot, first.uid)]
    assert said == [first.body, second.body]


def test_a_session_in_which_nothing_was_said_leaves_no_row(claude: Claude) -> None:
    claude.fire("SessionStart", source="startup")
    claude.fire("SessionEnd")
    assert row_of(claude) is None


def test_the_next_session_of_the_project_closes_one_that_nobody_ended(claude: Claude, clock: ManualClock) -> None:
    say(claude, "go", "done")
    left_at = clock.now()
    clock.advance(hours=5)
    Claude(claude.db, clock, claude.folder, "s2").fire("SessionStart", source="startup")
    session = session_of(claude)
    assert session.ended_at is not None
    assert session.ended_at <= left_at
    assert row_of(claude) is not None
    assert session_of(Claude(claude.db, clock, claude.folder, "s2")).ended_at is None


@pytest.mark.parametrize(("hours", "folder"), [(3, "work"), (5, "elsewhere")])
def test_a_session_that_may_go_on_or_is_of_another_project_is_left_alone(
    claude: Claude, clock: ManualClock, hours: int, folder: str
) -> None:
    say(claude, "go", "done")
    clock.advance(hours=hours)
    other = claude.folder.parent / folder
    (other / ".git").mkdir(parents=True, exist_ok=True)
    (other / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    Claude(claude.db, clock, other, "s2").fire("SessionStart", source="startup")
    assert session_of(claude).ended_at is None


def test_one_hook_closes_few_and_the_next_ones_the_rest(claude: Claude, clock: ManualClock) -> None:
    for number in range(5):
        say(Claude(claude.db, clock, claude.folder, f"old{number}"), "go", "done")
    clock.advance(hours=5)
    for started, is_open in (("s2", 2), ("s3", 0)):
        Claude(claude.db, clock, claude.folder, started).fire("SessionStart", source="startup")
        with claude.db.reading() as snapshot:
            open_ones = snapshot.value(
                "SELECT count(*) FROM session WHERE ended_at IS NULL AND client_session LIKE 'old%'"
            )
        assert open_ones == is_open


def test_a_session_that_goes_on_after_it_was_given_up_is_opened_again(claude: Claude, clock: ManualClock) -> None:
    say(claude, "go", "done")
    clock.advance(hours=5)
    Claude(claude.db, clock, claude.folder, "s2").fire("SessionStart", source="startup")
    assert session_of(claude).ended_at is not None
    claude.write(claude.line("assistant", "and on it went"))
    claude.fire("Stop")
    assert session_of(claude).ended_at is None


def test_what_comes_after_the_end_is_in_the_row_all_the_same(claude: Claude, clock: ManualClock) -> None:
    say(claude, "go", "done")
    before = clock.now()
    clock.advance(seconds=5)
    claude.fire("SessionEnd")
    claude.write(claude.line("assistant", "a late word"))
    clock.set(before)
    claude.fire("Stop")
    found = row_of(claude)
    assert found is not None
    assert ("a late word" in found.body, session_of(claude).ended_at is not None) == (True, True)


def test_the_server_closes_what_was_left_when_a_session_is_started(
    beside: Claude, client: Any, clock: ManualClock
) -> None:
    say(beside, "go", "done")
    clock.advance(hours=5)
    client.call(memory_session_start)
    assert session_of(beside).ended_at is not None
    assert row_of(beside) is not None


def test_a_session_ended_by_the_tool_has_a_row_with_what_was_said_of_it(client: Any) -> None:
    session = client.call(memory_session_start)["sessionId"]
    client.call(memory_learn, category="fact", content="tests come first")
    client.call(memory_session_end, summary="a peculiar platypus", nextSteps=["shave the yak"])
    hit = client.call(memory_search, query="platypus yak")["hits"][0]
    assert (hit["type"], hit["sessionId"]) == ("digest", session)
    body = client.call(memory_read, id=hit["id"])["body"]
    assert [words in body for words in ("a peculiar platypus", "to do: shave the yak", "recorded: 1")] == [True] * 3


def _file_says(folder: Path, words: str) -> bool:
    return any(words.encode() in path.read_bytes() for path in folder.glob("memory.db*"))


def test_an_erased_turn_takes_its_words_out_of_the_row_and_the_rest_is_told_again(
    beside: Claude, client: Any, clock: ManualClock, tmp_path: Path
) -> None:
    say(beside, "a peculiar platypus", "a rare quokka")
    beside.fire("SessionEnd")
    clock.advance(hours=1)
    beside.fire("SessionStart", source="resume")
    say(beside, "go on", "done")
    beside.fire("PreCompact")
    beside.fire("SessionEnd")
    with beside.db.reading() as snapshot:
        rows = snapshot.rows(
            "SELECT uid FROM item WHERE kind = 'turn' AND body IN ('a peculiar platypus', 'a rare quokka')"
        )
    client.call(memory_forget, ids=[uid for (uid,) in rows], erase=True)
    assert (_file_says(tmp_path, "platypus"), _file_says(tmp_path, "quokka")) == (False, False)
    found = row_of(beside)
    assert found is not None
    assert found.title == "go on"


@pytest.mark.parametrize("is_all", [True, False])
def test_an_erased_turn_leaves_no_word_in_what_was_left_to_the_next_session(
    beside: Claude, client: Any, clock: ManualClock, tmp_path: Path, is_all: bool
) -> None:
    work = (use("c1", "Edit", file_path=str(beside.folder / "lexer.py")), result("c1", "ok"))
    say(beside, "a peculiar platypus", *work, "a rare quokka")
    beside.fire("SessionEnd")
    clock.advance(hours=1)
    beside.fire("SessionStart", source="startup")
    with beside.db.reading() as snapshot:
        rows = snapshot.rows("SELECT uid, body FROM item WHERE kind = 'turn'")
    client.call(memory_forget, ids=[uid for uid, body in rows if is_all or body.startswith("a ")], erase=True)
    assert [_file_says(tmp_path, words) for words in ("platypus", "quokka")] == [False, False]


def test_a_retracted_turn_is_out_of_what_the_row_says_now(beside: Claude, client: Any) -> None:
    say(beside, "a peculiar platypus", "a rare quokka")
    say(beside, "go on", "done")
    beside.fire("SessionEnd")
    with beside.db.reading() as snapshot:
        uid = snapshot.value("SELECT uid FROM item WHERE kind = 'turn' AND body = 'a peculiar platypus'")
    client.call(memory_forget, ids=[uid])
    assert client.call(memory_search, query="peculiar platypus", types=["digest", "turn"])["hits"] == []
    found = row_of(beside)
    assert found is not None
    assert found.title == "go on"


def test_when_every_turn_is_retracted_the_row_is_too(beside: Claude, client: Any) -> None:
    say(beside, "a peculiar platypus", "a rare quokka")
    beside.fire("SessionEnd")
    with beside.db.reading() as snapshot:
        rows = snapshot.rows("SELECT uid FROM item WHERE kind = 'turn'")
    client.call(memory_forget, ids=[uid for (uid,) in rows])
    assert row_of(beside) is None


def test_an_erased_session_leaves_no_word_in_a_digest(beside: Claude, client: Any, tmp_path: Path) -> None:
    session = client.call(memory_session_start)["sessionId"]
    client.call(memory_learn, category="fact", content="tests come first")
    client.call(memory_session_end, summary="a peculiar platypus")
    db = client.runtime.db
    index.catch_up(db, HashingEmbedder())
    client.call(memory_forget, ids=[session], erase=True)
    assert not _file_says(tmp_path, "platypus")
    with db.reading() as snapshot:
        assert (snapshot.rows("SELECT id FROM orphan_vector"), check(snapshot)) == ([], [])
    assert client.call(memory_search, query="anything at all", types=["digest"])["hits"] == []


def test_what_was_being_done_before_a_compaction_is_told_after_it(claude: Claude) -> None:
    say(claude, "fix the lexer", use("c1", "Edit", file_path="/x/lexer.py"), result("c1", "ok"), "half of it is done")
    claude.fire("UserPromptSubmit", prompt="and the parser")
    claude.write(
        claude.line("user", "and the parser"),
        claude.line("assistant", use("c2", "TodoWrite", todos=[{"content": "the other half", "status": "pending"}])),
        claude.line("user", result("c2", "ok")),
    )
    claude.fire("PreCompact", trigger="auto")
    say(claude, "something else", "another answer")
    with claude.db.reading() as snapshot:
        told = compaction_notes.lines(snapshot, session_of(claude).uid)
    assert told == [
        "Asked first: fix the lexer", "Asked lately: and the parser", "Said last: half of it is done",
        "To do: the other half", "Files changed: /x/lexer.py",
    ]  # fmt: skip


def test_without_a_checkpoint_what_is_being_done_now_is_told(claude: Claude) -> None:
    say(claude, "fix the lexer", "half of it is done")
    with claude.db.reading() as snapshot:
        told = compaction_notes.lines(snapshot, session_of(claude).uid)
        assert compaction_notes.lines(snapshot, "nobody") == []
    assert told == ["Asked first: fix the lexer", "Said last: half of it is done"]


def test_what_a_session_did_goes_along_to_another_memory_with_its_history(
    claude: Claude, clock: ManualClock, tmp_path: Path
) -> None:
    for said in ("the first end", "the second end"):
        say(claude, said, said)
        claude.fire("SessionEnd")
        clock.advance(hours=1)
    stores = Stores(tmp_path, clock)
    other = stores.new()
    first = exported(claude.db, stores.path("out.json"))
    told = [(record["title"], record["supersededAt"] is None) for record in first["digests"]]
    assert told == [("the first end", False), ("the first end", True)]
    imported(other, write_again(claude.db, stores.path("out.jsonl")))
    assert exported(other, stores.path("again.json"))["digests"] == first["digests"]
    assert bodies(other, "digest") == bodies(claude.db, "digest") != []
    stores.close()


def write_again(db: Database, path: Path) -> Path:
    export_file(db, path)
    return path


def test_lines_of_turns_that_are_no_clients_session_are_not_told_of(db: Database) -> None:
    with db.writing("test") as tx:
        uid = sessions.start(tx, project_id=0)[0].uid
        turns.add(tx, turns.Utterance("hello", session_uid=uid))
        sessions.end(tx, uid)
    assert not tell_waiting(db)


@pytest.mark.parametrize("what", ["session", "digest"])
def test_a_digest_that_was_erased_is_not_made_again_but_of_what_comes_after(
    beside: Claude, client: Any, clock: ManualClock, what: str
) -> None:
    say(beside, "a peculiar platypus", "a rare quokka")
    beside.fire("SessionEnd")
    found = row_of(beside)
    assert found is not None
    client.call(memory_forget, ids=[session_of(beside).uid if what == "session" else found.uid], erase=True)
    beside.fire("SessionEnd")
    assert (tell_waiting(beside.db), row_of(beside)) == (False, None)
    clock.advance(hours=1)
    beside.fire("SessionStart", source="resume")
    say(beside, "go on", "done")
    beside.fire("SessionEnd")
    again = row_of(beside)
    assert again is not None
    assert (again.title, "quokka" in again.body) == ("go on", False)


def test_a_digest_that_was_retracted_is_not_said_again(beside: Claude, client: Any) -> None:
    say(beside, "go", "done")
    beside.fire("SessionEnd")
    found = row_of(beside)
    assert found is not None
    client.call(memory_forget, ids=[found.uid])
    beside.fire("SessionEnd")
    assert row_of(beside) is None


def test_the_next_start_reads_on_what_a_killed_session_said(claude: Claude, clock: ManualClock) -> None:
    say(claude, "go", "done")
    claude.fire("UserPromptSubmit", prompt="make the tests pass, and from now on use tabs")
    claude.write(
        claude.line("user", "make the tests pass, and from now on use tabs"),
        claude.line("assistant", use("c1", command="pytest -q")), claude.line("user", result("c1", "2 passed")),
        claude.line("assistant", "They pass now."), claude.line("assistant", use("c2", command="sleep 60")),
    )  # fmt: skip
    clock.advance(seconds=30)
    Claude(claude.db, clock, claude.folder, "s2").fire("SessionStart", source="startup")
    assert claude.said()[-2:] == ["$ pytest -q\n2 passed", "They pass now."]
    assert session_of(claude).ended_at is None


@pytest.mark.parametrize("is_read_before", [True, False])
def test_a_call_of_a_session_that_was_left_ends_without_its_outcome(
    claude: Claude, clock: ManualClock, is_read_before: bool
) -> None:
    say(claude, "go", "done")
    claude.fire("UserPromptSubmit", prompt="deploy")
    claude.write(claude.line("user", "deploy"), claude.line("assistant", use("c1", command="make deploy")))
    left_at = clock.now() / 1_000_000
    os.utime(claude.path, (left_at, left_at))
    if is_read_before:
        clock.advance(seconds=300)
        Claude(claude.db, clock, claude.folder, "s2").fire("SessionStart", source="startup")
        assert "$ make deploy" not in claude.said()
    clock.advance(hours=5)
    Claude(claude.db, clock, claude.folder, "s3").fire("SessionStart", source="startup")
    Claude(claude.db, clock, claude.folder, "s4").fire("SessionStart", source="startup")
    assert claude.said().count("$ make deploy") == 1
    assert session_of(claude).ended_at is not None


def test_a_session_without_a_server_to_call_is_read_at_the_next_start(claude: Claude, clock: ManualClock) -> None:
    claude.fire("SessionStart", source="startup")
    claude.write(claude.line("user", "nobody heard this"), claude.line("assistant", "nor this"))
    clock.advance(seconds=30)
    Claude(claude.db, clock, claude.folder, "s2").fire("SessionStart", source="startup")
    assert claude.said() == ["nobody heard this", "nor this"]


def stamp(clock: ManualClock) -> str:
    return (EPOCH + clock.now() * MICROSECOND).isoformat()


def test_a_prompt_whose_line_another_start_read_before_its_hook_ran_is_stored_once(
    claude: Claude, clock: ManualClock
) -> None:
    claude.fire("SessionStart", source="startup")
    claude.write(claude.line("user", "go", timestamp=stamp(clock)))
    Claude(claude.db, clock, claude.folder, "s2").fire("SessionStart", source="startup")
    clock.advance(seconds=1)
    claude.fire("UserPromptSubmit", prompt="go")
    assert claude.said() == ["go"]
    claude.write(claude.line("assistant", "gone"))
    claude.fire("Stop", last_assistant_message="gone")
    clock.advance(seconds=60)
    claude.fire("UserPromptSubmit", prompt="go")
    assert claude.said() == ["go", "gone", "go"]


def test_what_a_killed_session_was_asked_is_stored_again_where_it_is_asked_again(
    claude: Claude, clock: ManualClock
) -> None:
    claude.fire("SessionStart", source="startup")
    claude.write(claude.line("user", "go", timestamp=stamp(clock)))
    clock.advance(seconds=60)
    claude.fire("SessionStart", source="resume")
    claude.fire("UserPromptSubmit", prompt="go")
    assert claude.said() == ["go", "go"]


def test_a_session_that_goes_on_beside_another_is_stored_once(claude: Claude, clock: ManualClock) -> None:
    claude.fire("UserPromptSubmit", prompt="go")
    claude.write(claude.line("user", "go"), claude.line("assistant", use("c1", command="make")))
    Claude(claude.db, clock, claude.folder, "s2").fire("SessionStart", source="startup")
    clock.advance(seconds=5)
    claude.write(claude.line("user", result("c1", "made")), claude.line("assistant", "done"))
    claude.fire("Stop", last_assistant_message="done")
    assert claude.said() == ["go", "$ make\nmade", "done"]


@pytest.mark.parametrize("read", [1, 2])
def test_an_answer_whose_parts_the_start_of_another_session_read_is_stored_once(
    claude: Claude, clock: ManualClock, read: int
) -> None:
    claude.fire("UserPromptSubmit", prompt="go")
    claude.write(claude.line("user", "go"))
    parts = [claude.line("assistant", "part one"), claude.line("assistant", "part two")]
    claude.write(*parts[:read])
    Claude(claude.db, clock, claude.folder, "s2").fire("SessionStart", source="startup")
    clock.advance(seconds=5)
    claude.fire("Stop", last_assistant_message="part one\n\npart two")
    claude.write(*parts[read:])
    claude.fire("SessionEnd")
    assert claude.said() == ["go", "part one", "part two"]


def test_what_a_killed_session_repeats_of_a_private_part_is_masked(claude: Claude, clock: ManualClock) -> None:
    claude.fire("UserPromptSubmit", prompt="use <private>the word xyzzy-4711</private> here")
    claude.write(
        claude.line("user", "use <private>the word xyzzy-4711</private> here"),
        claude.line("assistant", "I use xyzzy-4711."),
    )
    Claude(claude.db, clock, claude.folder, "s2").fire("SessionStart", source="startup")
    assert not any("4711" in text for text in claude.said())


@pytest.mark.parametrize(
    ("client", "file"),
    [("codex", "rollout-2026-02-01T10-00-00-{}.jsonl"), ("gemini", "session-2026-02-01T10-00-{:.8}.jsonl")],
)
def test_a_killed_session_of_another_client_is_read_on_too(claude: Claude, client: str, file: str) -> None:
    claude.session = "019a0000-1111-7222-8333-444455556666"
    claude.fire("UserPromptSubmit", client=client, prompt="go")
    entry: dict[str, Any] = {"timestamp": "2026-02-01T10:00:00Z"}
    if client == "codex":
        entry |= {"type": "event_msg", "payload": {"type": "agent_message", "message": "half of it"}}
    else:
        entry |= {"id": "m1", "type": "gemini", "content": "half of it"}
    (claude.folder / file.format(claude.session)).write_text(json.dumps(entry) + "\n")
    claude.session = "019b0000-9999-7222-8333-444455556666"
    claude.path = claude.folder / file.format(claude.session)
    claude.fire("SessionStart", client=client, source="startup")
    assert claude.said() == ["go", "half of it"]


@pytest.mark.parametrize(
    ("client", "first", "second"),
    [
        ("codex", "sessions/2026/02/28/rollout-2026-02-28T23-59-00-{}.jsonl",
         "sessions/2026/03/01/rollout-2026-03-01T08-00-00-{}.jsonl"),
        ("cursor", "agent-transcripts/{0}/{0}.jsonl", "agent-transcripts/{0}/{0}.jsonl"),
    ],
)  # fmt: skip
def test_a_killed_session_whose_transcript_lies_in_another_folder_is_read_on(
    claude: Claude, client: str, first: str, second: str
) -> None:
    claude.session = "019a0000-1111-7222-8333-444455556666"
    claude.path = claude.folder / first.format(claude.session)
    claude.path.parent.mkdir(parents=True)
    claude.fire("UserPromptSubmit", client=client, prompt="go")
    entry: dict[str, Any] = {"type": "event_msg", "payload": {"type": "agent_message", "message": "half of it"}}
    if client == "cursor":
        entry = {"role": "assistant", "message": {"content": [{"type": "text", "text": "half of it"}]}}
    claude.write(json.dumps(entry).encode() + b"\n")
    claude.session = "019a0000-9999-7222-8333-444455556666"
    claude.path = claude.folder / second.format(claude.session)
    claude.fire("SessionStart", client=client, source="startup")
    assert claude.said() == ["go", "half of it"]


def test_a_secret_that_a_prompt_named_is_masked_in_the_answer_that_a_later_hook_reads(claude: Claude) -> None:
    say(claude, "the database password is Gr4pefru1t", use("c1", command="psql -W Gr4pefru1t"), result("c1", "ok"))
    say(claude, "and now?", "I used Gr4pefru1t again.")
    assert not any("Gr4pefru1t" in text for text in claude.said())
    with claude.db.reading() as snapshot:
        assert snapshot.value("SELECT count(*) FROM item WHERE instr(attributes, 'Gr4pefru1t')") == 0
