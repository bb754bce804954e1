"""Keys in bytes, numbered words of a wallet and tokens by their shape go; codes of keyboards and public keys stay."""

from __future__ import annotations

import pytest

from memory_mcp.privacy.redaction import redact

BYTES = "[17, 204, 91, 33, 250, 6, 148, 77, " + "201, 59, 180, 12, 99, 233, 41, 166]"
HEXES = "0x5E, 0xB1, 0x19, 0xD4, 0x27, 0xF2, " + "0x6B, 0x08, 0x9A, 0xCD"
WORDS = (
    *("river", "amber", "stone", "lunar", "cactus", "velvet"),
    *("barrel", "pigeon", "copper", "meadow", "ticket", "orbit"),
)
HEX = "7be1c04d92fa36" + "8510d7c93b64ea2f58"
SPELLED = (
    (f"advanced:\n  network_key: {BYTES}", "204, 91"),
    (f"static const u1_t PROGMEM APPKEY[16] = {{ {HEXES} }};", "0xB1, 0x19"),
    (f"solana-keygen wrote id.json -> {BYTES}", "250, 6"),
    (" ".join(f"{n}. {word}" for n, word in enumerate(WORDS, 1)) + " <- my metamask words", "velvet"),
    ("wallet:\n" + "\n".join(f"{n}) {word}" for n, word in enumerate(WORDS, 1)), "pigeon"),
    ("BitLocker:\n  ID: {4B1F}\n  " + "-".join(["417283"] * 8), "417283-"),
    ("otpauth-migration://offline?data=Q2hxWkR0" + "bVZyYjJsS3Y5T%3D", "Q2hxWkR0"),
    (f"Administrator:500:{HEX}:{HEX[::-1]}:::", HEX[::-1]),
    (f"K10{HEX}{HEX}::server:{HEX}", HEX),
    (f"Mailgun::create('{HEX}-1c2d3e4f-5a6b7c8d')", HEX),
    ("deepl.Translator('7c1de3a4-" + "5b6f-47e8-9a0b-1c2d3e4f5a6b:fx')", "5b6f-47e8"),
    ("wpkh(xprv9" + "k7Dw3RtQ9mVx" * 9 + "/84h)", "k7Dw3RtQ9mVx"),
    (f"'crypt' => [ 'key' => '{HEX}' ],", HEX),
    ("s.cookies.set('connect.sid', 's%3Ab7Q" + "m2Xc9Vw4Zk1Rt8Ns6Lp3Hy0')", "m2Xc9Vw4Z"),
    (f'{{"name": "SESSION", "value": "{HEX}", "domain": "example.org"}}', HEX),
    ("cf_clearance=b7Q" + "m2Xc9Vw4Zk1Rt8Ns6Lp3Hy0", "m2Xc9Vw4Z"),
    ("pbkdf2_sha256$600000$k3Rw8Lm2Qa" + "Zt5Vn1Xc9$Bq7Hs/4Ye0Kd6Jp2Wg8Rf3=", "pbkdf2_sha256$6000"),
    ("[smtp.gmail.com]:587 jo@gmail.com:kfme " + "wqrt pzxa bhno", "wqrt"),
)
HARMLESS = (
    "KEYCODES = [8, 9, 13, 16, 17, 18, 19, 20, 27, 32, 33, 34]",
    f"public_key: {BYTES}",
    "key_sizes: [16, 24, 32, 48, 64, 96, 112, 120, 126]",
    "1. open 2. read 3. close 4. send 5. wait",
    " ".join(f"{n}. {word}" for n, word in enumerate(WORDS, 1)) + " in order of size",
    "std::server::run()",
    "a 9-digit-order 123456-123456",
)


@pytest.mark.parametrize(("text", "secret"), SPELLED)
def test_a_spelled_key_is_masked(text: str, secret: str) -> None:
    shown = redact(text).text
    assert "[redacted: " in shown
    assert secret not in shown


@pytest.mark.parametrize("text", HARMLESS)
def test_lists_of_other_things_stay(text: str) -> None:
    assert redact(text).text == text
