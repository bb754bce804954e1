"""Strings that were drawn, not written, where the words before them speak of secrets."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from memory_mcp.privacy.providers import WORD
from memory_mcp.privacy.spans import Span, compiled
from memory_mcp.privacy.values import is_announced, is_random

_DISCORD_MIDDLE: Final = 6
_DISCORD: Final = rf"(?:(?<![\w.-])|(?<=\\[nrt]))[MNO]{WORD}{{22,27}}\.{WORD}{{{_DISCORD_MIDDLE}}}\.{WORD}{{27,}}"


def may_hold_discord_token(lowered: str) -> bool:
    """Say whether Discord is spoken of, and two dots are as far apart as in its tokens: that is seen faster."""
    pieces = lowered.split(".")
    return any(len(piece) == _DISCORD_MIDDLE for piece in pieces) and any(word in lowered for word in OTHER_CONTEXT)


_RANDOM_RUN: Final = r"(?<![A-Za-z0-9+/_=-])[A-Za-z0-9+/_=-]{20,}"


def drawn_strings(text: str) -> Iterator[Span]:
    """Find strings that were drawn, not written, where the words before them speak of secrets."""
    for match in compiled(_DISCORD).finditer(text):
        yield Span(match.start(), match.end(), "discord-token")
    for match in compiled(_RANDOM_RUN).finditer(text):
        start = match.start()
        run = text[start : min(match.end(), start + 512)]
        if not any(c.isdigit() for c in run) or not is_random(run):
            continue
        if run.startswith(("sha", "AAAA")) or re.fullmatch(r"[0-9a-fA-F-]{36}", run):
            continue
        line = text[max(0, start - 200) : start].rpartition("\n")[2]
        # The words of a mark are ours, not the text's.
        before = re.sub(r"\[redacted: [a-z-]*\]", "#", line)[-60:]
        if is_announced(before, run):
            yield Span(start, match.end(), "secret")


OTHER_CONTEXT: Final = ("discord", "bot ")
