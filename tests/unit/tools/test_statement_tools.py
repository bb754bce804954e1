"""What somebody said about how to work, confirmed, corrected and forgotten by the tools there are."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from calling import Client, learn
from two_projects import folder_of

from memory_mcp.errors import InvalidInputError
from memory_mcp.store.sessions import statements, turns
from memory_mcp.store.sessions.statements import Statement
from memory_mcp.store.sessions.turns import Utterance
from memory_mcp.tools.decisions import memory_decide
from memory_mcp.tools.documents import memory_read
from memory_mcp.tools.forget import memory_forget
from memory_mcp.tools.graph import memory_observation_supersede
from memory_mcp.tools.learnings import memory_learn, memory_learn_archive, memory_learn_update
from memory_mcp.tools.search import memory_search


@pytest.fixture
def said(client: Client) -> str:
    """The id of a statement, and what the tools are asked about it."""
    with client.runtime.db.writing("test") as tx:
        turns.add(tx, Utterance("Let's use npm for the frontend.", speaker="Ada"))
        statements.catch_up(tx)
    return current(client)[0].uid


def current(client: Client) -> list[Statement]:
    with client.runtime.db.reading() as snapshot:
        return statements.current_statements(snapshot, [0], ["standing", "decision"], limit=9, at=snapshot.now)


@pytest.mark.parametrize("confirmation", [{"confidence": 1.0}, {"pinned": True}])
def test_a_statement_is_confirmed(client: Client, said: str, confirmation: dict[str, Any]) -> None:
    client.call(memory_learn_update, learningId=said, **confirmation)

    assert [(one.uid, one.is_confirmed) for one in current(client)] == [(said, True)]


def test_a_statement_is_corrected_and_keeps_its_role(client: Client, said: str) -> None:
    client.call(memory_learn_update, learningId=said, content="Let's use pnpm for the frontend.")

    assert [(one.text, one.role, one.speaker) for one in current(client)] == [
        ("Let's use pnpm for the frontend.", "decision", "Ada")
    ]


def test_a_corrected_statement_is_confirmed_unless_said_otherwise(client: Client, said: str) -> None:
    client.call(memory_learn_update, learningId=said, content="Let's use pnpm for the frontend.")
    assert [one.is_confirmed for one in current(client)] == [True]

    client.call(memory_learn_update, learningId=said, content="Let's use pnpm for the shop.", confidence=0.6)
    assert [one.is_confirmed for one in current(client)] == [False]


def test_a_statement_has_no_category(client: Client, said: str) -> None:
    with pytest.raises(InvalidInputError, match="statement"):
        client.call(memory_learn_update, learningId=said, category="insight")


@pytest.mark.parametrize("erase", [True, False])
def test_a_statement_is_forgotten_and_its_turn_stays(client: Client, said: str, erase: bool) -> None:
    client.call(memory_forget, ids=[said], erase=erase)

    assert current(client) == []
    assert len(client.call(memory_search, query="npm for the frontend")["hits"]) == 1


def test_what_somebody_put_in_the_place_of_a_statement_is_named_beside_its_turn(client: Client, said: str) -> None:
    given = {"title": "Packages", "decision": "Use pnpm.", "reasoning": "It is faster.", "supersedesId": said}
    made = client.call(memory_decide, **given)["id"]
    asked = {"query": "npm for the frontend", "types": ["turn"], "full": True}
    assert [hit["contradictedBy"] for hit in client.call(memory_search, **asked)["hits"]] == [made]


def test_a_reason_is_not_taken_for_what_ended_a_statement(client: Client, said: str) -> None:
    client.call(memory_observation_supersede, observationId=said, reason="we moved in May")
    (hit,) = client.call(memory_search, query="npm for the frontend", types=["turn"], full=True)["hits"]
    assert "contradictedBy" not in hit


def test_erasing_a_statement_names_the_turn_that_still_says_it(client: Client, said: str) -> None:
    turn = client.call(memory_read, id=said)["source"].removeprefix("turn ")

    assert turn in client.call(memory_forget, ids=[said], erase=True)["notice"]
    assert "notice" not in client.call(memory_forget, ids=[turn], erase=True)


def test_erasing_counts_rows_of_other_projects_that_say_the_same_and_names_none(client: Client, tmp_path: Path) -> None:
    other = learn(Client(client.runtime, folder_of(tmp_path, "other")), "Invoices are sent on the first Monday.")
    here = Client(client.runtime, folder_of(tmp_path, "here"))
    told = here.call(memory_forget, ids=[learn(here, "Invoices are sent on the first Monday.")], erase=True)

    assert other not in told["notice"]
    assert "the same words stay in 1 row of other projects" in told["notice"]
    everywhere = here.call(memory_search, query="Invoices first Monday", project="*")
    assert [hit["id"] for hit in everywhere["hits"]] == [other]


def test_forgetting_the_turn_forgets_what_it_says(client: Client, said: str) -> None:
    turn = client.call(memory_read, id=said)["source"].removeprefix("turn ")
    client.call(memory_forget, ids=[turn])

    assert current(client) == []


def test_a_statement_is_archived(client: Client, said: str) -> None:
    client.call(memory_learn_archive, learningId=said)

    assert current(client) == []


def test_a_recorded_decision_takes_the_place_of_one_that_was_said(client: Client, said: str) -> None:
    client.call(memory_decide, title="frontend", decision="pnpm", reasoning="faster", supersedesId=said)

    assert current(client) == []


def test_a_statement_and_its_turn_are_one_hit(client: Client, said: str) -> None:
    [hit] = client.call(memory_search, query="npm for the frontend")["hits"]

    assert (hit["type"], hit["id"] == said) == ("turn", False)


@pytest.mark.parametrize(
    ("fact", "told"),
    [
        ("The preview server listens on port 8095.", [("said", "8090 / 8095")]),
        ("The mail server listens on port 2525.", []),
        ("The preview server is shared by both teams.", []),
    ],
)
def test_a_fact_with_another_value_than_somebody_told_names_what_was_said(
    client: Client, fact: str, told: list[tuple[str, str]]
) -> None:
    with client.runtime.db.writing("test") as tx:
        turns.add(tx, Utterance("We moved the preview server to port 8090.", speaker="Ada"))
        statements.catch_up(tx)
        [moved] = statements.current_statements(tx, [0], ["change"], limit=9, at=tx.now)

    found = client.call(memory_learn, category="fact", content=fact)["possibleContradictions"]

    assert [(one["kind"], one["evidence"]) for one in found] == told
    assert all(one["id"] == moved.uid for one in found)
