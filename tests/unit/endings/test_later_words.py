"""What a later word makes of an earlier statement."""

from __future__ import annotations

import pytest
from ended_statements import Reader

from memory_mcp.store.endings import by_words, compared, readings
from memory_mcp.store.facts import facts, lifecycle
from memory_mcp.store.file.database import Database
from memory_mcp.store.sessions import later_words, sessions, statements, turns
from memory_mcp.store.sessions.statements import Statement
from memory_mcp.store.sessions.turns import Utterance
from memory_mcp.temporal import ManualClock

ALL = ("standing", "decision", "change", "open")


def say(db: Database, clock: ManualClock, *texts: str) -> list[Statement]:
    """Say one sentence a minute, and return what holds then, newest first."""
    for text in texts:
        clock.advance(seconds=60)
        with db.writing("test") as tx:
            turns.add(tx, Utterance(text))
    clock.advance(seconds=60)
    while by_words.step(db):
        pass
    with db.reading() as snapshot:
        return statements.current_statements(snapshot, [0], ALL, limit=20, at=snapshot.now)


REPLACED = [
    ("Always use npm in this repository.", "From now on use pnpm in this repository."),
    ("Let's go with Redis for the queue.", "Let's go with Postgres for the queue because we know it."),
    ("The staging database is now on port 5432.", "We moved the staging database to port 6543."),
    ("We moved to port 6543.", "We moved to port 7000."),
    ("We decided to use Jest for the unit tests.", "We switched from Jest to Vitest."),
    ("I prefer short answers.", "I prefer long answers."),
    ("Always squash commits.", "Never squash commits."),
]


@pytest.mark.parametrize(("older", "newer"), REPLACED)
def test_a_newer_value_retires_the_older_one(db: Database, clock: ManualClock, older: str, newer: str) -> None:
    [left] = say(db, clock, older, newer)

    assert (left.text, left.replaces) == (newer, older)


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("Always run the tests before you commit.", "Always run the linter before you push."),
        ("We decided to use Postgres for the queue.", "We decided to use Redis for the cache."),
        ("Still to do: retry logic for the uploader.", "Still to do: the docs of the downloader."),
    ],
)
def test_two_things_both_hold(db: Database, clock: ManualClock, older: str, newer: str) -> None:
    assert len(say(db, clock, older, newer)) == 2


@pytest.mark.parametrize(
    ("said", "withdrawal"),
    [
        ("Never use npm here.", "You may use npm again."),
        ("Still to do: retry logic for the uploader.", "The retry logic is done."),
    ],
)
def test_a_later_word_withdraws(db: Database, clock: ManualClock, said: str, withdrawal: str) -> None:
    assert say(db, clock, said, "Always write tests first.", withdrawal)[0].text == "Always write tests first."
    assert len(say(db, clock)) == 1


@pytest.mark.parametrize(
    ("wish", "withdrawal"),
    [
        ("Always use pnpm, never npm.", "You can go back to npm."),
        ("Always use pnpm, never npm.", "You can go back to using npm."),
        ("Nutze immer pnpm, nie npm.", "Du darfst npm wieder nutzen."),
        ("Nutze immer pnpm, nie npm.", "npm ist wieder erlaubt."),
        ("Nutze immer pnpm, nie npm.", "Du kannst zu npm zurückkehren."),
        ("Usa siempre pnpm, nunca npm.", "Puedes volver a usar npm."),
        ("Usa siempre pnpm, nunca npm.", "Se puede usar npm otra vez."),
        ("Usa siempre pnpm, nunca npm.", "npm vuelve a estar permitido."),
        ("Utilise toujours pnpm, jamais npm.", "Tu peux de nouveau utiliser npm."),
        ("Utilise toujours pnpm, jamais npm.", "On peut de nouveau utiliser npm."),
        ("Utilise toujours pnpm, jamais npm.", "Tu peux recommencer à utiliser npm."),
        ("Utilise toujours pnpm, jamais npm.", "Tu peux revenir à npm."),
        ("Utilise toujours pnpm, jamais npm.", "npm est de nouveau autorisé."),
        ("Usa sempre pnpm, mai npm.", "Puoi tornare a usare npm."),
        ("Usa sempre pnpm, mai npm.", "npm è di nuovo permesso."),
        ("Usa sempre pnpm, nunca npm.", "Pode voltar a usar npm."),
        ("Usa sempre pnpm, nunca npm.", "Podes voltar a usar npm."),
        ("Usa sempre pnpm, nunca npm.", "Podem voltar a usar o npm."),
        ("Usa sempre pnpm, nunca npm.", "O npm voltou a ser permitido."),
        ("Gebruik altijd pnpm, nooit npm.", "Je mag npm weer gebruiken."),
        ("Gebruik altijd pnpm, nooit npm.", "npm mag weer."),
        ("Gebruik altijd pnpm, nooit npm.", "Je kunt terug naar npm."),
    ],
)
def test_what_is_allowed_again_is_withdrawn_in_every_language(
    db: Database, clock: ManualClock, wish: str, withdrawal: str
) -> None:
    assert [one.text for one in say(db, clock, wish)] == [wish]
    assert say(db, clock, withdrawal) == []


