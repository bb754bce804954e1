"""Turns looked at a second time: what is read as a secret leaves the file, and the words around it stay."""

from __future__ import annotations

from typing import Any

import pytest
from compared_facts import learn

from memory_mcp.capture.events.closing import forget_turns
from memory_mcp.reading.secret_reader import MARK
from memory_mcp.store.capture_state import transcript_cursors
from memory_mcp.store.facts import erasure, facts, lifecycle
from memory_mcp.store.file.database import Database
from memory_mcp.store.file.ids import derived_uid
from memory_mcp.store.file.mending import invariants
from memory_mcp.store.sessions import sessions, statements, turns
from memory_mcp.store.upkeep import second_look
from memory_mcp.store.upkeep.second_look import LONGEST, look
from memory_mcp.store.vectors import fact_vectors, index

TOLD = "Line up 2856 and pull hard."


class Reader:
    """Takes one number for a secret."""

    def __init__(self) -> None:
        self.looked_at: list[str] = []

    def masked(self, text: str, *, is_awaited: bool = False, places: Any = None) -> tuple[str, int]:
        self.looked_at.append(text)
        return text.replace("2856", MARK), text.count("2856")


@pytest.fixture
def reader() -> Reader:
    return Reader()


def say(db: Database, text: str, *, role: str = "user", key: str | None = None, session: str | None = None) -> str:
    with db.writing("hook") as tx:
        return turns.add(tx, turns.Utterance(text, role=role, external_id=key, session_uid=session)).uid


def looked(db: Database, reader: Reader, most: int = 10) -> bool:
    return look(db, reader, most, forget_turns).is_more


def bodies(db: Database) -> list[str]:
    with db.reading() as snapshot:
        return [body for (body,) in snapshot.rows("SELECT body FROM item WHERE kind = 'turn' ORDER BY valid_from, id")]


def test_a_secret_that_is_read_leaves_the_file_and_the_words_around_it_stay(db, reader):
    say(db, TOLD)
    say(db, "Thank you.")

    assert not looked(db, reader)
    assert bodies(db) == [f"Line up {MARK} and pull hard.", "Thank you."]
    assert db.checkpoint()
    assert b"2856" not in db.path.read_bytes()
    with db.reading() as snapshot:
        assert invariants.check(snapshot) == []


def test_a_turn_keeps_who_said_it_where_and_when(db, reader, clock):
    with db.writing("hook") as tx:
        uid = sessions.start(tx, project_id=0, client="codex")[0].uid
        turns.add(tx, turns.Utterance(TOLD, session_uid=uid, role="assistant", speaker="Ann", caption="a gate",
                                      at=tx.now - 5_000_000, tags=("shed",), attributes={"model": "m"}))  # fmt: skip
        said_at = tx.now - 5_000_000
    clock.advance(seconds=60)
    looked(db, reader)

    with db.reading() as snapshot:
        row = snapshot.row(
            "SELECT title, session_uid, valid_from, tags, attributes, body FROM item WHERE kind = 'turn'"
        )
    assert row[:4] == ("Ann", uid, said_at, '["shed"]')
    assert row[5] == f"Line up {MARK} and pull hard.\n[image: a gate]"
    assert '"assistant"' in row[4]
    assert '"model"' in row[4]


def test_no_transcript_brings_the_secret_in_again(db, reader):
    uid = say(db, TOLD, key="codex:line-7")
    looked(db, reader)
    say(db, TOLD, key="codex:line-7")

    assert bodies(db) == [f"Line up {MARK} and pull hard."]
    with db.reading() as snapshot:
        assert erasure.erasure(snapshot, uid).reason == "a secret was read in it"


def test_its_vectors_go_with_it_and_the_new_row_waits_for_its_own(db, reader):
    db.load_vectors()
    say(db, TOLD)
    with db.writing("test") as tx:
        waiting = [item_id for (item_id,) in tx.rows("SELECT item_id FROM embedding_queue")]
        index.put_all(tx, [(item_id, [fact_vectors.as_bytes([1.0, 0, 0, 0])]) for item_id in waiting], "test", 4)
    looked(db, reader)

    with db.reading() as snapshot:
        assert snapshot.value("SELECT count(*) FROM item_vector") == 0
        assert index.waiting(snapshot) == 1


def test_each_turn_is_looked_at_once_a_few_at_a_time(db, reader):
    for number in range(5):
        say(db, f"Word {number}")

    assert [looked(db, reader, 2) for _ in range(4)] == [
        True,
        True,
        False,
        False,
    ]
    say(db, "Word 5")
    looked(db, reader, 2)
    assert reader.looked_at == [f"Word {number}" for number in range(6)]


def test_output_of_tools_and_long_turns_are_left_to_the_rules(db, reader):
    say(db, "2856 files changed", role="tool")
    say(db, "word " * LONGEST)
    looked(db, reader)

    assert reader.looked_at == []


def test_of_a_long_turn_what_may_tell_a_secret_is_looked_at(db, reader):
    say(db, f"{'word ' * LONGEST}\nLine up 2856 and pull hard.\n{'word ' * LONGEST}")
    looked(db, reader)

    with db.reading() as snapshot:
        assert snapshot.value("SELECT count(*) FROM item WHERE body LIKE '%2856%'") == 0


def test_of_a_file_that_was_never_looked_at_the_newest_rows_are(db, reader, monkeypatch):
    monkeypatch.setattr(second_look, "_FIRST", 2)
    for number in range(5):
        say(db, f"Word {number}")
    looked(db, reader)

    assert reader.looked_at == ["Word 3", "Word 4"]


