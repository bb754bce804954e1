"""Notes and turns read beside the query: what reading says orders and cuts notes, and long ones keep their chance."""

from __future__ import annotations

import math
from collections.abc import Sequence
from datetime import timedelta

import pytest
from hashing import HashingEmbedder

from memory_mcp.store.contradictions import pairs, scan
from memory_mcp.store.facts.facts import assert_
from memory_mcp.store.facts.versions import Draft
from memory_mcp.store.facts.visibility import Filter
from memory_mcp.store.file.database import Database
from memory_mcp.store.search.answer import SearchAnswer
from memory_mcp.store.search.prompt_evidence import LONGEST_READ, Odds
from memory_mcp.store.search.read_beside import READ, SLOPE, SLOPE_OF_TURNS, START, START_OF_TURNS, TURNS_READ
from memory_mcp.store.search.request import Request
from memory_mcp.store.search.search import search
from memory_mcp.store.search.verdict import PERHAPS_FROM
from memory_mcp.store.sessions import sessions, turns
from memory_mcp.store.vectors import index
from memory_mcp.temporal import MICROSECOND, AsOf, Period

PORT, OWNER, COLOUR = "The gateway listens on port 8443", "Petra looks after the gateway", "The gateway has a blue logo"
PORT_OF_LONG = "The gateway port is 8443. "
QUERY, OF_A_DAY, YESTERDAY = "gateway port", "gateway 40 days ago", "gateway port that closed yesterday"


