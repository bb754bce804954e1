"""Passwords that a protocol's verb, a line of settings or a program's short option is given."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from typing import Final

from memory_mcp.privacy.text.spans import Rule, Span, compiled, rule, taken
from memory_mcp.privacy.values.drawn_values import is_random
from memory_mcp.privacy.values.names import holds_drawn, kind_of_name
from memory_mcp.privacy.values.secret_values import is_mixed, is_placeholder, is_strung, looks_made_up

_WORD: Final = r"[^\s\"'`|;<>]{4,400}"
_BEGINS: Final = r"(?:(?<![\s\S])|(?<=\n)|(?<=[\n>:$#%] )|(?<=^)|(?<=[A-Za-z][0-9] )|(?<=[0-9]{3} ))"
_LAST: Final = r"[ \t]*(?=\r?\n|\Z)"
# Verbs of FTP, POP3, IRC, IMAP, SMTP, Redis and chat services.
_VERBS: Final = (
    ("pass ", rf"{_BEGINS}PASS :?(?:oauth:)?(?P<secret>{_WORD}){_LAST}"),
    ("auth ",
     rf"{_BEGINS}AUTH (?:[A-Z][A-Z0-9-]{{3,15}} |[a-z][\w-]{{1,32}} )?[\"']?(?P<secret>{_WORD})[\"']?{_LAST}"),
    ("login ", rf"(?:(?<=[A-Za-z0-9] )|{_BEGINS})LOGIN [\"']?[\w.@+-]{{1,64}}[\"']? [\"']?(?P<secret>{_WORD})[\"']?"),
    ("nickserv identify ", rf"(?i:nickserv identify) (?:[\w-]{{2,32}} )?(?P<secret>{_WORD}){_LAST}"),
    ("/oper ", rf"/oper [\w-]{{1,32}} (?P<secret>{_WORD}){_LAST}"),
    (" identified by ", r"(?i) identified by (?P<secret>[^\s\"';]{4,64})(?=[ \t]*(?:;|\r?\n|\Z))"),
    ("connect ", r"(?i)connect [\w$]{1,30}/(?P<secret>[^\s\"'@/]{4,64})@"),
    ("connect to ", r"(?i)connect to \w{1,32} user \w{1,32} using (?P<secret>[^\s\"';]{6,64})(?=[ \t]*(?:;|\r?\n|\Z))"),
    (".logon ", r"(?i)\.logon [\w.-]{1,64}/[\w.-]{1,64},(?P<secret>[^\s;]{4,64})"),
    ("oauth:", r"oauth:(?P<secret>[a-z0-9]{24,64})(?![A-Za-z0-9])"),
    ("pragma key", r"(?i)pragma key ?= ?[\"']{1,2}(?P<secret>[^\"'\n]{4,128})"),
    ("<<<", r"<<<[ ]?[\"'](?P<secret>[^\"'\s$]{6,128})[\"']"),
)  # fmt: skip
# Options of one or two letters, where the same line gives a user with -u.
_USER: Final = r"(?:-[uUl]|-user|--user(?:name)?|/u(?:ser)?:|/ru)[ =]?[\"']?[^\s\"'-][^\s\"']{0,64}"
_PASSWORD: Final = (
    r" (?:-(?:p|P|pw|w|pass|password)[ =]|-(?=[pP](?![a-z]*\b))[pP]|/(?:p|pw|pass|password|rp)[: ])"
    rf"[\"']?(?P<secret>{_WORD})"
)
_OPTIONS: Final = (" -p", " -pw ", " -w ", " -pass ", " /rp ", " /p:", " /password:", " -password ")
_LINE: Final = 240
_LEAST_DRAWN: Final = 16
_NAME: Final = 64


def anchors() -> Iterator[tuple[str, Rule]]:
    """Yield the verbs, options and names of settings, in small letters, and what looks at what each is given."""
    for literal, pattern in _VERBS:
        yield literal, rule(partial(_given, pattern))
    yield "login ", rule(_logged_in)
    for option in _OPTIONS:
        yield option, rule(_optional)
    for name in ("pass", "psk", "pwd", "secret", "token", "-key", "_key"):
        yield name, rule(_set)


def is_given(value: str) -> bool:
    """Say whether a word that stands where a password is expected is one."""
    if is_placeholder(value) or compiled(r"[0-9.,:/-]+|[\w.+-]+@[\w-]+(?:\.[\w-]+)+|[./~-].*").fullmatch(value):
        return False
    return (
        (len(value) >= _LEAST_DRAWN and is_random(value) and any(map(str.isdigit, value)))
        or is_strung(value)
        or is_mixed(value)
        or looks_made_up(value, is_named=True)
    )


def _given(pattern: str, text: str, position: int) -> Span | None:
    match = compiled(pattern).match(text, position)
    if match is None or not is_given(match["secret"]) or compiled(r"[0-9!#$%^&=?@]").search(match["secret"]) is None:
        return None
    return taken(match, "secret", "password")


def _logged_in(text: str, position: int) -> Span | None:
    """Return the drawn string that a program is given to log in with."""
    match = compiled(r"(?i:login) (?:--?[\w-]{1,24}[ =])?[\"']?(?P<secret>[\w.~+/=-]{16,400})[\"']?").match(
        text, position
    )
    if match is None or not is_random(match["secret"]) or not is_given(match["secret"]):
        return None
    return taken(match, "secret", "secret")


def _optional(text: str, position: int) -> Span | None:
    """Return what an option of one letter gives, where a user's name stands on the line; else only what is no word."""
    match = compiled(_PASSWORD).match(text, position)
    if match is None:
        return None
    value = match["secret"]
    begin = text.rfind("\n", max(0, position - _LINE), position) + 1
    end = text.find("\n", match.end(), match.end() + _LINE)
    line = text[max(begin, position - _LINE) : end if end >= 0 else match.end() + _LINE]
    if value.partition("=")[0].isidentifier() and "=" in value:
        return None
    is_with_user = compiled(rf"(?:^|\s){_USER}(?=[\s\"']|$)").search(line) is not None
    is_long_word = compiled(r"[a-z]{8,}[0-9]{2,}|[a-z0-9]{4}(?:-[a-z0-9]{4}){3}").fullmatch(value) is not None
    is_one = is_strung(value) or (is_given(value) and (not value.islower() or is_long_word or is_mixed(value)))
    is_strong = compiled(_STRONG).fullmatch(value) is not None and is_given(value)
    return taken(match, "secret", "password") if is_strong or (is_with_user and is_one) else None


