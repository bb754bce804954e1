"""Who says what is left to do ends none of it, and one of two things done is not both."""

from __future__ import annotations

import pytest

from memory_mcp.language.data_files import LANGUAGES
from memory_mcp.statements.phrases import phrase_of
from memory_mcp.statements.settling import finished_in, may_settle


@pytest.mark.parametrize(
    ("sentence", "open_end"),
    [
        ("The layout is done; still open are the index and the search box.", "Still to do: the index."),
        ("We stopped at the basket; open were the tax tests.", "The tax tests are still open."),
        ("Offen sind noch die Steuertests.", "Die Steuertests fehlen noch."),
        ("Quedan pendientes las pruebas.", "Faltan las pruebas."),
        ("Il reste les tests.", "Il faut encore écrire les tests."),
        ("Restano da fare i test.", "Mancano i test."),
        ("Ainda faltam os testes.", "Faltam os testes."),
        ("De tests moeten nog.", "De tests ontbreken nog."),
    ],
)
def test_who_says_what_is_left_ends_none_of_it(sentence: str, open_end: str):
    assert not may_settle(sentence, open_end)


@pytest.mark.parametrize(
    ("sentence", "open_end"),
    [
        ("The passport is renewed.", "I have to renew the passport and order a new lamp."),
        ("Der Kellersensor ist gelötet.", "Den Sensor im Keller löten und das Gehäuse drucken."),
        ("the footer is out, vat comes from the table", "still to do: the footer shows 19%; vera draws the new icon"),
        ("Le passeport est renouvelé.", "Renouveler le passeport et commander une lampe."),
    ],
)
def test_one_of_two_things_that_is_done_is_not_both(sentence: str, open_end: str):
    assert not may_settle(sentence, open_end)


@pytest.mark.parametrize(
    ("sentence", "open_end"),
    [
        ("The passport is renewed and the lamp ordered.", "I have to renew the passport and order a new lamp."),
        ("The index is written.", "We still need to write the index."),
        ("The index is written, the search box is still open.", "We still need to write the index."),
        ("The form is online.", "I still have to fix and publish the form."),
        ("Das Gehäuse ist gedruckt.", "Das Gehäuse muss noch gedruckt werden."),
        ("Il certificato si rinnova da sé.", "Il rinnovo del certificato non parte, è scaduto due volte quest'anno."),
    ],
)
def test_what_is_done_may_end_what_was_to_be_done(sentence: str, open_end: str):
    assert may_settle(sentence, open_end)


@pytest.mark.parametrize(
    ("sentence", "open_end"),
    [
        ("The port is changed; still open are the tests.", "We still need to finish the export."),
        ("Le port est changé; il reste les tests.", "Il faut encore finir le transport."),
    ],
)
def test_a_word_inside_another_ends_nothing(sentence: str, open_end: str):
    assert not may_settle(sentence, open_end)


@pytest.mark.parametrize(
    ("sentence", "open_end"),
    [
        ("Der Export ist fertig; offen sind noch die Tests.", "Der Berichtsexport fehlt noch."),
        ("Export fertig; offen sind noch die Tests.", "Der Berichtsexport fehlt noch."),
        ("De uitvoer is klaar; open staan de tests.", "De rapportuitvoer ontbreekt nog."),
        ("The app is deployed; still open are the tests.", "We still need the deployment."),
    ],
)
def test_a_part_of_a_compound_and_a_form_of_a_word_may_end_it(sentence: str, open_end: str):
    assert may_settle(sentence, open_end)


def test_what_stands_behind_what_is_left_is_a_list_of_it():
    assert finished_in("The form is online, still open: the index, the tests.") == "The form is online"


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_language_has_words_for_what_is_left(language):
    assert phrase_of(language, "unfinished").pattern
    assert phrase_of(language, "joining").pattern


def test_a_section_that_no_file_has_is_no_pattern():
    with pytest.raises(KeyError):
        phrase_of("en", "unfinnished")
