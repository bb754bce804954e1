"""Secrets leave the text whole, harmless text stays as it was, and hostile text costs no more than its length."""

from __future__ import annotations

import cProfile
from collections import Counter

import pytest
from examples import examples
from hypothesis import given
from hypothesis import strategies as st
from secret_corpus import Planted, corpus

from memory_mcp.errors import RefusedError
from memory_mcp.privacy import finding
from memory_mcp.privacy.redaction import guard, redact
from memory_mcp.privacy.rules import providers

FRAGMENTS = st.sampled_from(
    [
        "password", "token", "secret", "key", "api", "API_KEY", "=", ": ", " is ", '"', "'", "`", "\n", " ", "|", "&a=",
        "hunter2x", "aB3dE6gH9kL2nP5rT8vX1zC4", "3f786850e387550fdab836ed7e6dc881de23001b", "://", "joe:", "@host",
        "<private>", "</private>", "[redacted: secret]", "[redacted:", "]", "eyJhbGciOiJIUzI1NiJ9", ".", "-----BEGIN",
        " PRIVATE KEY-----", "-----END", "MIIEvQIBADANBgkqhkiG", "Authorization: ", "Bearer ", "Basic ", "ghp_", "sk-",
        "\\n", "\0", "\ud800", "İ", "x" * 30, "1" * 12, ":AA", "AccountKey=", "(", "{", "--",
    ]
)  # fmt: skip
TEXTS = st.lists(FRAGMENTS | st.text(max_size=12), max_size=14).map("".join)


def parts(secret: str) -> set[str]:
    """Return every stretch of eight characters: none of them may survive."""
    return {secret[start : start + 8] for start in range(max(1, len(secret) - 7))}


def leaks(planted: Planted) -> bool:
    shown = redact(planted.text).text
    return any(part in shown for part in parts(planted.secret))


@pytest.mark.parametrize("seed", [1, 2])
def test_planted_secrets_of_every_kind_are_found_whole(seed):
    planted, _ = corpus(seed)
    missed = Counter(secret.kind for secret in planted if leaks(secret))
    kinds = Counter(secret.kind for secret in planted)

    assert len(planted) >= 200
    assert missed.total() <= 0.01 * len(planted), missed
    assert [kind for kind in kinds if missed[kind] > 0.1 * kinds[kind]] == []


@pytest.mark.parametrize("seed", [1, 2])
def test_a_planted_secret_is_counted_under_its_kind(seed):
    planted, _ = corpus(seed)
    misnamed = [secret for secret in planted if secret.kind not in redact(secret.text).found]

    assert len(misnamed) <= 0.01 * len(planted), misnamed[:5]


@pytest.mark.parametrize("seed", [1, 2])
def test_prose_code_identifiers_and_hashes_stay_as_they_are(seed):
    _, harmless = corpus(seed)
    flagged = [text for text in harmless if redact(text).text != text]

    assert len(harmless) >= 600
    assert len(flagged) <= 0.005 * len(harmless), flagged[:10]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("DB_PASSWORD=swordfish", "DB_PASSWORD=[redacted: password]"),
        ("password: hunter2, user: joe", "password: [redacted: password], user: joe"),
        ("postgres://joe:s3cret@db:5432/app", "postgres://joe:[redacted: url-password]@db:5432/app"),
        ("postgres://joe:p@ss@db/app", "postgres://joe:[redacted: url-password]@db/app"),
        ("postgres://joe:p/ss@db/app", "postgres://joe:[redacted: url-password]@db/app"),
        ('{"api_key": "aB3dE6gH9"}', '{"api_key": "[redacted: secret]"}'),
        ("/login?token=aB3dE6gH9&page=2", "/login?token=[redacted: secret]&page=2"),
        ("Authorization: Bearer aB3dE6gH9kL2", "Authorization: Bearer [redacted: authorization]"),
        ("token = '" + "aB3" * 400 + "' # end", "token = '[redacted: secret]' # end"),
        ("my password is hunter2!", "my password is [redacted: password]"),
        ("Password for wifi: BlueWhale77", "Password for wifi: [redacted: password]"),
        ("mysql -u root -phunter2 app", "mysql -u root -p[redacted: password] app"),
        ("curl -u joe:hunter2 https://example.com", "curl -u joe:[redacted: password] https://example.com"),
        ("sshpass -p 'hunter2' ssh joe@host", "sshpass -p '[redacted: password]' ssh joe@host"),
        ("machine a.org login joe password hunter2", "machine a.org login joe password [redacted: password]"),
        ("password:\n  hunter2\nuser: joe", "password:\n  [redacted: password]\nuser: joe"),
        ('<add key="Password" value="hunter2"/>', '<add key="Password" value="[redacted: password]"/>'),
        ("Server=db;Password=Str0ng!Pass;", "Server=db;Password=[redacted: password];"),
        ("otpauth://totp/x?secret=JBSWY3DPEHPK3PXP&issuer=y", "otpauth://totp/x?secret=[redacted: secret]&issuer=y"),
    ],
)
def test_only_the_secret_is_replaced(text, expected):
    assert redact(text).text == expected


