"""Where in texts too long to be read whole a secret is most likely: in lines and sentences with a word that may be one.

What a word may be is told by the rules that weigh sentences (``memory_mcp.privacy.values``), in a hundredth of the time
that the network takes. Of 81 secrets that the network finds and no rule does, each in 6,000 characters of talk, of
programs or of a log, 61 to 63 stand in the 2,000 characters that are taken.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final, TypeAlias

from memory_mcp.privacy.text.words import Stretch, words_of
from memory_mcp.privacy.values.candidates import group_of
from memory_mcp.privacy.values.cues import TELLING, classes

LONGEST_WHOLE: Final = 2_000
MOST: Final = 8_000
"""Characters of a text that is read whole where others are to be read too, and of all that is read at once."""
LONGEST: Final = 100_000
"""Characters of texts that are looked through for such places, in about 2 ms for 1,000."""
Places: TypeAlias = list[Stretch]

_SENTENCE_END: Final = re.compile(r"(?<=[.!?;\u2026])\s+|(?<=[\u3002\uff01\uff1f])")
_LINE: Final = re.compile(r"[^\n]+")
_SHORTEST_SENTENCE: Final = 40
_LONGEST_SENTENCE: Final = 300
_LETTERS: Final = re.compile(r"[^\W\d_]+")
_PLAIN_WORD: Final = re.compile(r"(?<!\S)[^\W\d_A-Z]{2,}(?!\S)")
_FEW_WORDS: Final = 3
# What parts the words of one that has no digit: a sign, or a capital.
_JOINED: Final = re.compile(r"[^\W\d_](?:[^\w'\u2019]|_)+[^\W\d_]|[a-z][A-Z]")
_PLACE: Final = "place"
_NAMING: Final = frozenset(TELLING) - {_PLACE}
# What a word that may be a secret tells: one of letters and digits more than a number, that more than joined words.
_MADE_UP: Final = 3
_NUMBER: Final = 2
_NAMED: Final = 2
_LEAST: Final = 2
_CENTURIES: Final = ("19", "20")


def likely_places(texts: Sequence[str], most_of_one: int = LONGEST_WHOLE, most: int = MOST) -> list[Places | None]:
    """Return of each text where it is to be read, in order: at most so many characters of a long one, and of all.

    None for one that is to be read whole: of up to ``most_of_one`` characters, where there is room for all of those.
    Where there is none, what is left of it is for the whole of the first of them. Of texts of more than LONGEST
    characters together, only what stands before that is looked at.
    """
    is_room = sum(min(len(text), most_of_one) for text in texts) <= most
    parted = {number: text for number, text in enumerate(texts) if not is_room or len(text) > most_of_one}
    found: dict[int, Places] = {number: [] for number in parted}
    left = most - sum(len(text) for number, text in enumerate(texts) if number not in parted)
    left_of = dict.fromkeys(parted, most_of_one)
    for _, number, start, stop in sorted(_weighed(parted)):
        length = stop - start
        if length <= min(left, left_of[number]):
            found[number].append((start, stop))
            left -= length
            left_of[number] -= length
    for number, text in parted.items():
        more = len(text) - sum(stop - start for start, stop in found[number])
        if text and len(text) <= most_of_one and more <= left:
            found[number] = [(0, len(text))]
            left -= more
    return [sorted(found[number]) if number in found else None for number in range(len(texts))]


def _weighed(texts: Mapping[int, str]) -> Iterator[tuple[int, int, int, int]]:
    """Yield the sentences of texts that may tell a secret: their weight below 0, whose they are, from and to where."""
    looked_at = 0
    for number, text in texts.items():
        for start, stop in _sentences(text):
            if looked_at + stop > LONGEST:
                return
            weight = _weight(text[start:stop])
            if weight >= _LEAST:
                yield -weight, number, start, stop
        looked_at += len(text)


def _sentences(text: str) -> Iterator[Stretch]:
    """Yield the lines of a text; long ones in sentences, and a sentence that is too long in pieces."""
    for line in _LINE.finditer(text):
        start, end = line.span()
        if end - start <= _SHORTEST_SENTENCE:
            yield start, end
            continue
        for ending in _SENTENCE_END.finditer(text, start, end):
            if ending.end() - start >= _SHORTEST_SENTENCE:
                yield from _pieces(text, start, ending.end())
                start = ending.end()
        yield from _pieces(text, start, end)


def _pieces(text: str, start: int, end: int) -> Iterator[Stretch]:
    while end - start > _LONGEST_SENTENCE:
        blank = text.rfind(" ", start + 1, start + _LONGEST_SENTENCE)
        stop = blank + 1 if blank > 0 else start + _LONGEST_SENTENCE
        yield start, stop
        start = stop
    if start < end:
        yield start, end


@lru_cache(maxsize=1_024)
def _weight(sentence: str) -> int:
    said = set[str]().union(*map(classes, set(_LETTERS.findall(sentence.lower()))))
    named = _NAMED * (not said.isdisjoint(_NAMING)) + (_PLACE in said)
    is_prose = len(_PLAIN_WORD.findall(sentence)) >= _FEW_WORDS
    if not (named or is_prose):
        # A line of a program's output is full of versions and ids that read like secrets.
        return 0
    words = (_weight_of(sentence[start:stop]) for start, stop in words_of(sentence))
    return max(words, default=0) + named + is_prose


@lru_cache(maxsize=16_384)
def _weight_of(word: str) -> int:
    match group_of(word):
        case "":
            return 0
        case "s" | "w" | "r":
            return _MADE_UP
        case "d":
            return 1 if _JOINED.search(word) else 0
        case "n4" if word.startswith(_CENTURIES):
            return 1
        case _:
            return _NUMBER
