"""Sentences that say how to work, and those that only look like it."""

from __future__ import annotations

import pytest

from memory_mcp.statements.recognition import statements
from memory_mcp.statements.sentences import in_small_letters, sentences

TOLD = {
    "standing": [
        "Always run the whole suite before you say it's finished.",
        "Never deploy until the tests are fixed.",
        "Please never push to main without asking me.",
        "Don't ever mock the database again.",
        "From now on, answer in German.",
        "Actually, answer me in English from now on.",
        "I prefer short answers.",
    ],
    "decision": ["Let's go with Postgres for the queue because we know it.", "We drop Redis."],
    "change": [
        "We moved to port 6543 yesterday.",
        "We no longer support Python 3.8.",
        "The v1 endpoint is deprecated since May.",
        "The legacy importer is now deprecated (see the wiki).",
    ],
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
        "Half of my neighbours are retired teachers.",
        "If we moved to Kafka, what would change?",
        "> Always use tabs",
        "```\nAlways use tabs\n```",
    ],
)
def test_what_asks_supposes_quotes_or_chats_says_nothing(text: str) -> None:
    assert statements(text) == []


SAID = [
    ("standing", "Nutze bitte immer pnpm, nie npm."),
    ("decision", "Wir nehmen Postgres für die Warteschlange."),
    ("decision", "Wir lassen Kafka fallen."),
    ("change", "Der Staging-Server läuft jetzt auf Port 6543."),
    ("open", "Noch offen: die Migration der alten Aufträge."),
    ("withdrawn", "Du darfst npm wieder verwenden."),
    ("standing", "A partir de ahora escribe los comentarios en inglés."),
    ("decision", "Nos quedamos con Python 3.11."),
    ("decision", "Abandonamos Kafka."),
    ("change", "Hemos cambiado el tiempo límite de 30 a 45 segundos."),
    ("open", "Todavía falta la documentación del importador."),
    ("withdrawn", "Ya puedes usar npm otra vez."),
    ("standing", "Ne pousse jamais sur main sans me demander."),
    ("decision", "On reste sur Python 3.11."),
    ("decision", "On abandonne Kafka."),
    ("decision", "Nous abandonnons Kafka."),
    ("decision", "Laissons tomber Kafka."),
    ("change", "Nous avons migré de Jenkins vers GitHub Actions."),
    ("open", "Il manque encore la documentation de l'import."),
    ("withdrawn", "Tu peux de nouveau utiliser npm."),
    ("standing", "Usa sempre pnpm, mai npm."),
    ("decision", "Andiamo con Postgres per la coda."),
    ("decision", "Abbandoniamo Kafka."),
    ("change", "La settimana scorsa siamo passati da Jenkins a GitHub Actions."),
    ("open", "Il test di accesso non è ancora stato scritto."),
    ("withdrawn", "Puoi usare di nuovo npm."),
    ("standing", "Nunca faça push na main sem me perguntar."),
    ("decision", "Ficamos com Python 3.11."),
    ("decision", "Abandonamos o Kafka."),
    ("change", "Aumentamos o tempo limite de 30 para 45 segundos."),
    ("change", "Mudamos da porta 5432 para a porta 6543."),
    ("change", "Mudámos o servidor da porta 5432 para a 6543."),
    ("open", "Ainda falta a documentação do importador."),
    ("withdrawn", "Pode usar npm de novo."),
    ("standing", "Push nooit naar main zonder het mij te vragen."),
    ("decision", "We blijven bij Python 3.11."),
    ("change", "De testserver draait nu op poort 6543."),
    ("open", "De documentatie van de import ontbreekt nog."),
    ("withdrawn", "Je mag npm weer gebruiken."),
]


@pytest.mark.parametrize(("told", "text"), SAID)
def test_six_more_languages_are_understood(told: str, text: str) -> None:
    assert [one.told for one in statements(text)] == [told]


@pytest.mark.parametrize(
    ("text", "before", "after"),
    [
        ("Wir sind von Jenkins auf GitHub umgestiegen.", "Jenkins", "GitHub"),
        ("Hemos cambiado el tiempo de 30 a 45 segundos.", "30", "45 segundos"),
        ("Nous avons migré de Jenkins vers GitHub.", "Jenkins", "GitHub"),
    ],
)
def test_the_values_of_a_change_are_read(text: str, before: str, after: str) -> None:
    [found] = statements(text)
    assert (found.before, found.after) == (before, after)


def test_an_assistant_has_no_wishes() -> None:
    assert statements("Always use tabs.", by_assistant=True) == []


def test_the_standing_wishes_of_a_text_are_given_as_they_were_written() -> None:
    found = statements("Fine. Always use *tabs* here. Next: the docs.")
    assert [one.text for one in found if one.told == "standing"] == ["Always use *tabs* here."]


