"""Strings that a machine drew at random, where the words before them speak of secrets or of a provider."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from functools import cache
from typing import Final

from memory_mcp.privacy.rules.providers import Row, rows
from memory_mcp.privacy.text.spans import Rule, Span, compiled, rule
from memory_mcp.privacy.values.drawn_values import is_announced, is_drawn, is_published, is_random, is_sample

# Words that announce a drawn string, as they stand in a text in small letters.
ANNOUNCING: Final = frozenset(
    (
        "secret", "token", "passw", "key", "credential", "bearer", "schlüssel", "clé", "clave", "chave", "chiave",
        "sleutel", "klucz", "ключ", "токен", "anahtar", "密钥", "密鑰", "令牌", "キー", "トークン", "키", "토큰",
        "jeton",
    )
)  # fmt: skip
_LEAST_RUN: Final = 15
_RUN: Final = rf"(?<![A-Za-z0-9+/_=-])[A-Za-z0-9+/_=-]{{{_LEAST_RUN},}}"
_LEAST: Final = 20
_JUDGED: Final = 512
_LINE: Final = 200
_BEFORE: Final = 60
_NEXT_WORDS: Final = 3
_LEAST_UNMIXED: Final = 28
_LEAST_DIGITS: Final = 4


def drawn_strings(text: str, folded: str, words: list[tuple[int, int]], announced: list[int]) -> Iterator[Span]:
    """Find strings that were drawn, not written, behind these places, where words speak of secrets.

    ``words``: from where to where the long words of the text reach.
    """
    begins = [begin for begin, _ in words]
    judged = -1
    for position in sorted(announced):
        first = max(0, bisect_right(begins, position) - 1)
        if first and words[first][0] > position:
            first -= 1
        begin, end = words[first] if words else (position, position)
        if begin >= judged and end <= position <= end + _BEHIND:
            yield from _announced_behind(text, folded, begin, end, position)
        for begin, end in words[first : first + _NEXT_WORDS]:
            if begin > position + _BEFORE:
                break
            if end <= max(position, judged):
                continue
            stop = min(end, position + _JUDGED)
            for match in compiled(_RUN).finditer(text, max(begin, position, judged), stop):
                judged = match.end()
                if _is_announced(folded, match):
                    yield Span(match.start(), _run_end(text, match.end()), "secret")
            # A run that begins before this was found, whatever announces it: no place is looked at twice.
            judged = max(judged, stop - _LEAST_RUN)


# What stands between a drawn string and the words that say behind it what it is.
_SAID_BEHIND: Final = (
    r"[\"'`)]{0,2}(?:,| [-\u2013—(]| (?P<link>is|as|are|was|ist|als|est|comme|es|como|é|è|come|to|jako|как|olarak))?"
    r"(?: [^\W_]{1,16}(?:['-][^\W_]+)?){0,3} [^\W_]{0,12}[ -]?\Z"
)
_BEHIND: Final = 48


def _announced_behind(text: str, folded: str, begin: int, end: int, position: int) -> Iterator[Span]:
    """Yield a drawn string that a sentence names behind it: ``... is my token``; one that may be a hash only so."""
    match = compiled(_SAID_BEHIND).match(folded, end, position)
    run = compiled(_RUN).search(text, max(begin, end - _JUDGED), end)
    if match is None or run is None or run.end() < end - 1 or sum(map(str.isdigit, run.group())) < 1:
        return
    value = run.group()
    name, sign, drawn = value.partition("=")
    if sign and name.isidentifier():
        value = drawn
    before = folded[max(0, run.start() - _BEFORE) : run.start()].rpartition("\n")[2]
    is_varied = value.lower() != value and value.upper() != value
    if (
        len(value) >= _LEAST
        and (is_varied or (match["link"] and value.isalnum() and len(value) >= _LEAST_UNMIXED))
        and is_random(value)
        and not (is_sample(value) or is_published(before) or compiled(r"[0-9a-fA-F-]{36}").fullmatch(value))
    ):
        yield Span(run.end() - len(value), run.end(), "secret")


def _run_end(text: str, position: int) -> int:
    match = compiled(r"[A-Za-z0-9+/_=-]*").match(text, position)
    return match.end() if match else position


def _is_announced(folded: str, match: re.Match[str]) -> bool:
    start, run = match.start(), match.group()
    digit_count = sum(map(str.isdigit, run))
    if len(run) < _LEAST or not 0 < digit_count < len(run):
        return False
    is_unmixed = len(run) >= _LEAST_UNMIXED and digit_count >= _LEAST_DIGITS and run.isalnum() and is_drawn(run)
    if not (is_unmixed or is_random(run)):
        return False
    line = folded[max(0, start - _LINE) : start].rpartition("\n")[2]
    # The words of a mark are ours, not the text's.
    before = (re.sub(r"\[redacted: [a-z0-9-]*\]", "#", line) if "[redacted" in line else line)[-_BEFORE:]
    # An address without its scheme: figma.com/file/...
    is_path = before.endswith(".") and compiled(r"[a-z]{2,10}/").match(run) is not None
    if not before or is_path or is_published(before) or is_sample(run) or run.startswith(("sha", "AAAA")):
        return False
    return compiled(r"[0-9a-fA-F-]{36}").fullmatch(run) is None and is_announced(before, run)


_ASSIGNED: Final = (
    r"(?P<name>[a-zA-Z0-9_.-]{1,64}+)[\"'`\])]{0,2}[ \t]{0,4}(?::=|=>|[:=])[ \t]{0,4}[\"'`]?"
    r"(?P<secret>[A-Za-z0-9+/_=-]{15,512})"
)


def anchors() -> Iterator[tuple[str, Rule]]:
    """Yield the names of providers whose secrets have no prefix, and what looks for a value assigned to one."""
    for name in _named():
        yield name, _assigned


@cache
def _named() -> dict[str, Row]:
    return {row.start: row for row in rows() if row.column == "named"}


@rule
def _assigned(text: str, position: int) -> Span | None:
    """Return what a name with a provider in it is assigned, if it fits the format of that provider's secrets."""
    match = compiled(_ASSIGNED).match(text, position)
    if match is None:
        return None
    parts = compiled(r"[a-z]+").findall(match["name"].lower())
    run = match["secret"]
    before = text[max(0, position - 1) : position]
    if not parts or parts[-1] in _OTHER_THINGS or before.isalnum() or run.isdigit():
        return None
    row = _named().get(parts[0])
    if (
        row is None
        or len(run) < row.least
        or compiled(f"[{row.alphabet}]+").fullmatch(run) is None
        or not is_drawn(run)
    ):
        return None
    if is_sample(run):
        return None
    return Span(match.start("secret"), match.end(), row.provider)


# What else a name with a provider in it may hold.
_OTHER_THINGS: Final = frozenset(
    (
        "id", "ids", "url", "uri", "host", "name", "user", "username", "email", "region", "project", "org", "account",
        "commit", "sha", "hash", "digest", "ref", "rev", "revision", "version", "branch", "tag", "image", "path",
        "file", "dir", "bucket", "zone", "cluster", "domain", "team", "channel", "site", "page", "event",
        "issue", "run", "job", "build", "sid", "uuid", "guid", "checksum", "integrity", "etag", "fingerprint", "model",
        "index", "table",
    )
)  # fmt: skip
