"""A person's own past in a few lines, as setup tells it."""

from __future__ import annotations

from memory_mcp.setup.past import past_of
from memory_mcp.store.facts.projects import projects
from memory_mcp.store.file.database import Database
from memory_mcp.store.sessions import sessions, statements, turns
from memory_mcp.store.sessions.open_ends import TOLD_FOR
from memory_mcp.temporal import ManualClock


def lines(db: Database) -> list[str]:
    with db.reading() as snapshot:
        return list(past_of(snapshot).lines())


def talk(db: Database, *texts: str, session: str = "one") -> None:
    with db.writing("test") as tx:
        project = projects.ensure(tx, projects.named("shop"))
        uid = sessions.start(tx, project_id=project, client="claude-code", client_session=session)[0].uid
        turns.add_many(tx, [turns.Utterance(text, project, uid, role="user") for text in texts])
        statements.catch_up(tx)


def test_without_a_turn_it_says_what_to_do(db: Database) -> None:
    assert lines(db) == ["Nothing was said yet: open one of your clients and talk to it."]


def test_it_counts_what_was_said_and_names_the_last_session_its_open_ends_and_wishes(
    db: Database, clock: ManualClock
) -> None:
    talk(
        db, "Please look at the cart.", "Always use pnpm in this repository.", "Still open: the load test of the cart."
    )
    clock.advance(days=3)

    amount, last, *stated = lines(db)

    assert amount.startswith("3 turns of 1 session in 1 project since 2026-")
    assert last.startswith('You last worked on shop, 3 days ago, with Claude Code: "Please look at the cart.')
    assert stated == [
        "Left open:",
        "  Still open: the load test of the cart.",
        "You keep telling assistants:",
        "  Always use pnpm in this repository.",
    ]


def test_what_was_left_before_many_days_of_work_is_most_likely_done(db: Database, clock: ManualClock) -> None:
    talk(db, "Still open: the load test of the cart.")
    for _ in range(TOLD_FOR + 1):
        clock.advance(days=1)
        talk(db, "Please look at the cart again.", session=str(clock.now()))

    assert "Left open:" not in lines(db)


def test_a_long_prompt_is_cut_and_programs_get_the_same(db: Database) -> None:
    talk(db, "word " * 60)

    with db.reading() as snapshot:
        told = past_of(snapshot).as_dict()

    assert (told["turns"], told["sessions"], told["projects"]) == (1, 1, 1)
    assert told["lines"] == lines(db)
    assert told["lines"][1].endswith('…"')
