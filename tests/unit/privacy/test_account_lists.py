"""In a list of accounts the last word of each line is a password; in a list of other things it stays."""

from __future__ import annotations

import pytest

from memory_mcp.privacy.redaction import redact

# In two parts, so that no scanner finds them here.
SECRETS = ("walnuss" + "44", "kessel" + "-Rad7", "Brunnen" + "x91")
LISTS = (
    "accounts for the trial:\numa / {}\nben / {}\npia / {}",
    "Zugänge Werkstatt:\nplatz1 \u2013 {}\nplatz2 \u2013 {}\nplatz3 \u2013 {}\n\nbis morgen",
    "logins\n- shop: uma@example.org / {}\n- forum: umak / {}\n- mail: info / {}",
    "usuarios del curso:\n1. uma : {}\n2. ben : {}\n3. pia : {}\n",
    "Доступы:\nblog | {}\nmail | {}\ndisk | {}",
)
HARMLESS = (
    "accounts by region:\nnorth / 4417\nsouth / 5120\nwest / 880\n",
    "users and their teams:\numa - platform\nben - search\npia - design\n",
    "accounts to migrate:\n- uma: see TICKET-44\n- ben: see notes-2024.md\n",
    "logins per day:\nmonday: 2024-01-08\ntuesday: 2024-01-09\n",
    "users:\n- browser / v2.3.1\n- server / v18.0.2\n",
)


@pytest.mark.parametrize("text", LISTS)
def test_the_passwords_of_a_list_of_accounts_are_masked(text: str) -> None:
    shown = redact(text.format(*SECRETS)).text

    assert not [secret for secret in SECRETS if secret in shown]


@pytest.mark.parametrize("text", HARMLESS)
def test_a_list_of_other_things_stays(text: str) -> None:
    assert redact(text).text == text


def test_a_list_without_end_takes_time_in_proportion_to_its_length() -> None:
    text = "accounts:\n" + "name / walnut\n" * 200

    assert redact(text * 20).text == text * 20