@pytest.mark.parametrize(
    ("wish", "said"),
    [
        ("Always use pnpm, never npm.", "You may never use npm again."),
        ("Nutze immer pnpm, nie npm.", "Du kannst nicht mehr zu npm zurück."),
        ("Nutze immer pnpm, nie npm.", "Du darfst nicht zu npm zurückgehen."),
        ("Usa siempre pnpm, nunca npm.", "No puedes volver a usar npm."),
        ("Usa siempre pnpm, nunca npm.", "Nunca puedes volver a npm."),
        ("Usa siempre pnpm, nunca npm.", "npm nunca vuelve a estar permitido."),
        ("Nunca borres la base de datos.", "La base de datos puede volver a llenarse."),
        ("Usa sempre pnpm, mai npm.", "Non puoi tornare a usare npm."),
        ("Usa sempre pnpm, mai npm.", "npm non è di nuovo permesso."),
        ("Usa sempre pnpm, nunca npm.", "Não pode voltar a usar npm."),
        ("Usa sempre pnpm, nunca npm.", "O npm não voltou a ser permitido."),
        ("Gebruik altijd pnpm, nooit npm.", "Je mag npm niet weer gebruiken."),
    ],
)
def test_what_is_still_forbidden_or_may_happen_again_withdraws_nothing(
    db: Database, clock: ManualClock, wish: str, said: str
) -> None:
    assert wish in [one.text for one in say(db, clock, wish, said)]


def test_what_is_said_again_stands_once_and_replaces_nothing(db: Database, clock: ManualClock) -> None:
    [left] = say(db, clock, "Always use pnpm.", "Please always use pnpm.")

    assert (left.text, left.replaces) == ("Please always use pnpm.", None)


def test_what_was_said_before_and_comes_in_later_is_replaced_too(db: Database, clock: ManualClock) -> None:
    before = clock.now()
    say(db, clock, "From now on use pnpm in this repository.")
    with db.writing("test") as tx:
        turns.add(tx, Utterance("Always use npm in this repository.", at=before))

    assert [one.text for one in say(db, clock)] == ["From now on use pnpm in this repository."]


def test_what_was_said_before_and_comes_in_later_is_withdrawn_too(db: Database, clock: ManualClock) -> None:
    before = clock.now()
    say(db, clock, "Always write tests first.", "You may use npm again.")
    with db.writing("test") as tx:
        turns.add(tx, Utterance("Please never use npm, always use yarn.", at=before))

    assert [one.text for one in say(db, clock)] == ["Always write tests first."]


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("Nutze immer npm in diesem Projekt.", "Nutze ab jetzt immer pnpm in diesem Projekt."),
        ("Wir haben uns für Jest entschieden.", "Wir sind von Jest auf Vitest umgestiegen."),
        ("Responde siempre en español.", "A partir de ahora responde en inglés."),
        ("On part sur Redis pour la file.", "On part sur Postgres pour la file, parce qu'on le connaît."),
        ("Il server di prova ora gira sulla porta 5432.", "Il server di prova ora gira sulla porta 6543."),
        ("Decidimos usar Jest para os testes.", "Migramos do Jest para o Vitest."),
        ("We hebben gekozen voor Jest.", "We zijn overgestapt van Jest naar Vitest."),
    ],
)
def test_a_newer_value_retires_the_older_one_in_other_languages(
    db: Database, clock: ManualClock, older: str, newer: str
) -> None:
    assert [one.text for one in say(db, clock, older, newer)] == [newer]


def test_a_newer_aside_retires_an_older_one(db: Database, clock: ManualClock) -> None:
    older = "crack, ponlo en la ayuda: de las garantías se encarga Efrén"
    newer = "De las garantías se ocupa Nuria desde hoy"
    say(db, clock, older, newer)

    with db.reading() as snapshot:
        asides = statements.current_asides(snapshot, [0], most=10, at=snapshot.now)
    assert [one.text for one in asides] == [newer]


TAKEN_UP = "magic links it is, half of them can't remember a password from one week to the next"


LATER = "the mail filter opens every one of those magic links, so bin them and put a pin on a note"


