"""Secrets out, before anything is cut, stored or embedded.

Every rule starts at a literal that has to be there (``ghp_``, ``://``, ``password``). The literals are looked for
with ``str.find``; a pattern is compiled and tried only where one stands, and looks a bounded way ahead before it
accepts. So clean text costs microseconds, and time grows with the length of a text whatever it contains.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from memory_mcp.errors import RefusedError
from memory_mcp.privacy import commands
from memory_mcp.privacy.assignments import assignment
from memory_mcp.privacy.credentials import authorization, url_password
from memory_mcp.privacy.drawn_strings import drawn_strings, may_hold_discord_token
from memory_mcp.privacy.key_blocks import key_blocks
from memory_mcp.privacy.literals import by_mark, standing_in
from memory_mcp.privacy.providers import PREFIXES, SHAPES, prefixed, shaped
from memory_mcp.privacy.spans import Rule, Span, hits

RedactMode: TypeAlias = Literal["off", "mask", "refuse"]


@dataclass(frozen=True, slots=True)
class Redaction:
    """A text without its secrets, and how many of each kind were taken out."""

    text: str
    found: Mapping[str, int]


def redact(text: str) -> Redaction:
    """Replace every secret by ``[redacted: kind]`` and cut ``<private>...</private>`` out.

    A mark is never itself redacted, so redacting twice changes nothing. An unclosed private tag reaches to the end.
    """
    text, private = _without_private(text)
    found = {"private": private} if private else {}
    # A mark can be shorter than what it replaces and so bring a word like "token" nearer to another secret.
    while spans := _find(text):
        pieces, position = [], 0
        for span in spans:
            found[span.kind] = found.get(span.kind, 0) + 1
            pieces += [text[position : span.start], f"[redacted: {span.kind}]"]
            position = span.end
        text = "".join([*pieces, text[position:]])
    return Redaction(text, found)


def guard(text: str, mode: RedactMode, field: str) -> Redaction:
    """Apply the chosen mode to a text about to be stored: ``off``, ``mask`` or ``refuse``.

    Private sections go in every mode: who wrote the tag has decided. Raises RefusedError in mode ``refuse`` when the
    text holds a secret; the message names the field and the kinds, never the secret.
    """
    if mode == "off":
        kept, private = _without_private(text)
        return Redaction(kept, {"private": private} if private else {})
    redaction = redact(text)
    if mode == "refuse" and (kinds := sorted(kind for kind in redaction.found if kind != "private")):
        raise RefusedError(
            f"{field} holds what looks like a secret: {', '.join(kinds)}",
            hint="remove it, or set MEMORY_REDACT=mask to have it masked",
            field=field,
        )
    return redaction


def _without_private(text: str) -> tuple[str, int]:
    """Cut private sections out; return the rest and how many there were. Sections may be nested."""
    if "<" not in text or "<private>" not in text.lower():
        return text, 0
    pieces: list[str] = []
    position, depth, count = 0, 0, 0
    for tag in re.finditer(r"<(/?)private>", text, re.IGNORECASE):
        if not tag[1]:
            if depth == 0:
                pieces.append(text[position : tag.start()])
                count += 1
            depth += 1
        elif depth:
            depth -= 1
            position = tag.end()
    if depth == 0:
        pieces.append(text[position:])
    joined: list[str] = []
    for piece in filter(None, pieces):
        # What stood apart must not grow together into a new word, or a new tag.
        if joined and not joined[-1][-1].isspace() and not piece[0].isspace():
            joined.append(" ")
        joined.append(piece)
    return "".join(joined), count


def _find(text: str) -> list[Span]:
    """Return what to take out, in order and without overlaps; the more telling kind names a merged span."""
    # One letter of Unicode grows when lowered (I with a dot); positions have to stay those of the text.
    lowered = text.replace("\N{LATIN CAPITAL LETTER I WITH DOT ABOVE}", "i").lower()
    spans = [Span(start, end, "private-key") for start, end in key_blocks(text)] if "-----BEGIN" in text else []
    for needle in standing_in(text, _EXACT_NEEDLES):
        spans += hits(text, text, needle, _EXACT[needle])
    if " -" in text and not commands.OPTIONS.isdisjoint([piece[:1] for piece in text.split(" -")]):
        for needle in commands.PROGRAMS:
            spans += hits(text, text, needle, commands.command)
    words = [word for word in _FOLDED if word in lowered]
    for word in words:
        spans += hits(text, lowered, word, _FOLDED[word])
    if "auth" in words:
        spans += hits(text, lowered, "authorization", authorization)
    if any(word in _CONTEXT_WORDS for word in words) or may_hold_discord_token(lowered):
        spans += drawn_strings(text)
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


_SECRET_WORDS: Final = ("pass", "pw", "secret", "token", "credential", "key", "auth", "kennwort", "contrase")
_CONTEXT_WORDS: Final = frozenset({*_SECRET_WORDS, "bearer"})
_EXACT: Final[dict[str, Rule]] = {
    **{needle: prefixed(kind, needle, tail) for kind, needles, tail in PREFIXES for needle in needles.split()},
    **{needle: shaped(kind, pattern) for kind, needle, pattern in SHAPES},
    "://": url_password,
}
_EXACT_NEEDLES: Final = by_mark(_EXACT)
_FOLDED: Final[dict[str, Rule]] = {
    "bearer": authorization,
    "basic": authorization,
    **dict.fromkeys(_SECRET_WORDS, assignment),
}
