"""What an event of a client costs does not grow with what the memory holds: counted in steps of SQLite's machine."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import apsw

from memory_mcp.capture.context.block import SessionStart
from memory_mcp.capture.events.payload import event_of
from memory_mcp.capture.events.recording import record, source_of
from memory_mcp.config import Settings
from memory_mcp.project import survey
from memory_mcp.store.endings import by_words
from memory_mcp.store.facts import versions
from memory_mcp.store.facts.projects import projects
from memory_mcp.store.file.database import Database
from memory_mcp.store.sessions import sessions, statements, turns
from memory_mcp.store.sessions.turns import Utterance
from memory_mcp.temporal import ManualClock, Period, format_instant

FEW, MANY = 10, 100
OF_EACH = 30


@contextmanager
def counted_steps() -> Iterator[Callable[[], int]]:
    """Count the steps that statements take on connections opened within."""
    taken = [0]

    def ended(told: dict[str, Any]) -> None:
        # An index of words has statements of its own, whose steps are told over and over.
        if "'main'." not in told["sql"]:
            taken[0] += told["stmt_status"]["SQLITE_STMTSTATUS_VM_STEP"]

    def opened(connection: apsw.Connection) -> None:
        connection.trace_v2(apsw.SQLITE_TRACE_PROFILE, ended)

    def since_last() -> int:
        steps, taken[0] = taken[0], 0
        return steps

    apsw.connection_hooks.append(opened)
    try:
        yield since_last
    finally:
        apsw.connection_hooks.remove(opened)


def fill(db: Database, folder: Path, count: int) -> None:
    """Put sessions of a project into a file, with their turns and a few lessons, as an import leaves them."""
    with db.writing("test") as tx:
        project = projects.ensure(tx, projects.named("work", folder))
    for number in range(count):
        with db.writing("test") as tx:
            session, _ = sessions.start(tx, project_id=project, client="claude-code", client_session=f"old-{number}")
            sessions.end(tx, session.uid, summary=f"worked on part {number}")
            turns.add_many(
                tx,
                [
                    Utterance(f"the part {number} has {n} bolts", project, session.uid, external_id=f"old:{number}:{n}")
                    for n in range(OF_EACH)
                ],
            )
            for n in range(3):
                versions.insert(
                    tx, versions.Draft("learning", f"bolt {n} of part {number}", Period(tx.now), project_id=project)
                )
    with db.writing("test") as tx:
        while statements.is_waiting(tx):
            statements.catch_up(tx)
    while by_words.step(db):
        pass


def steps_of_events(place: Path, count: int) -> dict[str, int]:
    """Return how many steps the events of a short session take in a memory of so many sessions."""
    folder, transcript, clock = place / "work", place / "new.jsonl", ManualClock(1_772_323_200_000_000)
    (folder / ".git").mkdir(parents=True)
    (folder / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    told: dict[str, int] = {}
    with counted_steps() as since_last:
        db = Database(place / "memory.db", clock)
        settings = Settings(db_path=db.path)
        fill(db, folder, count)

        def fire(name: str, **more: Any) -> None:
            payload = {"session_id": "new", "cwd": str(folder), "transcript_path": str(transcript), **more}
            event = event_of(name, "claude", payload, {}, clock.now())
            source = source_of(event, settings)
            assert source is not None
            since_last()
            record(db, event, source)
            told[name] = since_last()

        fire("SessionStart", source="startup")
        fire("UserPromptSubmit", prompt="how many bolts has part 7?")
        lines = [("user", "how many bolts has part 7?"), ("assistant", [{"type": "text", "text": "It has thirty."}])]
        transcript.write_text("".join(
            json.dumps({
                "type": role, "uuid": f"n{number}", "sessionId": "new", "cwd": str(folder),
                "timestamp": format_instant(clock.now()), "message": {"role": role, "content": content},
            }) + "\n"
            for number, (role, content) in enumerate(lines)
        ))  # fmt: skip
        fire("Stop")
        fire("SessionEnd")
        start = SessionStart(survey(folder, environment=None).project, "claude-code", folder=folder)
        since_last()
        with db.reading() as snapshot:
            assert start.read(snapshot)
        told["opening"] = since_last()
        db.close()
    return told


def test_no_event_costs_more_in_a_memory_of_ten_times_as_much(tmp_path: Path) -> None:
    few, many = steps_of_events(tmp_path / "few", FEW), steps_of_events(tmp_path / "many", MANY)
    assert {name: steps for name, steps in many.items() if steps > 3 * few[name]} == {}