def speak(db: Database, clock: ManualClock, text: str, session: str) -> list[Statement]:
    """Say something in a session, and return the asides that hold then."""
    clock.advance(seconds=60)
    with db.writing("test") as tx:
        opened = sessions.start(tx, project_id=0, client="claude-code", client_session=session)[0].uid
        turns.add(tx, Utterance(text, 0, opened))
    while by_words.step(db):
        pass
    with db.reading() as snapshot:
        return statements.current_asides(snapshot, [0], most=20, at=snapshot.now)


@pytest.mark.parametrize(
    ("later", "in_session", "left"),
    [
        (LATER, "second", 1),
        (LATER, "first", 2),
        ("the spreadsheet of the museum goes into a bucket, there is an account with nothing in it", "second", 2),
    ],
)
def test_an_aside_is_over_where_a_later_session_speaks_of_its_matter(
    db: Database, clock: ManualClock, later: str, in_session: str, left: int
) -> None:
    speak(db, clock, TAKEN_UP, "first")
    assert len(speak(db, clock, later, in_session)) == left


def test_an_aside_that_somebody_pinned_holds_whoever_speaks_of_its_matter(db: Database, clock: ManualClock) -> None:
    [aside] = speak(db, clock, TAKEN_UP, "first")
    with db.writing("test") as tx:
        lifecycle.pin(tx, aside.uid, pinned=True)
    assert len(speak(db, clock, LATER, "second")) == 2


def test_an_open_end_is_over_by_a_report_that_states_nothing_itself(db: Database, clock: ManualClock) -> None:
    speak(db, clock, "Still to do: the umlauts in the PDF export.", "first")
    speak(db, clock, "umlauts are fine, wrong font", "second")

    with db.reading() as snapshot:
        assert statements.current_statements(snapshot, [0], ALL, limit=20, at=snapshot.now) == []


def test_a_report_that_came_in_before_the_open_end_was_ends_it_too(db: Database, clock: ManualClock) -> None:
    before = clock.now()
    speak(db, clock, "umlauts are fine, wrong font", "second")
    with db.writing("test") as tx:
        opened = sessions.start(tx, project_id=0, client="claude-code", client_session="first")[0].uid
        turns.add(tx, Utterance("Still to do: the umlauts in the PDF export.", 0, opened, at=before))

    assert say(db, clock) == []


def test_a_wish_that_a_rule_tells_holds_whoever_speaks_of_its_matter(db: Database, clock: ManualClock) -> None:
    speak(db, clock, "Always write umlauts in the PDF export.", "first")
    speak(db, clock, "umlauts are fine again, wrong font", "second")

    assert len(say(db, clock)) == 1


def test_a_sentence_ends_what_it_is_likeliest_about_and_leaves_what_shares_a_word_with_that(
    db: Database, clock: ManualClock
) -> None:
    holds = "the reports of the museum are printed in landscape"
    older = "the parquet export goes to the museum, one file a year"
    newer = "museum changed its mind about parquet, the export is plain csv now"
    for text in (holds, older):
        speak(db, clock, text, "first")

    assert {one.text for one in speak(db, clock, newer, "second")} - {newer} == {holds}


@pytest.mark.parametrize(
    ("forbidden", "allowed"),
    [
        ("Never push to main.", "You can push to main now."),
        ("Push nie direkt auf main.", "Du darfst jetzt direkt auf main pushen."),
        ("No hagas nunca push a main.", "Ya puedes hacer push a main."),
        ("Ne pousse jamais sur main.", "Tu peux pousser sur main maintenant."),
        ("Non fare mai push su main.", "Ora puoi fare push su main."),
        ("Nunca faça push na main.", "Agora você pode fazer push na main."),
        ("Push nooit naar main.", "Je mag nu naar main pushen."),
        ("Don't touch the folder of the legacy reports.", "you can edit those legacy reports as much as you like now"),
    ],
)
def test_a_permission_lifts_what_was_forbidden(db: Database, clock: ManualClock, forbidden: str, allowed: str) -> None:
    speak(db, clock, forbidden, "first")
    speak(db, clock, allowed, "second")

    assert say(db, clock) == []


@pytest.mark.parametrize(
    ("wish", "allowed"),
    [
        ("Always run the tests with pytest and never commit without asking.", "You may commit without asking again."),
        (
            "Lass immer die Tests laufen und committe nie ohne zu fragen.",
            "Du darfst jetzt ohne zu fragen committen.",
        ),
        ("Never push to main, and always write tests first.", "You can push to main now."),
    ],
)
def test_a_permission_that_lifts_a_part_of_a_wish_does_not_end_it(
    db: Database, clock: ManualClock, wish: str, allowed: str
) -> None:
    speak(db, clock, wish, "first")
    speak(db, clock, allowed, "second")

    assert wish in [one.text for one in say(db, clock)]


