"""Cookies: the value that a header, a jar or a program's option gives a session's name is as good as a password."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from memory_mcp.privacy.text.spans import Rule, Span, compiled
from memory_mcp.privacy.values.drawn_values import is_drawn
from memory_mcp.privacy.values.secret_values import is_placeholder

_SHORTEST: Final = 6
_DRAWN: Final = 16
_JUDGED: Final = 512
_MOST: Final = 60
_OPENING: Final = (
    r"(?:[\w-]{0,12})[\"'`\\]{0,3}[ \t]{0,4}(?::|=>|=)?[ \t]{0,4}[\"'`\\({]{0,4}"
    r"(?=[\w.%$!~-]{1,80}[\"'\\]{0,2}[ \t]{0,2}[=:])"
)
_CRUMB: Final = (
    r"[\"'\\]{0,2}(?P<name>[\w.%$!~-]{1,80})[\"'\\]{0,2}[ \t]{0,2}[=:][ \t]{0,2}[\"']?"
    r"(?P<value>[^\s;,\"'\\{}()<>]{0,4000})[\"'\\]{0,2}"
)
_NEXT: Final = r"[ \t]{0,2}[;,&][ \t]{0,2}|; ?\r?\n[ \t]+"
# Names of what keeps somebody signed in.
_SESSION: Final = (
    r"(?i)sess|(?:\A|[_.-])(?:sid|ssid|hsid|sapisid|auth|jwt|token|csrf|xsrf|remember|refresh"
    r"|access|login|logged|user|identity|ticket|xs|"
    r"datr|li_at|at|rt|clearance)(?:\Z|[_.-])|token|auth|csrf|xsrf|remember|logged_in|\.aspx|sid\Z|connect\."
)
_SETTINGS: Final = frozenset(
    (
        "path", "domain", "expires", "max-age", "samesite", "secure", "httponly", "version", "comment", "priority",
        "partitioned", "theme", "lang", "locale", "language", "tz", "timezone", "currency", "consent", "region",
        "country",
    )
)  # fmt: skip


def anchors() -> Iterator[tuple[str, Rule]]:
    """Yield what stands by a cookie: a header's name, a column of a jar, an option, the name of a session."""
    yield "cookie", _in_a_header
    yield "curl ", _in_an_option
    for setter in ("cookies.set(", "cookie(", "addcookie(", "cookies["):
        yield setter, _in_a_call
    for quote in ('"', "'", ""):
        yield f"value{quote}:", _in_an_object
    for name in ("session=", "sessionid=", "session_id="):
        yield name, _drawn_alone
    for column in ("\ttrue\t", "\tfalse\t"):
        yield column, _in_a_jar
    for name in (
        "phpsessid=",
        "jsessionid=",
        "aspsessionid",
        "asp.net_sessionid=",
        "connect.sid=",
        "cf_clearance=",
        ".aspxauth=",
        "wordpress_logged_in_",
    ):
        yield name, _alone


def _in_a_header(text: str, position: int) -> Iterator[Span]:
    opening = compiled(_OPENING).match(text, position + len("cookie"))
    if opening is not None:
        yield from _crumbs(text, opening.end())


def _in_an_option(text: str, position: int) -> Iterator[Span]:
    if match := compiled(r"curl [^\n|]{0,160}?(?:-b|--cookie) [\"']?(?=[\w.-]{1,80}=)", re.IGNORECASE).match(
        text, position
    ):
        yield from _crumbs(text, match.end())


_SET: Final = (
    r"[\w.]{1,20}[(\[]\s{0,4}[\"'](?P<name>[\w.%$-]{1,80})[\"'](?:,|\]\s?=)\s{0,4}[\"'](?P<value>[^\s\"']{6,4000})[\"']"
)


def _in_a_call(text: str, position: int) -> Iterator[Span]:
    if match := compiled(_SET).match(text, position):
        yield from _kept(match)


# An object that a browser's jar was written as: {"name": ..., "value": ...}.
_OBJECT: Final = r"[{,]\s{0,20}[\"']?name[\"']?:\s{0,4}[\"'](?P<name>[\w.%$-]{1,80})[\"']"
_VALUE: Final = r"[\"']?value[\"']?:\s{0,4}[\"'](?P<value>[^\s\"']{16,4000})[\"']"


def _in_an_object(text: str, position: int) -> Iterator[Span]:
    value = compiled(_VALUE).match(text, position - (text[position - 1 : position] in {'"', "'"}))
    if value is None:
        return
    begin = text.rfind("{", max(0, position - _NEAR), position)
    end = text.find("}", position, position + len("value") + _NEAR + len(value[0]))
    name = compiled(_OBJECT).search(text, begin, end) if begin >= 0 <= end else None
    if name and compiled(_SESSION).search(name["name"]) and is_drawn(value["value"]):
        yield Span(value.start("value"), value.end("value"), "cookie")


_NEAR: Final = 300


def _drawn_alone(text: str, position: int) -> Iterator[Span]:
    """Yield a long drawn string that the name of a session is given where no cookie is spoken of."""
    match = compiled(r"(?P<name>session(?:_?id)?)=(?P<value>[A-Za-z0-9%_.~+/-]{20,4000})", re.IGNORECASE).match(
        text, position
    )
    if (
        match is not None
        and is_drawn(match["value"])
        and compiled(r"[0-9a-fA-F-]{36}").fullmatch(match["value"]) is None
    ):
        yield from _kept(match)


def _in_a_jar(text: str, position: int) -> Iterator[Span]:
    match = compiled(_JAR).match(text, position)
    if match is not None:
        yield from _kept(match)


_JAR: Final = r"\t(?:TRUE|FALSE)\t[0-9]+\t(?P<name>[^\t\n]{1,80})\t(?P<value>[^\s]{6,4000})"


def _alone(text: str, position: int) -> Iterator[Span]:
    if crumb := compiled(_CRUMB).match(text, position):
        yield from _kept(crumb)


def _crumbs(text: str, position: int) -> Iterator[Span]:
    for _ in range(_MOST):
        match = compiled(_CRUMB).match(text, position)
        if match is None:
            return
        yield from _kept(match)
        following = compiled(_NEXT).match(text, match.end())
        if following is None:
            return
        position = following.end()


def _kept(match: re.Match[str]) -> Iterator[Span]:
    # All of a long value would be judged anew at each name within it.
    name, value = match["name"], match["value"][:_JUDGED]
    if len(value) < _SHORTEST or name.lower() in _SETTINGS or is_placeholder(value):
        return
    if compiled(_SESSION).search(name) is not None:
        is_secret = any(map(str.isdigit, value)) and compiled(r"[0-9]{1,13}").fullmatch(value) is None
    else:
        is_secret = len(value) >= _DRAWN and is_drawn(value)
    if is_secret:
        yield Span(match.start("value"), match.end("value"), "cookie")
