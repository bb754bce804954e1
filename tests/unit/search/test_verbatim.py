"""Rows that hold a text as it is: the same ones as a look into every row, found by the indexes."""

from __future__ import annotations

import pytest
from examples import examples
from hypothesis import HealthCheck, example, given
from hypothesis import strategies as st
from query_plans import passes, plan_of

from memory_mcp.store.facts import facts
from memory_mcp.store.facts.facts import assert_
from memory_mcp.store.facts.versions import Draft
from memory_mcp.store.file.database import Database
from memory_mcp.store.sessions import statements, turns
from memory_mcp.store.sessions.turns import Utterance
from memory_mcp.store.text_index import trigrams, verbatim
from memory_mcp.temporal import ManualClock, Period

ROWS = (
    "the airport 8080 and 8081 are open today", "Airport 8080 and 8081 are open",
    "Zu\u0308rich, Z\u00fcrich and Zurich",
    "\u6570\u636e\u5e93\u7684\u7aef\u53e3\u662f\u516b\u5343\uff0c\u5bc6\u7801\u5728\u4fdd\u9669\u7bb1\u91cc",
    "src/app/main_window.py:120", "don't stop; won't stop", 'she said "no way" twice', "runs running ran runner",
)  # fmt: skip


def put(db: Database, body: str, kind: str = "turn") -> str:
    with db.writing("test") as tx:
        return assert_(tx, Draft(kind=kind, body=body, valid=Period(tx.now))).uid  # type: ignore[arg-type]  # a kind


@pytest.fixture(params=["indexed", "fresh"])
def filled(request: pytest.FixtureRequest, db: Database) -> dict[str, str]:
    ids = {put(db, body): body for body in ROWS}
    while request.param == "indexed" and trigrams.catch_up(db):
        pass
    return ids


@st.composite
def parts(draw: st.DrawFn) -> str:
    body = draw(st.sampled_from(ROWS))
    start = draw(st.integers(0, len(body) - 3))
    return body[start : draw(st.integers(start + 3, len(body)))]


@given(text=parts() | st.text("a8 \u6570\u00fc\u0308.,'\"*", min_size=3, max_size=12))
@example(text="port 8080 and 80")
@examples(60, HealthCheck.function_scoped_fixture)
def test_the_rows_are_those_that_a_look_into_each_finds(db: Database, filled: dict[str, str], text: str) -> None:
    with db.reading() as snapshot:
        found = verbatim.holding(snapshot, text, most=99)

    assert set(found) == {uid for uid, body in filled.items() if text in body}


def test_a_statement_is_found_by_its_turn(db: Database) -> None:
    with db.writing("test") as tx:
        turn = turns.add(tx, Utterance("Fine. Let's use npm for the frontend.", speaker="Ada")).uid
        statements.catch_up(tx)
    with db.reading() as snapshot:
        said = statements.current_statements(snapshot, [0], ["standing", "decision"], limit=9, at=snapshot.now)
        found = verbatim.holding(snapshot, "Let's use npm for the frontend.", most=9)

    assert set(found) == {turn, *(one.uid for one in said)}


def test_a_statement_that_a_person_corrected_is_found_by_its_own_words(db: Database, clock: ManualClock) -> None:
    with db.writing("test") as tx:
        turns.add(tx, Utterance("Fine. Let's use npm for the frontend.", speaker="Ada"))
        statements.catch_up(tx)
    clock.advance(seconds=60)
    with db.writing("test") as tx:
        [said] = statements.current_statements(tx, [0], ["standing", "decision"], limit=9, at=tx.now)
        facts.correct(tx, said.uid, body="We take the yarn of the second row for the frontend.")
    with db.reading() as snapshot:
        assert set(verbatim.holding(snapshot, "the yarn of the second row", most=9)) == {said.uid}


def test_no_row_is_read_that_has_not_the_words(db: Database) -> None:
    assert passes(plan_of(db, verbatim._BY_WORDS)) == []
