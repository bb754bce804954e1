"""Where the secrets of a text are: every room's rules, run where their literals stand.

Every rule starts at a literal that has to be there (``ghp_``, ``://``, ``password``). The literals are looked for
with ``str.find``; a pattern is compiled and tried only where one stands, and looks a bounded way ahead before it
accepts. So clean text costs microseconds, and time grows with the length of a text whatever it contains.
"""

from __future__ import annotations

from bisect import bisect_right
from typing import Final

from memory_mcp.privacy.assignments import assignment
from memory_mcp.privacy.commands import given_to_programs
from memory_mcp.privacy.cookies import cookies
from memory_mcp.privacy.credential_files import in_columns, in_credential_files
from memory_mcp.privacy.credentials import (
    authorization,
    login_in_a_call,
    login_without_scheme,
    oracle_login,
    url_password,
)
from memory_mcp.privacy.escapes import seen
from memory_mcp.privacy.key_blocks import key_blocks, putty_keys
from memory_mcp.privacy.literal_search import long_words
from memory_mcp.privacy.prose import ACCOUNT_WORDS, PASSWORD_WORDS, in_other_scripts, spoken_account, spoken_password
from memory_mcp.privacy.providers import prefixed
from memory_mcp.privacy.random_strings import drawn_strings
from memory_mcp.privacy.secret_shapes import shaped
from memory_mcp.privacy.spans import Rule, Span, compiled, hits

_SECRET_WORDS: Final = (
    "pass",
    "pw",
    "secret",
    "token",
    "credential",
    "key",
    "auth",
    "kennwort",
    "contrase",
    "_pat",
    "psk",
)
_CONTEXT_WORDS: Final = frozenset({*_SECRET_WORDS, "bearer"})
_AS_WRITTEN: Final[tuple[tuple[str, Rule], ...]] = (
    ("://", url_password),
    ("@", login_without_scheme),
    ("thin:", oracle_login),
)
_FOLDED: Final[dict[str, list[Rule]]] = {}
for _words, _rule in (
    (("bearer", "basic", "authorization"), authorization),
    (_SECRET_WORDS, assignment),
    (PASSWORD_WORDS, spoken_password),
    (ACCOUNT_WORDS, spoken_account),
    (("auth", "credential"), login_in_a_call),
):
    for _word in _words:
        _FOLDED.setdefault(_word, []).append(_rule)


def find(text: str) -> list[Span]:
    """Return what to take out, in order and without overlaps; the more telling kind names a merged span."""
    plain = seen(text)
    return _find(text) if plain is None else [plain.origin(span) for span in _find(plain.text)]


def _find(text: str) -> list[Span]:
    # One character for each, so that positions are those of the text; what is not ASCII is looked for in the text.
    folded = text.encode("ascii", "replace").lower().decode("ascii")
    spans = [Span(start, end, "private-key") for start, end in key_blocks(text)] if "-----BEGIN" in text else []
    long = long_words(text)
    if long.lines:
        spans += prefixed(text, long)
    spans += shaped(text, long)
    for needle, rule in _AS_WRITTEN:
        if needle in text:
            spans += hits(text, text, needle, rule)
    spans += given_to_programs(text, folded)
    spans += cookies(text, folded)
    spans += in_credential_files(text, folded)
    spans += in_columns(text, folded)
    if "Private-Lines:" in text:
        spans += [Span(start, end, "private-key") for start, end in putty_keys(text)]
    words = [word for word in _FOLDED if word in folded]
    for word in words:
        for rule in _FOLDED[word]:
            spans += hits(text, folded, word, rule)
    spans += in_other_scripts(text)
    if long.lines:
        is_announced = not _CONTEXT_WORDS.isdisjoint(words)
        spans += drawn_strings(text, folded, long, is_announced_somewhere=is_announced)
    return _merged(_outside_marks(text, spans))


def find_within(text: str, begin: int, end: int) -> list[Span]:
    """Return what to take out of a stretch of a text."""
    return [Span(span.start + begin, span.end + begin, span.kind) for span in find(text[begin:end])]


def _outside_marks(text: str, spans: list[Span]) -> list[Span]:
    """Return the spans that do not reach into a mark of a redaction: a name in front of one has its secret out."""
    if "[redacted: " not in text:
        return spans
    marks = [match.span() for match in compiled(r"\[redacted: [a-z0-9-]*\]").finditer(text)]
    ends = [end for _, end in marks]

    def is_outside(span: Span) -> bool:
        following = bisect_right(ends, span.start)
        return following == len(marks) or marks[following][0] >= span.end

    return [span for span in spans if span.kind == "private-key" or is_outside(span)]


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
