"""How long masking takes for texts that were made to take long: it grows with their length, whatever they say."""

from __future__ import annotations

import time
from typing import Any

import pytest

from memory_mcp.privacy.finding import find
from memory_mcp.privacy.redaction import redact
from memory_mcp.privacy.rules import account_pairs, changes
from memory_mcp.privacy.values import literals

# Texts that a pattern may part in many ways, none of which fits; twice the ways with each letter would take hours.
MANY_WAYS = {
    "a name and words": "csrf=_" + "a" * 60 + "=",
    "words in a row": "password: " + "abcd" * 28 + "9_x\n",
    "words and underlines": "accounts bob.x / a" + "_" * 36 + "b1!x ok",
    "quotes within other quotes": 'password = "' + "''" * 60 + " x\n",
}
# Each of these is looked at with the same thousands of characters around it, or behind.
REPEATED = ("crumb=", "cookie=", "jsessionid=", '"kty"', "kind: Secret\ndata:\n  a: <x>\n")


def taken(text: str) -> float:
    begun = time.process_time()
    redact(text)
    return time.process_time() - begun


@pytest.mark.parametrize("name", MANY_WAYS)
def test_what_can_be_read_in_many_ways_is_not_tried_in_all(name: str) -> None:
    assert taken(MANY_WAYS[name]) < 1


@pytest.mark.parametrize("piece", REPEATED)
def test_a_text_of_one_word_takes_time_as_it_is_long(piece: str) -> None:
    taken(piece * 20)
    short, long = (min(taken(piece * (size // len(piece))) for _ in range(3)) for size in (4_000, 32_000))
    # Eight times as long; what looks at all of the rest takes 64 times as long, and at thousands of characters 20.
    assert long < 14 * short


@pytest.mark.parametrize(
    ("piece", "looks"), [('pass "', literals._holds_account), ("konto!_", account_pairs._holds_a_made_up)]
)
def test_what_stands_around_a_word_that_is_said_again_and_again_is_looked_at_once(piece: str, looks: Any) -> None:
    looks.cache_clear()
    redact(piece * 500)
    asked = looks.cache_info()
    assert asked.hits + asked.misses >= 400
    assert asked.misses < asked.hits / 3


@pytest.mark.parametrize(
    "name",
    [
        "user", "LOGIN", "account-id", "email", "mail", "uid", "hostname", "server", "SSID", "smtp", "ipaddr",
        "benutzer", "usuario", "utilisateur", "bind_dn", "identity", "domain", "database", "dbname", "db_name",
        "address", "topic_prefix", "url", "port", "\u017ferver", "log\u0131n",
    ],
)  # fmt: skip
def test_a_stretch_with_a_name_of_an_account_is_looked_at(name: str) -> None:
    stretch = f"{name}: jo_7f\n"
    assert literals.has_account(stretch, len(stretch), len(stretch))


def test_what_a_change_tells_beside_a_password_is_the_least_part_of_the_time() -> None:
    text = " PGPASSWORD=" * 2_000
    spans = find(text)
    assert spans
    beside, whole = [], []
    for _ in range(3):
        begun = time.process_time()
        list(changes.others(text, spans))
        beside.append(time.process_time() - begun)
        whole.append(taken(text))
    assert min(beside) < min(whole) / 4


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        ('{"kty": "RSA", "d": "KEY", "kty": "RSA", "n": 1}', "Qz7Rk2Lp9Xv4Tn8Wb3Yc6Md1"),
        ("kind: Secret\n" * 9 + "data:\n  kind: Secret\n  a: KEY\n", "Qz7Rk2Lp9Xv4Tn8Wb3Yc6Md1"),
        ("kind: Secret\ndata:\n  kind: Secret\n  a: x92kdnw\n---\ndata:\n  b: KEY\n", "Qz7Rk2Lp9Xv4Tn8Wb3Yc6Md1"),
        ("data:\n  a: KEY\nkind: Secret\n---\ndata:\n  a: <x>\nkind: Secret\n", "Qz7Rk2Lp9Xv4Tn8Wb3Yc6Md1"),
        ("data:\n  a: <x>\nkind: Secret\n---\ndata:\n  a: KEY\nkind: Secret\n", "Qz7Rk2Lp9Xv4Tn8Wb3Yc6Md1"),
        ("SAMLResponse=KEY", "Qz7Rk2Lp9Xv4Tn8Wb3Yc6Md1" * 40),
        ("Cookie: sid=KEY", "Qz7Rk2Lp9Xv4Tn8Wb3Yc6Md1" * 40),
        ("CREATE ROLE jo PASSWORD 'KEY'", "x''9kQ'' vR7"),
        ("password: KEY", "Correcthorse-battery42"),
    ],
)  # fmt: skip
def test_a_secret_is_masked_to_its_end(text: str, secret: str) -> None:
    shown = redact(text.replace("KEY", secret)).text
    assert "[redacted: " in shown
    assert secret[-4:] not in shown
