"""A later word in talk that makes an earlier one out of date, and one that does not."""

from __future__ import annotations

import pytest

from memory_mcp.statements.replacement import replaces, topics_of


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("push the nightly export back to 04:15", "and the export has to move again, to 05:10 this time"),
        ("firing is on Tuesday each week", "So firing day is Thursday from now on, not tuesday"),
        ("de las garantías se encarga Efrén", "De las garantías se ocupa Nuria desde hoy"),
        ("Die Testdatenbank liegt auf Port 5544", "die Testdatenbank hört jetzt auf 5571"),
    ],
)
def test_another_value_or_holder_of_the_same_replaces_it(older: str, newer: str) -> None:
    assert replaces(newer, older, is_sure=False)


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("push the nightly export back to 04:15", "the backup runs at 02:00 now"),
        ("the export starts at 04:15", "the export writes 31 files"),
        ("Lena looks after the invoices", "invoices look nice on the phone"),
    ],
)
def test_another_thing_or_another_kind_of_value_replaces_nothing(older: str, newer: str) -> None:
    assert not replaces(newer, older, is_sure=False)


def test_what_a_rule_told_is_replaced_by_more_than_a_number() -> None:
    older, newer = "The staging server listens on port 8443", "the server took 9000 ms"
    assert replaces(newer, older, is_sure=False)
    assert not replaces(newer, older, is_sure=True)


def test_the_matter_of_a_text_is_none_of_everyday_talk_nor_what_it_quotes() -> None:
    said = 'quand tu veux, he wrote "always use flac", mais le devis du plombier passe avant le 23'
    assert topics_of(said) >= {"devis", "plomb", "23"}
    assert topics_of(said).isdisjoint({"quand", "passe", "flac", "alway"})
