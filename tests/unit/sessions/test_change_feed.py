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
        seen = change_feed.ends(snapshot)
    clock.advance(seconds=1)
    with db.writing("test") as tx:
        facts.retract(tx, first, reason="not so")
    clock.advance(seconds=1)
    second = learn(db, "Tokens are renewed at midnight.")
    with db.writing("test") as tx:
        facts.retract(tx, second, reason="nor so")

    with db.reading() as snapshot:
        through = change_feed.ends(snapshot)
        found = change_feed.since(snapshot, seen, through, project=-1, kinds=("learning",))
    assert [(one.item.uid, one.verb, one.reason) for one in found] == [
        (first, "retract", "not so"), (second, None, ""), (second, "retract", "nor so"),
    ]  # fmt: skip
