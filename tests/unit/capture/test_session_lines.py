"""The line on an earlier session: what it was for, and behind an arrow what came of it, in every language alike."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from claude_session import Claude, repository, result, use

from memory_mcp.capture.context.block import SessionStart
from memory_mcp.project import survey
from memory_mcp.store.file.database import Database
from memory_mcp.store.handoffs import handoff_rows
from memory_mcp.temporal import ManualClock, format_instant

# A word to begin with, a request that is done by a change and a command, a question aside, a farewell.
TALKS = {
    "en": ("yes go", "Which file shall I begin with?",
           "build idempotency keys for the payment webhook", "The payment webhook keeps idempotency keys now.",
           "what colour did I say I like?", "There was nothing about a colour in this session.",
           "thanks, that was all for today", "You're welcome, have a nice evening and see you tomorrow."),
    "de": ("guten morgen", "Guten Morgen! Womit fangen wir heute an?",
           "mach die Schrift auf dem Etikett größer", "Die Schrift auf dem Etikett hat jetzt 12 Punkt.",
           "welche Farbe hatte ich nochmal genannt?", "Von einer Farbe war in dieser Sitzung keine Rede.",
           "danke, das war alles für heute", "Gern geschehen, einen schönen Abend noch und bis morgen."),
    "es": ("hola, sí", "¡Hola! ¿Con qué empezamos hoy?",
           "añade reintentos al envío de facturas", "El envío de facturas tiene ahora tres reintentos.",
           "¿qué color dije que me gustaba?", "En esta sesión no se habló de ningún color.",
           "muchas gracias, hasta mañana", "De nada, que tengas una buena tarde y hasta mañana."),
    "fr": ("bonjour", "Bonjour, par quoi commençons-nous ?",
           "ajoute un cache devant la recherche de produits", "La recherche de produits passe maintenant par un cache.",
           "quelle couleur ai-je citée ?", "Il n'a pas été question de couleur dans cette session.",
           "merci, c'est tout pour aujourd'hui", "Je vous en prie, bonne soirée et à demain alors."),
    "it": ("ok, vai", "Da quale parte devo cominciare?",
           "aggiungi il filtro per data al registro ordini", "Il registro ordini si può filtrare per data adesso.",
           "che colore avevo detto?", "In questa sessione non si è parlato di colori.",
           "grazie mille, a domani", "Di niente, buona serata e a domani allora."),
    "pt": ("bom dia", "Bom dia! Por onde começamos?",
           "troca o parser de datas do relatório", "O relatório usa agora um parser de datas novo.",
           "que cor eu tinha dito?", "Não se falou de nenhuma cor nesta sessão.",
           "muito obrigado, até amanhã", "De nada, tenha uma boa noite e até amanhã."),
    "nl": ("goedemorgen", "Goedemorgen, waar zullen we mee beginnen?",
           "zet de rapportage over op een nachtelijke taak", "De rapportage draait voortaan als nachtelijke taak.",
           "welke kleur had ik genoemd?", "In deze sessie ging het nergens over een kleur.",
           "bedankt, dat was het voor vandaag", "Graag gedaan, fijne avond nog en tot morgen."),
}  # fmt: skip


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return repository(tmp_path / "work")


class Talk(Claude):
    """A session of Claude Code that a person holds turn by turn; a turn's steps are words, commands and files."""

    def line(self, role: str, content: Any, **more: Any) -> bytes:
        return super().line(role, content, **({"timestamp": format_instant(self.clock.now())} | more))

    def turn(self, prompt: str, *steps: Any) -> None:
        """Say a prompt, let the assistant speak, run (``$ command``) or write (``> file``), and end the turn."""
        self.clock.advance(seconds=20)
        self.fire("UserPromptSubmit", prompt=prompt)
        self.write(self.line("user", prompt))
        for step in steps:
            call = f"{self.session}-{self.count}"
            match step[:2]:
                case "$ ":
                    self.write(self.line("assistant", use(call, command=step[2:])))
                    self.write(self.line("user", result(call, "Exit code 0\nok")))
                case "> ":
                    self.write(self.line("assistant", use(call, "Edit", file_path=str(self.folder / step[2:]))))
                    self.write(self.line("user", result(call, "ok")))
                case _:
                    self.write(self.line("assistant", step))
        self.fire("Stop")

    def end(self) -> None:
        self.clock.advance(seconds=20)
        self.fire("SessionEnd", reason="exit")
        self.clock.advance(hours=1)


