"""Facts that cannot both hold: what the rules see, what they leave alone, and the scan that finds the pairs."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_mcp.errors import InvalidInputError, NotFoundError
from memory_mcp.store import comparing, contradictions, entities, facts, observations, projects, state
from memory_mcp.store.clash import clash
from memory_mcp.store.db import Database
from memory_mcp.store.items import Draft
from memory_mcp.temporal import Period

DENIED = [
    ("The API uses Redis for caching", "The API doesn't use Redis"),
    ("The API uses Redis", "The API doesn\u2019t use Redis"),
    ("The cache is shared", "The cache isnt shared"),
    ("The build can run offline", "The build cannot run offline"),
    ("We deploy on Fridays", "We never deploy on Fridays"),
    ("Alice likes coffee", "Alice does not like coffee because of her stomach"),
    ("The worker uses blocking IO", "The worker uses non-blocking IO"),
    ("The job runs with tests", "The job runs without tests"),
    ("You may push to main", "Nobody may push to main"),
    ("Der Dienst nutzt Redis", "Der Dienst nutzt kein Redis"),
    ("Anna isst Fleisch", "Anna isst niemals Fleisch"),
    ("Der Cache wird geteilt", "Der Cache wird nicht geteilt"),
    ("El servicio usa Redis", "El servicio no usa Redis"),
    ("El equipo trabaja los viernes", "El equipo no trabaja nunca los viernes"),
    ("Ana come carne", "Ana jam\u00e1s come carne"),
    ("Le service utilise Redis", "Le service n\u2019utilise pas Redis"),
    ("L'API accepte XML", "L'API n'accepte jamais XML"),
    ("Il servizio usa Redis", "Il servizio non usa Redis"),
    ("Marco mangia carne", "Marco non mangia mai carne"),
    ("O servi\u00e7o usa Redis", "O servi\u00e7o n\u00e3o usa Redis"),
    ("A Ana come carne", "A Ana nunca come carne"),
    ("De dienst gebruikt Redis", "De dienst gebruikt geen Redis"),
    ("Jan eet vlees", "Jan eet nooit vlees"),
]
BOTH_CAN_HOLD = [
    # Other things are denied than said.
    ("The service does not use Redis", "The service uses Postgres"),
    ("Deploys are not allowed on Friday", "Deploys are allowed on Monday"),
    ("The nightly backup of the server does not run on Friday", "The nightly backup of the server runs on Monday"),
    # Twice denied in one clause is denied once.
    ("El equipo no trabaja nunca", "El equipo no trabaja"),
    ("Il ne mange pas de viande", "Il ne mange jamais de viande"),
    # Words that look like a negation.
    ("Das Release ist im Mai", "Release im Mai"),
    ("It is a sin to deploy on Friday", "To deploy on Friday is a sin"),
    ("Not only Redis is used", "Redis is used"),
    ("No, we use Redis", "We use Redis"),
    ("Issue no. 5 is open", "Issue 5 is open"),
    # A question claims nothing.
    ("Does the API use Redis?", "The API does not use Redis"),
    # A list that grows, and nothing at all.
    ("Alice speaks German", "Alice speaks Spanish"),
    ("", "not"),
    ("not", "never"),
]  # fmt: skip


@pytest.mark.parametrize(("said", "denied"), DENIED)
def test_a_statement_and_its_denial_clash_in_either_order(said, denied):
    for a, b in ((said, denied), (denied, said)):
        found = clash(a, b)
        assert found is not None
        assert (found.kind, found.evidence.startswith(("denied in one: ", "without, in one: "))) == (
            "negation", True,
        )  # fmt: skip


@pytest.mark.parametrize(("a", "b"), BOTH_CAN_HOLD)
def test_what_can_both_hold_does_not_clash(a, b):
    assert (clash(a, b), clash(b, a)) == (None, None)


@pytest.mark.parametrize(
    ("a", "b", "drifts"), [(0.9, 0.5, True), (0.7, 0.5, True), (0.7, 0.6, False), (None, 0.2, False)]
)
def test_the_same_statement_with_two_confidences_drifts_from_the_least_difference_on(a, b, drifts):
    found = clash("The job takes two hours", "The job takes two hours.", a_confidence=a, b_confidence=b)
    assert (found is not None and found.kind == "confidence_drift") == drifts


def test_other_numbers_are_a_clash_of_values_and_no_drift():
    found = clash("The API's port is 5432", "The API's port is 5433", a_confidence=0.9, b_confidence=0.1)
    assert found is not None
    assert (found.kind, found.evidence) == ("value", "5432 / 5433")


TEXTS = st.lists(
    st.sampled_from(
        [
            "the",
            "api",
            "does",
            "not",
            "use",
            "redis",
            "never",
            "no",
            "caches",
            "mai",
            "sin",
            "kein",
            "isn't",
            ",",
            ".",
            "?",
            "5",
        ]
    ),
    max_size=9,
).map(" ".join)


@given(TEXTS, TEXTS)
def test_whether_two_texts_clash_does_not_depend_on_their_order_and_no_text_clashes_with_itself(a, b):
    assert kind_of(a, b) == kind_of(b, a)
    assert clash(a, a) is None


def kind_of(a: str, b: str) -> tuple[str, float] | None:
    found = clash(a, b)
    return None if found is None else (found.kind, found.similarity)


@given(st.text(max_size=60), st.text(max_size=60))
def test_any_text_can_be_compared(a, b):
    assert kind_of(a, b) == kind_of(b, a)


def learn(db: Database, text: str, *, project: int = 0, confidence: float = 0.7, kind: str = "learning", **more) -> str:
    with db.writing("test") as tx:
        valid = more.pop("valid", None) or Period(tx.now)
        draft = Draft(kind=kind, body=text, valid=valid, project_id=project, confidence=confidence, **more)
        return facts.assert_(tx, draft).uid


def scan(db: Database, project: int = 0, **more) -> list[tuple[str, str, str]]:
    comparing.catch_up(db)
    with db.reading() as snapshot:
        found = contradictions.kept(snapshot, project=project, **more)
    return [(pair.clash.kind, pair.older.uid, pair.newer.uid) for pair in found.pairs if pair.clash]


def test_a_scan_names_the_older_and_the_newer_of_a_pair(db, clock):
    old = learn(db, "The API uses Redis")
    clock.advance(days=1)
    new = learn(db, "The API does not use Redis")
    learn(db, "The weather is nice")
    assert scan(db) == [("negation", old, new)]


def test_a_fact_that_was_superseded_retracted_or_archived_contradicts_nothing(db):
    old = learn(db, "The API uses Redis")
    new = learn(db, "The API does not use Redis")
    with db.writing("test") as tx:
        facts.supersede(tx, old, by=new)
    assert scan(db) == []
    again = learn(db, "The API uses Redis today")
    assert len(scan(db)) == 1
    with db.writing("test") as tx:
        state.archive(tx, again)
    assert scan(db) == []


def test_facts_that_held_one_after_the_other_do_not_contradict_each_other(db, clock):
    day = 86_400_000_000
    now = clock.now()
    learn(db, "The API uses Redis", valid=Period(now - 9 * day, now - 5 * day))
    learn(db, "The API does not use Redis", valid=Period(now - 5 * day))
    assert scan(db) == []


def test_lessons_and_decisions_are_compared_within_their_project_and_with_those_of_none(db):
    with db.writing("test") as tx:
        api, web = (projects.ensure(tx, projects.named(name)) for name in ("api", "web"))
    own = learn(db, "We use Redis for sessions", project=api)
    learn(db, "We do not use Redis for sessions", project=web, kind="decision")
    assert (scan(db, api), scan(db, -1)) == ([], [])
    shared = learn(db, "We never use Redis for sessions", kind="decision")
    assert scan(db, api) == [("negation", own, shared)]
    assert scan(db, web) == []


def observe(db: Database, name: str, text: str) -> tuple[str, str]:
    with db.writing("test") as tx:
        entity = entities.create(tx, name=name, entity_type="person").entity
        return entity.uid, observations.observe(tx, entity, text, valid=Period(tx.now)).observation.uid


def test_observations_are_compared_within_their_entity_only(db):
    ada, likes = observe(db, "Ada", "likes coffee very much")
    bea, _ = observe(db, "Bea", "does not like coffee very much")
    assert scan(db) == []
    _, dislikes = observe(db, "Ada", "does not like coffee very much")
    assert scan(db) == [("negation", likes, dislikes)]
    assert (scan(db, entity_uid=ada), scan(db, entity_uid=bea)) == ([("negation", likes, dislikes)], [])


def test_only_the_kinds_that_are_wanted_are_found(db):
    learn(db, "The job takes two hours", confidence=0.9)
    learn(db, "The job takes two hours!", confidence=0.3)
    assert [kind for kind, *_ in scan(db)] == ["confidence_drift"]
    assert scan(db, kinds=("negation",)) == []
    assert scan(db, min_confidence_drift=0.7) == []


def test_facts_that_say_the_same_are_near_duplicates_and_no_contradiction(db):
    old, new = learn(db, "The job takes two hours"), learn(db, "The job takes two hours!")
    comparing.catch_up(db)
    with db.reading() as snapshot:
        found = contradictions.near_duplicates(snapshot, project=0)
    assert [(pair.older.uid, pair.newer.uid) for pair in found.pairs] == [(old, new)]


def test_a_dismissed_pair_stays_away_until_one_of_the_two_changes(db, clock):
    old, new = learn(db, "The API uses Redis"), learn(db, "The API does not use Redis")
    clock.advance(hours=1)
    with db.writing("test") as tx:
        contradictions.dismiss(tx, new, old, reason="two APIs")
    assert scan(db) == []
    clock.advance(hours=1)
    with db.writing("test") as tx:
        facts.correct(tx, old, body="The API uses Redis everywhere")
    assert scan(db) == [("negation", old, new)]


def test_only_two_known_facts_can_be_dismissed(db):
    uid = learn(db, "The API uses Redis")
    with db.writing("test") as tx, pytest.raises(InvalidInputError):
        contradictions.dismiss(tx, uid, uid)
    with db.writing("test") as tx, pytest.raises(NotFoundError):
        contradictions.dismiss(tx, uid, "nope")
