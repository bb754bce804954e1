"""What a session was for and what came of it, as it is followed turn by turn."""

from __future__ import annotations

from typing import Any

import pytest

from memory_mcp.store.sessions import gist

REQUESTS = (
    "build idempotency keys now", "mach die Schrift auf dem Etikett größer", "añade reintentos al envío de facturas",
    "ajoute un cache devant la recherche", "aggiungi il filtro per data al registro", "troca o parser de datas",
    "zet de rapportage over op een nachtelijke taak", "添加幂等键",
)  # fmt: skip
WORDS = ("yes go", "ok", "thanks!", "guten Morgen", "hola, sí", "bonjour", "ok, vai", "bom dia", "graag gedaan", "👍")


def state_of(*turns: tuple[str, str]) -> dict[str, Any]:
    """Return the state behind turns: what a person says (``U``), an assistant (``A``), what was run or written."""
    state: dict[str, Any] = {}
    for what, words in turns:
        match what:
            case "U":
                gist.ask(state, words, is_real=True)
            case "A":
                gist.answer(state, words)
            case "T":
                gist.work(state, words, [])
            case "W":
                gist.work(state, "", [words])
    return state


@pytest.mark.parametrize("text", REQUESTS)
def test_a_request_says_something(text):
    assert gist.is_telling(text)


@pytest.mark.parametrize("text", WORDS)
def test_a_yes_a_thanks_and_a_greeting_say_nothing(text):
    assert not gist.is_telling(text)


@pytest.mark.parametrize("request_", REQUESTS)
@pytest.mark.parametrize("word", WORDS)
def test_the_first_prompt_that_says_something_is_what_a_session_was_for(word, request_):
    said = (("U", word), ("A", "Which one?"), ("U", request_), ("W", "a.py"), ("U", "now the other one as well please"))
    assert gist.purpose(state_of(*said)) == request_


def test_where_no_prompt_says_something_the_first_stands_unless_another_says_clearly_more():
    assert gist.purpose(state_of(("U", "go on"), ("U", "and now"))) == "go on"
    assert gist.purpose(state_of(("U", "ok"), ("U", "run the tests"), ("U", "thanks"))) == "run the tests"


def test_a_prompt_nobody_takes_up_gives_way_to_one_that_work_takes_up():
    said = (("U", "well then here we are again"), ("A", "Good to see you."), ("U", "port the letters to typst"),
            ("W", "letters.typ"))  # fmt: skip
    assert gist.purpose(state_of(*said)) == "port the letters to typst"


def test_what_is_said_before_work_stands_until_more_is_said_behind_it():
    said = [("U", "retry the webhook"), ("A", "I add a retry with a pause to it."), ("W", "hook.py"), ("A", "Done.")]
    assert gist.outcome(state_of(*said)) == "I add a retry with a pause to it."
    said += [("T", "pytest"), ("A", "The webhook is tried three times, 14 tests pass.")]
    assert gist.outcome(state_of(*said)) == "The webhook is tried three times, 14 tests pass."


def test_two_words_about_work_are_enough_where_the_request_has_one_of_them():
    said = (("U", "build the login page for the shop"), ("W", "login.ts"))
    assert gist.outcome(state_of(*said, ("A", "The login page is up."))) == "The login page is up."
    assert gist.outcome(state_of(*said, ("A", "All committed and pushed."))) == ""


def test_an_answer_to_what_the_session_is_for_counts_where_nothing_was_said_of_the_work_before():
    said = [("U", "yes go"), ("T", "true"), ("A", "Done."), ("U", "payments: stripe or adyen in norway?")]
    assert gist.outcome(state_of(*said, ("A", "Adyen wants a monthly minimum."))) == "Adyen wants a monthly minimum."


def test_a_question_is_not_what_came_of_a_session():
    assert gist.outcome(state_of(("U", "we need another queue"), ("A", "Which broker do you run in production?"))) == ""


@pytest.mark.parametrize(
    ("told", "question"),
    [
        ("已经给邮件服务添加了三次重试并且测试通过。", "要不要继续\uff1f"),
        ("تمت إضافة ثلاث محاولات إلى خدمة البريد ونجحت الاختبارات.", " هل أتابع\u061f"),
    ],
)
def test_a_question_behind_what_came_of_it_is_left_out_in_any_script(told, question):
    said = (("U", "add retries to the mailer"), ("W", "a.py"), ("A", told + question))
    assert gist.outcome(state_of(*said)) == told


def test_what_an_older_version_gathered_goes_on():
    old = {"prompt": "yes go", "prompts": ["yes go", "add retries to the mailer", "thanks"], "files": ["a.py"],
           "closing": "The mailer tries three times."}  # fmt: skip
    assert (gist.purpose(old), gist.outcome(old)) == ("add retries to the mailer", "")
    old["prompts"].pop()
    assert gist.outcome(old) == "The mailer tries three times."
    gist.ask(old, "which colour did I say I like?", is_real=True)
    gist.answer(old, "There was nothing about a colour in this session.")
    assert (gist.purpose(old), gist.outcome(old)) == ("add retries to the mailer", "The mailer tries three times.")
