"""What is said again, or speaks of a part of what was said alone, ends nothing; who reads it judges."""

from __future__ import annotations

import pytest
from ended_statements import SURE, Reader, say

from memory_mcp.store.endings import readings
from memory_mcp.store.endings.compared import current_statements
from memory_mcp.store.file.database import Database
from memory_mcp.temporal import ManualClock

ADDRESS = "staging is on till-stage.orchard.local:8443, user deploy, key is ~/.ssh/till_stage"
ANSWER = "till-stage.orchard.local:8443."


def texts(db: Database) -> list[str]:
    with db.reading() as snapshot:
        return [one.text for one in current_statements(snapshot, 0)]


@pytest.mark.parametrize("reader", [None, Reader({ANSWER: ("staging", SURE)})], ids=["by words", "by reading"])
def test_an_answer_in_the_words_of_what_holds_ends_nothing(
    db: Database, clock: ManualClock, reader: Reader | None
) -> None:
    say(db, clock, ADDRESS)
    assert texts(db) == [ADDRESS]
    say(db, clock, ANSWER, role="assistant")
    if reader is not None:
        readings.read_all(db, reader)
    assert ADDRESS in texts(db)
