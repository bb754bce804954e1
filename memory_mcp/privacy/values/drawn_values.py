"""Tell whether a value was drawn at random by a machine, and whether the words before it say for what."""

from __future__ import annotations

from itertools import pairwise
from operator import ne
from string import ascii_lowercase, ascii_uppercase, digits
from typing import Final

from memory_mcp.privacy.text.spans import compiled

TECHNICAL_PREFIX: Final = (
    "sha|md|aes|rsa|hs|rs|es|ps|utf|base|argon|oauth|rfc|http|ipv|ed|pbkdf|x|v|k|s|p|ec|gpt|bytes|int|uint|u|i|f|float|"
    "char|varchar|str|string|py|python|bcrypt|scrypt|hmacsha|secp|sprint|phase|step|version|top|web|log|section|line|part"
)
WORDY: Final = (
    r"(?:(?:[A-Z]?[a-zà-ÿ]+|[A-Z]+|[0-9]{1,4}|[0-9]+(?:[a-z]{1,3}|[a-z]{4,}s)|"
    rf"(?i:{TECHNICAL_PREFIX})[0-9]{{1,5}}[a-z]{{0,3}})"
    r"(?:[-_./:+~@&|,]+|(?<=[a-z])(?=[A-Z][a-z])|\Z))+"
)
_JUDGED: Final = 128


def is_random(value: str) -> bool:
    """Say whether a value of 16 or more characters was drawn, not written: its classes of letters keep changing.

    Drawn from 62 letters and digits, neighbours differ in class .62 of the time (.50 without digits); CamelCase
    words change about .33 of the time.
    """
    body = compiled(r"[^A-Za-z0-9]").sub("", value)
    if len(body) < _SHORTEST_RANDOM or len(body) < 0.75 * len(value):
        return False
    if compiled(r"[0-9a-fA-F]{32,}").fullmatch(body):
        return len(set(body.lower())) > 16 // 2
    classes = body.translate(_CLASSES)
    changes: float = sum(map(ne, classes, classes[1:])) / (len(classes) - 1)
    least: float = _LEAST_CHANGES.get("".join(sorted(set(classes))), 1)
    return changes >= least


def is_drawn(value: str) -> bool:
    """Say whether what follows a telling prefix was drawn: no words, no counting through the alphabet."""
    if counts_on(value):
        return False
    return is_random(value) or (
        compiled(r"[0-9]").search(value) is not None
        and compiled(r"[A-Za-z]").search(value) is not None
        and compiled(WORDY).fullmatch(value) is None
    )


def is_drawn_short(value: str) -> bool:
    """Say whether a value of 8 to 15 letters of both cases and digits was drawn: every other neighbour differs."""
    if len(value) < _SHORTEST_RANDOM // 2 or not value.isalnum() or not value.isascii():
        return False
    classes = value.translate(_CLASSES)
    return len(set(classes)) == len("dlu") and 2 * sum(map(ne, classes, classes[1:])) >= len(classes) - 1


def counts_on(value: str) -> bool:
    """Say whether a value is like abcdef and 123456: most of its letters follow the one before."""
    codes = value[:_JUDGED].encode("utf-8", "replace")
    following = sum(1 for one, other in pairwise(codes) if other == one + 1)
    return following > len(codes) // 2


_SHORTEST_RANDOM: Final = 16
_CLASSES: Final = str.maketrans(
    digits + ascii_uppercase + ascii_lowercase,
    "d" * len(digits) + "u" * len(ascii_uppercase) + "l" * len(ascii_lowercase),
)
_LEAST_CHANGES: Final = {"dlu": 0.36, "lu": 0.38, "dl": 0.25, "du": 0.25}


_OTHER_KEYS: Final = (
    "schlüssel|clé|clave|chave|chiave|sleutel|klucz|ключ|токен|anahtar|密钥|密鑰|令牌|キー|トークン|키|토큰|jeton"
)
_LOOSE_CONTEXT: Final = rf"secret|token|passw|api.?key|access.?key|private.?key|\bkey\b|credential|bearer|{_OTHER_KEYS}"
_TIGHT_CONTEXT: Final = (
    rf"(?<![a-z])api(?![a-z])[^\n]{{0,3}}(?:key|{_OTHER_KEYS})"
    rf"|(?:\bkey\b|{_OTHER_KEYS})[^\n]{{1,24}}(?<![a-z])api(?![a-z])|"
    r"(?:secret|token|api[ _-]?key|access key|password|credential|(?:signing|encryption|secret|private) key)"
    r"[^\w\n]{1,3}(?:(?:is|was|value|key|the|here)[^\w\n]{1,3}){0,3}\Z|"
    rf"(?:secret|token|\bkey\b|{_OTHER_KEYS})\b[^\n.]{{0,44}}"
    r"(?::|\buse|\busa|\bnimm|\bici|\baqu[ií]|\bhere|→)[ \"'`]{1,3}\Z"
)
_PUBLISHED: Final = (
    r"commit[^\w\n]{0,3}\Z|\bsha|hash|digest|checksum|integrity|fingerprint|public|\bssh|etag|none-match|base64,|image|data:|://|h1:|revision"
    r"|user\.signingkey|cache|idempot|primary|foreign|partition|object key|s3 key"
    r"|(?<![a-z])(?:id|ids|uuid|guid|rev|ref|trace|span|request|cursor)[\"'`]?[ \t]{0,2}[:=][ \t]{0,2}[\"'`]?\Z"
)


_LEAST_UNMIXED: Final = 28


def is_published(before: str) -> bool:
    """Say whether the words in front of a string, in small letters, are those of something that is no secret."""
    return compiled(_PUBLISHED).search(before) is not None


def is_announced(before: str, run: str) -> bool:
    """Say whether the words in front of a random string, in small letters, speak of a secret.

    A string without capitals or without small letters may be a hash, a path or a number: it has to be named at once.
    """
    is_varied = (run.lower() != run and run.upper() != run) or (
        # No hash has such letters.
        len(run) >= _LEAST_UNMIXED and run.isalnum() and compiled(r"[g-zG-Z][^g-zG-Z]*[g-zG-Z]").search(run) is not None
    )
    return compiled(_LOOSE_CONTEXT if is_varied else _TIGHT_CONTEXT).search(before) is not None


# What manuals print: Amazon's example, the account of Azure's emulator, the token of jwt.io, "username:password".
_SAMPLES: Final = (
    "EXAMPLEKEY|K1SZFPTOtr/KBHBeksoGMGw|dXNlcm5hbWU6cGFzc3dvcmQ|dXNlcjpwYXNzd29yZA"
    "|eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9lIiwiaWF0IjoxNTE2MjM5MDIyfQ"
)


def is_sample(value: str) -> bool:
    """Say whether a value is one that manuals have published as an example."""
    return compiled(_SAMPLES).search(value) is not None