def test_a_turn_that_was_forgotten_stays_forgotten(db, reader):
    uid = say(db, TOLD)
    with db.writing("tool") as tx:
        facts.retract(tx, uid)
    looked(db, reader)

    assert reader.looked_at == []
    with db.reading() as snapshot:
        assert snapshot.value("SELECT count(*) FROM item WHERE superseded_at = 9223372036854775807") == 0


def test_it_stands_in_its_place_and_what_was_said_of_it_goes_on(db, reader):
    with db.writing("hook") as tx:
        session = sessions.start(tx, project_id=0, client="codex")[0].uid
    uid = say(db, TOLD, session=session)
    say(db, "Thank you.", session=session)
    with db.writing("tool") as tx:
        lifecycle.pin(tx, uid, pinned=True)
    looked(db, reader)

    with db.reading() as snapshot:
        rows = snapshot.rows("SELECT position, body, uid FROM item WHERE kind = 'turn' ORDER BY position")
        assert [row[:2] for row in rows] == [(1, f"Line up {MARK} and pull hard."), (2, "Thank you.")]
        assert snapshot.rows("SELECT uid FROM item_state WHERE pinned = 1") == [(rows[0][2],)]


def test_two_copies_of_a_file_make_one_row_of_it(db, reader):
    uid = say(db, TOLD)
    looked(db, reader)

    with db.reading() as snapshot:
        assert snapshot.value("SELECT uid FROM item WHERE kind = 'turn'") == derived_uid("turn", uid, "second look")


def test_a_secret_in_a_caption_is_masked_too(db, reader):
    with db.writing("hook") as tx:
        turns.add(tx, turns.Utterance("Look at this.", caption="a note that says 2856"))
    looked(db, reader)

    assert bodies(db) == [f"Look at this.\n[image: a note that says {MARK}]"]


def test_many_rows_that_are_no_turns_are_passed_over_once(db, monkeypatch):
    monkeypatch.setattr(second_look, "_PASSED_OVER", 2)
    looked(db, Reader())
    for number in range(4):
        learn(db, f"Lesson {number}")

    assert not second_look.is_waiting(db)
    with db.reading() as snapshot:
        assert second_look._through(snapshot) == snapshot.value("SELECT max(id) FROM item")
    say(db, "Word")
    assert second_look.is_waiting(db)


def test_a_turn_that_waits_for_its_line_is_looked_at_when_it_has_it_or_an_hour_has_passed(db, reader, clock):
    with db.writing("hook") as tx:
        session = sessions.start(tx, project_id=0, client="claude", client_session="c")[0].uid
    uid = say(db, TOLD, session=session)
    say(db, "Thank you.", session=session)
    with db.writing("hook") as tx:
        transcript_cursors.note_pending(tx, uid, session, "user", TOLD, tx.now, waits=True)

    assert not second_look.is_waiting(db)
    assert not looked(db, reader)
    assert reader.looked_at == []
    clock.advance(hours=2)
    looked(db, reader)
    assert bodies(db)[0] == f"Line up {MARK} and pull hard."


def test_a_turn_of_a_session_that_is_not_there_is_looked_at(db, reader):
    say(db, TOLD, session="018f0000-0000-7000-8000-000000000000")
    looked(db, reader)

    assert bodies(db) == [f"Line up {MARK} and pull hard."]


def test_a_turn_that_cannot_be_read_keeps_no_other_from_being_looked_at(db, reader, monkeypatch):
    monkeypatch.setattr(reader, "masked", lambda text, **_: 1 / 0 if text == "Odd" else Reader().masked(text))
    say(db, "Odd")
    say(db, TOLD)
    looked(db, reader)

    assert bodies(db) == ["Odd", f"Line up {MARK} and pull hard."]


def test_a_statement_that_was_archived_stays_archived(db, reader):
    wish = "Always run the linter before you commit."
    say(db, f"{wish} {TOLD}", session=None)
    with db.writing("hook") as tx:
        statements.catch_up(tx)
        [(statement,)] = tx.rows("SELECT uid FROM item WHERE kind = 'statement' AND body LIKE 'Always%'")
        lifecycle.archive(tx, statement, reason="")
    looked(db, reader)
    with db.writing("hook") as tx:
        statements.catch_up(tx)
        again = tx.rows("SELECT uid FROM item WHERE kind = 'statement' AND body LIKE 'Always%'")

    assert len(again) == 1
    with db.reading() as snapshot:
        assert snapshot.value("SELECT archived_at IS NOT NULL FROM item_state WHERE uid = :uid", {"uid": again[0][0]})


def test_a_statement_that_was_forgotten_stays_forgotten_and_others_of_the_turn_come_back(db, reader):
    say(db, f"Always run the linter before you commit. Never push to main. {TOLD}")
    with db.writing("hook") as tx:
        statements.catch_up(tx)
        [(statement,)] = tx.rows("SELECT uid FROM item WHERE kind = 'statement' AND body LIKE 'Always%'")
    with db.writing("tool") as tx:
        facts.retract(tx, statement)
    looked(db, reader)
    with db.writing("hook") as tx:
        statements.catch_up(tx)
        again = tx.rows("SELECT body FROM item WHERE kind = 'statement'")

    assert not [body for (body,) in again if body.startswith("Always")]
    assert [body for (body,) in again if body.startswith("Never")]
