"""Answers to questions of security and keys in groups of four are masked; what looks like them stays."""

from __future__ import annotations

import pytest

from memory_mcp.privacy.redaction import redact

# In two parts, so that no scanner finds them here.
KEY = "q2hf 7wmx 3kzd " + "p5tb u6ny vj4c"
ANSWERS = (
    ("It wants my grandmother's maiden name. I answered {} years ago.", "Winterbottom"),
    ("the secret question is about a street and my answer back then was {}, why is it refused", "Quill Lane"),
    ('Die Sicherheitsfrage fragt nach dem Haustier, die Antwort ist "{}"', "der dicke Otto"),
    ("pregunta secreta: mi primer colegio, la respuesta es {}", "Santa Bárbara"),
    ("question secrète du site des impôts, j'ai répondu {} je crois", "Trégastel"),
    ("beveiligingsvraag over mijn straat, het antwoord was {}", "Vogelkers"),
    ("секретный вопрос про город, ответ: {}", "Кострома"),
)
KEYS = (
    f"the phone cannot read the picture, this key instead: {KEY}",
    f"2FA einrichten, Schlüssel: {KEY.replace(' ', '-')}",
    f"Il QR non va, la chiave è {KEY} e basta",
)
HARMLESS = (
    "A security question is no good: who knows your mother's maiden name knows the answer.",
    "What was the security question? I answered the mail already.",
    "The first pet in the list is shown when the answer was right.",
    "the key word list: home page, then more text that goes over each line",
    "the key bytes: 4f2b 7c6d 3e5a 2d4c 6b7f 5a3e",
    "scan the years 2024 2025 2026 2027 and 2028 first",
    "this key sets half-life mode-less open-ended",
)


@pytest.mark.parametrize(("text", "secret"), ANSWERS)
def test_the_answer_to_a_question_of_security_is_masked(text: str, secret: str) -> None:
    assert secret not in redact(text.format(secret)).text


@pytest.mark.parametrize("text", KEYS)
def test_a_key_in_groups_of_four_is_masked(text: str) -> None:
    shown = redact(text).text

    assert "7wmx" not in shown
    assert "vj4c" not in shown


@pytest.mark.parametrize("text", HARMLESS)
def test_questions_without_answers_and_other_groups_stay(text: str) -> None:
    assert redact(text).text == text
