"""Cookies: what a header, a jar or a program's option gives a session's name is as good as a password."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from memory_mcp.privacy.secret_values import is_drawn, is_placeholder
from memory_mcp.privacy.spans import Span, compiled

_SHORTEST: Final = 6
_DRAWN: Final = 16
_LONGEST: Final = 4_000
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
    [
        "path",
        "domain",
        "expires",
        "max-age",
        "samesite",
        "secure",
        "httponly",
        "version",
        "comment",
        "priority",
        "partitioned",
        "theme",
        "lang",
        "locale",
        "language",
        "tz",
        "timezone",
        "currency",
        "consent",
        "region",
        "country",
    ]
)


def cookies(text: str, folded: str) -> Iterator[Span]:
    """Yield the values of cookies that sign somebody in."""
    position = folded.find("cookie")
    while position >= 0:
        end = position + 6
        opening = compiled(_OPENING).match(text, end)
        if opening is not None:
            end = opening.end()
            yield from _crumbs(text, end)
        position = folded.find("cookie", end)
    if "curl " in folded:
        for match in compiled(r"curl [^\n|]{0,160}?-b [\"']?(?=[\w.-]{1,80}=)").finditer(text):
            yield from _crumbs(text, match.end())
    if "\t/" in text:
        for match in compiled(
            r"\t/[^\t\n]*\t(?:TRUE|FALSE)\t[0-9]+\t(?P<name>[^\t\n]{1,80})\t(?P<value>[^\s]{6,4000})"
        ).finditer(text):
            yield from _kept(match)
    for name in ("phpsessid=", "jsessionid=", "aspsessionid", "asp.net_sessionid=", "connect.sid="):
        start = folded.find(name)
        while start >= 0:
            if crumb := compiled(_CRUMB).match(text, start):
                yield from _kept(crumb)
            start = folded.find(name, start + 1)


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
    name, value = match["name"], match["value"]
    if len(value) < _SHORTEST or name.lower() in _SETTINGS or is_placeholder(value):
        return
    if compiled(_SESSION).search(name) is not None:
        is_secret = any(map(str.isdigit, value)) and compiled(r"[0-9]{1,13}").fullmatch(value) is None
    else:
        is_secret = len(value) >= _DRAWN and is_drawn(value)
    if is_secret:
        yield Span(match.start("value"), match.end("value"), "cookie")