def held(db: Database, clock: ManualClock, folder: Path, *turns: tuple[str, ...], name: str = "s1") -> None:
    talk = Talk(db, clock, folder, name)
    for prompt, *steps in turns:
        talk.turn(prompt, *steps)
    talk.end()


def told(db: Database, folder: Path) -> str:
    with db.reading() as snapshot:
        return SessionStart(survey(folder).project, "claude-code", folder=folder, hands_over=False).read(snapshot)


def line_of(db: Database, clock: ManualClock, folder: Path, *turns: tuple[str, ...]) -> str:
    """Return what stands behind the date in the line on a session that is not the last one."""
    held(db, clock, folder, *turns)
    held(db, clock, folder, ("tidy the broken changelog entries", "> CHANGES.md", "The changelog entries are tidy."),
         name="later")  # fmt: skip
    (line,) = told(db, folder).partition("Before that:\n")[2].splitlines()[:1]
    return line.partition(" ago: ")[2].rpartition(" [")[0]


@pytest.mark.parametrize("language", TALKS)
def test_a_line_says_what_a_session_was_for_and_what_came_of_the_work(db, clock, folder, language):
    hello, answer, wish, done, aside, nothing, thanks, welcome = TALKS[language]
    line = line_of(
        db, clock, folder, (hello, answer), (wish, "> src/a.py", "$ make check", done), (aside, nothing),
        (thanks, welcome),
    )  # fmt: skip
    assert line == f"{wish} -> {done}"


@pytest.mark.parametrize("language", TALKS)
def test_where_nobody_worked_the_last_answer_that_says_something_stands_behind_the_arrow(db, clock, folder, language):
    hello, answer, wish, done, *_, thanks, welcome = TALKS[language]
    turns = (hello, answer), (wish, done), (thanks, welcome)
    assert line_of(db, clock, folder, *turns) == f"{wish} -> {done}"


def test_a_prompt_never_stands_behind_the_arrow(db, clock, folder):
    turns = ("yes go", "$ true", "Done."), ("payments: stripe or adyen? we only sell in norway and the uk", "Ok.")
    assert line_of(db, clock, folder, *turns) == "payments: stripe or adyen? we only sell in norway and the uk"


def test_a_short_answer_to_what_was_done_is_no_request(db, clock, folder):
    turns = (
        ("mach mal die Schrift auf dem Etikett größer", "> etikett.css", "Jetzt steht sie auf 14 Punkt."),
        ("zu groß, 12", "> etikett.css", "Jetzt hat die Schrift 12 Punkt."),
        ("sollten wir auf Stripe umsteigen?", "Für zwei Länder lohnt sich der Umstieg kaum."),
    )
    said = "mach mal die Schrift auf dem Etikett größer -> Jetzt hat die Schrift 12 Punkt."
    assert line_of(db, clock, folder, *turns) == said


def test_a_later_request_stands_beside_the_first_where_what_came_of_it_answers_that(db, clock, folder):
    turns = (
        ("rename the staging bucket", "$ aws s3 mv", "The staging bucket has its new name."),
        ("write a runbook for the label printer", "> printer.md", "The runbook for the printer has four steps."),
    )
    asked = "rename the staging bucket; write a runbook for the label printer"
    assert line_of(db, clock, folder, *turns) == f"{asked} -> The runbook for the printer has four steps."


def test_of_a_request_that_is_told_already_in_part_the_rest_stands_in_the_line(db, clock, folder):
    turns = (
        ("Always use pnpm from now on. Build the login page for the shop.", "> login.ts", "The login page is up."),
    )
    assert line_of(db, clock, folder, *turns) == "Build the login page for the shop. -> The login page is up."


def test_the_question_behind_what_was_done_is_not_told(db, clock, folder):
    answer = "I looked at all of it.\n\nThe prisma folder is gone, and typecheck passes.\n\nMay I commit this as it is?"
    turns = (("remove the whole prisma folder", "$ git rm -r prisma", answer),)
    assert line_of(db, clock, folder, *turns).endswith("-> The prisma folder is gone, and typecheck passes.")


