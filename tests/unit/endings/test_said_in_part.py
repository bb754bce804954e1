"""What is said again, or speaks of a part of what was said alone, ends nothing; who reads it judges."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from ended_statements import SURE, Reader, say

from memory_mcp.statements.sentences import SaidSentence
from memory_mcp.statements.weighing import CLASSES
from memory_mcp.store.endings import readings
from memory_mcp.store.endings.compared import current_statements
from memory_mcp.store.file.database import Database
from memory_mcp.store.sessions import later_words
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


@pytest.mark.parametrize(
    ("said", "later"),
    [
        ("we use npm here, not pnpm, please", "please use pnpm, not npm"),
        ("staging is now on 8000, production on 9000", "staging on 9000, production on 8000 now"),
        (
            "die Releases sind jetzt dienstags, nicht donnerstags",
            "die Releases sind jetzt donnerstags, nicht dienstags",
        ),
        ("please do not push to main", "please push to main"),
        ("never push without running the tests", "push without running the tests"),
    ],
)
def test_who_turns_a_statement_round_in_its_own_words_ends_it(
    db: Database, clock: ManualClock, said: str, later: str
) -> None:
    say(db, clock, said, later)
    readings.read_all(db, Reader({later: (said.rsplit(maxsplit=1)[-1], SURE)}))
    assert said not in texts(db)


@pytest.mark.parametrize(
    ("role", "answer", "holds"),
    [
        ("assistant", "Which port? we deploy to staging on 8000.", True),
        ("assistant", "We deploy to production on 8000.", False),
        ("user", "Where do we deploy to? to staging on 8000.", True),
        ("user", "we deploy to staging on 8000.", False),
    ],
)
def test_an_answer_says_a_row_of_the_words_again(
    db: Database, clock: ManualClock, role: str, answer: str, *, holds: bool
) -> None:
    said = "from now on we deploy to staging on 8000, never to production"
    say(db, clock, said)
    say(db, clock, answer, role=role)
    last = answer.rpartition("? ")[2]
    readings.read_all(db, Reader({last: ("staging", SURE)}))
    assert (said in texts(db)) == holds


RULES = "always run the tests before you say done. please write commit messages in english"
LIFTED = "ok and the tests need no run each time any more, the pipeline does that on every push"


class OfReasons(Reader):
    """Reads nothing in a sentence that begins with "it"."""

    def shares(self, said: Sequence[SaidSentence]) -> list[dict[str, float]]:
        nothing = dict.fromkeys(CLASSES, 0.0) | {"none": 1.0}
        found = zip(said, super().shares(said), strict=True)
        return [nothing if one.text.startswith("it ") else shares for one, shares in found]


def test_what_ends_one_of_several_wishes_in_small_letters_is_told_with_all_of_them(
    db: Database, clock: ManualClock
) -> None:
    say(db, clock, RULES, LIFTED)
    readings.read_all(db, Reader({LIFTED: ("commit", SURE)}))
    with db.reading() as snapshot:
        [rules] = [one for one in current_statements(snapshot, 0) if one.text == RULES]
        assert [one.text for one in later_words.later_words(snapshot, [rules.uid])[rules.uid]] == [LIFTED]


def test_who_begins_with_a_capital_writes_no_sentences_in_small_letters(db: Database, clock: ManualClock) -> None:
    wish = "Always run the tests before you merge conf. changes in the yaml files"
    say(db, clock, wish, LIFTED)
    readings.read_all(db, Reader({LIFTED: ("yaml", SURE)}))
    assert wish not in texts(db)


def test_what_only_gives_a_reason_goes_with_what_it_is_the_reason_of(db: Database, clock: ManualClock) -> None:
    wish = "always run the tests before you say done. it broke twice while nobody looked"
    say(db, clock, wish, LIFTED)
    readings.read_all(db, OfReasons({LIFTED: ("twice", SURE)}))
    assert wish not in texts(db)


def test_one_of_several_sentences_in_small_letters_that_words_ended_has_all_hold_again(
    db: Database, clock: ManualClock
) -> None:
    said = "the harbour dev server listens on 4100. and we use tabs in the makefiles, never spaces"
    later = "harbour dev server is on 4300 now"
    say(db, clock, said, later)
    assert said not in texts(db)
    readings.read_all(db, Reader({later: ("tabs", SURE)}))
    assert said in texts(db)


@pytest.mark.parametrize(
    ("said", "later"),
    [
        ("fine. release? let's go with tuesdays. not today", "the release is on thursdays now"),
        ("fine. release? let's go with tuesdays. not today", "release day is thursday from now on"),
        ("fine. release? let's go with tuesdays. not today", "no release on thursdays then, we do mondays"),
        ("ok. the database? let's use postgres. we had that before", "the database is sqlite now"),
        ("hm. port? let's use 8020. its free", "the port is 9000 now"),
        ("staging moved. it listens on port 8020 now, please use that", "staging is gone, we switched it off"),
    ],
)
def test_a_question_is_over_with_its_answer_and_what_refers_back_with_what_it_refers_to(
    db: Database, clock: ManualClock, said: str, later: str
) -> None:
    say(db, clock, said)
    assert len(texts(db)) == 1
    say(db, clock, later)
    ending = next(word for word in ("tuesdays", "postgres", "8020") if word in said)
    readings.read_all(db, Reader({later: (ending, SURE)}))
    assert texts(db) == [later]