def test_who_types_in_small_letters_has_wishes_too() -> None:
    [found] = statements("that cost me an hour. never run the downgrade on staging.")
    assert (found.told, found.text, found.is_aside) == ("standing", "never run the downgrade on staging.", False)
    # An assistant writes sentences; an abbreviation ends none.
    assert statements("that took an hour. always ask first.", by_assistant=True) == []
    assert statements("mit z.B. immer neuen Namen") == []


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("fine. release? let's go with tuesdays. not today", "release? let's go with tuesdays."),
        (
            "gut. release? machen wir dienstags, nie freitags. heute nicht",
            "release? machen wir dienstags, nie freitags.",
        ),
        ("was that the pre-release? no way. release? let's go with tuesdays.", "release? let's go with tuesdays."),
        ("do you think anybody will ever read this? always ask first.", "always ask first."),
        ("can you see why it fails on ci? and never touch legacy/ again", "and never touch legacy/ again"),
        ("passt das jetzt alles so?! und bitte keine emojis mehr", "und bitte keine emojis mehr"),
        ("oh no! looks ok! never push on fridays. right", "never push on fridays."),
    ],
)
def test_a_short_question_in_front_names_the_matter(said: str, told: str) -> None:
    assert [one.text for one in statements(said)] == [told]


@pytest.mark.parametrize(
    "wish",
    [
        "immer erst die tests laufen lassen",
        "und nie direkt auf main pushen",
        "Nie mit --force pushen.",
        "immer sofort committen",
    ],
)
def test_a_german_adverb_or_preposition_in_front_is_no_verb(wish: str) -> None:
    assert [one.told for one in statements(wish)] == ["standing"]


@pytest.mark.parametrize(
    "wish", ["pls never log the mail again", "plz use pnpm", "no emojis pls", "ok pls dont touch legacy anymore"]
)
def test_please_may_be_typed_in_short(wish: str) -> None:
    assert [one.told for one in statements(wish)] == ["standing"]


@pytest.mark.parametrize("said", ["pls look at the log", "can u run it pls", "pls never mind"])
def test_what_is_asked_for_once_in_short_is_no_wish(said: str) -> None:
    assert statements(said) == []


@pytest.mark.parametrize("said", ["immer passt das nicht mit den daten", "nie klappt es mit den alten treibern"])
def test_a_german_verb_behind_always_makes_no_wish(said: str) -> None:
    assert statements(said) == []


def test_who_wants_to_see_one_thing_first_has_no_standing_wish() -> None:
    assert statements("Do the model first, I want to see it before you write the views.") == []
    assert statements("i want to see it before you write the views") == []


@pytest.mark.parametrize(
    "said",
    [
        "use npm, yarn etc. only with a lockfile.",
        "immer mit Tests bzw. lints committen.",
        "preise immer inkl. mwst angeben",
        "always write tests incl. edge cases before you commit",
        "nutze immer pnpm ggf. yarn",
    ],
)
def test_an_abbreviation_ends_no_sentence_in_small_letters(said: str) -> None:
    assert in_small_letters(said) == [said]


@pytest.mark.parametrize(
    "wish",
    [
        "I want to see the plan before you write any code.",
        "I want to check that the tests pass before you commit.",
        "I want to see that every test passes before you push.",
        "i want to review these kinds of changes before you merge",
    ],
)
def test_who_wants_to_see_a_kind_of_thing_first_has_a_standing_wish(wish: str) -> None:
    assert [one.told for one in statements(wish)] == ["standing"]


def test_a_day_of_the_month_ends_no_sentence_and_a_number_does() -> None:
    assert [one.text for one in statements("Die Abnahme ist jetzt am 2. Juni.")] == [
        "Die Abnahme ist jetzt am 2. Juni."
    ]
    [found] = statements("On Friday we moved from Node 18 to Node 20. Thanks for the help.")
    assert found.text == "On Friday we moved from Node 18 to Node 20."


def test_a_value_that_is_put_right_at_once_stays_with_what_it_puts_right() -> None:
    for said in (
        "The rent goes to 680 a month.. hang on.. 685 it says, I read it without my glasses.",
        "They move to 20 May.. no, let me look. 21 May.",
        "Der Port ist 5433. Nein, 5434.",
    ):
        assert list(sentences(f"A letter came. {said} Thanks!")) == ["A letter came.", said, "Thanks!"]
    assert list(sentences("Ok then... We use pnpm. 42 tests of them fail.")) == [
        "Ok then...", "We use pnpm.", "42 tests of them fail.",
    ]  # fmt: skip


def test_a_number_that_counts_what_follows_is_no_part_of_the_sentence_before() -> None:
    said = "1. Keep at most 5 branches open. 2. Never push to main without a review. 3. Answer in German. Q3."
    assert list(sentences(said)) == [
        "Keep at most 5 branches open.", "Never push to main without a review.", "Answer in German.",
    ]  # fmt: skip