def test_a_short_word_behind_later_work_leaves_what_was_said_before_it(db, clock, folder):
    turns = (
        ("retry the webhook three times", "> hook.py", "The webhook is tried three times, with a pause between."),
        ("commit", "$ git commit -am retry", "Done."),
    )
    assert line_of(db, clock, folder, *turns).endswith("-> The webhook is tried three times, with a pause between.")


def test_what_is_looked_up_for_a_question_is_not_what_came_of_changes(db, clock, folder):
    turns = (
        ("retry the webhook three times", "> hook.py", "The webhook is tried three times now."),
        ("which node version do we run?", "$ node --version", "The image runs node version 20.11 everywhere."),
    )
    assert line_of(db, clock, folder, *turns).endswith("-> The webhook is tried three times now.")


def test_a_short_request_whose_words_the_work_has_is_what_the_session_was_for(db, clock, folder):
    turns = (
        ("fix the build", "$ npm run build", "It lacked a dependency, which is in package.json now."),
        ("the login page shows an error in Safari and on phones", "> login.ts", "Safari logs in again, phones do too."),
    )
    assert line_of(db, clock, folder, *turns).startswith("fix the build; the login page shows")


@pytest.mark.parametrize("typed", ["git status", "git log --oneline --graph --all", "make integration-tests"])
def test_a_command_that_is_typed_as_a_prompt_is_not_what_a_session_was_for(db, clock, folder, typed):
    line = line_of(db, clock, folder, (typed, f"$ {typed}", "Three files of the mailer are changed."),
                   ("add retries to the mailer", "> src/mail.py", "Letters are retried three times."))  # fmt: skip
    assert line == "add retries to the mailer -> Letters are retried three times."


def test_a_session_of_typed_commands_alone_is_told_by_what_came_of_them(db, clock, folder):
    line = line_of(db, clock, folder, ("git status", "$ git status", "Three files of the mailer are changed."),
                   ("git push", "$ git push", "Pushed to the branch of the mailer."))  # fmt: skip
    assert line == "Pushed to the branch of the mailer."


@pytest.mark.parametrize(
    "turns", [(("ls", "$ ls -la", "Done."), ("git status", "$ git status", "All clean.")), (("/clear",), ("/compact",))]
)
def test_a_session_of_typed_commands_of_which_nothing_came_has_no_line(db, clock, folder, turns):
    held(db, clock, folder, *turns, name="before")
    held(db, clock, folder, ("tidy the broken changelog entries", "> CHANGES.md", "They are tidy."), name="later")
    assert "Before that:" not in told(db, folder)


@pytest.mark.parametrize(
    "thanks",
    [
        "thanks, that was all for today", "danke, das war alles für heute", "gracias, hasta mañana",
        "merci beaucoup, à demain", "grazie, a domani", "muito obrigado, até amanhã",
        "bedankt, dat was het voor vandaag",
    ],
)  # fmt: skip
def test_a_session_that_is_a_farewell_alone_has_no_line(db, clock, folder, thanks):
    welcome = "You're welcome, have a nice evening and see you tomorrow."
    held(db, clock, folder, (thanks, welcome))
    assert welcome not in told(db, folder)


@pytest.mark.parametrize(
    "hello",
    ["hi", "Hello!", "hey there", "moin", "hallo, wie gehts?", "buenos días", "salut", "salve", "oi, tudo bem?", "hoi"],
)
def test_a_session_that_is_a_greeting_alone_has_no_line(db, clock, folder, hello):
    held(db, clock, folder, (hello, "What can I do for you today?"))
    assert hello not in told(db, folder)


def test_a_short_question_that_nobody_worked_for_has_its_line(db, clock, folder):
    said = "dns?", "It points to the new host."
    assert line_of(db, clock, folder, said) == " -> ".join(said)


def test_the_last_session_is_told_by_what_came_of_it_and_by_what_it_was_for(db, clock, folder):
    _, _, wish, done, aside, nothing, _, _ = TALKS["en"]
    held(db, clock, folder, ("ok", "Fine."), (wish, "> src/a.py", done), (aside, nothing), ("thanks", "Any time."))
    block = told(db, folder)
    assert f"ago): {done} [" in block
    assert f"- asked: {wish}\n" in block


def test_a_last_session_of_which_nothing_came_is_told_by_what_was_asked(db, clock, folder):
    held(db, clock, folder, ("rip out the old stripe code", "Noted."))
    (first, asked) = (line for line in told(db, folder).splitlines() if "stripe" in line or "Last session" in line)
    assert (first.partition("ago) [")[1], asked) == ("ago) [", "- asked: rip out the old stripe code")


