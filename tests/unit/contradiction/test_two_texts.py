"""Two texts that cannot both hold, and such that can: what the rules see, in either order."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_mcp.contradiction.kinds import DEFAULT_DRIFT, drift_of
from memory_mcp.contradiction.verdict import contradict

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
        found = contradict(a, b)
        assert found is not None
        assert (found.kind, found.evidence.startswith(("denied in one: ", "without, in one: "))) == (
            "negation", True,
        )  # fmt: skip


@pytest.mark.parametrize(("a", "b"), BOTH_CAN_HOLD)
def test_what_can_both_hold_does_not_clash(a, b):
    assert (contradict(a, b), contradict(b, a)) == (None, None)


@pytest.mark.parametrize(
    ("a", "b", "drifts"), [(0.9, 0.5, True), (0.7, 0.5, True), (0.7, 0.6, False), (None, 0.2, False)]
)
def test_two_confidences_drift_apart_from_the_least_difference_on(a, b, drifts):
    found = drift_of(a, b, DEFAULT_DRIFT, 1.0)
    assert (found is not None and found.kind == "confidence_drift") == drifts


def test_other_numbers_are_a_clash_of_values():
    found = contradict("The API's port is 5432", "The API's port is 5433")
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
    assert contradict(a, a) is None


def kind_of(a: str, b: str) -> tuple[str, float] | None:
    found = contradict(a, b)
    return None if found is None else (found.kind, found.similarity)


@given(st.text(max_size=60), st.text(max_size=60))
def test_any_text_can_be_compared(a, b):
    assert kind_of(a, b) == kind_of(b, a)
