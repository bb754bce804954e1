"""What a person confirmed is over only by a later plain word of a person."""

from __future__ import annotations

import pytest
from test_later_words import say

from memory_mcp.store.facts import facts, lifecycle
from memory_mcp.store.file.database import Database
from memory_mcp.store.sessions import turns
from memory_mcp.store.sessions.turns import Utterance
from memory_mcp.temporal import ManualClock


def confirm(db: Database, clock: ManualClock, text: str, how: str) -> None:
    [said] = say(db, clock, *filter(None, [text]))
    with db.writing("test") as tx:
        if how == "pin":
            lifecycle.pin(tx, said.uid, pinned=True)
        else:
            facts.correct(tx, said.uid, reason="", field_name="learningId", confidence=1.0)


SURE = [
    ("Never use npm in this repository.", "You may use npm again."),
    ("never push to main", "you can push to main now"),
    ("Still to do: retry logic for the uploader.", "The retry logic for the uploader is done."),
    ("Always use npm in this repository.", "From now on use pnpm in this repository."),
    ("The staging database is now on port 5432.", "We moved the staging database to port 6543."),
]
LIKELY = [
    ("still to do: umlauts in the PDF export", "umlauts are fine now, wrong font"),
    ("use port 8000 for staging from now on", "staging on 8010 now"),
]


@pytest.mark.parametrize("how", ["pin", "sure"])
@pytest.mark.parametrize(("text", "later"), SURE)
def test_a_later_plain_word_ends_what_was_confirmed(
    db: Database, clock: ManualClock, text: str, later: str, how: str
) -> None:
    confirm(db, clock, text, how)

    assert text not in [one.text for one in say(db, clock, later)]


@pytest.mark.parametrize("how", ["pin", "sure"])
@pytest.mark.parametrize(("text", "later"), LIKELY)
def test_what_is_merely_likely_does_not(db: Database, clock: ManualClock, text: str, later: str, how: str) -> None:
    confirm(db, clock, text, how)

    assert text in [one.text for one in say(db, clock, later)]


@pytest.mark.parametrize(("text", "later"), [SURE[0], SURE[1], SURE[3]])
def test_what_was_said_before_the_confirmation_does_not(
    db: Database, clock: ManualClock, text: str, later: str
) -> None:
    say(db, clock, text)
    said_at = clock.now()
    clock.advance(seconds=60)
    confirm(db, clock, "", "pin")
    with db.writing("import") as tx:
        turns.add(tx, Utterance(later, at=said_at))

    assert text in [one.text for one in say(db, clock)]


def test_a_choice_of_an_assistant_does_not(db: Database, clock: ManualClock) -> None:
    text = "We decided to use Redis for the queue."
    confirm(db, clock, text, "pin")
    clock.advance(seconds=60)
    with db.writing("test") as tx:
        turns.add(tx, Utterance("Decision: we use Postgres for the queue.", role="assistant"))

    assert text in [one.text for one in say(db, clock)]


@pytest.mark.parametrize(
    ("text", "passing"),
    [("Never push to main.", "pushing is fine now"), ("Still to do: umlauts in the PDF export.", LIKELY[0][1])],
)
def test_what_is_said_again_is_confirmed_as_it_was(db: Database, clock: ManualClock, text: str, passing: str) -> None:
    confirm(db, clock, text, "pin")
    with db.reading() as snapshot:
        first = snapshot.value("SELECT uid FROM item WHERE kind = 'statement'")

    held = [one for one in say(db, clock, text, passing) if one.text == text]
    assert [(one.uid != first, one.is_confirmed) for one in held] == [(True, True)]


def test_what_is_said_again_is_not_put_away_with_what_said_it(db: Database, clock: ManualClock) -> None:
    confirm(db, clock, text := "Never push to main.", "pin")
    with db.writing("test") as tx:
        lifecycle.archive(tx, tx.value("SELECT uid FROM item WHERE kind = 'statement'"))

    assert [one.text for one in say(db, clock, text)] == [text]
