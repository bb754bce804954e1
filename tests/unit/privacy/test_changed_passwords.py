"""Of a change that tells two passwords both are masked; a change of other things stays."""

from __future__ import annotations

import pytest

from memory_mcp.privacy.redaction import redact

# In two parts, so that no scanner finds them here.
OLD, NEW = "birnen" + "baum61", "Kessel!Dampf" + "_82"
CHANGES = (
    "I moved the password from {} to {} this morning",
    "troquei a senha do correio de {} pra {} ontem",
    "Ho cambiato la password: prima era {}, adesso {}.",
    "刚把密码从{}改成{}了",
    "il mot de passe est passé de {} à {} hier",
    "пароль поменяли \u0441 {} на {} вчера",
    "비밀번호를 {}에서 {}로 바꿨어",
    "old password: {} -> {}",
    "Früher war {}, jetzt {} als Passwort",
)
INSTEAD = (
    "the password is now {} instead of {}",
    "le mot de passe c'est {} au lieu de {}",
    "пароль теперь {} вместо {}",
)
HARMLESS = (
    "the password policy moved from version2 to version3 in march",
    "change the key from primary to secondary and the token from left to right",
    "the password page moved from login.html to account.html",
)


@pytest.mark.parametrize("text", CHANGES)
def test_both_passwords_of_a_change_are_masked(text: str) -> None:
    shown = redact(text.format(OLD, NEW)).text

    assert OLD not in shown
    assert NEW not in shown


@pytest.mark.parametrize("text", INSTEAD)
def test_the_password_that_another_stands_for_is_masked(text: str) -> None:
    shown = redact(text.format(NEW, OLD)).text

    assert OLD not in shown
    assert NEW not in shown


@pytest.mark.parametrize("text", HARMLESS)
def test_a_change_of_something_else_stays(text: str) -> None:
    assert redact(text).text == text
