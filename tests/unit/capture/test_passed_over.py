"""What is said while capture is switched off is passed over for good, and nothing else is."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from claude_session import Claude, result, use

from memory_mcp.capture.clients.utterance import instant
from memory_mcp.capture.events.copied import cursor_of
from memory_mcp.capture.events.passing_first import pass_over_before
from memory_mcp.capture.events.passing_over import pass_over
from memory_mcp.capture.events.payload import Heard, event_of
from memory_mcp.capture.events.spooled import import_spool, put_off, put_off_passing
from memory_mcp.capture.transcripts.coverage import coverage
from memory_mcp.capture.transcripts.history_import import import_transcripts
from memory_mcp.store.capture_state import spool
from memory_mcp.store.file.database import Database
from memory_mcp.temporal import Instant, ManualClock


def moment(text: str) -> Instant:
    found = instant(text)
    assert found is not None
    return found


class Switched(Claude):
    """A session of Claude Code in a project whose capture is switched off and on."""

    client = "claude"

    def switch(self, *, is_on: bool) -> None:
        (self.folder / ".memory-mcp.toml").write_text(f"[capture]\nenabled = {str(is_on).lower()}\n")

    def missing(self) -> int:
        return coverage(self.db, [self.path], self.settings, 0).missing


@pytest.fixture
def claude(db: Database, clock: ManualClock, tmp_path: Path) -> Switched:
    return Switched(db, clock, tmp_path)


@pytest.mark.parametrize("is_new", [True, False])
def test_a_prompt_whose_line_is_written_behind_its_hook_stays_out(claude: Switched, *, is_new: bool) -> None:
    before = [] if is_new else ["zero", "re zero"]
    if before:
        claude.write(claude.line("user", "zero"), claude.line("assistant", "re zero"))
        claude.fire("Stop", last_assistant_message="re zero")
    claude.switch(is_on=False)
    claude.fire("UserPromptSubmit", prompt="one <system-reminder>x</system-reminder>")
    claude.write(claude.line("user", "one"), claude.line("user", "[Request interrupted by user]"))
    claude.switch(is_on=True)
    claude.fire("UserPromptSubmit", prompt="two")
    claude.write(claude.line("user", "two"), claude.line("assistant", "re two"))
    claude.fire("Stop", last_assistant_message="re two")
    assert claude.said() == [*before, "two", "re two"]
    assert claude.missing() == 0


def test_a_turn_that_began_while_capture_was_off_stays_out_to_its_end(claude: Switched) -> None:
    claude.switch(is_on=False)
    claude.fire("UserPromptSubmit", prompt="one")
    claude.write(claude.line("user", "one"), claude.line("assistant", "re one"))
    claude.switch(is_on=True)
    claude.fire("Stop", last_assistant_message="re one")
    claude.fire("UserPromptSubmit", prompt="one")
    claude.write(claude.line("user", "one"), claude.line("assistant", "re one again"))
    claude.fire("Stop", last_assistant_message="re one again")
    assert claude.said() == ["one", "re one again"]
    assert claude.missing() == 0


def test_of_what_was_typed_while_capture_was_off_no_words_and_no_whole_hash_are_kept(claude: Switched) -> None:
    claude.switch(is_on=False)
    claude.fire("UserPromptSubmit", prompt="one")
    with claude.db.reading() as snapshot:
        [(pending,)] = snapshot.rows("SELECT pending FROM capture_cursor")
    assert [len(word) for word in json.loads(pending)["passing"]["prompts"]] == [4]


def test_a_call_from_before_what_is_passed_over_has_its_outcome(claude: Switched) -> None:
    claude.write(claude.line("user", "start"), claude.line("assistant", use("t1", command="serve")))
    claude.fire("Stop")
    claude.switch(is_on=False)
    claude.write(claude.line("user", "one"), claude.line("assistant", use("t2", command="left out")))
    claude.fire("Stop")
    claude.switch(is_on=True)
    claude.write(claude.line("user", "two"), claude.line("user", result("t2", "left out too")))
    claude.write(claude.line("user", result("t1", "served")))
    claude.fire("Stop")
    assert claude.said() == ["start", "$ serve", "two", "$ serve\nserved"]
    assert claude.missing() == 0


def test_an_own_call_from_before_what_is_passed_over_is_not_told(claude: Switched) -> None:
    claude.write(claude.line("user", "start"), claude.line("assistant", use("t1", "mcp__memory__memory_search")))
    claude.fire("Stop")
    claude.switch(is_on=False)
    claude.fire("Stop")
    claude.switch(is_on=True)
    claude.write(claude.line("user", "two"), claude.line("user", result("t1", "[id] what memory holds")))
    claude.fire("Stop")
    assert claude.said() == ["start", "two"]


def pass_over_a_turn(claude: Switched, clock: ManualClock, *, ended: str, answered: str) -> None:
    """Say a turn while capture is off, whose answer comes into the transcript behind the hook of its end."""
    claude.switch(is_on=False)
    claude.write(claude.line("user", "one"))
    clock.set(moment(ended))
    claude.fire("Stop", last_assistant_message="re one")
    claude.write(claude.line("assistant", "re one", timestamp=answered))
    claude.switch(is_on=True)


@pytest.mark.parametrize("is_read", [False, True])
def test_a_prompt_that_comes_late_ends_what_is_passed_over(
    claude: Switched, clock: ManualClock, *, is_read: bool
) -> None:
    pass_over_a_turn(claude, clock, ended="2026-02-01T10:00:00Z", answered="2026-02-01T10:00:01Z")
    typed_at = moment("2026-02-01T10:05:00Z")
    claude.write(
        claude.line("user", "<command-name>/review</command-name>", timestamp="2026-02-01T10:05:00Z"),
        claude.line("assistant", "Looks good.", timestamp="2026-02-01T10:05:09Z"),
    )
    if is_read:
        clock.set(moment("2026-02-01T10:05:10Z"))
        claude.fire("Stop")
    clock.set(typed_at)
    claude.fire("UserPromptSubmit", prompt="/review", is_late=True)
    clock.set(moment("2026-02-01T10:05:20Z"))
    claude.write(claude.line("assistant", "One more thing.", timestamp="2026-02-01T10:05:15Z"))
    claude.fire("SessionEnd")
    assert sorted(claude.said()) == sorted(["/review", "Looks good.", "One more thing."])
    assert claude.missing() == 0


def test_a_prompt_from_before_what_is_passed_over_ends_nothing_when_it_comes_late(
    claude: Switched, clock: ManualClock
) -> None:
    pass_over_a_turn(claude, clock, ended="2026-02-01T10:05:00Z", answered="2026-02-01T10:04:59Z")
    clock.set(moment("2026-02-01T10:00:00Z"))
    claude.fire("UserPromptSubmit", prompt="/review", is_late=True)
    clock.set(moment("2026-02-01T10:06:00Z"))
    claude.fire("SessionEnd")
    assert claude.said() == ["/review"]


def test_a_transcript_that_is_cut_and_goes_on_brings_in_nothing_that_was_passed_over(claude: Switched) -> None:
    claude.switch(is_on=False)
    claude.write(claude.line("user", "one"), claude.line("assistant", "re one"), claude.line("assistant", "half"))
    claude.fire("Stop")
    claude.path.write_bytes(b"".join(claude.path.read_bytes().splitlines(keepends=True)[:-1]))
    claude.switch(is_on=True)
    claude.fire("UserPromptSubmit", prompt="two")
    claude.write(claude.line("user", "two"), claude.line("assistant", "re two"))
    claude.fire("Stop", last_assistant_message="re two")
    assert claude.said() == ["two", "re two"]


def copied(claude: Switched, session: str) -> Switched:
    """Return a conversation that goes on from another one in a copy of it."""
    other = Switched(claude.db, claude.clock, claude.folder, session)
    lines = [json.loads(raw) | {"sessionId": session} for raw in claude.path.read_bytes().splitlines()]
    other.write(*(json.dumps(line).encode() + b"\n" for line in lines))
    return other


@pytest.mark.parametrize("is_late", [False, True])
def test_a_conversation_that_goes_on_in_a_copy_brings_in_nothing_that_was_passed_over(
    claude: Switched, *, is_late: bool
) -> None:
    claude.write(claude.line("user", "zero"), claude.line("assistant", "re zero"))
    claude.fire("Stop", last_assistant_message="re zero")
    claude.switch(is_on=False)
    claude.write(claude.line("user", "one"), claude.line("assistant", use("t1", command="left out")))
    claude.write(claude.line("user", result("t1", "left out too")))
    claude.fire("Stop")
    if is_late:
        claude.write(claude.line("assistant", "re one"))
    claude.switch(is_on=True)
    other = copied(claude, "s2")
    assert other.missing() == 0
    other.fire("SessionStart", source="resume")
    other.fire("UserPromptSubmit", prompt="two")
    other.write(other.line("user", "two"), other.line("assistant", "re two"))
    other.fire("Stop", last_assistant_message="re two")
    assert sorted(claude.said()) == ["re two", "re zero", "two", "zero"]
    third = copied(other, "s3")
    third.write(third.line("user", "three"))
    assert import_transcripts(claude.db, third.path, claude.settings).added == 1
    assert sorted(claude.said()) == ["re two", "re zero", "three", "two", "zero"]


def test_what_is_passed_over_of_a_copy_is_kept_in_stretches(claude: Switched) -> None:
    claude.write(claude.line("user", "zero"), claude.line("assistant", "re zero"))
    claude.fire("Stop", last_assistant_message="re zero")
    claude.switch(is_on=False)
    for _ in range(3):
        claude.write(claude.line("user", "one"), claude.line("assistant", "re one"))
    claude.fire("Stop")
    claude.switch(is_on=True)
    claude.fire("UserPromptSubmit", prompt="two")
    claude.write(claude.line("user", "two"), claude.line("assistant", "re two"))
    claude.fire("Stop", last_assistant_message="re two")
    claude.switch(is_on=False)
    claude.write(claude.line("user", "three"), claude.line("assistant", "re three"))
    claude.fire("Stop")
    claude.switch(is_on=True)
    other = copied(claude, "s2")
    with claude.db.reading() as snapshot:
        begin = cursor_of(snapshot, other.path, "claude-code")
    assert begin is not None
    assert begin.pending["passed"] == [[2, 8], [10, 12]]
    assert other.missing() == 0


def test_the_beginning_of_a_transcript_is_read_once_for_all_copies_that_are_imported(claude: Switched) -> None:
    claude.switch(is_on=False)
    claude.write(claude.line("user", "one"), claude.line("assistant", "re one"))
    claude.fire("Stop")
    claude.switch(is_on=True)
    copies = [copied(claude, session) for session in ("s2", "s3")]
    firsts: dict[str, str] = {}
    with claude.db.reading() as snapshot:
        for one in copies:
            assert cursor_of(snapshot, one.path, "claude-code", firsts) is not None
            assert list(firsts) == [str(claude.path)]
            claude.path.write_bytes(b"\n" + claude.path.read_bytes().partition(b"\n")[2])


def put_off_while_off(claude: Switched, event: str = "Stop", **more: Any) -> None:
    """Tell a hook of an event of which nothing is stored while the file is locked."""
    payload = {"session_id": claude.session, "cwd": str(claude.folder), "transcript_path": str(claude.path), **more}
    put_off_passing(claude.settings, event_of(event, claude.client, payload, {}, claude.clock.now()))


def test_what_could_not_be_passed_over_while_the_file_was_locked_stays_out(claude: Switched) -> None:
    claude.write(claude.line("user", "zero"), claude.line("assistant", "re zero"))
    claude.fire("Stop", last_assistant_message="re zero")
    put_off_while_off(claude, "UserPromptSubmit", prompt="one")
    claude.write(claude.line("user", "one"), claude.line("assistant", use("t1", command="left out")))
    put_off_while_off(claude)
    claude.write(claude.line("user", result("t1", "left out too")), claude.line("assistant", "re one"))
    assert pass_over_before(claude.db, claude.settings)
    claude.fire("UserPromptSubmit", prompt="two")
    claude.write(claude.line("user", "two"), claude.line("assistant", "re two"))
    claude.fire("Stop", last_assistant_message="re two")
    assert claude.said() == ["zero", "re zero", "two", "re two"]
    assert claude.missing() == 0
    assert spool.passed(claude.settings.spool_dir) == []


def test_what_was_said_since_capture_is_on_again_is_read(claude: Switched) -> None:
    claude.write(claude.line("user", "one"), claude.line("assistant", "re one"))
    put_off_while_off(claude)
    claude.write(claude.line("user", "two"), claude.line("assistant", "re two"))
    assert import_transcripts(claude.db, claude.path, claude.settings).added == 2
    assert claude.said() == ["two", "re two"]


def test_an_event_that_waits_too_reads_nothing_that_is_to_be_passed_over(claude: Switched) -> None:
    put_off_while_off(claude, "UserPromptSubmit", prompt="one")
    claude.write(claude.line("user", "one"), claude.line("assistant", "re one"))
    put_off_while_off(claude)
    payload = {"session_id": "s1", "cwd": str(claude.folder), "transcript_path": str(claude.path)}
    claude.write(claude.line("user", "two"), claude.line("assistant", "re two"))
    put_off(claude.settings, Heard("Stop", "claude", payload, {}, 1))
    assert len(spool.waiting(claude.settings.spool_dir)) == 1
    assert import_spool(claude.db, claude.settings) == 1
    assert claude.said() == ["two", "re two"]


def wait(claude: Switched, event: str, **more: Any) -> None:
    """Tell a hook of an event while the file is locked."""
    payload = {"session_id": claude.session, "cwd": str(claude.folder), "transcript_path": str(claude.path), **more}
    put_off(claude.settings, Heard(event, claude.client, payload, {}, claude.clock.now()))
    claude.clock.advance(seconds=1)


def leave_out(claude: Switched, event: str, *, is_locked: bool, **more: Any) -> None:
    """Tell a hook of an event of which nothing is stored."""
    claude.switch(is_on=False)
    if is_locked:
        put_off_while_off(claude, event, **more)
    else:
        claude.fire(event, **more)
    claude.clock.advance(seconds=1)


@pytest.mark.parametrize("is_locked", [True, False])
def test_what_waits_of_the_time_before_capture_was_off_is_told(claude: Switched, *, is_locked: bool) -> None:
    wait(claude, "UserPromptSubmit", prompt="zero")
    claude.write(claude.line("user", "zero"), claude.line("assistant", "so far"))
    claude.write(claude.line("assistant", use("t1", command="make zero")), claude.line("user", result("t1", "made")))
    claude.write(claude.line("assistant", "re zero"))
    wait(claude, "Stop", last_assistant_message="re zero")
    leave_out(claude, "UserPromptSubmit", prompt="one", is_locked=is_locked)
    claude.write(claude.line("user", "one"), claude.line("assistant", use("t2", command="left out")))
    claude.write(claude.line("user", result("t2", "left out too")), claude.line("assistant", "re one"))
    leave_out(claude, "Stop", last_assistant_message="re one", is_locked=is_locked)
    claude.write(claude.line("assistant", "re one, too"))
    claude.switch(is_on=True)
    assert import_spool(claude.db, claude.settings) == 2
    claude.fire("UserPromptSubmit", prompt="two")
    claude.write(claude.line("user", "two"), claude.line("assistant", "re two"))
    claude.fire("Stop", last_assistant_message="re two")
    assert [one for one in claude.said() if "make zero" not in one] == ["zero", "so far", "re zero", "two", "re two"]
    assert claude.missing() == 0


def test_what_was_read_by_now_is_not_passed_over_once_more(claude: Switched) -> None:
    put_off_while_off(claude, "SessionStart")
    claude.write(claude.line("user", "one"), claude.line("assistant", "re one"))
    claude.fire("Stop", last_assistant_message="re one")
    assert pass_over_before(claude.db, claude.settings)
    claude.write(claude.line("assistant", "re one, too"))
    claude.fire("Stop", last_assistant_message="re one, too")
    assert claude.said() == ["one", "re one", "re one, too"]


def test_what_waits_to_be_passed_over_has_no_word_of_it(claude: Switched) -> None:
    claude.write(claude.line("user", "the plan is secret"))
    put_off_while_off(claude, "UserPromptSubmit", prompt="the plan is secret", last_assistant_message="secret")
    [path] = spool.passed(claude.settings.spool_dir)
    assert "secret" not in path.read_text()
    assert spool.waiting(claude.settings.spool_dir) == []


def test_of_much_that_is_to_be_passed_over_what_there_is_no_time_for_waits(claude: Switched) -> None:
    claude.write(claude.line("user", "one"), claude.line("assistant", "re one"))
    for _ in range(3):
        put_off_while_off(claude)
    assert not pass_over_before(claude.db, claude.settings, lambda: True)
    assert len(spool.passed(claude.settings.spool_dir)) == 2
    assert import_spool(claude.db, claude.settings, lambda: True) == 0
    assert pass_over_before(claude.db, claude.settings)


def test_what_cannot_be_understood_of_what_is_to_be_passed_over_is_set_aside(claude: Switched) -> None:
    spool.put(claude.settings.spool_dir, 1, {"is_passed": True, "unheard": {"path": 1}})
    assert pass_over_before(claude.db, claude.settings)
    assert len(spool.unreadable(claude.settings.spool_dir)) == 1


class Gemini(Switched):
    """A session of an older Gemini CLI, whose chat is one JSON object that is written anew as a whole."""

    client = "gemini"

    def __init__(self, db: Database, clock: ManualClock, folder: Path) -> None:
        super().__init__(db, clock, folder, "g1")
        self.path = folder / "session-g1.json"
        self.messages: list[dict[str, Any]] = []

    def tell(self, *said: str) -> None:
        for text in said:
            kind = "gemini" if text.startswith("re ") else "user"
            at, name = f"2026-02-01T10:00:{len(self.messages):02}Z", f"m{len(self.messages)}"
            self.messages.append({"id": name, "timestamp": at, "type": kind, "content": text})
        chat = {"sessionId": "g1", "projectHash": "f00", "startTime": "2026-02-01T10:00:00Z", "messages": self.messages}
        if self.path.suffix == ".json":
            self.path.write_text(json.dumps(chat, indent=2))
            return
        lines = [{**chat, "messages": []}, *self.messages, {"$set": {"messages": self.messages[-3:]}}]
        with self.path.open("a") as file:
            file.write("".join(json.dumps(one) + "\n" for one in lines[-len(said) - 1 :]))

    def hear(self, event: str, **more: Any) -> None:
        self.fire(event, client="gemini", **more)


@pytest.fixture
def gemini(db: Database, clock: ManualClock, tmp_path: Path) -> Gemini:
    return Gemini(db, clock, tmp_path)


def test_a_chat_that_is_written_anew_brings_in_nothing_that_was_passed_over(gemini: Gemini) -> None:
    for is_on, name in ((True, "one"), (False, "two"), (True, "three"), (False, "four"), (True, "five")):
        gemini.switch(is_on=is_on)
        gemini.hear("BeforeAgent", prompt=name)
        gemini.tell(name, f"re {name}")
        gemini.hear("AfterAgent", prompt_response=f"re {name}")
    gemini.hear("SessionEnd")
    assert gemini.said() == ["one", "re one", "three", "re three", "five", "re five"]
    assert gemini.missing() == 0


def test_of_a_chat_that_is_written_anew_what_could_not_be_passed_over_stays_out(
    gemini: Gemini, clock: ManualClock
) -> None:
    clock.set(moment("2026-02-01T10:00:02Z"))
    gemini.hear("BeforeAgent", prompt="one")
    gemini.tell("one", "re one")
    gemini.hear("AfterAgent", prompt_response="re one")
    gemini.tell("two", "re two")
    clock.set(moment("2026-02-01T10:00:04Z"))
    put_off_while_off(gemini)
    gemini.tell("re two, too", "three", "re three")
    assert pass_over_before(gemini.db, gemini.settings)
    gemini.hear("SessionEnd")
    assert gemini.said() == ["one", "re one", "three", "re three"]
    assert gemini.missing() == 0


def test_what_comes_late_into_a_chat_that_is_written_anew_stays_out(gemini: Gemini) -> None:
    gemini.tell("one", "re one")
    gemini.hear("AfterAgent", prompt_response="re one")
    gemini.switch(is_on=False)
    gemini.hear("BeforeAgent", prompt="two")
    gemini.tell("two", "re two")
    gemini.switch(is_on=True)
    gemini.hear("AfterAgent", prompt_response="re two")
    gemini.tell("re two, too")
    gemini.hear("BeforeAgent", prompt="three")
    gemini.tell("three", "re three")
    gemini.hear("AfterAgent", prompt_response="re three")
    assert gemini.said() == ["one", "re one", "three", "re three"]
    assert gemini.missing() == 0


def test_a_chat_that_repeats_its_messages_brings_in_nothing_that_was_passed_over(gemini: Gemini) -> None:
    gemini.path = gemini.folder / "session-g1.jsonl"

    def tell(*said: dict[str, Any]) -> None:
        with gemini.path.open("a") as file:
            file.write("".join(json.dumps(one) + "\n" for one in said))

    def message(name: str, kind: str, text: str) -> dict[str, Any]:
        return {"id": name, "timestamp": "2026-02-01T10:00:00Z", "type": kind, "content": text}

    one, two = message("m1", "user", "one"), message("m3", "user", "two")
    gemini.switch(is_on=False)
    tell({"sessionId": "g1", "projectHash": "f00", "startTime": "2026-02-01T10:00:00Z"}, one)
    tell(message("m2", "gemini", "re"))
    gemini.hear("AfterAgent", prompt_response="re one")
    tell(message("m2", "gemini", "re one"))
    gemini.switch(is_on=True)
    gemini.hear("BeforeAgent", prompt="two")
    tell(two, message("m2", "gemini", "re one, at last"), message("m4", "gemini", "re two"))
    gemini.hear("AfterAgent", prompt_response="re two")
    tell({"$set": {"messages": [one, message("m2", "gemini", "re one, at last"), two]}})
    gemini.hear("SessionEnd")
    assert gemini.said() == ["two", "re two"]
    assert gemini.missing() == 0


@pytest.mark.parametrize("is_locked", [True, False])
@pytest.mark.parametrize("is_told_between", [True, False])
def test_an_answer_whose_line_comes_behind_an_event_that_waits_is_told(
    claude: Switched, *, is_locked: bool, is_told_between: bool
) -> None:
    wait(claude, "UserPromptSubmit", prompt="zero")
    claude.write(claude.line("user", "zero"), claude.line("assistant", "so far"))
    wait(claude, "Stop", last_assistant_message="re zero")
    claude.write(claude.line("assistant", "re zero"))
    leave_out(claude, "UserPromptSubmit", prompt="one", is_locked=is_locked)
    claude.switch(is_on=True)
    if is_told_between:
        assert import_spool(claude.db, claude.settings) == 2
    claude.write(claude.line("user", "one"), claude.line("assistant", "re one"))
    leave_out(claude, "Stop", last_assistant_message="re one", is_locked=is_locked)
    claude.write(claude.line("assistant", "re one, too"))
    claude.switch(is_on=True)
    import_spool(claude.db, claude.settings)
    claude.fire("UserPromptSubmit", prompt="two")
    claude.write(claude.line("user", "two"), claude.line("assistant", "re two"))
    claude.fire("Stop", last_assistant_message="re two")
    assert sorted(claude.said()) == ["re two", "re zero", "so far", "two", "zero"]
    assert claude.missing() == 0


@pytest.mark.parametrize("is_over", [True, False])
def test_the_answer_of_a_turn_that_began_while_capture_was_off_stays_out_if_its_end_waits(
    claude: Switched, *, is_over: bool
) -> None:
    claude.switch(is_on=False)
    claude.fire("UserPromptSubmit", prompt="one")
    claude.clock.advance(seconds=1)
    claude.write(claude.line("user", "one"))
    claude.switch(is_on=True)
    wait(claude, "Stop", last_assistant_message="re one")
    claude.write(claude.line("assistant", "re one"))
    if is_over:
        claude.fire("UserPromptSubmit", prompt="two")
        claude.write(claude.line("user", "two"))
        claude.clock.advance(seconds=1)
        leave_out(claude, "Stop", last_assistant_message="re two", is_locked=False)
        claude.switch(is_on=True)
    import_spool(claude.db, claude.settings)
    claude.fire("SessionEnd")
    assert claude.said() == (["two"] if is_over else [])


@pytest.mark.parametrize("suffix", [".json", ".jsonl"])
def test_a_chat_that_repeats_itself_tells_what_waits_of_the_time_before_capture_was_off(
    gemini: Gemini, suffix: str
) -> None:
    gemini.path = gemini.path.with_suffix(suffix)

    def hear(event: str, at: int, **more: Any) -> None:
        gemini.clock.set(moment(f"2026-02-01T10:00:{at:02}Z"))
        wait(gemini, event, **more)

    gemini.tell("zero", "re zero, first")
    hear("BeforeAgent", 0, prompt="zero")
    gemini.tell("re zero")
    hear("AfterAgent", 2, prompt_response="re zero")
    gemini.switch(is_on=False)
    gemini.tell("one", "re one")
    gemini.clock.set(moment("2026-02-01T10:00:05Z"))
    gemini.hear("AfterAgent", prompt_response="re one")
    gemini.switch(is_on=True)
    assert import_spool(gemini.db, gemini.settings) == 2
    gemini.tell("re one, too")
    hear("AfterAgent", 6, prompt_response="re one, too")
    gemini.switch(is_on=False)
    gemini.clock.set(moment("2026-02-01T10:00:07Z"))
    gemini.hear("BeforeAgent", prompt="two")
    gemini.tell("two", "re two")
    gemini.switch(is_on=True)
    assert import_spool(gemini.db, gemini.settings) == 1
    gemini.tell("re two, too", "three", "re three")
    gemini.hear("SessionEnd")
    assert gemini.said() == ["zero", "re zero, first", "re zero", "three", "re three"]
    assert gemini.missing() == 0


def test_a_chat_of_megabytes_in_one_piece_is_passed_over_to_its_end(gemini: Gemini) -> None:
    gemini.switch(is_on=False)
    gemini.tell("one", "re " + "one " * 1_200_000)
    event = event_of("AfterAgent", "gemini", {"cwd": str(gemini.folder), "transcript_path": str(gemini.path)}, {}, 1)
    assert pass_over(gemini.db, event, lambda: True)
