"""A password of which somebody asks whether it is good enough is masked; programs that are judged stay."""

from __future__ import annotations

import pytest

from memory_mcp.privacy.redaction import redact

# In two parts, so that no scanner finds it here.
SECRET = "Mause" + "fall3-Kueche"
QUESTIONS = (
    "is {} strong enough for my bank?",
    "Ist „{}“ zu unsicher fürs Homebanking?",
    "est-ce que {} suffit pour la banque ?",
    "¿{} es fácil de adivinar?",
    "secondo te {} è facile da indovinare?",
    "você acha {} fraca?",
    "Is {} veilig genoeg?",
    "{} это слабый вариант?",
    "czy {} wystarczy do banku?",
    "{} güvenli mi?",
    "{}安全吗",
    "「{}」は弱いですか",
    "{} 안전한가요?",
)
HARMLESS = (
    "I guess the RTX4090 is good enough, but is Python3.11 too weak for it?",
    "Is Log4j-2.17.1 secure enough? 这个版本 OpenSSL3.0.8 安全吗",
    'Das "Windows11" hier ist unsicher, reicht Debian12?',
    "la version2 es más segura que la version1",
    "if (weak.test1) guess = Strength.of2(password)",
)


@pytest.mark.parametrize("text", QUESTIONS)
def test_a_password_that_is_judged_is_masked(text: str) -> None:
    assert SECRET not in redact(text.format(SECRET)).text


@pytest.mark.parametrize("text", HARMLESS)
def test_a_program_that_is_judged_stays(text: str) -> None:
    assert redact(text).text == text
