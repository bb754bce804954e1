"""What a password is called is known alike in settings, in the headings of tables and in the fields of forms."""

from __future__ import annotations

import pytest

from memory_mcp.privacy.redaction import redact
from memory_mcp.privacy.values.word_lists import word_list

# Plain enough to be kept anywhere else.
VALUE = "Blumenwiese"
# What ends so only where a program is given it.
_OF_PROGRAMS = {"requirepass", "masterauth", "authtok", "passwordphrase"}
NAMES = sorted({*word_list("passwords"), "пароль", "パスワード", "密码", "비밀번호"} - _OF_PROGRAMS)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    "text", ["{} = '{}'", "user,{},site\nanna,{},shop\n", "page.fill('#{}', '{}')"], ids=["setting", "table", "form"]
)
def test_every_name_of_a_password_is_known_in_every_place(name: str, text: str):
    assert VALUE not in redact(text.format(name, VALUE)).text


@pytest.mark.parametrize(
    "field", ["passwordConfirm", "senhaNova", "şifreniz", "Подтверждение пароля", "userpass", "PIN"]
)
def test_a_field_may_have_the_word_in_any_form(field: str):
    assert VALUE not in redact(f"page.getByLabel('{field}').fill('{VALUE}')").text


@pytest.mark.parametrize("field", ["passenger-name", "passerelle", "compass", "bypass", "shipping", "Reisepassnummer"])
def test_what_only_begins_or_ends_like_it_is_no_field_of_a_password(field: str):
    assert VALUE in redact(f"page.fill('#{field}', '{VALUE}')").text


@pytest.mark.parametrize("label", ["CONTRASEÑA", "HASŁO", "ŞİFRE", "LÖSENORD", "newpwdbox", "confirmpasswordfield"])
def test_what_is_typed_into_a_field_is_masked_whose_name_is_in_capitals_or_stands_within_a_word(label):
    assert "Tr0ub4dor" not in redact(f"page.getByLabel('{label}').fill('Tr0ub4dor&3')").text


@pytest.mark.parametrize("text", [
    "CONTRASEÑA=Zx81kk29s", "| usuario | CONTRASEÑA |\n|---|---|\n| bob | Zx81kk29s |",
    "| kto | HASŁO |\n|---|---|\n| bob | Zx81kk29s |",
])  # fmt: skip
def test_a_name_in_capitals_beyond_ascii_names_a_password(text):
    assert "Zx81kk29s" not in redact(text).text


@pytest.mark.parametrize("name", ["enclave", "aws_enclave", "autoclave", "conclave", "desenha", "redesenha", "resenha"])
@pytest.mark.parametrize(
    "text", ["{} = '{}'", "user,{},site\nanna,{},shop\n", "page.fill('#{}', '{}')"], ids=["setting", "table", "form"]
)
def test_a_word_that_ends_like_one_is_no_name_of_a_password(name: str, text: str):
    assert VALUE in redact(text.format(name, VALUE)).text
