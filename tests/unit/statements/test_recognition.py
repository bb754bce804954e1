"""Sentences that say how to work, and those that only look like it."""

from __future__ import annotations

import pytest

from memory_mcp.statements.recognition import standing, statements

TOLD = {
    "standing": [
        "Please never push to main without asking me.",
        "Don't ever mock the database again.",
        "From now on, answer in German.",
        "I prefer short answers.",
    ],
    "decision": ["Let's go with Postgres for the queue because we know it.", "We drop Redis."],
    "change": ["We moved to port 6543 yesterday.", "We no longer support Python 3.8."],
    "open": ["Still to do: retry logic for the uploader.", "Next: write the migration."],
    "withdrawn": ["You may use npm again.", "That's done."],
}


@pytest.mark.parametrize(("told", "text"), [(told, text) for told, texts in TOLD.items() for text in texts])
def test_a_sentence_says_what_it_says(told: str, text: str) -> None:
    assert [one.told for one in statements(text)] == [told]


@pytest.mark.parametrize(
    "text",
    [
        "Never been to Paris!",
        "If we moved to Kafka, what would change?",
        "> Always use tabs",
        "```\nAlways use tabs\n```",
    ],
)
def test_what_asks_supposes_quotes_or_chats_says_nothing(text: str) -> None:
    assert statements(text) == []


def test_an_assistant_has_no_wishes() -> None:
    assert statements("Always use tabs.", by_assistant=True) == []


def test_the_standing_wishes_of_a_text_are_given_as_they_were_written() -> None:
    assert standing("Fine. Always use *tabs* here. Next: the docs.") == ("Always use *tabs* here.",)
