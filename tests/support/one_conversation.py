"""One conversation of a client, captured by whichever machine has its transcript."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from transfers import Stores, bodies, exported

from memory_mcp.store.endings import by_words
from memory_mcp.store.facts import erasure, facts
from memory_mcp.store.facts.projects import projects
from memory_mcp.store.file.database import Database
from memory_mcp.store.sessions import digests, sessions, turns
from memory_mcp.temporal import ManualClock

SAID = (
    "Please always use tabs in this repository, never spaces.",
    "Which port does the staging database use?",
    "From now on write commit messages in English.",
)
# What ``change_apart`` leaves on all machines once they have met.
LEFT = {
    "turn": sorted(text for text in SAID if "port" not in text),
    "statement": ["Write commit messages in French."],
}


def capture(db: Database, of: Sequence[str] = SAID, project: str = "", name: str = "one") -> list[str]:
    """Take a conversation in as an import of its transcript does, and return the ids of its turns."""
    with db.writing("capture") as tx:
        number = projects.ensure(tx, projects.named(project)) if project else 0
        session, _ = sessions.start(tx, project_id=number, client="claude-code", client_session=name)
        said = [
            turns.Utterance(
                text, project_id=number, session_uid=session.uid, external_id=f"claude-code:{place}",
                at=1_000 * place + 1,
            )
            for place, text in enumerate(SAID)
            if text in of
        ]  # fmt: skip
        added = turns.add_many(tx, said)
        sessions.end(tx, session.uid, summary="A port, and commit messages.")
    while digests.publish_untold(db, most=10):
        pass
    while by_words.step(db):
        pass
    return [one.uid for one in added]


def three_machines(
    stores: Stores, clock: ManualClock, prepare: Callable[[Database], object] = lambda db: None
) -> list[Database]:
    """Return three machines, each with a copy of the conversation, captured one after the other."""
    made = [stores.new() for _ in range(3)]
    for db in made:
        prepare(db)
        capture(db)
        clock.advance(hours=1)
    return made


def uid_of(db: Database, kind: str, words: str) -> str:
    """Return the id of the oldest row of a kind that says some words."""
    with db.reading() as snapshot:
        return snapshot.value(
            "SELECT uid FROM item WHERE kind = :kind AND instr(title || body, :words) ORDER BY id LIMIT 1",
            {"kind": kind, "words": words},
        )


def change_apart(first: Database, second: Database, third: Database, clock: ManualClock) -> None:
    """Take a wish back on one machine, correct another on the second, and erase a line on the third."""
    with first.writing("test") as tx:
        facts.retract(tx, uid_of(first, "statement", "tabs"))
    with second.writing("test") as tx:
        facts.correct(tx, uid_of(second, "statement", "English"), body="Write commit messages in French.")
    with third.writing("test") as tx:
        erasure.erase(tx, uid_of(third, "turn", "port"))
    clock.advance(hours=1)


def left_of(db: Database) -> dict[str, list[str]]:
    """Return the lines and the wishes a machine holds, to be compared with ``LEFT``."""
    return {kind: sorted(bodies(db, kind)) for kind in LEFT}


def the_export_of_all(stores: Stores, machines: Sequence[Database]) -> dict[str, Any]:
    """Return what each machine exports, which is the same."""
    first, *others = [exported(db, stores.path("out.json")) for db in machines]
    for other in others:
        assert other == first
    return first