def test_what_a_program_prints_is_no_sentence() -> None:
    pasted = """The import crashes, from now on always open files with a timeout.
Traceback (most recent call last):
  File "/srv/app/importer.py", line 88, in read_folder
app.exif.InvalidImageError: We no longer read that, always convert it first.
Uncaught (in promise) Error: never call this twice
    at async connect (ws.ts:22:5)
2026-11-09 10:00:01,123 WARN Always set a timeout.
ERROR:    [Errno 98] error while attempting to bind on address: address already in use
WARNING:django.request:Never trust this header.
[INFO] From now on every module is built again.
panic: runtime error: index out of range [3] with length 3
goroutine 1 [running]:
exit status 2
Error handling stays as it is.
WARNING: never push to main."""

    assert list(sentences(pasted)) == [
        "The import crashes, from now on always open files with a timeout.", "Error handling stays as it is.",
        "WARNING: never push to main.",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "said",
    [
        "TODO check the restore script before the fair", "TODO(mara) rivedere i testi della home",
        "TODO: die Rechnungen prüfen, sobald die Liste fertig ist", "Still missing: the print styles and the imprint.",
    ],
)  # fmt: skip
def test_a_mark_in_capitals_says_what_is_left_to_do_in_every_language(said: str) -> None:
    assert [one.told for one in statements(said)] == ["open"]


@pytest.mark.parametrize(
    "said",
    [
        "print styles for the menu still missing", "Druckvorlage für die Karte noch offen",
        "le prove del forno ancora in sospeso", "las pruebas del horno todavía pendientes",
        "la traduction du menu toujours en attente", "vertaling van het menu nog open",
        "a tradução do menu ainda pendente",
    ],
)  # fmt: skip
def test_what_is_left_open_may_be_said_without_a_verb(said: str) -> None:
    assert [one.told for one in statements(said)] == ["open"]


def test_what_was_open_and_whether_it_is_leaves_nothing_to_do() -> None:
    for said in ("is the baker on the corner still open", "the door of the baker was still open"):
        assert statements(said) == []


@pytest.mark.parametrize("said", ["TODO lists are for the meeting", "TODO comments: who reads them?", "TODO later"])
def test_who_speaks_of_such_marks_leaves_nothing_to_do(said: str) -> None:
    assert statements(said) == []


def test_what_is_never_to_be_done_to_a_thing_may_stand_behind_it_in_italian() -> None:
    [found] = statements("le chiavi di prova stanno nel vault, non copiarle mai in chat")
    assert (found.told, found.is_aside) == ("standing", False)
    assert statements("mi piace dormire, non alzarmi mai presto") == []


@pytest.mark.parametrize(
    "wish",
    [
        "answer in two lines and in English", "antworte kurz und auf deutsch", "contéstame en español, siempre",
        "réponds court et en français stp", "rispondimi in italiano", "responde breve e em português",
        "antwoord kort graag",
    ],
)  # fmt: skip
def test_how_to_answer_is_likely_a_wish(wish: str) -> None:
    [told] = statements(wish, asides=True)
    assert (told.told, told.share >= 0.6) == ("standing", True)


@pytest.mark.parametrize(
    "said",
    [
        "answer in one sentence what broke", "did they answer in english?", "der server antwortet kurz nicht",
        "the clerk said they reply in English only",
    ],
)  # fmt: skip
def test_what_is_to_be_answered_once_and_who_else_answers_is_none(said: str) -> None:
    assert statements(said, asides=True) == []


def test_an_assistant_has_no_wish_how_to_answer() -> None:
    assert statements("Answer briefly, please.", by_assistant=True, asides=True) == []


@pytest.mark.parametrize(
    "said",
    [
        "fix the bug; always write tests first",
        "fix the bug - always write tests first",
        "Fix the bug \N{EM DASH} never push to main.",
        "Repariere den Fehler; schreib immer zuerst Tests",
        "corrige le bug ; ne pousse jamais sur main",
        "corrige el error; escribe siempre pruebas primero",
        "correggi il bug; scrivi sempre i test prima",
        "corrija o erro; nunca faça push na main",
        "los de bug op; push nooit naar main",
        "as I said - always write tests first",
        "Bob says the build is red; always run the tests first",
        "zoals ik zei - gebruik altijd tabs",
        "secondo me - usa sempre i tab",
    ],
)
def test_a_wish_that_is_added_to_a_task_is_told_with_it(said: str):
    assert [(one.told, one.text) for one in statements(said)] == [("standing", said)]


@pytest.mark.parametrize(
    "said",
    [
        "the test fails; it always prints 3",
        "the cache is cold - always has been",
        "fix the bug; let's go with Postgres?",
        "fix the bug; always write tests first?",
        "they told me: fix the bug; never mind the rest",
        "the docs say - always use tabs",
        "the docs say; always use tabs",
        "fix the bug - the linter complains - always use tabs",
        "My boss says \N{EM DASH} never commit on Fridays",
        "according to the docs - always use tabs",
        "In der Doku steht - verwende immer Tabs",
        "La documentación dice - usa siempre tabuladores",
        "La doc dit - utilise toujours des tabulations",
        "La documentazione dice - usa sempre i tab",
        "A documentação diz - use sempre tabs",
        "De docs zeggen - gebruik altijd tabs",
    ],
)
def test_what_is_added_to_a_task_and_is_no_wish_says_nothing(said: str):
    assert statements(said) == []


def test_what_an_assistant_adds_is_no_wish():
    assert statements("fix the bug; always write tests first", by_assistant=True) == []
