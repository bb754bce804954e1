"""What a value is, told from its letters: drawn by a machine, made up by a person, or no secret at all."""

from __future__ import annotations

import re
from itertools import pairwise
from operator import ne
from string import ascii_lowercase, ascii_uppercase, digits
from typing import Final, Literal, TypeAlias

Style: TypeAlias = Literal["env", "quoted", "bare", "prose"]
"""How a value stands by its name: ``NAME=v``, ``name = "v"``, ``name: v``, ``the name is v``."""

_STATES: Final = frozenset(
    (
        "true", "false", "none", "null", "nil", "undefined", "yes", "no", "on", "off", "required", "optional",
        "hidden", "invalid", "incorrect", "wrong", "missing", "expired", "revoked", "rotated", "unset", "empty",
        "default", "auto", "hashed", "encrypted", "masked", "redacted", "removed", "filtered", "sensitive",
        "enabled", "disabled", "string", "str", "text", "number", "integer", "boolean", "object", "bytes", "any",
        "unknown", "value", "plain", "plaintext", "bearer", "basic", "include", "omit", "same", "origin", "todo",
        "tbd", "fixme", "prompt", "stdin", "env", "file", "vault", "input", "password", "passwd", "passwort",
        "kennwort", "passphrase", "secret", "token", "apikey", "key", "credential", "credentials", "user",
        "username", "pass", "pwd", "placeholder", "changeme", "change", "example", "sample", "dummy", "fake", "foo",
        "bar", "baz", "foobar", "test", "testing", "your", "here", "mot", "passe", "insert", "replace", "enter",
        "contrasena", "contraseña", "redigir", "wachtwoord", "senha", "short", "weak", "strong", "correct",
        "confirm", "confirmation", "forgot", "reset", "login", "access", "refresh", "session",
    )
)  # fmt: skip
_STAND_INS: Final = frozenset(
    [
        "your",
        "example",
        "placeholder",
        "changeme",
        "sample",
        "dummy",
        "fake",
        "foobar",
        "insert",
        "replace",
        "enter",
        "todo",
    ]
)
_TECHNICAL_PREFIX: Final = (
    "sha|md|aes|rsa|hs|rs|es|ps|utf|base|argon|oauth|rfc|http|ipv|ed|pbkdf|x|v|k|s|p|ec|gpt|bytes|int|uint|u|i|f|float|"
    "char|varchar|str|string|py|python|bcrypt|scrypt|hmacsha|secp|sprint|phase|step|version|top|web|log|section|line|part"
)
_WORDY: Final = (
    r"(?:(?:[A-Z]?[a-zà-ÿ]+|[A-Z]+|[0-9]{1,4}|[0-9]+(?:[a-z]{1,3}|[a-z]{4,}s)|"
    rf"(?i:{_TECHNICAL_PREFIX})[0-9]{{1,5}}[a-z]{{0,3}})"
    r"(?:[-_./:+~@&|,]+|(?<=[a-z])(?=[A-Z][a-z])|\Z))+"
)
_LONGEST_WORDS: Final = 100
_JUDGED: Final = 128
_NUMBER: Final = r"[v~<>+-]?[0-9]+(?:[.,:/x+-][0-9]+)*(?:[a-zA-Z%]{0,4}|st|nd|rd|th)?"
_WELL_MIXED_BASE64: Final = r"(?=.{0,80}[0-9])(?=.{0,80}[A-Z])(?=.{0,80}[a-z])[A-Za-z0-9+/]{30,}={0,2}"
_IDENTIFIER: Final = r"[A-Za-z_$][A-Za-z0-9_$]*"
_NO_PASSWORD: Final = rf"[\w.+-]+@[\w-]+(?:\.[\w-]+)+|{_NUMBER}|[A-Za-z]:\\.*|[a-z]+(?:_[a-z]+)+_?[0-9]{{0,2}}"


def looks_secret(value: str, kind: str, style: Style) -> bool:
    """Judge whether a value given to such a name is the secret itself, not a word, a type, code or a stand-in."""
    core = (value.rstrip(".,;:!?)]}").strip("\"'") or value)[:_JUDGED]
    is_long_enough = len(core) >= (4 if style in {"env", "quoted"} else 6)
    if not is_long_enough or is_placeholder(core) or _is_something_else(core, kind):
        return False
    if core.isdigit():
        return kind == "password" and style != "prose"
    if re.fullmatch(_NUMBER, core):
        return False
    if is_random(core):
        return True
    if _is_wordy(core):
        return kind == "password" and (style == "env" or (style == "quoted" and core.lower() == core))
    return _is_made_up(core, style)


