"""What an echo of a private part is looked for in, and with how much work."""

from __future__ import annotations

import pytest

from memory_mcp.capture.clients.utterance import TranscriptEntry
from memory_mcp.capture.events.private_echo import PrivateEcho
from memory_mcp.capture.events.storing import Source, prepared
from memory_mcp.privacy.redaction import RedactMode
from memory_mcp.store.capture_state.private_marks import Marks
from memory_mcp.store.sessions.turns import Role


class Counted(set[bytes]):
    """Marks that count how often they are asked for one."""

    asked = 0

    def __contains__(self, mark: object) -> bool:
        self.asked += 1
        return super().__contains__(mark)


def heard(part: str) -> PrivateEcho:
    echo = PrivateEcho(Marks())
    echo.heard(f"<private>{part}</private>")
    return echo


def test_a_text_is_compared_once_at_each_place_where_no_short_part_can_stand():
    echo = heard("we buy the old mill in Aarhus")
    echo.marks.marks = counted = Counted(echo.marks.marks)
    text = "counterproductively disproportionately " * 50

    assert echo.masked(text) == text
    assert counted.asked < len(text)


@pytest.mark.parametrize(
    "word", ["straße77", "o\N{LATIN SMALL LIGATURE FFI}ce9", "\N{LATIN CAPITAL LETTER I WITH DOT ABOVE}x1"]
)
def test_a_word_whose_small_form_is_longer_is_an_echo(word: str):
    assert word not in heard(f"the code is {word}").masked(f"It says: {word}, and more.")


def test_what_is_left_out_of_a_huge_output_is_not_looked_through():
    echo = heard("we buy the old mill in Aarhus")
    echo.marks.marks = counted = Counted(echo.marks.marks)
    source = Source("codex", "s1")
    source.private = echo
    text = "We buy the old mill in Aarhus. " + "x" * 3_000_000
    (kept,) = prepared(source, [TranscriptEntry("k", "tool", text, None)])

    assert "mill" not in kept.text
    assert counted.asked < len(text) / 2


@pytest.mark.parametrize("said", ["It is THE  OLD\nMILL there", "İ\u2003the old mill."])
def test_a_part_is_masked_where_it_stands_whatever_its_spaces_and_letters(said: str):
    masked = heard("the old mill").masked(said)

    assert "mill" not in masked.lower()
    assert masked.replace("[redacted: private]", "").strip(" .İ\u2003") in {"It is  there", ""}


def told(*said: tuple[Role, str], redact: RedactMode = "mask") -> list[str]:
    """Return what is kept of a session's turns."""
    source = Source("codex", "s1", redact=redact)
    source.private = PrivateEcho(Marks())
    return [one.text for one in prepared(source, [TranscriptEntry(f"k{n}", *one) for n, one in enumerate(said)])]


@pytest.mark.parametrize("secret", ["Gr4pefru1t", "kXwQzPlmNv", "tr0ub4dor&3-long-enough"])
def test_a_secret_of_a_prompt_is_masked_where_an_answer_or_a_tool_repeats_it_as_a_bare_word(secret: str) -> None:
    prompt, *others = told(
        ("user", f"the database password is {secret}"),
        ("assistant", f"I put {secret} into the file."),
        ("tool", f"$ grep -c {secret} .env\n1"),
    )
    assert secret not in prompt
    assert not any(secret in text for text in others)
    assert others[0].endswith("into the file.")


@pytest.mark.parametrize(("word", "redact"), [("swordfish", "mask"), ("Gr4pefru1t", "off")])
def test_a_plain_word_and_what_nobody_wants_masked_stay(word: str, redact: RedactMode) -> None:
    said: list[tuple[Role, str]] = [("user", f"the database password is {word}"), ("assistant", f"I use {word} now.")]
    assert told(*said, redact=redact)[1] == f"I use {word} now."
