"""The verdict: what is shown of what was found, and how sure the answer is."""

from __future__ import annotations

import pytest

from memory_mcp.store.facts.facts import assert_
from memory_mcp.store.facts.versions import Draft
from memory_mcp.store.facts.visibility import Filter
from memory_mcp.store.file.database import Database
from memory_mcp.store.search.answer import SearchAnswer
from memory_mcp.store.search.request import Request
from memory_mcp.store.search.search import search
from memory_mcp.store.sessions import sessions, turns
from memory_mcp.temporal import AsOf, ManualClock, Period

FACTS = (
    "Prefers PostgreSQL over MySQL for anything transactional", "Redis is used only as a cache, never as a queue",
    "Deploys go out on Tuesday and Thursday mornings", "Staging runs in Frankfurt on two Hetzner machines",
    "Short commit messages in the imperative", "The on-call rota changes every Monday at ten",
    "Secrets live in Vault and are rotated every ninety days", "Pull requests need two approvals before the merge",
    "Logs go to Loki and are kept for thirty days", "Feature flags are managed with Unleash",
    "Marta owns the payments module", "Jonas is the contact for the warehouse integration",
)  # fmt: skip


def put(db: Database, *bodies: str, kind: str = "learning", **fields: object) -> None:
    with db.writing("test") as tx:
        for body in bodies:
            assert_(tx, Draft(kind=kind, body=body, valid=Period(tx.now), **fields))  # type: ignore[arg-type]  # of Draft


def asked(db: Database, query: str, *, is_cut: bool = True, limit: int = 10) -> SearchAnswer:
    with db.reading() as snapshot:
        filter_ = Filter(AsOf(snapshot.now, snapshot.now), -1)
        return search(snapshot, Request(query, filter_, limit, is_cut=is_cut))


def found(db: Database, query: str, **how: bool) -> list[str]:
    return [hit.item.body for hit in asked(db, query, **how).hits]


def test_the_fact_that_answers_is_shown_without_those_that_share_a_word(db):
    put(db, *FACTS, "The warehouse is in Kassel and owns nothing")
    assert found(db, "Who is the contact for the warehouse integration?") == [FACTS[-1]]
    assert found(db, "Who is the contact for the warehouse integration?", is_cut=False)[0] == FACTS[-1]
    assert len(found(db, "Who is the contact for the warehouse integration?", is_cut=False)) > 1


def test_an_answer_is_surer_than_what_shares_one_word_of_many(db):
    put(db, *FACTS)
    right = asked(db, "who owns the payments module")
    wrong = asked(db, "what colour have the lamp, the tree, the moon and the payments of Rome in spring")
    assert (right.verdict, wrong.verdict) == ("answers", "perhaps")
    assert right.confidence > wrong.confidence


def test_nothing_found_is_the_verdict_nothing(db):
    assert (asked(db, "zebra").verdict, asked(db, "zebra").confidence) == ("nothing", 0.0)


def test_where_nothing_answers_at_most_the_nearest_three_are_shown(db):
    put(db, *(f"the parser of file {number} runs on Mondays" for number in range(9)))
    answer = asked(db, "what colour have the gate, the lamp, the tree and the moon on winter Mondays")
    assert answer.verdict == "nothing"
    assert len(answer.hits) <= 3


@pytest.mark.parametrize(("rest", "is_shown"), [("", False), (" and all the teams of the region know that" * 2, True)])
def test_a_long_note_near_the_best_is_shown_where_as_near_a_fact_is_not(db, rest, is_shown):
    parts = (
        f"The gateway times out when a provider is slow to answer its first request of the day{rest}",
        f"The invoice service shares the timeout of the gateway and logs each provider that was slow{rest}",
        f"The timeout of the gateway is read from a variable of the environment at the start{rest}",
    )
    put(db, *FACTS, *parts)
    assert (parts[-1] in found(db, "why does the gateway time out for a slow provider")) == is_shown


@pytest.mark.parametrize("query", ["zebra", "the parser is slow"])
def test_of_few_rows_none_is_left_out(db, query):
    put(db, "the parser of the zebra", "a gate of the zebra is slow")
    assert len(found(db, query)) == len(found(db, query, is_cut=False))


def test_who_gives_one_word_is_shown_every_fact_that_says_it(db):
    told = ["the gateway listens on port 8443", "metrics box: same as the gateway",
            "Petra looks after the gateway, and wants a ticket before anybody touches its rules"]  # fmt: skip
    put(db, *told, *(f"note {number} is about tea from shop {number}" for number in range(9)))

    assert sorted(found(db, "gateway")) == sorted(told)
    assert found(db, "which port does the gateway listen on?") == told[:1]


@pytest.mark.parametrize("query", ["src/tea/shop.py", "bicycle-shop"])
def test_a_fact_with_some_words_of_a_query_without_spaces_does_not_say_it(db, query):
    put(db, "the gateway listens on port 8443", *(f"note {number} is about tea from shop {number}"
                                                  for number in range(9)))  # fmt: skip
    assert len(found(db, query)) < len(found(db, query, is_cut=False))


