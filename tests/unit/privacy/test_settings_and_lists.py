"""Settings, calls, lists and printed lines that hold a secret, and their like that hold none."""

from __future__ import annotations

import pytest

from memory_mcp.privacy.redaction import redact

SECRETS = (
    ("vault write auth/approle/login secret_id=5c1e77a0-4f3b-4d7a-9e21-0b6d2f9c8a14", ("5c1e77a0",)),
    ("ARG BUILD_AUTH=9b21c7e04fd85a36b1e7709c4d2f8a65", ("9b21c7e0",)),
    ("ldap_default_authtok = Harbour+Crane7", ("Harbour+Crane7",)),
    ("[[users]]\nname = 'door'\npin = 590327\n", ("590327",)),
    ('{"name": "gate", "pin": "4471"}', ("4471",)),
    ("Security question, first pet: Marmalade\n", ("Marmalade",)),
    (
        "Save your backup codes\nEach can be used once.\n\n1. 7719 0243\n2. 5580 1926\n",
        ("7719", "0243", "5580", "1926"),
    ),
    ("github-recovery-codes.txt\n71c3e-0ba49\n5d2f0-8e617\n", ("71c3e-0ba49", "5d2f0-8e617")),
    ("WIF: " + "L4rK1yDtCWekvXuE6oXD9jCYfFNV2cWRpVuPLBcCU2z8TrisoyY1", ("L4rK1yDtCWek",)),
    ("127.0.0.1:6379> AUTH otterStream\nOK\n", ("otterStream",)),
    ("$ pwgen -sy 16 2\nqF4t0qhfc2-nhfuo\nN1DWjiONbSo?Kv!e\n", ("qF4t0qhfc2", "N1DWjiONbSo")),
    ("Driver={ODBC Driver 18};Uid=app;Pwd={Ra;v&en}}nest};Encrypt=yes;", ("Ra;v&en",)),
    ('DBI->connect("dbi:Pg:dbname=mill", "miller", q{wheel{turns}44});', ("wheel{turns}44",)),
    ('mqtt.connect("pump", "pump", "rotor9well");', ("rotor9well",)),
)
HARMLESS = (
    "def add(self, user_id, entry_type, amount, date):  # one of the users",
    "import print_account, progress_bar, remark, waiting",
    'NAMES = ("users", "accounts", "logins", "log_in", "connection")',
    "ssh says Permission denied (publickey,password) after the upgrade to OpenSSH 9.8p1",
    "Call the locksmith on 0161 496 0123, he comes out for the safe on Thursdays",
    "Press Ctrl+Alt+Del and choose to change the password",
    "The commit that broke the login is 4f2c9ab, reverted in e77d013.",
    "手順書だと --password ＜パスワード＞ となっています",  # noqa: RUF001 - as the manual has it
    "His username is heron_1987 and the password he keeps to himself",
    "账号是 linhaoyu07,密码首次登录时自己设。",
    "Country code is US, dialling code +1 503.",
    "Срок действия паролей отменён, подробности в заявке ИБ-3318.",
    "Is it still the code for the feast? #Harvest2031 they say.",
    "gpio_pin = 17",
    "Backup codes are made once a year.\nWe keep them in the safe.\n",
)


@pytest.mark.parametrize(("text", "secrets"), SECRETS)
def test_what_is_set_or_listed_is_masked(text: str, secrets: tuple[str, ...]) -> None:
    shown = redact(text).text
    assert not [secret for secret in secrets if secret in shown], shown


@pytest.mark.parametrize("text", HARMLESS)
def test_what_is_no_secret_is_kept(text: str) -> None:
    assert redact(text).text == text
