"""A password beside the account it belongs to is masked, in a sentence too; a list of other things stays."""

from __future__ import annotations

import pytest

from memory_mcp.privacy.redaction import redact

# In two parts, so that no scanner finds them here.
SECRETS = ("Quark.Tasche" + "8", "lampe-" + "Ofen3")
PAIRS = (
    "two accounts: store with {} and counter with {}, please list them",
    "Utenze del negozio: cassa01 con {}; retro02 con {}.",
    "konten: theke: {}, buero: {} und fertig",
    "due account, io sono verdi.l con {}, lei verdi.m con {}",
    "две учётки: kassa_a — {}, kassa_b — {}",
    "계정 두 개: viewer는 {}, editor은 {} 입니다",
    "the logins: day ({}) and night ({})",
)
# One account and what it is entered with, or two where neither looks drawn.
STROKES = (
    ("Hesap: depo2 / gozleme9\nrapor al", ("gozleme9",)),
    ("계정: 창고 wasl / tteokbokki4, 매장 storel / Hanok-deulbo", ("tteokbokki4", "Hanok-deulbo")),
    ("both logins, nora / kettlebell7 and piet / radishradish", ("kettlebell7", "radishradish")),
)
BESIDE_A_NAME = (
    "connecte-toi avec root et {} puis regarde",
    "log in as admin and then {} and look",
    "uma.lind@example.org / {} does not work any more",
    "entra come admin e {} e riavvia",
    'it is "root" and "{}", I know',
)
HARMLESS = (
    "root and sub-tree, admin and super-user, guest with read-write, admin and Python3",
    "two accounts: web01 with Ubuntu22.04, web02 with Debian12.1 and a login on both",
    "mail uma@example.org and support@example.org, or root@build-01",
    "user accounts: first with Anna-Lena, second with Jean-Pierre",
    "logins per day: monday with 4417, tuesday with 5120",
    "login page: web1 / api2, accounts per day / week, users / groups",
    "admin: see README.md and TICKET-4471",
    "@pytest.fixture / conftest, @app.route and Blueprint-Factory",
)


@pytest.mark.parametrize("text", PAIRS)
def test_the_passwords_of_two_accounts_told_alike_are_masked(text: str) -> None:
    shown = redact(text.format(*SECRETS)).text

    assert not any(secret in shown for secret in SECRETS), shown


@pytest.mark.parametrize("text", BESIDE_A_NAME)
@pytest.mark.parametrize("secret", [SECRETS[0], "toast!" + "Butter", "cuscuz" + "123x"])
def test_what_stands_beside_a_well_known_account_is_masked(text: str, secret: str) -> None:
    assert secret not in redact(text.format(secret)).text


@pytest.mark.parametrize(("text", "secrets"), STROKES)
def test_what_a_stroke_parts_from_its_account_is_masked(text: str, secrets: tuple[str, ...]) -> None:
    shown = redact(text).text

    assert not any(secret in shown for secret in secrets), shown


@pytest.mark.parametrize("text", HARMLESS)
def test_pairs_of_other_things_stay(text: str) -> None:
    assert redact(text).text == text