def test_a_row_that_says_nothing_about_the_question_has_hardly_a_chance(db):
    put(db, *FACTS)
    chances = [hit.chance for hit in asked(db, "who owns the payments module", is_cut=False).hits]
    assert chances[0] > 0.5
    assert all(chance < 0.2 for chance in chances[1:])


def test_no_hit_is_likelier_than_the_one_before_it(db):
    put(db, *FACTS, "Marta and Jonas own Redis", "Marta changes the rota")
    chances = [hit.chance for hit in asked(db, "what does Marta own", is_cut=False).hits]
    assert chances == sorted(chances, reverse=True)
    assert all(0.0 <= chance <= 1.0 for chance in chances)


def test_rows_that_say_the_same_are_one_hit_that_counts_them(db):
    put(db, *FACTS)
    put(db, *["The gateway is blue"] * 4, "the  gateway is BLUE.", kind="decision")
    (hit,) = asked(db, "is the gateway blue").hits
    assert (hit.item.body.lower().split()[-1].rstrip("."), hit.alike) == ("blue", 4)
    assert len(found(db, "is the gateway blue", is_cut=False)) == 5


def test_the_same_said_of_two_things_stays_two_hits(db):
    put(db, *FACTS)
    put(db, "lives in Rome", kind="observation", context="Ann", parent_uid="a")
    put(db, "lives in Rome", kind="observation", context="Bob", parent_uid="b")
    assert found(db, "who lives in Rome") == ["lives in Rome"] * 2


def test_the_prompt_that_a_search_is_for_is_no_answer_to_it(db):
    put(db, *FACTS)
    before = asked(db, "what is the phone number of our plumber?")
    put(db, "what is the phone number of our plumber?", kind="turn", session_uid="now", attributes={"role": "user"})

    after = asked(db, "what is the phone number of our plumber?")

    assert after.verdict == before.verdict != "answers"
    assert "what is the phone number of our plumber?" not in [hit.text for hit in after.hits]
    assert "what is the phone number of our plumber?" in found(
        db, "what is the phone number of our plumber?", is_cut=False
    )


POLLED = (
    "The worker looks into the reminder table every thirty seconds, which costs next to nothing, as it is small, "
    "lies in memory as a whole and has an index on the day; nobody has complained of it so far"
)


@pytest.fixture
def talked(db: Database, clock: ManualClock) -> Database:
    """A session of a question and its answer, with its digest, beside facts."""
    put(db, *FACTS)
    clock.advance(hours=1)
    with db.writing("test") as tx:
        uid = sessions.start(tx, project_id=0, client="codex", client_session="s1")[0].uid
        for role, text in (("user", "how do we find due reminders?"), ("assistant", POLLED)):
            turns.add(tx, turns.Utterance(text, session_uid=uid, role=role))
    put(
        db,
        "reminder table, worker: the worker looks into the reminder table",
        kind="digest",
        session_uid=uid,
    )
    return db


def kinds(db: Database, query: str, **how: bool) -> list[str]:
    return [hit.item.kind for hit in asked(db, query, **how).hits]


def test_a_digest_is_shown_beside_none_of_its_own_turns(talked: Database) -> None:
    query = "into which reminder table does the worker look"
    assert found(talked, query)[0] == POLLED
    assert "digest" not in kinds(talked, query)
    assert "digest" in kinds(talked, query, is_cut=False)


@pytest.mark.parametrize(
    "query",
    [
        "what did we do with how often the worker polls the reminder table",
        "how often did the worker poll on 2026-03-01",
    ],
)
def test_who_asks_what_was_done_or_names_a_day_is_told_the_digest(talked: Database, query: str) -> None:
    assert "digest" in kinds(talked, query)


def test_a_digest_that_holds_what_no_turn_does_is_shown(talked: Database) -> None:
    put(talked, "The nightly export went, since GDPR forbids the copy.", kind="digest", session_uid=session_of(talked))
    assert found(talked, "why does GDPR forbid the copy") == ["The nightly export went, since GDPR forbids the copy."]


def session_of(db: Database) -> str:
    with db.reading() as snapshot:
        return str(snapshot.value("SELECT uid FROM session"))


def test_a_digest_whose_turns_only_ask_is_shown(db: Database) -> None:
    put(db, *FACTS)
    with db.writing("test") as tx:
        uid = sessions.start(tx, project_id=0, client="codex", client_session="s1")[0].uid
        turns.add(tx, turns.Utterance("where is the reminder worker?", session_uid=uid))
    put(db, "where is the reminder worker? In worker.py.", kind="digest", session_uid=uid)
    assert "digest" in kinds(db, "the reminder worker in worker.py")


def test_where_only_questions_are_found_nothing_is_the_verdict(db):
    put(db, "where is our gate?", kind="turn", session_uid="now", attributes={"role": "user"})

    answer = asked(db, "where is the gate")

    assert (answer.verdict, answer.confidence, answer.hits) == ("nothing", 0.0, ())
