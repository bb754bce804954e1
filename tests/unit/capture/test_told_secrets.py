"""What was taken out of one turn as a secret is taken out of what is said after it, and no other word is."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from claude_session import Claude, result, use

from memory_mcp.capture.clients.utterance import TranscriptEntry
from memory_mcp.capture.events.storing import Source, prepared
from memory_mcp.capture.transcripts.history_import import import_transcripts
from memory_mcp.config import Settings
from memory_mcp.store.file.database import Database
from memory_mcp.temporal import ManualClock

MASK = "[redacted: secret]"


@pytest.fixture
def claude(db: Database, clock: ManualClock, tmp_path: Path) -> Claude:
    return Claude(db, clock, tmp_path)


def ask(claude: Claude, text: str) -> None:
    claude.clock.advance(seconds=60)
    claude.fire("UserPromptSubmit", prompt=text)
    claude.write(claude.line("user", text))


def answer(claude: Claude, text: str) -> None:
    claude.write(claude.line("assistant", [{"type": "text", "text": text}]))
    claude.fire("Stop")


def everything(db: Database) -> Iterator[str]:
    """Yield every text of the tables of a file."""
    with db.reading() as snapshot:
        for (table,) in list(snapshot.rows("SELECT name FROM sqlite_schema WHERE type = 'table'")):
            if table.startswith("item_vector"):
                continue
            for row in snapshot.rows(f'SELECT * FROM "{table}"'):
                yield from (value for value in row if isinstance(value, str))


def in_order(*said: tuple[str, str]) -> list[str]:
    """Return what is kept of turns that are read together, each with who said it."""
    source = Source("codex", "s1")
    lines = [TranscriptEntry(f"k{at}", role, text, None) for at, (role, text) in enumerate(said)]
    return [one.text for one in prepared(source, lines)]


def test_the_answer_to_a_code_has_it_masked_and_so_has_the_digest(claude: Claude) -> None:
    ask(claude, "Please remember, the door code is 4711.")
    answer(claude, "Noted: 4711.")
    claude.fire("SessionEnd")

    assert claude.said() == ["Please remember, the door code is [redacted: password].", f"Noted: {MASK}."]
    assert not [text for text in everything(claude.db) if "4711" in text]


def test_an_answer_that_the_transcript_has_later_is_the_one_that_the_event_told(claude: Claude) -> None:
    ask(claude, "The door code is 4711.")
    claude.fire("Stop", last_assistant_message="Noted: 4711.")
    claude.write(claude.line("assistant", [{"type": "text", "text": "Noted:  4711."}]))
    ask(claude, "Thank you.")
    answer(claude, "Any time.")

    assert claude.said()[1:] == [f"Noted: {MASK}.", "Thank you.", "Any time."]


def test_an_imported_transcript_has_it_masked(db: Database, claude: Claude, tmp_path: Path) -> None:
    claude.write(
        claude.line("user", "The door code is 4711.", cwd=str(tmp_path)),
        claude.line("assistant", [{"type": "text", "text": "Noted: 4711."}]),
    )
    import_transcripts(db, claude.path, Settings(db_path=db.path))

    assert claude.said()[-1] == f"Noted: {MASK}."
    assert not [text for text in everything(db) if "4711" in text]


def test_a_password_is_masked_for_the_rest_of_the_session(claude: Claude) -> None:
    ask(claude, "My password is Xk29!fjqL7.")
    answer(claude, "I keep that in mind.")
    ask(claude, "What was it?")
    claude.write(
        claude.line("assistant", use("c1", command="login --with Xk29!fjqL7")),
        claude.line("user", result("c1", "tried <Xk29!fjqL7>: ok")),
    )
    answer(claude, "It was Xk29!fjqL7; I tried it.")

    assert claude.said()[-1] == f"It was {MASK}; I tried it."
    assert not [text for text in everything(claude.db) if "Xk29" in text]


def test_nothing_is_kept_of_a_code_that_could_be_guessed_nor_of_a_password_once_the_session_ended(
    claude: Claude,
) -> None:
    ask(claude, "The door code is 4711.")
    with claude.db.reading() as snapshot:
        assert snapshot.value("SELECT count(*) FROM session_private") == 0
    ask(claude, "My password is Xk29!fjqL7.")
    with claude.db.reading() as snapshot:
        assert snapshot.value("SELECT count(*) FROM session_private") == 1
    claude.fire("SessionEnd")
    with claude.db.reading() as snapshot:
        assert snapshot.value("SELECT count(*) FROM session_private") == 0


def test_what_a_tool_gave_out_is_masked_where_the_person_repeats_it() -> None:
    said = in_order(("tool", "password: aB3dE5gH7k"), ("user", "Now aB3dE5gH7k works, go on."))

    assert said[-1] == f"Now {MASK} works, go on."


@pytest.mark.parametrize(
    "answered",
    [
        "Es ist 4711",
        "门禁码4711已记下。",
        "それは4711です。",
        'I set CODE="4711".',
        "(4711)",
    ],
)
def test_a_code_is_a_word_of_its_own_in_every_script(answered: str) -> None:
    assert in_order(("user", "The door code is 4711."), ("assistant", answered))[-1] == answered.replace("4711", MASK)


@pytest.mark.parametrize(
    "answered", ["See issue24711 and 47110.", "It costs 4711.50 or 1,4711.", "v4711", "2026-4711", "x_4711"]
)
def test_a_code_in_another_word_or_number_stays(answered: str) -> None:
    assert in_order(("user", "The door code is 4711."), ("assistant", answered))[-1] == answered


def test_a_code_is_a_number_again_once_the_person_has_spoken() -> None:
    said = in_order(
        ("user", "The door code is 4711."),
        ("assistant", "Noted."),
        ("user", "How many files are there?"),
        ("assistant", "There are 4711 files."),
    )

    assert said[-1] == "There are 4711 files."


def test_what_is_too_short_or_a_plain_word_is_never_masked_again() -> None:
    said = in_order(("user", "The pin is 42, the password is: swordfish"), ("assistant", "42 swordfish swim, no more."))

    assert said[-1] == "42 swordfish swim, no more."


def test_a_name_in_a_file_that_is_read_as_a_password_stays_elsewhere() -> None:
    said = in_order(("tool", 'password = "test1234abc"'), ("assistant", "The fixture test1234abc is only an example."))

    assert said[-1] == "The fixture test1234abc is only an example."


def test_nothing_is_masked_where_nothing_is_redacted() -> None:
    source = Source("codex", "s1", redact="off")
    said = [("user", "The door code is 4711."), ("assistant", "Noted: 4711.")]
    lines = [TranscriptEntry(f"k{at}", role, text, None) for at, (role, text) in enumerate(said)]

    assert [one.text for one in prepared(source, lines)] == [text for _, text in said]
