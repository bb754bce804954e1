"""Work passed on by itself: left by the end of a session, shown at the next start, taken by its first real prompt."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from calling import Client, server
from claude_session import Claude, result, use

from memory_mcp.capture.context.block import SessionStart
from memory_mcp.capture.events.payload import event_of
from memory_mcp.capture.events.recording import record, source_of
from memory_mcp.project import survey
from memory_mcp.store.file.database import Database
from memory_mcp.store.handoffs import handoff_rows
from memory_mcp.store.handoffs.handoff_rows import Handoff
from memory_mcp.store.sessions import sessions
from memory_mcp.temporal import ManualClock, format_instant
from memory_mcp.tools.forget import memory_forget
from memory_mcp.tools.handoffs import memory_handoff
from memory_mcp.tools.learnings import memory_learn
from memory_mcp.tools.sessions import memory_session_end, memory_session_start


class Worker(Claude):
    """A session of Claude Code that reads what it is told at its start, and does work when it is asked to."""

    def __init__(self, db: Database, clock: ManualClock, folder: Path, session: str, *, handoff: bool = True) -> None:
        super().__init__(db, clock, folder, session)
        self.settings = self.settings._replace(handoff="on" if handoff else "off")
        self.shown = ""

    def line(self, role: str, content: Any, **more: Any) -> bytes:
        return super().line(role, content, **({"timestamp": format_instant(self.clock.now())} | more))

    def start(self, source: str = "startup") -> str:
        event = self.event("SessionStart", source=source)
        start = SessionStart(
            survey(self.folder).project, event.client, source, folder=self.folder,
            hands_over=self.settings.handoff == "on",
        )  # fmt: skip
        home = source_of(event, self.settings)
        assert home is not None
        told: list[str] = []
        record(self.db, event, home, started=lambda tx, uid: told.append(start.tell(tx, uid)))
        self.shown = told[0]
        return self.shown

    def event(self, name: str, **more: Any) -> Any:
        payload = {"session_id": self.session, "cwd": str(self.folder), "transcript_path": str(self.path), **more}
        return event_of(name, "claude", payload, {}, self.clock.now())

    def ask(self, prompt: str = "go on", *, works: bool = False) -> None:
        """Let a person ask for something, and the session answer, with work or without."""
        self.clock.advance(seconds=10)
        self.fire("UserPromptSubmit", prompt=prompt)
        self.clock.advance(seconds=10)
        self.write(self.line("user", prompt))
        if works:
            call = f"{self.session}-call-{self.count}"
            self.write(
                self.line("assistant", use(call, "Edit", file_path=str(self.folder / f"{call}.py"))),
                self.line("user", result(call, "ok")),
            )
        self.write(self.line("assistant", f"About {prompt}: said."))
        self.fire("Stop")

    def end(self) -> None:
        self.clock.advance(seconds=10)
        self.fire("SessionEnd", reason="exit")

    @property
    def uid(self) -> str:
        with self.db.reading() as snapshot:
            found = sessions.by_client(snapshot, "claude-code", self.session)
        assert found is not None
        return found.uid


@pytest.fixture
def work(tmp_path: Path) -> Path:
    (tmp_path / "work" / ".git").mkdir(parents=True)
    (tmp_path / "work" / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    for name in ("api", "web"):
        (tmp_path / "work" / name).mkdir()
    return tmp_path / "work"


@pytest.fixture
def worker(db: Database, clock: ManualClock, work: Path) -> Any:
    return lambda session, folder="", **more: Worker(db, clock, work / folder, session, **more)


def waiting(db: Database) -> list[Handoff]:
    return [one for one in everything(db) if one.state == "open"]


def everything(db: Database) -> list[Handoff]:
    with db.reading() as snapshot:
        return handoff_rows.listed(snapshot, -1)[0]


def left_by(worker: Any, session: str = "giver", prompt: str = "teach the lexer tabs", **more: Any) -> Handoff:
    """Return what a session leaves that worked and ended."""
    giver = worker(session, **more)
    giver.start()
    giver.ask(prompt, works=True)
    giver.end()
    (left,) = [one for one in waiting(giver.db) if one.from_session == giver.uid]
    return left


@pytest.mark.external
def test_the_end_of_a_session_that_worked_leaves_what_it_did(db, worker):
    giver = worker("giver")
    giver.start()
    giver.fire("UserPromptSubmit", prompt="teach the lexer tabs")
    giver.write(
        giver.line("user", "teach the lexer tabs"),
        giver.line("assistant", use("c1", "Edit", file_path=str(giver.folder / "lexer.py"))),
        giver.line("user", result("c1", "ok")),
        giver.line("assistant", use("c2", command="pytest -q")),
        giver.line("user", result("c2", "Exit code 1\nno", is_error=True)),
        giver.line("assistant", "Tabs count as one column now.\n\n- [ ] tell the platypus"),
    )
    giver.fire("Stop")
    giver.end()
    (left,) = waiting(db)
    assert (left.origin, left.from_session, left.to_client) == ("automatic", giver.uid, "")
    assert left.summary == "Asked for: teach the lexer tabs\nLast said: Tabs count as one column now."
    assert left.open_questions == ("failed when it was last run: pytest -q",)
    assert (left.next_steps, left.files) == (("tell the platypus",), ("lexer.py",))


def test_the_end_of_a_session_that_only_talked_leaves_nothing(db, worker):
    talker = worker("talker")
    talker.start()
    talker.ask("what is a lexer?")
    talker.end()
    assert everything(db) == []


def test_the_end_told_twice_leaves_it_once(db, worker):
    left = left_by(worker)
    worker("giver").end()
    assert [one.uid for one in everything(db)] == [left.uid]


def test_a_start_shows_what_waits_and_takes_nothing(db, worker):
    left = left_by(worker)
    taker = worker("taker")
    assert left.uid in taker.start()
    taker.end()
    assert waiting(db)[0].uid == left.uid


def test_the_first_real_prompt_takes_it_for_the_session_that_was_shown_it(db, worker):
    left = left_by(worker)
    taker = worker("taker")
    taker.start()
    taker.ask()
    (taken,) = everything(db)
    assert (taken.uid, taken.state, taken.claimed_by) == (left.uid, "claimed", taker.uid)


@pytest.mark.parametrize(
    "prompt",
    ["", "   ", "/compact", "/review src", "<command-name>/clear</command-name>",
     "<system-reminder>nothing was said</system-reminder>", "<memory-context>what was shown</memory-context>"],
)  # fmt: skip
def test_what_is_no_real_prompt_takes_nothing(db, worker, prompt):
    left_by(worker)
    taker = worker("taker")
    taker.start()
    taker.fire("UserPromptSubmit", prompt=prompt)
    assert [one.state for one in everything(db)] == ["open"]
    taker.fire("UserPromptSubmit", prompt="go on")
    assert [one.state for one in everything(db)] == ["claimed"]


def test_a_prompt_that_is_told_late_takes_nothing(db, worker):
    left_by(worker)
    taker = worker("taker")
    taker.start()
    taker.fire("UserPromptSubmit", prompt="go on", is_late=True)
    assert [one.state for one in everything(db)] == ["open"]


def test_a_session_that_was_shown_nothing_takes_nothing(db, worker):
    early = worker("early")
    early.start()
    left_by(worker)
    early.ask(works=True)
    assert [one.state for one in everything(db)] == ["open"]


def test_what_a_session_took_and_did_not_use_is_open_again_when_it_ends(db, worker):
    left = left_by(worker)
    taker = worker("taker")
    taker.start()
    taker.ask("hello")
    taker.end()
    assert [(one.uid, one.claimed_by) for one in waiting(db)] == [(left.uid, None)]
    taker.start("resume")
    taker.ask("go on then", works=True)
    taker.end()
    assert {one.uid: one.state for one in everything(db)}[left.uid] == "claimed"


def test_reading_is_no_work(db, worker):
    left = left_by(worker)
    taker = worker("taker")
    taker.start()
    taker.fire("UserPromptSubmit", prompt="what is there?")
    taker.write(
        taker.line("user", "what is there?"),
        taker.line("assistant", use("r1", "Read", file_path=str(taker.folder / "lexer.py"))),
        taker.line("user", result("r1", "def lex(): ...")),
    )
    taker.fire("Stop")
    taker.end()
    assert [(one.uid, one.state) for one in everything(db)] == [(left.uid, "open")]


def test_who_takes_it_and_works_leaves_something_newer(db, worker):
    first = left_by(worker)
    taker = worker("taker")
    taker.start()
    taker.ask("go on", works=True)
    taker.end()
    (second,) = waiting(db)
    assert (second.from_session, first.uid) == (taker.uid, next(o.uid for o in everything(db) if o.state == "claimed"))


def test_a_session_that_nobody_ended_gives_back_and_leaves_when_it_is_closed_late(db, worker, clock):
    idle, busy = worker("idle"), worker("busy")
    left = left_by(worker)
    idle.start()
    idle.ask("hello")
    busy.start()
    busy.ask("something else", works=True)
    clock.advance(hours=5)
    worker("next").start()
    assert {one.uid: one.state for one in everything(db)}[left.uid] == "cancelled"
    assert [one.from_session for one in waiting(db)] == [busy.uid]


def test_of_sessions_closed_late_the_one_that_was_left_last_leaves_something(db, worker, clock):
    for name in ("first", "second", "third"):
        one = worker(name)
        one.start()
        one.ask(name, works=True)
        clock.advance(seconds=300)
    clock.advance(hours=5)
    worker("next").start()
    (left,) = everything(db)
    assert (left.summary.splitlines()[0], left.created_at < clock.now() - 4 * 3_600_000_000) == (
        "Asked for: third",
        True,
    )


def test_what_was_left_longer_ago_than_it_would_last_is_not_left(db, worker, clock):
    old = worker("old")
    old.start()
    old.ask(works=True)
    clock.advance(days=8)
    assert "Left for this session" not in worker("next").start()
    assert everything(db) == []


def test_a_session_that_goes_on_has_what_it_left_and_replaces_it(db, worker):
    left = left_by(worker)
    giver = worker("giver")
    giver.count = 100
    assert left.uid not in giver.start("resume")
    giver.ask("and spaces", works=True)
    assert waiting(db) == []
    giver.end()
    (newer,) = waiting(db)
    assert (newer.from_session, newer.uid != left.uid) == (giver.uid, True)


def test_a_session_that_comes_back_for_a_word_leaves_what_it_had_left(db, worker):
    left = left_by(worker)
    giver = worker("giver")
    giver.count = 100
    giver.start("resume")
    giver.ask("thanks")
    giver.end()
    assert [one.uid for one in everything(db)] == [left.uid]
    assert waiting(db) != []


def test_a_session_that_comes_back_for_a_word_leaves_nothing_anew_when_another_has_it(db, worker):
    left_by(worker)
    taker, giver = worker("taker"), worker("giver")
    taker.start()
    taker.ask("go on", works=True)
    giver.count = 100
    giver.start("resume")
    giver.ask("thanks")
    giver.end()
    assert [one.state for one in everything(db)] == ["claimed"]


@pytest.mark.parametrize("source", ["compact", "resume"])
def test_a_session_that_goes_on_with_its_own_work_takes_nothing_up(db, worker, source):
    busy = worker("busy")
    busy.start()
    busy.ask(works=True)
    left = left_by(worker)
    busy.start(source)
    busy.ask("go on")
    assert [one.uid for one in waiting(db)] == [left.uid]


def test_automation_is_shown_nothing_takes_nothing_and_leaves_nothing(db, worker):
    left = left_by(worker)
    robot = worker("robot", handoff=False)
    assert left.uid not in robot.start()
    robot.ask("check it", works=True)
    robot.end()
    assert [(one.uid, one.state) for one in everything(db)] == [(left.uid, "open")]


def test_automation_that_a_person_closes_late_leaves_nothing(db, worker, clock):
    robot = worker("robot", handoff=False)
    robot.start()
    robot.ask("check it", works=True)
    clock.advance(hours=5)
    worker("person").start()
    assert everything(db) == []


@pytest.mark.parametrize(
    ("folder", "is_shown"), [("api", True), ("", True), ("web", False)], ids=["same", "above", "beside"]
)
def test_it_is_shown_where_it_was_left_and_above_but_not_beside(worker, folder, is_shown):
    left = left_by(worker, folder="api")
    assert (left.uid in worker("taker", folder).start()) == is_shown


def test_the_server_tells_a_session_what_it_took_already(worker, work, clock, tmp_path):
    left = left_by(worker)
    taker = worker("taker")
    taker.start()
    taker.ask()
    with server(tmp_path, clock) as runtime:
        client = Client(runtime, work, client_name="claude-code", session_hint="taker")
        told = client.call(memory_session_start)["openHandoffs"]
        other = Client(runtime, work, client_name="claude-code", session_hint="other")
        assert "openHandoffs" not in other.call(memory_session_start)
    assert [(one["handoffId"], one["isTaken"]) for one in told] == [(left.uid, True)]


def test_what_was_handed_over_on_purpose_stands_for_the_session(db, worker, work, clock, tmp_path):
    giver = worker("giver")
    giver.start()
    giver.ask(works=True)
    with server(tmp_path, clock) as runtime:
        client = Client(runtime, work, client_name="claude-code", session_hint="giver")
        begun = client.call(memory_handoff, action="begin", summary="the lexer is half done")["handoff"]
    assert begun["fromSessionId"] == giver.uid
    giver.ask("and now the spaces", works=True)
    giver.end()
    assert [one.uid for one in everything(db)] == [begun["id"]]


def test_the_words_of_the_end_go_before_what_was_gathered(db, worker, work, clock, tmp_path):
    giver = worker("giver")
    giver.start()
    giver.ask(works=True)
    with server(tmp_path, clock) as runtime:
        client = Client(runtime, work, client_name="claude-code", session_hint="giver")
        ended = client.call(memory_session_end, summary="tabs work", openQuestions=["spaces?"], nextSteps=["ship"])
    (left,) = waiting(db)
    assert (left.uid, left.summary, left.open_questions, left.next_steps) == (
        ended["leftHandoffId"], "tabs work", ("spaces?",), ("ship",),
    )  # fmt: skip


def test_a_lesson_is_work_for_a_client_without_hooks(db, work, clock, tmp_path):
    with server(tmp_path, clock) as runtime:
        client = Client(runtime, work, client_name="claude-code", session_hint="c")
        client.call(memory_learn, category="fact", content="Tabs count as one column.")
        client.call(memory_session_end)
    assert [one.origin for one in waiting(db)] == ["automatic"]


def test_what_was_left_goes_with_the_words_it_was_made_of(db, worker, work, clock, tmp_path):
    left_by(worker, prompt="my cat is called Platypus")
    with db.reading() as snapshot:
        turn = snapshot.value("SELECT uid FROM item WHERE body LIKE '%Platypus' AND kind = 'turn'")
    with server(tmp_path, clock) as runtime:
        Client(runtime, work).call(memory_forget, ids=[turn], erase=True)
    assert everything(db) == []