def test_a_digest_that_an_older_version_gathered_is_told(db, clock, folder):
    held(db, clock, folder, ("yes go", "> a.py", "Retries are in."))
    old = {"prompt": "yes go", "prompts": ["yes go", "add retries to the mailer", "thanks"], "files": ["a.py"],
           "closing": "You're welcome.", "turns": 6, "lastAt": clock.now()}  # fmt: skip
    with db.writing("test") as tx:
        tx.execute("UPDATE session_digest SET body = :body", {"body": json.dumps(old)})
    block = told(db, folder)
    assert "- asked: add retries to the mailer\n" in block
    assert "welcome" not in block
    talk = Talk(db, clock, folder)
    talk.count = 100
    talk.turn("and for the letters too please", "> b.py", "Letters are retried three times as well.")
    assert "): Letters are retried three times as well. [" in told(db, folder)


def test_the_lines_of_a_handoff_are_sentences_when_they_stand_on_one(db, clock, folder):
    _, _, wish, done, aside, nothing, _, _ = TALKS["en"]
    held(db, clock, folder, (wish, "> src/a.py", done), (aside, nothing))
    with db.reading() as snapshot:
        (left,) = handoff_rows.listed(snapshot, -1)[0]
        block = SessionStart(survey(folder).project, "claude-code", folder=folder).read(snapshot)
    assert left.summary == f"Asked for: {wish}\nLast said: {done}"
    assert f"Asked for: {wish}. Last said: {done} (id " in block


def test_a_request_that_stands_in_a_line_is_not_told_once_more_but_where_no_line_is(db, clock, folder):
    _, _, wish, done, *_ = TALKS["de"]
    held(db, clock, folder, (wish, "> etikett.css", done))
    assert told(db, folder).count(wish) == 1
    with db.reading() as snapshot:
        start = SessionStart(survey(folder).project, "claude-code", "compact", folder=folder, hands_over=False)
        assert start.read(snapshot).count(wish) == 1


def test_a_question_that_nothing_came_of_has_no_line(db, clock, folder):
    held(db, clock, folder, ("can you get the batch numbers done today?", "> src/batch.py"))
    held(db, clock, folder, ("tidy the broken changelog entries", "> CHANGES.md", "The changelog entries are tidy."),
         name="later")  # fmt: skip
    block = told(db, folder)
    assert "changelog entries are tidy" in block
    assert "batch numbers" not in block


def offered(db: Database, folder: Path) -> str:
    with db.reading() as snapshot:
        return SessionStart(survey(folder).project, "claude-code", folder=folder).read(snapshot)


def test_what_was_run_in_a_session_is_not_told_beside_what_it_left_by_ending(db, clock, folder):
    held(db, clock, folder, ("add retries to the mailer", "> a.py", "$ pytest -q", "Letters are retried three times."))
    block = offered(db, folder)
    assert "Last said: Letters are retried three times." in block
    assert "Last session" not in block


def test_what_failed_is_told_once_where_a_session_left_it_by_ending(db, clock, folder):
    talk = Talk(db, clock, folder, "s1")
    talk.turn("add retries to the mailer", "> a.py")
    talk.write(talk.line("assistant", use("call-1", command="pytest -q")))
    talk.write(talk.line("user", result("call-1", "Exit code 1\n1 failed", is_error=True)))
    talk.end()
    assert offered(db, folder).count("pytest -q") == 1


def test_what_a_session_left_by_ending_does_not_say_again_what_is_told_as_a_wish(db, clock, folder):
    wish = "Never write retries without a test."
    held(db, clock, folder, (wish, "> src/mail.py", "Letters are retried three times."))
    block = offered(db, folder)
    assert block.count(wish) == 1
    assert "- 2026-03-01 Last said: Letters are retried three times. (id " in block


def test_a_handoff_says_which_request_was_answered_last(db, clock, folder):
    first, last, done = "move the digest to seven", "the dev server moves to port 5060", "The readme has the new port."
    held(db, clock, folder, (first, "> src/digest.py", "The digest goes out earlier."), (last, "> .env.example", done))
    assert f"Asked for: {first}. Last asked for: {last}. Last said: {done} (id " in offered(db, folder)
