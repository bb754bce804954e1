"""What came in since somebody last looked, in the order in which it did."""

from __future__ import annotations

from compared_facts import learn

from memory_mcp.store.facts import facts
from memory_mcp.store.file.database import Database
from memory_mcp.store.sessions import change_feed
from memory_mcp.temporal import ManualClock


def test_rows_and_verbs_come_in_the_order_of_their_transactions(db: Database, clock: ManualClock) -> None:
    first = learn(db, "Tokens are renewed at noon.")
    with db.reading() as snapshot:
        seen = change_feed.end(snapshot)
    clock.advance(seconds=1)
    with db.writing("test") as tx:
        facts.retract(tx, first, reason="not so")
    clock.advance(seconds=1)
    second = learn(db, "Tokens are renewed at midnight.")
    with db.writing("test") as tx:
        facts.retract(tx, second, reason="nor so")

    with db.reading() as snapshot:
        through = change_feed.end(snapshot)
        found = change_feed.since(snapshot, seen, through, project=-1, kinds=("learning",))
    assert [(one.item.uid, one.verb, one.reason) for one in found] == [
        (first, "retract", "not so"), (second, None, ""), (second, "retract", "nor so"),
    ]  # fmt: skip


def test_a_corrected_row_is_among_the_latest_as_it_reads_now(db: Database, clock: ManualClock) -> None:
    corrected = learn(db, "Tokens are renewed at noon.")
    other = learn(db, "Invoices go out on Mondays.")
    clock.advance(seconds=1)
    with db.writing("test") as tx:
        facts.correct(tx, corrected, body="Tokens are renewed at midnight.")

    assert _latest(db) == [(other, "Invoices go out on Mondays."), (corrected, "Tokens are renewed at midnight.")]


def test_a_row_that_ended_is_not_among_the_latest_again(db: Database, clock: ManualClock) -> None:
    old = learn(db, "Tokens are renewed at noon.")
    clock.advance(seconds=1)
    new = learn(db, "Tokens are renewed at midnight.")
    with db.writing("test") as tx:
        facts.supersede(tx, old, by=new)

    assert _latest(db) == [(new, "Tokens are renewed at midnight.")]


def _latest(db: Database) -> list[tuple[str, str]]:
    with db.reading() as snapshot:
        found = change_feed.latest(snapshot, project=-1, kinds=("learning",), limit=10)
    return [(one.item.uid, one.item.body) for one in found]