@pytest.mark.parametrize(
    "text",
    [
        "the password is stored hashed",
        "token budget: 1500",
        "token = get_token()",
        "api_key = os.environ['API_KEY']",
        "password: ${DB_PASSWORD}",
        "API_KEY=<your-key>",
        "password=changeme",
        "secret: xxxxxxxxxxxx",
        "token = process.env.GITHUB_TOKEN",
        "commit 3f786850e387550fdab836ed7e6dc881de23001b fixes the token refresh",
        "session 6f1e9a52-7c1b-4a39-9d8f-3c2b1a098765",
        "https://example.com:8080/@scope/package",
        "-----BEGIN PRIVATE KEY----- is how the file starts",
        "password: [redacted: password]",
        "mysql -u root -p app",
        "curl -u $USER:$PASSWORD https://example.com",
        "if token:\n    response2 = read()",
        "DEFAULT_LAST_PASS: Final = 2",
        "private_key: Ed25519PrivateKey | Ed448PrivateKey",
        "Token.Name.Builtin: '#68175A',",
        "aes128-set-encrypt-key.asm s390x/msa_x1/sha256-compress.asm",
        "\N{REPLACEMENT CHARACTER}pw:\N{REPLACEMENT CHARACTER}4\x08\x11c\N{REPLACEMENT CHARACTER}",
    ],
)
def test_what_only_speaks_of_secrets_is_kept(text):
    assert redact(text).text == text


def test_private_sections_leave_no_trace():
    assert redact("keep <private>drop</private> this").text == "keep  this"
    assert redact("keep <PRIVATE>drop").text == "keep "
    assert redact("a<private>b<private>c</private>d</private>e").text == "a e"
    assert redact("<private>a</private> and <private>b</private>").found == {"private": 2}


def test_removing_a_private_section_does_not_build_a_new_tag():
    assert redact("<pri<private>x</private>vate>kept").text == "<pri vate>kept"


def test_a_private_key_without_its_end_goes_to_its_last_line():
    text = (
        "log:\n-----BEGIN RSA PRIVATE" + " KEY-----\n" + "MIIEvQIBADANBgkqhkiG9w0BAQEF\n" * 3 + "AoIBAQC\nThat was it."
    )

    assert redact(text).text == "log:\n[redacted: private-key]\nThat was it."


def test_a_private_key_whose_lines_became_one_goes_whole():
    text = "-----BEGIN RSA PRIVATE" + " KEY----- " + "MIIEvQIBADANBgkqhkiG9w0BAQEF " * 3 + "and the rest was lost"

    assert redact(text).text == "[redacted: private-key] and the rest was lost"


def test_a_public_key_and_a_certificate_stay():
    for label in ("PUBLIC KEY", "CERTIFICATE"):
        text = f"-----BEGIN {label}-----\n" + "MIIEvQIBADANBgkqhkiG9w0BAQEF\n" * 3 + f"-----END {label}-----"
        assert redact(text).text == text


