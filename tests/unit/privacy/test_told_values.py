"""Passwords that people tell in more languages, or make of words; and what only looks like them stays."""

from __future__ import annotations

import pytest

from memory_mcp.privacy.redaction import redact

STRUNG = "amber-canoe-" + "violin-31"
LEET = "G4rd3n_" + "52"
TOLD = (
    "the staging password is {}",
    "das Passwort ist {}",
    "Heslo k serveru je {}",
    "Lösenordet till routern är {}",
    "Adgangskoden til serveren er {}",
    "Salasana on {}",
    "A jelszó {} lett",
    "\u039f κωδικός πρόσβασης είναι {}",
    "הסיסמה לשרת היא {}",
    "كلمة المرور للخادم هي {}",
    "Mật khẩu wifi là {} nhé",
    "Kata sandi admin: {}",
    "सर्वर का पासवर्ड {} है",
    "Parola pentru contul vechi este {}",
)
PLACED = (
    "SSHPASS={} sshpass -e ssh a@b",
    '#define OTA_PASSWORD "{}"',
    "define('DB_PASSWORD', '{}');",
    '"rds_password": {{"value": "{}", "sensitive": true}}',
    "Initial password: {}\nPortal: https://a.example",
    "Use the following password to proceed:\n\n{}\n\nThen go on.",
    'DriverManager.getConnection(url, "app", "{}");',
    'ftplib.FTP("ftp.example.net", "upload", "{}")',
    '%any %any : PSK "{}"',
    " id | login | plain_pw\n----+-------+---------\n 7 | bea | {}\n",
)
HARMLESS = (
    "the password policy is team-policy-page-12",
    "the password is stored in the vault since version-2",
    "Das Passwort ist seit Montag abgelaufen.",
    "Heslo je uložené v trezoru.",
    "A jelszó lejárt tegnap.",
    "PASSWORT=hier_eintragen",
    "the cache key: 9f86d081884c7d659a2feaa0c55ad015",
    "bypass: compass-north-star-12",
    "The password field is in user-table-column-12.",
)


@pytest.mark.parametrize("value", [STRUNG, LEET])
@pytest.mark.parametrize("sentence", TOLD)
def test_a_password_told_in_a_language_is_masked(sentence: str, value: str) -> None:
    assert value not in redact(sentence.format(value)).text


@pytest.mark.parametrize("place", PLACED)
def test_a_password_made_of_words_is_masked_where_it_is_given(place: str) -> None:
    value = "Walnut" + "Ferry482"
    assert value not in redact(place.format(value)).text


@pytest.mark.parametrize("text", HARMLESS)
def test_words_about_passwords_stay(text: str) -> None:
    assert redact(text).text == text
