"""Strings that were drawn, not written, where the words before them speak of secrets."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Final

from memory_mcp.privacy.literal_search import LongWords
from memory_mcp.privacy.providers import WORD, Row, rows
from memory_mcp.privacy.secret_values import is_announced, is_drawn, is_published, is_random
from memory_mcp.privacy.spans import Span, compiled

_DISCORD: Final = rf"[MNO]{WORD}{{22,27}}\.{WORD}{{6}}\.{WORD}{{27,}}"
_DISCORD_MIDDLE: Final = rf"\.{WORD}{{6}}\.(?={WORD}{{27}})"
_RUN: Final = r"(?<![A-Za-z0-9+/_=-])[A-Za-z0-9+/_=-]{15,}"
_LEAST: Final = 20
_JUDGED: Final = 512
_LINE: Final = 200
_BEFORE: Final = 60


def drawn_strings(text: str, folded: str, words: LongWords, *, is_announced_somewhere: bool) -> Iterator[Span]:
    """Find strings that were drawn, not written, where the words before them speak of secrets or of a provider."""
    if compiled(_DISCORD_MIDDLE).search(words.lines) and ("discord" in folded or "bot " in folded):
        for begin, end in words.spans():
            if match := compiled(_DISCORD).search(text, begin, end):
                yield Span(match.start(), match.end(), "discord-token")
    for begin, end in words.spans():
        for match in compiled(_RUN).finditer(text, begin, end):
            found = _judged(text, folded, match, is_announced_somewhere=is_announced_somewhere)
            if found is not None:
                yield found


def _judged(text: str, folded: str, match: re.Match[str], *, is_announced_somewhere: bool) -> Span | None:
    start = match.start()
    run = text[start : min(match.end(), start + _JUDGED)]
    if run.isdigit() or compiled(r"[0-9]").search(run) is None:
        return None
    line = folded[max(0, start - _LINE) : start].rpartition("\n")[2]
    # The words of a mark are ours, not the text's.
    before = (re.sub(r"\[redacted: [a-z0-9-]*\]", "#", line) if "[redacted" in line else line)[-_BEFORE:]
    is_random_here = is_announced_somewhere and len(run) >= _LEAST and is_random(run)
    if not before or not (is_random_here or before[-1] in _OPENS) or is_published(before):
        return None
    if kind := _named_kind(before, run):
        return Span(start, match.end(), kind)
    if not is_random_here or run.startswith(("sha", "AAAA")) or compiled(r"[0-9a-fA-F-]{36}").fullmatch(run):
        return None
    return Span(start, match.end(), "secret") if is_announced(before, run) else None


# What stands right in front of a value that is assigned.
_OPENS: Final = frozenset("=:\"'` \t")


@cache
def _named() -> dict[str, Row]:
    return {row.start: row for row in rows() if row.column == "named"}


_ASSIGNED: Final = r"([a-z][a-z0-9_.-]*)[\"'`\])]{0,2}[ \t]{0,4}(?::=|=>|[:=])[ \t]{0,4}[\"'`]?\Z"


def _named_kind(before: str, run: str) -> str | None:
    """Return a provider's kind of secret if its name stands in the name this string is assigned to, and it fits."""
    assigned = compiled(_ASSIGNED).search(before)
    if assigned is None:
        return None
    parts = compiled(r"[a-z]+").findall(assigned[1])
    if parts[-1] in _OTHER_THINGS:
        return None
    for row in filter(None, map(_named().get, parts)):
        if len(run) >= row.least and compiled(f"[{row.alphabet}]+").fullmatch(run) and is_drawn(run):
            return row.provider
    return None


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