def test_the_positions_survive_a_letter_that_grows_when_lowered():
    assert redact("İ" * 30 + " password: hunter2").text == "İ" * 30 + " password: [redacted: password]"


def test_off_keeps_secrets_and_still_drops_private_sections():
    kept = guard("password: hunter2 <private>x</private>", "off", "content")

    assert (kept.text, dict(kept.found)) == ("password: hunter2 ", {"private": 1})


def test_mask_counts_what_it_took_out_by_kind():
    masked = guard("password: hunter2 and password: dragon99", "mask", "content")

    assert dict(masked.found) == {"password": 2}


def test_refuse_names_the_field_and_the_kind_and_not_the_secret():
    with pytest.raises(RefusedError) as caught:
        guard("password: hunter2", "refuse", "content")

    assert caught.value.field == "content"
    assert "password" in str(caught.value)
    assert "hunter2" not in str(caught.value)


def test_refuse_lets_private_sections_go_and_keeps_the_rest():
    assert guard("a <private>b</private>", "refuse", "content").text == "a "


@examples(250)
@given(TEXTS)
def test_redacting_twice_changes_nothing(text):
    once = redact(text).text
    again = redact(once)

    assert (again.text, dict(again.found)) == (once, {})


@examples(60)
@given(st.sampled_from(corpus(3)[0]), st.text(max_size=30), st.text(max_size=30))
def test_redacting_a_planted_secret_twice_changes_nothing(planted, before, after):
    once = redact(f"{before} {planted.text} {after}").text

    assert redact(once).text == once


HOSTILE = (
    "key ",
    "token=",
    "password:",
    "eyJ",
    "-eyJ",
    "eyJaaaaaaaa.",
    "://",
    "://a:x",
    "://a:b@",
    "-----BEGIN PRIVATE KEY-----",
    "-----BEGIN PRIVATE KEY-----\nABCDEFGH1jklmnop\n",
    "authorization:",
    "bearer ",
    "token is ",
    'token = "',
    "sk-proj-",
    "pass  ",
    "<private>",
    "<private>x</private>a",
    "token | ",
    "--token ",
    "token aB3dE6gH9kL2nP5rT8vX ",
    "\0",
    "\ud800",
    "the password for a b c ",
    'key\\"=\\"',
    "password=a1b2c3&",
    "SG.aaaaaaaaaaaaaaaa",
    ":AA",
    "İtoken",
    "Version: ",
)


def calls_made(text: str) -> int:
    """Count the calls, of Python and of C functions, that redacting takes; each looks a bounded way or moves on."""
    # It counts in C: a function of Python would take longer than what it counts.
    profile = cProfile.Profile(subcalls=False)
    profile.runcall(redact, text)
    return sum(entry.callcount for entry in profile.getstats())


@pytest.mark.parametrize("unit", HOSTILE)
def test_work_grows_no_faster_than_the_text(unit):
    short, long = unit * 200, unit * 1600
    # Patterns are compiled when they are first tried.
    redact(short)

    assert calls_made(long) <= 8.5 * calls_made(short) + 100


@pytest.mark.parametrize("unit", ["plain words, ", "token=", "aB3dE6gH9/", "\0\ud800"])
def test_megabytes_are_read_to_the_end(unit, request):
    size = 10_000_000 if request.config.getoption("--slow") else 1_000_000
    text = unit * (size // len(unit)) + " password: hunter2"

    assert redact(text).text.endswith("[redacted: password]")


@pytest.mark.parametrize("prefix", providers._listed_rows())
@pytest.mark.parametrize("around", ["", "plain words and nothing else " * 200, "a_b-c.d=e/f:g " * 200])
def test_a_prefix_is_seen_wherever_it_stands(prefix: str, around: str) -> None:
    looked: list[str] = []
    text = f"{around} {prefix}{'1xY' * 8} {around}"
    for literal, start, _ in finding.matches(text.lower()):
        looked += [prefix for _ in finding._anchors().by_literal[literal].rules if text.startswith(prefix, start)]

    assert prefix in looked
