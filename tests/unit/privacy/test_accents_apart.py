"""A letter and its accent may be two signs, as in names of files; secrets are found all the same."""

from __future__ import annotations

import random
import unicodedata

import pytest

from memory_mcp.privacy.redaction import redact, secrets_in
from memory_mcp.privacy.text.escapes import seen
from memory_mcp.privacy.text.spans import Span

TOLD = [
    ("CONTRASEÑA=Rio-Verde88", "Rio-Verde88"),
    ("la contraseña del router es Jamón-2291é", "Jamón-2291é"),
    ("Şifre: Kedi.4417", "Kedi.4417"),
    ("비밀번호: hodu7741", "hodu7741"),
    ("пароль: йод-7781-ёлка", "йод-7781-ёлка"),
    ("パスワード: hodu7741", "hodu7741"),
    ("バックアップコード: 4471-2210", "4471-2210"),
]


def apart(text: str) -> str:
    return unicodedata.normalize("NFD", text)


@pytest.mark.parametrize(("text", "secret"), TOLD)
@pytest.mark.parametrize("around", ["{}", "\u200b{}", "\x1b[31m{}\x1b[0m"])
def test_a_secret_is_masked_however_its_letters_are_written(text: str, secret: str, around: str) -> None:
    whole = around.format(text)

    assert secrets_in(whole) == [secret]
    assert secrets_in(apart(whole)) == [apart(secret)]
    assert redact(apart(whole)).text == apart(redact(whole).text)


@pytest.mark.parametrize(
    "text",
    [
        "Überraschung am Sonntag, schön!",
        "한국어 문장입니다",
        "がんばって、パンを食べる",
        "क़लम और दवात",
        "e\u0301\u0300x",
    ],
)
def test_what_is_harmless_stays_as_it_is_written(text: str) -> None:
    assert redact(apart(text)).text == apart(text)


PIECES = ["a", "7", " ", "é", "e\u0301", "n\u0303", "o\u0302\u0301", "x\u0336", "\u0301", "\u1112\u1169",
          "\u1107\u1175\u11af", "\u30cf\u309a", "\u200b", "\x1b[31m", "\\e[0m", "\\", "\U0001f511"]  # fmt: skip


def test_every_stretch_that_is_seen_stands_where_it_is_said_to_stand() -> None:
    draw = random.Random(3)
    texts = ("".join(draw.choices(PIECES, k=draw.randint(1, 9))) for _ in range(3_000))
    changed = [(text, plain) for text in texts if (plain := seen(text)) is not None and plain.text]
    assert len(changed) > 1_000
    for text, plain in changed:
        start = draw.randrange(len(plain.text))
        end = draw.randint(start + 1, len(plain.text))
        there = plain.origin(Span(start, end, "secret"))
        stretch = text[there.start : there.end]
        again = seen(stretch)
        assert apart(plain.text[start:end]) in apart(stretch if again is None else again.text)


def test_a_letter_with_very_many_accents_becomes_one_with_a_few_of_them() -> None:
    plain = seen("a" + "\u0301\u0316" * 50_000)
    assert plain is not None
    assert plain.ends[0] - plain.shifts[0] < 9
