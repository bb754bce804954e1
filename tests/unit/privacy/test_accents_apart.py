"""A letter and its accent may be two signs, as in names of files; secrets are found all the same."""

from __future__ import annotations

import unicodedata

import pytest

from memory_mcp.privacy.redaction import redact, secrets_in

TOLD = [
    ("CONTRASEÑA=Rio-Verde88", "Rio-Verde88"),
    ("la contraseña del router es Jamón-2291é", "Jamón-2291é"),
    ("Şifre: Kedi.4417", "Kedi.4417"),
    ("비밀번호: hodu7741", "hodu7741"),
    ("пароль: йод-7781-ёлка", "йод-7781-ёлка"),
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
    "text", ["Überraschung am Sonntag, schön!", "한국어 문장입니다", "क़लम और दवात", "e\u0301\u0300x"]
)
def test_what_is_harmless_stays_as_it_is_written(text: str) -> None:
    assert redact(apart(text)).text == apart(text)