def test_a_permission_that_lifts_a_part_of_what_is_weighed_as_a_wish_does_not_end_it(
    db: Database, clock: ManualClock
) -> None:
    say(db, clock, wish := "I want the tests run with pytest each time and no commit without asking.")
    with db.reading() as snapshot:
        [held] = compared.current_statements(snapshot, 0)
    assert (held.role, bool(held.is_weighed)) == ("standing", True)
    say(db, clock, "You may commit without asking again.")
    readings.read_all(db, Reader({}))

    with db.reading() as snapshot:
        assert wish in [one.text for one in compared.current_statements(snapshot, 0)]


@pytest.mark.parametrize("is_read", [False, True])
def test_a_permission_that_lifts_a_part_of_a_wish_is_told_with_it(
    db: Database, clock: ManualClock, *, is_read: bool
) -> None:
    [held] = say(db, clock, "Always run the tests with pytest and never commit without asking.")
    say(db, clock, "You may commit without asking again.")
    if is_read:
        readings.read_all(db, Reader({}))

    with db.reading() as snapshot:
        [said] = later_words.later_words(snapshot, [held.uid])[held.uid]
    assert said.text == "You may commit without asking again."


@pytest.mark.parametrize(
    ("wish", "later"),
    [
        ("Never push to main.", "You can't push to main now."),
        ("Never push to main.", "You can look at main now."),
        ("Never push to main.", "Can you push to main?"),
        ("Push nie direkt auf main.", "Du kannst jetzt nicht direkt auf main pushen."),
        ("Never deploy before the next review.", "You can do the next now."),
        ("Always run the tests.", "You can run the tests now."),
    ],
)
def test_no_permission_and_one_of_something_else_lift_nothing(
    db: Database, clock: ManualClock, wish: str, later: str
) -> None:
    assert wish in [one.text for one in say(db, clock, wish, later)]


WISH, ON_IT = (
    "Always restart the broker in the evening.", "The broker keeps its state now, from now on restart it at noon."
)  # fmt: skip


@pytest.mark.parametrize(
    ("later", "is_about_it"), [(ON_IT, True), ("The printer keeps its paper now, from now on fill it up.", False)]
)
def test_what_does_not_clearly_end_a_statement_is_known_to_be_about_it(
    db: Database, clock: ManualClock, later: str, is_about_it: bool
) -> None:
    [wish] = say(db, clock, WISH)
    say(db, clock, later)

    with db.reading() as snapshot:
        found = later_words.later_words(snapshot, [wish.uid])
    assert {uid: [one.text for one in said] for uid, said in found.items()} == (
        {wish.uid: [later]} if is_about_it else {}
    )


def test_what_was_said_later_and_is_over_by_now_is_told_with_nothing(db: Database, clock: ManualClock) -> None:
    [wish] = say(db, clock, WISH)
    say(db, clock, ON_IT)
    with db.writing("test") as tx:
        [later] = later_words.later_words(tx, [wish.uid])[wish.uid]
        facts.supersede(tx, later.uid, by=None)
    clock.advance(seconds=60)

    with db.reading() as snapshot:
        assert later_words.later_words(snapshot, [wish.uid]) == {}


BESIDE = [
    ("niemals npm benutzen", "kein npm, pnpm darfst du wieder benutzen"),
    ("gebruik nooit npm", "npm mag niet, pnpm mag weer"),
    ("never use npm", "npm is not allowed, pnpm is allowed again"),
    ("nunca uses npm", "npm no está permitido, puedes usar pnpm de nuevo"),
    ("n'utilise jamais npm", "npm n'est pas autorisé, pnpm est de nouveau autorisé"),
    ("non usare mai npm", "npm non è permesso, puoi usare di nuovo pnpm"),
    ("nunca use npm", "npm não é permitido, pode usar pnpm de novo"),
]


@pytest.mark.parametrize(("wish", "later"), BESIDE)
def test_another_thing_that_is_allowed_again_leaves_a_wish(
    db: Database, clock: ManualClock, wish: str, later: str
) -> None:
    say(db, clock, wish, later)
    readings.read_all(db, Reader({later: ("npm", 9.0)}))

    assert wish in [one.text for one in say(db, clock)]


def test_what_is_allowed_again_stands_beside_the_words_that_allow_it(db: Database, clock: ManualClock) -> None:
    assert "never use npm" not in [
        one.text for one in say(db, clock, "never use npm", "npm is allowed again, pnpm and the old yarn are not")
    ]
