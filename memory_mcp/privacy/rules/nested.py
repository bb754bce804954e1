"""Secrets in a block whose title says what is in it: ``tokens:`` above names and values, ``[secrets]``, an object."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from memory_mcp.privacy.text.spans import Rule, Span, compiled
from memory_mcp.privacy.values.drawn_values import is_random, is_sample
from memory_mcp.privacy.values.literals import is_set_literal
from memory_mcp.privacy.values.secret_values import is_mixed, is_placeholder, is_strung, looks_made_up

_TITLES: Final = (
    "passwords", "passwort", "secrets", "tokens", "credentials", "creds", "oauth", "basic_auth", "basicauth", "auth",
    "api_keys", "apikeys", "api-keys", "keys", "users", "accounts", "logins",
)  # fmt: skip
# Behind these a value counts only where a machine drew it.
_DRAWN_ONLY: Final = ("keys", "api_keys", "apikeys", "api-keys", "auth", "oauth", "users", "accounts", "logins")
_OBJECT: Final = (
    r"[\w-]{0,64}+[\"']?\s{0,4}(?:[:=]|=>)?\s{0,4}(?:new Map\()?[{\[](?P<body>[^{}\[\]]{4,2000}(?:\{[^{}]{4,400}\})?)"
)
_SECTION: Final = r"[\w.-]{0,24}\][ \t]*\r?\n(?P<body>(?:[ \t]*[^\[\n][^\n]*(?:\n|\Z)){1,40})"
_LINES: Final = (
    r"[\w-]{0,64}+[\"']?:[ \t]*\r?\n(?P<body>(?P<indent>[ \t]+)[^\n:=]{1,64}[:=][ \t]*\S[^\n]*(?:\n|\Z)"
    r"(?:(?P=indent)[^\n]*(?:\n|\Z)){0,24})"
)
_ENTRY: Final = (
    r"(?P<name>[\w.@/ -]{1,64}?)[\"'`]?[ \t]{0,4}(?:=>|[:=])[ \t]{0,4}[\"'`]?"
    r"(?P<value>[^\s\"'`,;(){}\[\]<>]{6,256})[\"'`]?[ \t]*(?=[,;}\n\r]|\Z)"
)
_OTHER_NAMES: Final = (
    r"(?i)(?:\A|[_. -])(?:id|ids|name|user|username|login|url|uri|host|email|path|file|type|date|created|updated"
    r"|expires|version|hash|sha\d*|digest|region|model|scope|role|uuid|public|label|title|at|by|on|ref|description|port)\s*\Z"
)


# Lines of users and their passwords, below the name of a file or a heading that says so.
_PAIRS: Final = (
    r"[^\n:=]{0,24}:?[ \t]*\r?\n(?P<body>(?:[ \t]*[\w.@+-]{1,64}:[^\s:][^\s]{3,128}[ \t]*(?:\r?\n|\Z)){1,40})"
)
_PAIR: Final = r"(?m)^[ \t]*[\w.@+-]{1,64}:(?P<value>[^\s:]{4,128})"
_FILES: Final = ("secrets", "passwd", "htpasswd", "passwords", "credentials", "creds", "logins")


def anchors() -> Iterator[tuple[str, Rule]]:
    """Yield the titles of such blocks, in small letters, and what looks below each."""
    for title in _TITLES:
        yield title, _drawn_below if title in _DRAWN_ONLY else _below
    for name in _FILES:
        yield name, _paired
    for name in ("chap-secrets", "pap-secrets"):
        yield name, _dialled


def _body(text: str, position: int) -> tuple[int, int] | None:
    for pattern in (_OBJECT, _LINES, _SECTION):
        if match := compiled(pattern).match(text, position):
            return match.span("body")
    return None


def _entries(text: str, position: int) -> Iterator[tuple[int, str]]:
    """Yield the values of a block that stands at this place, but those whose name says that they are something else."""
    word = compiled(r"\w{1,64}+").match(text, position)
    body = _body(text, word.end()) if word else None
    if body is None or (position and text[position - 1].isalpha()):
        return
    for entry in compiled(_ENTRY).finditer(text, *body):
        value = entry["value"]
        if compiled(_OTHER_NAMES).search(entry["name"]) is None and not is_placeholder(value) and not is_sample(value):
            yield entry.start("value"), value


def _paired(text: str, position: int) -> Iterator[Span]:
    """Yield the passwords of lines like ``user:password``."""
    match = compiled(_PAIRS).match(text, position + 1)
    is_file = text[position - 1 : position] in {".", "/", "_"}
    for line in compiled(_PAIR).finditer(text, *match.span("body")) if match else ():
        value = line["value"]
        if is_made_up(value) or _is_drawn(value) or (is_file and is_set_literal(value)):
            yield Span(line.start("value"), line.end("value"), "password")


_DIALLED: Final = r"(?m)^(?!#)[\"']?[\w.@#\\-]{1,64}[\"']?[ \t]+\S{1,64}[ \t]+[\"']?(?P<value>[^\s\"']{4,64})"


def _dialled(text: str, position: int) -> Iterator[Span]:
    """Yield the third column of the files in which pppd keeps secrets."""
    for line in compiled(_DIALLED).finditer(text, position, position + _NEAR):
        if is_made_up(line["value"]) or line["value"].isdigit():
            yield Span(line.start("value"), line.end("value"), "password")


_NEAR: Final = 1000


def is_made_up(value: str) -> bool:
    """Say whether a value that stands where a password does looks like one."""
    is_made = looks_made_up(value, is_named=True) or is_strung(value) or is_mixed(value)
    return is_made and any(map(str.isdigit, value)) and not is_placeholder(value)


def _is_drawn(value: str) -> bool:
    is_long = len(value) >= 16 and any(map(str.isdigit, value))  # noqa: PLR2004 - as short as keys are
    return is_long and is_random(value) and compiled(r".*[/.:].*|[0-9a-f-]{36}").fullmatch(value) is None


def _drawn_below(text: str, position: int) -> Iterator[Span]:
    for begin, value in _entries(text, position):
        if _is_drawn(value):
            yield Span(begin, begin + len(value), "secret")


def _below(text: str, position: int) -> Iterator[Span]:
    for begin, value in _entries(text, position):
        is_made = looks_made_up(value, is_named=False) or is_strung(value) or is_mixed(value)
        is_address = compiled(r".*(?:/|\.[a-z]{2,4}\Z|:\d).*").fullmatch(value) is not None
        if _is_drawn(value) or (is_made and any(map(str.isdigit, value)) and not is_address):
            yield Span(begin, begin + len(value), "password")