def looks_made_up(value: str, *, is_named: bool) -> bool:
    """Judge a value in a sentence: whether a person made it up as a password; ``is_named``: "is" or ":" is before it.

    A word with a number behind a hyphen (Winter-2025) is one only where the sentence says so.
    """
    core = value.rstrip(".,;:?)]}»”\u2019").strip("\"'`")[:_JUDGED]
    if len(core) >= _LEAST_COMMON and core.lower() in _COMMON:
        return True
    if core.isdigit():
        return is_named and _LEAST_COMMON <= len(core) <= _LONGEST_PIN and not is_placeholder(core)
    if len(core) < _LEAST_MADE_UP or is_placeholder(core) or _is_something_else(core, "password"):
        return False
    if core[0] in "/.~\\-" or re.fullmatch(_NO_PASSWORD, core):
        return False
    if _is_wordy(core):
        return is_named and re.search(_NUMBERED_WORD, core) is not None and _is_no_technique(core)
    return not _is_code(core) and _has_many_classes(core, is_named=is_named)


_LEAST_COMMON: Final = 4
_LEAST_MADE_UP: Final = 6
_LONGEST_PIN: Final = 8
_NUMBERED_WORD: Final = r"[A-Za-z]{4,}[-_.!@#+]?[0-9]{2,4}\Z"


def _has_many_classes(core: str, *, is_named: bool) -> bool:
    has_letter = re.search(r"[^\W\d_]", core) is not None
    digit_count = sum(map(str.isdigit, core))
    symbol_count = len(re.findall(r"[!#$%^&*@+=~?]", core))
    if is_named:
        return has_letter and bool(digit_count or symbol_count)
    is_mixed = symbol_count > 0 or core.lower() != core
    return has_letter and (digit_count > 1 or (digit_count == 1 and is_mixed) or symbol_count > 1)


def _is_no_technique(core: str) -> bool:
    return re.search(rf"(?i)(?<![a-z])(?:{_TECHNICAL_PREFIX})[-_]?[0-9]", core) is None


# What leaked lists of passwords have at their top, of those that are no words of this trade.
_COMMON: Final = frozenset(
    [
        "123456",
        "1234567",
        "12345678",
        "123456789",
        "1234567890",
        "12345",
        "111111",
        "000000",
        "123123",
        "654321",
        "666666",
        "121212",
        "112233",
        "qwerty",
        "qwerty123",
        "qwertyuiop",
        "qwertz",
        "azerty",
        "asdfgh",
        "asdfghjkl",
        "zxcvbnm",
        "1q2w3e",
        "1q2w3e4r",
        "1q2w3e4r5t",
        "1qaz2wsx",
        "qazwsx",
        "abc123",
        "abcd1234",
        "a1b2c3",
        "password1",
        "password123",
        "passw0rd",
        "p@ssw0rd",
        "p@ssword",
        "pa55word",
        "letmein",
        "letmein1",
        "iloveyou",
        "trustno1",
        "hunter2",
        "swordfish",
        "opensesame",
        "sunshine",
        "princess",
        "football",
        "baseball",
        "monkey",
        "dragon",
        "superman",
        "batman",
        "starwars",
        "welcome1",
        "welcome123",
        "admin123",
        "admin1234",
        "root123",
        "toor",
        "changeit",
        "test1234",
        "guest123",
        "qwe123",
        "zaq12wsx",
        "aa123456",
        "michael",
        "jordan23",
        "pokemon",
        "mustang",
        "ferrari",
        "cheese",
        "whatever",
        "freedom",
        "ninja",
        "hottie",
        "loveme",
        "lovely",
        "flower",
        "charlie",
        "donald",
        "master123",
        "login123",
        "solo",
        "bailey",
        "ashley",
        "jessica",
        "killer",
        "harley",
        "pepper",
        "ginger",
        "cookie1",
        "summer2024",
        "winter2024",
        "sommer2024",
        "hallo123",
        "schatz",
        "hallo1",
        "passwort1",
        "passwort123",
        "motdepasse",
        "azerty123",
        "doudou",
        "soleil",
        "marseille",
        "contraseña1",
        "tequiero",
        "estrella",
    ]
)