def stored(db: Database, *notes: str, kind: str = "learning", days_ago: int = 0) -> None:
    with db.writing("test") as tx:
        for body in notes:
            assert_(tx, Draft(kind=kind, body=body, valid=Period(tx.now - timedelta(days=days_ago) // MICROSECOND)))
    embedder = HashingEmbedder()
    db.load_vectors()
    while index.catch_up(db, embedder).waiting:  # type: ignore[union-attr]  # one model
        pass


def asked(
    db: Database, odds: Odds | None, *, query: str = QUERY, is_cut: bool = True, mode: str = "hybrid"
) -> SearchAnswer:
    vector = HashingEmbedder().embed_query(query)
    with db.reading() as snapshot:
        filter_ = Filter(as_of=AsOf(snapshot.now, snapshot.now), project_id=-1)
        request = Request(query, filter_, is_cut=is_cut, mode=mode)  # type: ignore[arg-type]  # one of the modes
        return search(snapshot, request, vector, odds=odds)


class Reader:
    """Reads by a table; notes what it was given."""

    def __init__(self, **sure: float) -> None:
        self.sure, self.read = sure, list[str]()

    def odds(self, query: str, notes: Sequence[str]) -> list[float]:
        assert query in (QUERY, OF_A_DAY, YESTERDAY)
        self.read += notes
        return [next((odds for word, odds in self.sure.items() if word in note), -6.0) for note in notes]


def bodies(answer: SearchAnswer) -> list[str]:
    return [hit.item.body for hit in answer.hits]


def test_the_note_that_reading_is_sure_of_comes_first_and_alone(db):
    stored(db, PORT, OWNER, COLOUR)

    answer = asked(db, Reader(Petra=6.0).odds)

    assert bodies(answer) == [OWNER]
    assert answer.verdict == "answers"


def test_nothing_answers_where_reading_finds_no_answer(db):
    stored(db, PORT, OWNER, COLOUR)

    answer = asked(db, Reader().odds)

    assert answer.verdict == "nothing"
    assert answer.confidence < 0.1


def test_all_hits_are_there_where_none_is_left_out(db):
    stored(db, PORT, OWNER, COLOUR)

    answer = asked(db, Reader(Petra=9.0).odds, is_cut=False)

    assert bodies(answer)[0] == OWNER
    assert set(bodies(answer)) == {PORT, OWNER, COLOUR}


def test_no_more_than_the_best_are_read_each_once(db):
    stored(db, *(f"The gateway number {number} listens on port 8{number:03}" for number in range(READ + 4)))
    reader = Reader()

    asked(db, reader.odds)

    assert len(reader.read) == len(set(reader.read)) == READ


@pytest.mark.parametrize("kind", ["turn", "digest"])
def test_only_notes_are_read(db, kind):
    stored(db, PORT, kind=kind)
    reader = Reader()

    with_reader, without = asked(db, reader.odds), asked(db, None)

    assert reader.read == []
    assert with_reader == without


def talked(db: Database, *texts: str, others: bool = False) -> None:
    """Store what a person and an assistant say in turn; of ``others`` each has a name, and none is an assistant."""
    with db.writing("test") as tx:
        session = sessions.start(tx, project_id=0, client="codex", client_session=f"talk {others}")[0]
        for place, text in enumerate(texts):
            role, title = ("user", ("Ana", "Ben")[place % 2]) if others else (("user", "assistant")[place % 2], "")
            turns.add(tx, turns.Utterance(text, session_uid=session.uid, role=role, speaker=title))
    stored(db)


SAID = (
    "put the gateway on port 8443 please", "Petra has set the port of the gateway",
    "the gateway port is still closed", "The gateway is on its port now",
)  # fmt: skip


def test_of_a_talk_with_an_assistant_the_best_turns_are_read_with_who_says_them(db):
    talked(db, *SAID)
    unread = asked(db, None)
    # The second of those that are read answers best by far, and stays where it stands.
    reader = Reader(**{bodies(unread)[1]: 2.0})

    read = asked(db, reader.odds)

    assert len(reader.read) == TURNS_READ
    assert all(text.startswith(("user: ", "assistant: ")) for text in reader.read)
    assert bodies(read) == bodies(unread)
    assert odds_of(read.confidence) == pytest.approx(odds_of(unread.confidence) + 2 * SLOPE_OF_TURNS + START_OF_TURNS)


def test_a_talk_that_reading_finds_no_answer_in_is_worth_less(db):
    talked(db, *SAID)

    read, unread = asked(db, Reader().odds), asked(db, None)

    assert odds_of(read.confidence) == pytest.approx(odds_of(unread.confidence) - 6 * SLOPE_OF_TURNS + START_OF_TURNS)
    assert odds_of(read.confidence) < odds_of(unread.confidence) - 4


def test_what_people_say_to_each_other_is_not_read(db):
    talked(db, *SAID, others=True)
    reader = Reader()

    assert asked(db, reader.odds) == asked(db, None)
    assert reader.read == []


def test_what_people_say_to_each_other_is_not_read_beside_a_talk_with_an_assistant(db):
    talked(db, *SAID, others=True)
    talked(db, "is the gateway reachable", "It is, for all I know.")
    reader = Reader()

    asked(db, reader.odds)

    assert set(reader.read) <= {"user: is the gateway reachable", "assistant: It is, for all I know."}


def test_of_a_long_turn_the_part_with_the_words_is_read(db):
    talked(db, "and so on " * 200 + "the gateway port is 8443 " + "and so on " * 200, "Good, it is noted.")
    reader = Reader()

    asked(db, reader.odds)

    assert any("the gateway port is 8443" in text and len(text) < 450 for text in reader.read)


def test_of_a_long_turn_without_spaces_between_words_the_part_with_them_is_read(db):
    rest = "\u4eca\u5929\u5929\u6c14\u5f88\u597d\u3002 " * 100
    query = "\u7f51\u5173\u7aef\u53e3"
    talked(db, f"{rest}{query}\u662f\u516b\u56db\u56db\u4e09\u3002 {rest}", "Good, it is noted.")
    read = list[str]()

    asked(db, lambda _, texts: [read.append(text) or 0.0 for text in texts], query=query)

    assert any(query in text and len(text) < 450 for text in read)


def test_a_turn_that_answers_nothing_takes_no_chance_from_a_note_that_is_not_read(db):
    stored(db, PORT_OF_LONG * 5 + "It keeps a certificate beside its log folder. " * 10)
    talked(db, "gateway port", "Good, that is noted.", "the lamp is blue", "Yes it is blue.")
    unread = asked(db, None)
    [note] = [hit for hit in unread.hits if hit.item.kind == "learning"]

    read = asked(db, lambda _, texts: [-12.0] * len(texts))

    assert (unread.hits[0].item.kind, note.chance > PERHAPS_FROM) == ("turn", True)
    assert read.confidence >= note.chance


def odds_of(chance: float) -> float:
    return math.log(chance / (1 - chance))


def test_of_words_that_no_row_has_meaning_has_the_last_say(db):
    stored(db, PORT, OWNER, COLOUR)

    read, unread = (asked(db, odds, query="kubernetes cluster") for odds in (lambda query, notes: [9.0] * 3, None))

    assert read.confidence == unread.confidence


def test_no_earlier_asking_stands_in_the_way_of_notes(db):
    with db.writing("test") as tx:
        session = sessions.start(tx, project_id=0, client="codex", client_session="earlier")[0]
        for word in ("which", "what is the", "tell me the", "and the", "now the", "so the"):
            turns.add(tx, turns.Utterance(f"{word} {QUERY}?", session_uid=session.uid, role="user"))
    stored(db, PORT, OWNER)
    unsure = PERHAPS_FROM / 2

    answer = asked(db, Reader(port=(math.log(unsure / (1 - unsure)) - START) / SLOPE).odds)

    assert bodies(answer) == [PORT]
    assert answer.confidence == pytest.approx(unsure)


def test_a_note_too_long_to_be_read_whole_keeps_its_chance(db):
    stored(db, PORT + " and says so in its log" * LONGEST_READ)
    reader = Reader()

    with_reader, without = asked(db, reader.odds), asked(db, None)

    assert reader.read == []
    assert with_reader == without


def test_an_answer_is_worth_no_less_than_a_hit_that_was_not_read(db):
    said = "gateway port it is now"
    stored(db, "The gateway port", COLOUR, "The sky is blue over Hamburg")
    stored(db, said, kind="turn")
    chances = {hit.item.body: hit.chance for hit in asked(db, None).hits}
    assert list(chances)[1] == said

    answer = asked(db, Reader().odds)

    assert answer.confidence == chances[said]
    assert answer.verdict == "perhaps"


def test_a_note_of_the_day_that_is_asked_for_keeps_its_chance(db):
    stored(db, PORT, days_ago=40)
    stored(db, COLOUR)
    reader = Reader()

    with_reader, without = (asked(db, odds, query=OF_A_DAY) for odds in (reader.odds, None))

    assert not any(PORT in note for note in reader.read)
    assert with_reader.hits[0] == without.hits[0]
    assert with_reader.verdict == without.verdict == "answers"


def test_a_note_of_the_days_after_the_one_that_is_named_is_read(db):
    stored(db, PORT)
    reader = Reader()

    asked(db, reader.odds, query=YESTERDAY)

    assert reader.read == [PORT]


def test_beside_a_note_that_is_out_of_date_the_newer_one_is_shown_however_it_is_read(db, clock):
    newer = "The gateway listens on port 9443"
    stored(db, PORT, COLOUR)
    clock.advance(days=1)
    stored(db, newer)
    pairs.catch_up(db)

    answer = asked(db, Reader(**{"8443": 9.0}).odds)

    assert bodies(answer) == [newer, PORT]
    assert answer.hits[0].chance == answer.hits[1].chance


@pytest.mark.parametrize(("likelihood", "shown"), [(0.8, [PORT, COLOUR]), (0.95, [COLOUR, PORT])])
def test_what_is_likely_to_contradict_a_shown_note_is_shown_and_what_is_sure_to_stands_first(
    db, clock, likelihood, shown
):
    stored(db, PORT, OWNER)
    clock.advance(days=1)
    stored(db, COLOUR)
    pairs.catch_up(db)
    with db.writing("test") as tx:
        ids = dict(tx.rows("SELECT body, id FROM item"))
        pair = {"older_id": ids[PORT], "newer_id": ids[COLOUR], "kind": "meaning", "evidence": ""}
        compared = scan.through(tx)
        scan.keep(tx, scan.Comparison(compared, compared, [pair | {"similarity": likelihood}]))

    answer = asked(db, Reader(**{"8443": 9.0}).odds)

    assert bodies(answer) == shown
    assert [hit.contradicted_by is not None for hit in answer.hits] == [False, likelihood > 0.9]


@pytest.mark.parametrize("name", ["gateway", "LK-902", "Gateway?"])
def test_a_name_alone_that_a_row_has_asks_for_nothing_that_could_be_read(db, name):
    stored(db, PORT, OWNER, "LK-902 is the leak of the worker")

    assert asked(db, Reader().odds, query=name) == asked(db, None, query=name)


@pytest.mark.parametrize("query", ["what is the gateway", "portal", "LK-903 gateway"])
def test_what_asks_for_more_than_a_name_or_names_what_no_row_has_is_read(db, query):
    stored(db, PORT, OWNER, "LK-902 is the leak of the worker")
    read: list[str] = []

    asked(db, lambda _, notes: read.extend(notes) or [-6.0] * len(notes), query=query)  # type: ignore[func-returns-value]  # None

    assert read


def test_without_anything_that_reads_an_answer_is_as_before(db):
    stored(db, PORT, OWNER, COLOUR)

    assert asked(db, lambda query, notes: ()) == asked(db, None)


@pytest.mark.parametrize("mode", ["fts", "vector"])
def test_who_asks_for_one_leg_gets_it_as_it_is(db, mode):
    stored(db, PORT, OWNER, COLOUR)
    reader = Reader(Petra=9.0)

    asked(db, reader.odds, mode=mode)

    assert reader.read == []