_STRONG: Final = r"(?=.*[a-z])(?=.*[A-Z])(?=.*[0-9])(?=.*[!#$%^*?]).{8,}"


def _is_secret(match: re.Match[str]) -> bool:
    is_key = bool(match["quote"]) and holds_drawn(match["name"])
    return is_key or kind_of_name("", match["name"]) is not None


_SETTING: Final = (
    r"(?P<name>[\w.-]{2,64})[ \t]{1,8}"
    r"(?:(?:ascii-text|ascii|hexadecimal|string|encrypted|plain-text|value|[0-9])[ \t]{1,4})?"
    r"(?P<quote>[\"']?)(?P<secret>[^\s\"'=:,;(){}\[\]<>|][^\s\"',;(){}<>|]{3,255})(?P=quote);?[ \t]*(?=\r?\n|\Z)"
)


def _set(text: str, position: int) -> Span | None:
    """Return what a line of settings gives a name of a password, with nothing but space between: ``psk value``."""
    # The name ends behind this place, and a blank follows.
    if compiled(r"[\w.-]{0,64}+[ \t]").match(text, position) is None:
        return None
    begin = text.rfind("\n", max(0, position - _NAME), position) + 1
    start = compiled(r"[ \t]{0,16}(?:(?:set|option|-)[ \t]+)?").match(text, begin)
    if (begin == 0 and position >= _NAME) or start is None or start.end() > position:
        return None
    match = compiled(_SETTING).match(text, start.end())
    if match is None or match.end("name") <= position or not _is_secret(match):
        return None
    value = match["secret"]
    is_one = (
        is_strung(value)
        or is_mixed(value)
        or (len(value) >= _LEAST_DRAWN and is_random(value))
        or (looks_made_up(value, is_named=True) and any(map(str.isdigit, value)))
    )
    return taken(match, "secret", "password") if is_one and not is_placeholder(value) else None
