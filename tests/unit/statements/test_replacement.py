"""A later sentence in talk that makes an earlier statement out of date, and one that does not."""

from __future__ import annotations

import pytest

from memory_mcp.statements.replacement import Earlier, Later, Rarity, replaces, weighed
from memory_mcp.statements.texts import text_of

LIKELY = 0.5
SAID_BEFORE = ["the hen house needs a door", "what's for lunch", "und wie geht es der Katze", "el horno está caliente"]


def likelihood(older: str, newer: str, *, by_assistant: bool = False, same_session: bool = False) -> float:
    """Return how likely the newer sentence makes the older one out of date, where little else was said."""
    later = Later(newer, by_assistant, same_session)
    return replaces(later, weighed(older), Rarity([*SAID_BEFORE, older, newer]))


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("push the nightly export back to 04:15", "and the export has to move again, to 05:10 this time"),
        ("the pottery kiln is fired on Tuesday each week", "So the kiln is fired on Thursday from now on, not tuesday"),
        ("de las garantías se encarga Efrén", "De las garantías se ocupa Nuria desde hoy"),
        ("Die Testdatenbank liegt auf Port 5544", "die Testdatenbank hört jetzt auf 5571"),
    ],
)
def test_another_value_or_holder_of_the_same_replaces_it(older: str, newer: str) -> None:
    assert likelihood(older, newer) >= LIKELY


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("still have to ring the plumber about the boiler", "plumber came by, boiler's humming"),
        ("Zaun im Hühnerhof muss noch geflickt werden", "Hühnerhof: Zaun geflickt"),
        ("da fare: chiamare il notaio", "notaio chiamato"),
        ("reste à réserver la péniche", "péniche réservée"),
    ],
)
def test_a_report_on_what_was_left_open_ends_it(older: str, newer: str) -> None:
    assert likelihood(older, newer) >= LIKELY


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("push the nightly export back to 04:15", "the backup runs at 02:00 now"),
        ("Lena looks after the invoices of the farm shop", "invoices look nice on the phone, don't they?"),
        ("Always answer me in short sentences, I read them on the train", "the train was late, forty minutes"),
    ],
)
def test_another_matter_a_question_and_a_mention_replace_nothing(older: str, newer: str) -> None:
    assert likelihood(older, newer) < LIKELY


def test_what_is_said_of_it_in_the_same_session_or_by_an_assistant_needs_more() -> None:
    older, newer = "still have to ring the plumber about the boiler", "plumber came by, boiler's humming"
    alone = likelihood(older, newer)
    assert likelihood(older, newer, same_session=True) < alone
    assert likelihood(older, newer, by_assistant=True) < alone


def test_a_wish_that_nothing_is_said_to_change_needs_more_than_an_open_end() -> None:
    older, later = "umlauts in the export", Later("export with umlauts: fine", by_assistant=False, same_session=False)
    rarity = Rarity([*SAID_BEFORE, older, later.text])
    assert replaces(later, Earlier(older, 0, 1), rarity) < replaces(later, Earlier(older, 1, 0), rarity)


def test_the_matter_of_a_text_is_what_it_names_and_everyday_talk_is_marked_and_quotes_are_left_out() -> None:
    said = 'quand tu veux, he wrote "always use flac", mais le devis du plombier passe avant le 23'
    assert text_of(said).matters.keys() >= {"devis", "plomb", "23", "~quand", "~passe"}
    assert text_of(said).matters.keys().isdisjoint({"flac", "alway", "~alway"})


def test_a_short_name_is_known_where_it_is_written_small_later() -> None:
    assert "dns" in text_of("the DNS still has the old address").matters
    assert "dns" in text_of("dns done").later_matters
    assert "dns" not in text_of("dns done").matters


@pytest.mark.parametrize(
    ("about", "aside", "newer"),
    [
        (
            "the plumber checks the boiler, because the cellar smells of gas",
            "the boiler stays below fifty degrees, because the plumber said so",
            "Plumber has a new van, painted green",
        ),
        (
            "der Klempner prüft den Kessel, weil es im Keller riecht",
            "der Kessel bleibt unter fünfzig Grad, weil der Klempner das sagt",
            "Klempner hat ein neues Auto, grün lackiert",
        ),
    ],
)
def test_a_word_that_a_statement_is_about_tells_more_than_one_it_mentions(about: str, aside: str, newer: str) -> None:
    assert likelihood(about, newer) > likelihood(aside, newer) + 0.1
    assert likelihood(aside, newer) < LIKELY
