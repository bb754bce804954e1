"""The table of provider formats is what its header says, and every row of it finds a secret."""

from __future__ import annotations

import hashlib
import random
import re
from pathlib import Path

import pytest

from memory_mcp import privacy
from memory_mcp.privacy.redaction import redact
from memory_mcp.privacy.rules import providers

TABLE = Path(privacy.__file__).parent / "data" / "providers.txt"
PREFIX_ROWS = [row for row in providers.rows() if row.column == "prefix"]


def header_and_body() -> tuple[dict[str, str], str]:
    lines = TABLE.read_text(encoding="utf-8").splitlines(keepends=True)
    head = [line[2:].strip() for line in lines if line.startswith("#")]
    told = dict(line.split(": ", 1) for line in head[1:])
    return told, "".join(line for line in lines if not line.startswith("#"))


def drawn_from(alphabet: str, count: int) -> str:
    """Return letters of a character class, a capital, a digit and a small letter in turn where it has them."""
    letters = [chr(code) for code in range(33, 127) if chr(code).isalnum() and re.match(f"[{alphabet}]", chr(code))]
    draw = random.Random(count)
    return "".join(draw.choice(letters) for _ in range(count))


def test_the_header_names_sources_licences_date_and_a_digest_of_the_rows():
    told, body = header_and_body()

    assert re.fullmatch(
        r"[\w-]+ [\d.]+ \((?:MIT|Apache-2\.0)\)(?:, [\w-]+ [\d.]+ \((?:MIT|Apache-2\.0)\))*", told["sources"]
    )
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", told["date"])
    assert int(told["rows"]) == body.count("\n") >= 300
    assert told["sha256"] == hashlib.sha256(body.encode()).hexdigest()


@pytest.mark.parametrize("row", PREFIX_ROWS, ids=lambda row: row.start)
def test_a_secret_of_every_listed_format_is_masked(row: providers.Row):
    secret = row.start + drawn_from(row.alphabet, row.least)
    shown = redact(f"it was {secret} yesterday").text

    assert secret[-12:] not in shown
    assert shown.endswith("] yesterday")


@pytest.mark.parametrize(
    "text",
    [
        "the key is AKIAIOSFODNN7EXAMPLE in every manual",
        "ghp_abcdefghijklmnopqrstuvwxyz0123456789 is how one looks",
        "persona_production_settings_for_all_users_of_the_table",
        "polar_at_midnight_when_the_night_is_long_enough",
        "k1.local.development.server.example",
        "/tmp/run/test_the_server_takes_over_for0/shop",
        "key_the_server_takes_over_for0 live_the_server_takes_over_for0",
    ],
)
def test_a_sample_of_a_format_and_a_name_that_starts_like_one_stay(text: str):
    assert redact(text).text == text


@pytest.mark.parametrize("glue", ["token", "x", "my_", "Key9"])
def test_a_token_glued_to_a_word_is_found(glue: str):
    token = "gh" + "p_" + drawn_from("A-Za-z0-9", 36)

    assert redact(f"see {glue}{token}").text == f"see {glue}[redacted: github-token]"
