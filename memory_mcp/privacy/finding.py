"""Where the secrets of a text are: every room's rules, run where their literals stand.

Every rule starts at a literal that has to be there (``ghp_``, ``://``, ``password``). The literals are looked for
with ``str.find``; a pattern is compiled and tried only where one stands, and looks a bounded way ahead before it
accepts. So clean text costs microseconds, and time grows with the length of a text whatever it contains.
"""

from __future__ import annotations

from typing import Final

from memory_mcp.privacy import commands
from memory_mcp.privacy.assignments import assignment
from memory_mcp.privacy.credentials import authorization, url_password
from memory_mcp.privacy.drawn_strings import drawn_strings
from memory_mcp.privacy.key_blocks import key_blocks
from memory_mcp.privacy.literals import long_words
from memory_mcp.privacy.providers import prefixed
from memory_mcp.privacy.shapes import shaped
from memory_mcp.privacy.spans import Rule, Span, hits

_SECRET_WORDS: Final = ("pass", "pw", "secret", "token", "credential", "key", "auth", "kennwort", "contrase")
_CONTEXT_WORDS: Final = frozenset({*_SECRET_WORDS, "bearer"})
_FOLDED: Final[dict[str, Rule]] = {
    "bearer": authorization,
    "basic": authorization,
    **dict.fromkeys(_SECRET_WORDS, assignment),
}


def find(text: str) -> list[Span]:
    """Return what to take out, in order and without overlaps; the more telling kind names a merged span."""
    # One character for each, so that positions are those of the text; what is not ASCII is looked for in the text.
    folded = text.encode("ascii", "replace").lower().decode("ascii")
    spans = [Span(start, end, "private-key") for start, end in key_blocks(text)] if "-----BEGIN" in text else []
    long = long_words(text)
    if long.lines:
        spans += prefixed(text, long)
    spans += shaped(text)
    if "://" in text:
        spans += hits(text, text, "://", url_password)
    if " -" in text and not commands.OPTIONS.isdisjoint([piece[:1] for piece in text.split(" -")]):
        for needle in commands.PROGRAMS:
            spans += hits(text, text, needle, commands.command)
    words = [word for word in _FOLDED if word in folded]
    for word in words:
        spans += hits(text, folded, word, _FOLDED[word])
    if "auth" in words:
        spans += hits(text, folded, "authorization", authorization)
    if long.lines:
        is_announced = any(word in _CONTEXT_WORDS for word in words)
        spans += drawn_strings(text, folded, long, is_announced_somewhere=is_announced)
    return _merged(spans)


def find_within(text: str, begin: int, end: int) -> list[Span]:
    """Return what to take out of a stretch of a text."""
    return [Span(span.start + begin, span.end + begin, span.kind) for span in find(text[begin:end])]


def _merged(spans: list[Span]) -> list[Span]:
    merged: list[Span] = []
    for span in sorted(spans):
        if merged and span.start < merged[-1].end:
            kind = min(merged[-1].kind, span.kind, key=_vagueness)
            merged[-1] = Span(merged[-1].start, max(merged[-1].end, span.end), kind)
        else:
            merged.append(span)
    return merged


_VAGUE: Final = ("jwt", "url-password", "authorization", "password", "secret")


def _vagueness(kind: str) -> int:
    return _VAGUE.index(kind) + 1 if kind in _VAGUE else 0
