"""Passwords told with the name of their account in a sentence or a list: "creds: admin / ..."."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from memory_mcp.privacy.text.spans import Rule, Span, compiled
from memory_mcp.privacy.values.secret_values import is_mixed, is_strung, looks_made_up, may_be_made_up
from memory_mcp.privacy.values.word_lists import word_list

_UNBROKEN: Final = (
    r"[^\s\\\"'`«»“”„\u2018\u2019<>()（）「」『』【】，。、：；！,;|\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]{4,64}"
)
_PAIR: Final = (
    r"(?<![\w.@+\"'/\\-])(?P<user>[\w.@+-]{2,48}+)[\"'`]?"
    r"(?::(?=\S)|[ \t]{0,2}[/|，、][ \t]{0,2}|[ \t](?:and|und|y|e|et|en|i|и|ve|with|mit|con)[ \t])"
    rf"(?:(?:password|pass|pw|passwort)[ \t:]{{1,3}})?[\"'`]?(?P<value>{_UNBROKEN})"
)
_ACCOUNT_SIGHT: Final = 120
_MOST_PAIRS: Final = 4


def anchors() -> Iterator[tuple[str, Rule]]:
    """Yield the words for accounts and the stroke behind a user's name, in small letters, and what looks there."""
    for word in word_list("accounts"):
        yield word, told_account
    yield " / ", told_pair


def told_account(text: str, position: int) -> Iterator[Span]:
    """Yield the password told with an account's name at a word for an account at this place."""
    stop = text.find("\n", position, position + _ACCOUNT_SIGHT)
    stop = stop if stop >= 0 else position + _ACCOUNT_SIGHT
    if not may_be_made_up(text[position:stop]):
        return
    match = compiled(_PAIR).search(text, position, stop)
    for _ in range(_MOST_PAIRS):
        if match is None:
            return
        value = _trimmed(match["value"])
        if value is not None and (looks_made_up(value, is_named=False) or is_mixed(value)):
            yield Span(match.start("value"), match.start("value") + len(value), "password")
            return
        match = compiled(_PAIR).search(text, match.end("user"), stop)


def _trimmed(token: str) -> str | None:
    """Return a token without the sentence's own signs behind it; None where too little is left."""
    core = token.rstrip(".:;?)]}…")
    if len(core) < _LEAST or core.startswith("**") or compiled(_NAMED).fullmatch(core):
        return None
    return core


_LEAST: Final = 4
# What is given a value, where a password may end with the same sign; a program and its version.
_NAMED: Final = r"(?![A-Za-z]{4,}[0-9]{2,}=\Z)(?:[A-Za-z_]\w*=\S*|[\w-]+\*\*|.*=|[A-Za-z]+\d+(?:\.\d+)+)"
_LISTED: Final = (
    r"[^\W_][\w .()-]{1,40}[:>][ \t]+|[ \t>*-]*|.*\b(?:admin|root|guest|user|login|administrator)"
    r"(?:[ \t](?:is|ist|es|est|è))?[ \t]*"
)
_USER: Final = r"(?P<front>.*?)[`\"']?[\w.@+-]{2,40}[`\"']?"
_BEHIND: Final = (
    r" / [`\"']?(?P<value>(?=\S{0,40}\d)(?=\S{0,40}[A-Za-z])[^\s`\"',;/|]{8,64})[`\"']?(?=[ \t]*(?:[,;(]|\r?\n|\Z))"
)


def told_pair(text: str, position: int) -> Iterator[Span]:
    """Yield the password behind a user's name and a stroke, in a line that is a list's: ``Router: admin / ...``."""
    match = compiled(_BEHIND).match(text, position)
    if match is None:
        return
    line = text[max(0, position - 90) : position].rpartition("\n")[2]
    begins = compiled(_USER).fullmatch(line)
    value = match["value"]
    if begins is None or compiled(_LISTED, re.IGNORECASE).fullmatch(begins["front"]) is None:
        return
    if is_mixed(value) or looks_made_up(value, is_named=False) or is_strung(value):
        yield Span(match.start("value"), match.end("value"), "password")