def _is_something_else(core: str, kind: str) -> bool:
    """Recognise what is not text, a published hash, an address, a colour, a call or the name of a class."""
    return (
        not core.isprintable()
        or "\N{REPLACEMENT CHARACTER}" in core
        or re.match(r"(?:sha[0-9]{1,3}|md5|h1)[:-]", core) is not None
        or "://" in core
        or (kind != "password" and re.fullmatch(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+", core) is not None)
        or re.fullmatch(r"#(?:[0-9a-fA-F]{3}){1,2}", core) is not None
        or re.fullmatch(rf"{_IDENTIFIER}(?:\.{_IDENTIFIER})*[(\[][^)\]]*[)\]]?", core) is not None
        or re.fullmatch(r"[A-Z][A-Za-z0-9]*(?:Key|Token|Secret|Password|Credential)[A-Za-z0-9]*", core) is not None
    )


def _is_wordy(core: str) -> bool:
    """Say whether a value is words, numbers and names of techniques, joined as identifiers and paths are."""
    return len(core) <= _LONGEST_WORDS and re.fullmatch(_WORDY, core) is not None


def _is_made_up(core: str, style: Style) -> bool:
    """Tell a made-up value (hunter2, p@ssw0rd!) from a name of something (user_token2, ./keys/k1, cfg.key1)."""
    if core[0] in "/.~\\" or re.match(r"[A-Za-z]:\\", core):
        return False
    if style in {"bare", "prose"} and _is_code(core):
        return False
    has_letter = re.search(r"[^\W\d_]", core) is not None
    has_digit = re.search(r"\d", core) is not None
    has_symbol = re.search(r"[^\w.\-/:\s]", core) is not None
    return has_letter and (has_digit or (has_symbol and style != "prose"))


def _is_code(core: str) -> bool:
    """Recognise names and paths, which stand where a value is expected but not quoted."""
    return (
        re.fullmatch(rf"{_IDENTIFIER}(?:(?:\.|->|::){_IDENTIFIER})+(?:[?&|+<>*].*)?", core) is not None
        or re.fullmatch(r"[a-z]+(?:_[a-z]+)+_?[0-9]{0,2}", core) is not None
        or re.fullmatch(r"[&*!|%][A-Za-z_]+", core) is not None
        or ("/" in core and not re.fullmatch(_WELL_MIXED_BASE64, core))
        or "\\" in core
    )


def is_placeholder(value: str) -> bool:
    """Say whether a value marks the place where a secret belongs: ``<key>``, ``${KEY}``, ``xxxx``, ``changeme``."""
    if value[0] in "<[{(%" or re.match(r"\$[A-Za-z_{(\[]|#\{|\\|.*(?:\$\{|\{\{|\*\*\*|\.\.\.|\u2026)", value):
        return True
    bare = value.strip("-_.*").lower()
    if len(set(bare)) < 2 or not re.search(r"[^\W_]", bare):  # noqa: PLR2004 - one letter repeated
        return True
    if bare.startswith("xxx") or bare.endswith("xxx"):
        return True
    if not _is_wordy(value):
        return (
            re.search(r"(?i)placeholder|change.?me|your[-_](?:api|secret|token|key|password|access)", value) is not None
        )
    words = re.findall(r"[a-zà-ÿ]+", re.sub(r"([a-z])([A-Z])", r"\1 \2", value).lower())
    if re.search(r"[a-z][-_.]?[0-9]{2,4}\Z", value):
        return not words or not _STAND_INS.isdisjoint(words)
    return not words or not _STATES.isdisjoint(words)


def is_random(value: str) -> bool:
    """Say whether a value of 16 or more characters was drawn, not written: its classes of letters keep changing.

    Drawn from 62 letters and digits, neighbours differ in class .62 of the time (.50 without digits); CamelCase
    words change about .33 of the time.
    """
    body = re.sub(r"[^A-Za-z0-9]", "", value)
    if len(body) < _SHORTEST_RANDOM or len(body) < 0.75 * len(value):
        return False
    if re.fullmatch(r"[0-9a-fA-F]{32,}", body):
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
        re.search(r"[0-9]", value) is not None
        and re.search(r"[A-Za-z]", value) is not None
        and re.fullmatch(_WORDY, value) is None
    )


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


_LOOSE_CONTEXT: Final = r"secret|token|passw|api.?key|access.?key|private.?key|\bkey\b|credential|bearer"
_TIGHT_CONTEXT: Final = (
    r"(?:secret|token|api[ _-]?key|access key|password|credential|(?:signing|encryption|secret|private) key)"
    r"[^\w\n]{1,3}(?:(?:is|was|value|key|the|here)[^\w\n]{1,3}){0,3}\Z"
)
_PUBLISHED: Final = (
    r"commit|\bsha|hash|digest|checksum|integrity|fingerprint|public|\bssh|etag|base64,|image|data:|://|h1:|revision"
)


def is_published(before: str) -> bool:
    """Say whether the words in front of a string, in small letters, are those of something that is no secret."""
    return re.search(_PUBLISHED, before) is not None


def is_announced(before: str, run: str) -> bool:
    """Say whether the words in front of a random string, in small letters, speak of a secret.

    A string without capitals or without small letters may be a hash, a path or a number: it has to be named at once.
    """
    is_varied = run.lower() != run and run.upper() != run
    return re.search(_LOOSE_CONTEXT if is_varied else _TIGHT_CONTEXT, before) is not None
