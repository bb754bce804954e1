"""A number that names one of many things is part of what is spoken of, and no value of it."""

from __future__ import annotations

import pytest

from memory_mcp.contradiction.verdict import contradict


@pytest.mark.parametrize(
    "text",
    [
        "fact number {} about bob",
        "this is message {} of the batch",
        "the answer is in section {}",
        "row id {} in the table",
        "many words about thing {}",
        "bob fact nr {}",
        "load test record {} for the parser",
        "step {} of the migration",
        "we read chapter {} of the book",
        "le fait numéro {} sur bob",
        "die Notiz Nummer {} über Bob",
        "el ejemplo {} de la lista",
    ],
)
def test_the_next_of_an_enumeration_contradicts_nothing(text):
    assert contradict(text.format(4), text.format(5)) is None
    assert contradict(text.format(4), text.format(5), is_one_entity=True) is None


@pytest.mark.parametrize(
    "text",
    [
        "The number of retries is {}",
        "The service number is {}",
        "phone number {} for bob",
        "Bob's room number: {}",
        "Staging listens on port {}",
        "Our team has {} people",
        "Max connections: {}",
    ],
)
def test_a_number_somebody_has_one_of_is_a_value(text):
    found = contradict(text.format(4), text.format(5))
    assert found is not None
    assert found.kind == "value"
