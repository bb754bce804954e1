"""Secrets out, before anything is cut, stored or embedded."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from memory_mcp.errors import RefusedError
from memory_mcp.privacy.finding import find, find_within

# How far a rule looks for what belongs to a secret.
_SIGHT: Final = 600

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
    spans = find(text)
    # A mark can be shorter than what it replaces and so bring a word like "token" nearer to another secret.
    while spans:
        pieces, position, marks, length = [], 0, [], 0
        for span in spans:
            found[span.kind] = found.get(span.kind, 0) + 1
            mark = f"[redacted: {span.kind}]"
            pieces += [text[position : span.start], mark]
            length += span.start - position + len(mark)
            marks.append(length)
            position = span.end
        text = "".join([*pieces, text[position:]])
        spans = [span for begin, end in _around(marks, text) for span in find_within(text, begin, end)]
    return Redaction(text, found)


def _around(marks: list[int], text: str) -> list[tuple[int, int]]:
    """Return the stretches of a text around these places, as far as a rule looks and on to where words end."""
    stretches: list[tuple[int, int]] = []
    for mark in marks:
        begin, end = max(0, mark - _SIGHT), min(len(text), mark + _SIGHT)
        begin = max(text.rfind(" ", max(0, begin - _SIGHT), begin), text.rfind("\n", max(0, begin - _SIGHT), begin), 0)
        ends = [
            found for found in (text.find(" ", end, end + _SIGHT), text.find("\n", end, end + _SIGHT)) if found >= 0
        ]
        end = min(ends, default=min(len(text), end + _SIGHT))
        if stretches and begin <= stretches[-1][1]:
            stretches[-1] = (stretches[-1][0], max(end, stretches[-1][1]))
        else:
            stretches.append((begin, end))
    return stretches


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
