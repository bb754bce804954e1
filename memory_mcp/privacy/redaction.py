"""Mask secrets, before anything is cut, stored or embedded."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Final, Literal, NamedTuple, TypeAlias

from memory_mcp.errors import RefusedError
from memory_mcp.language.digests import blake2b
from memory_mcp.privacy.private_parts import Heard, without_private

# Drawn at random, so that one in some hundreds begins as a key of a provider does.
_UUID: Final = re.compile(r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")
# Shorter than any rule's secret that stands alone and has no digit, so that no rule need be loaded.
_PLAIN_NAME: Final = re.compile(r"(?=.{0,14}\Z)(?:[A-Za-z]+(?:[-_.][A-Za-z]+)*)?")
# How far a rule looks for what belongs to a secret.
_SIGHT: Final = 600
LONGEST_ID: Final = 500
"""Characters of an id that is not cut: as long as one in an export may be."""

MASK_BEGINS: Final = "[redacted: "
"""How what stands in the place of a secret begins."""

RedactMode: TypeAlias = Literal["off", "mask", "refuse"]


class Redaction(NamedTuple):
    """A text without its secrets, how many of each kind were taken out, and what a tag left open took along."""

    text: str
    found: Mapping[str, int]
    # Characters that went because a private part was not closed.
    left_open: int = 0


def redact(text: str, *, is_verbatim: bool = False) -> Redaction:
    """Replace every secret by ``[redacted: kind]`` and cut ``<private>...</private>`` out.

    A mark is never itself redacted, so redacting twice changes nothing. A private part that is not closed reaches to
    the end of its paragraph. ``is_verbatim``: the text is a file, in which the tag is text.
    """
    if _PLAIN_NAME.fullmatch(text):
        return Redaction(text, {})
    # A session's start has plain names alone, and the rules are a third of what it would load.
    from memory_mcp.privacy.finding import find, find_within  # noqa: PLC0415 - as above

    heard = _heard(text, is_verbatim=is_verbatim)
    text = heard.text
    found = {"private": len(heard.parts)} if heard.parts else {}
    spans = find(text)
    # A mark can be shorter than what it replaces and so bring a word like "token" nearer to another secret.
    while spans:
        pieces, position, marks, length = [], 0, [], 0
        for span in spans:
            found[span.kind] = found.get(span.kind, 0) + 1
            mark = f"{MASK_BEGINS}{span.kind}]"
            pieces += [text[position : span.start], mark]
            length += span.start - position + len(mark)
            marks.append(length)
            position = span.end
        text = "".join([*pieces, text[position:]])
        spans = [span for begin, end in _around(marks, text) for span in find_within(text, begin, end)]
    return Redaction(text, found, heard.left_open)


def secrets_in(text: str) -> list[str]:
    """Return what looks like a secret in a text, outside of its private parts."""
    from memory_mcp.privacy.finding import find  # noqa: PLC0415 - as above

    text = without_private(text).text
    return [text[span.start : span.end] for span in find(text)]


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


def lenient(mode: RedactMode) -> RedactMode:
    """Return the mode for what happened already and cannot be said again: where a mode refuses, it masks."""
    return "off" if mode == "off" else "mask"


def guard(text: str, mode: RedactMode, field: str, *, is_verbatim: bool = False) -> Redaction:
    """Apply the chosen mode to a text about to be stored: ``off``, ``mask`` or ``refuse``.

    Private sections go in every mode: who wrote the tag has decided; in a file (``is_verbatim``) it is text. Raises
    RefusedError in mode ``refuse`` when the text holds a secret; the message names the field and the kinds, never the
    secret.
    """
    if mode == "off":
        heard = _heard(text, is_verbatim=is_verbatim)
        return Redaction(heard.text, {"private": len(heard.parts)} if heard.parts else {}, heard.left_open)
    redaction = redact(text, is_verbatim=is_verbatim)
    if mode == "refuse" and (kinds := sorted(kind for kind in redaction.found if kind != "private")):
        raise RefusedError(
            f"{field} holds what looks like a secret: {', '.join(kinds)}",
            hint="remove it, or set MEMORY_REDACT=mask to have it masked",
            field=field,
        )
    return redaction


@lru_cache(maxsize=4_096)
def guard_name(name: str, mode: RedactMode, field: str) -> Redaction:
    """Apply ``guard`` to a name, such as a project's, which comes with every record; a UUID in it is no secret."""
    return _guarded(name, mode, field)


def guard_id(uid: str, mode: RedactMode, field: str, masked: Callable[[str], str] | None = None) -> Redaction:
    """Apply ``guard`` to an id, by which records join: one that is masked ends in a digest of what it was.

    So the same id is the same wherever it is masked, and two of them stay two; one that is too long is cut to such a
    form. ``masked`` takes out what else may not be stored.
    """
    redaction = _guarded(uid, mode, field)
    if masked is not None:
        redaction = redaction._replace(text=masked(redaction.text))
    if redaction.text == uid and len(uid) <= LONGEST_ID:
        return redaction
    digest = blake2b(uid.encode("utf-8", "replace"), digest_size=8).hexdigest()
    return redaction._replace(text=f"{redaction.text[: LONGEST_ID - 1 - len(digest)]}~{digest}")


def _guarded(name: str, mode: RedactMode, field: str) -> Redaction:
    without = _UUID.sub("0", name)
    redaction = guard(without, mode, field) if without != "0" else Redaction(without, {})
    if without == name:
        return redaction
    return Redaction(name, {}) if redaction.text == without else guard(name, mode, field)


def _heard(text: str, *, is_verbatim: bool) -> Heard:
    return Heard(text) if is_verbatim else without_private(text)
