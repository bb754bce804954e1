"""Count the words of a query in many texts: each word is looked for once, in all the texts joined as one.

Some hundred texts are counted for a query, and most of them lack most of the words. So no text is cut into words: the
few places where a word of the query may begin are found, and only the word there is stemmed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt
from ahocorasick_rs import BytesAhoCorasick, MatchKind

from memory_mcp.store.search.arrays import Floats, Integers
from memory_mcp.store.search.query_terms import Term
from memory_mcp.store.text_index.index_letters import index_bytes

# A stem and the words it comes from share their beginning but for its last letter (happi, happy; stabl, stability).
_LONGEST_WHOLE: Final = 3
_WORD_REST: Final = re.compile(r"[^\W_]*")
_BYTES_REST: Final = re.compile(rb"[0-9a-z\x80-\xff]*")
# Of each byte: 0 what is no letter, 1 a letter, 2 a part of a sign beyond ASCII.
_BYTES: Final = np.array([2 if byte > 0x7F else int(chr(byte).isalnum()) for byte in range(256)], np.uint8)  # noqa: PLR2004 - the last of ASCII
_LETTER, _BEYOND = 1, 2
# No sign of UTF-8 has more bytes behind its first.
_LONGEST_SIGN: Final = 4
# Below four letters a word stands inside too many others ("art" in "start").
_INSIDE_MIN_LETTERS: Final = 4
_INSIDE_CREDIT: Final = 0.5


class JoinedTexts(NamedTuple):
    """Texts in ``plain`` form as UTF-8, one after the other; ``starts`` (n,) is where each begins."""

    raw: bytes
    starts: Integers

    def rows_at(self, places: Integers | list[int]) -> Integers:
        """Return which text each of these places is in."""
        return np.searchsorted(self.starts, places, side="right") - 1

    def rows_with(self, part: str) -> Integers:
        """Return which text each occurrence of a part is in."""
        return self.rows_at(list(_places(self.raw, part.encode("utf-8", "surrogatepass"))))


def join_texts(texts: Sequence[str]) -> JoinedTexts:
    """Return texts as one, with accents off and in small letters: they are looked through at once."""
    lines = [text.encode("utf-8", "surrogatepass") for text in texts]
    odd = [row for row, text in enumerate(texts) if not text.isascii()]
    plainly = index_bytes("\n".join([texts[row].replace("\n", " ") for row in odd]))
    for row, line in zip(odd, plainly.split(b"\n"), strict=False):
        lines[row] = line
    starts = np.cumsum([0, *(len(line) + 1 for line in lines)])[:-1]
    # Nothing that is looked for has the end of a line in it.
    return JoinedTexts(b"\n".join(lines).lower(), starts)


def count_terms(joined: JoinedTexts, size: int, terms: Sequence[Term], stem: Callable[[str], str]) -> Floats:
    """Return how often each of t terms occurs in each of ``size`` texts (size, t).

    ``stem`` is what the word index makes of a word. A word that stands only inside longer words (compounds, names
    joined without a sign) counts half an occurrence.
    """
    counts = np.zeros((size, len(terms)))
    if not size:
        return counts
    words, inside = _words(joined.raw, terms, stem)
    for column, term in enumerate(terms):
        rows = joined.rows_with(term.text) if term.kind != "word" else joined.rows_at(words[term.stem])
        counts[:, column] = np.bincount(rows, minlength=size)
        if term.kind == "word" and len(inside[term.stem]):
            near = joined.rows_at(inside[term.stem])
            counts[near, column] = np.maximum(counts[near, column], _INSIDE_CREDIT)
    return counts


def _words(
    raw: bytes, terms: Sequence[Term], stem: Callable[[str], str]
) -> tuple[dict[str, list[int]], dict[str, Integers]]:
    """Return for each stem the places of the words that have it, and those where it stands inside any word."""
    parts = {term.stem: _inside(term) for term in terms if term.kind == "word"}
    words: dict[str, list[int]] = {wanted: [] for wanted in parts}
    inside: dict[str, Integers] = dict.fromkeys(parts, np.zeros(0, np.int64))
    beginnings = _distinct(_beginning(wanted).encode() for wanted in parts)
    numbers, starts = _starts(raw, beginnings)
    if not len(starts):
        return words, inside
    signs = np.frombuffer(raw + bytes(max(map(len, parts.values())) * _LONGEST_SIGN), np.uint8)
    for wanted, part in parts.items():
        number = next(n for n, each in enumerate(beginnings) if _beginning(wanted).encode().startswith(each))
        if part:
            inside[wanted] = _followed(signs, starts[numbers == number], part.encode(), len(beginnings[number]))
    found: dict[bytes, list[int] | None] = {}
    for start, word in _whole(raw, signs, starts, numbers, [len(each) for each in beginnings]):
        if word not in found:
            found[word] = words.get(stem(word.decode("utf-8", "surrogatepass")))
        if (places := found[word]) is not None:
            places.append(start)
    return words, inside


def _followed(signs: npt.NDArray[np.uint8], starts: Integers, part: bytes, known: int) -> Integers:
    """Return those of the places at which a part stands of which the first ``known`` bytes do."""
    for step in range(known, len(part)):
        starts = starts[signs[starts + step] == part[step]]
    return starts


def _whole(
    raw: bytes, signs: npt.NDArray[np.uint8], starts: Integers, numbers: Integers, widths: Sequence[int]
) -> Iterator[tuple[int, bytes]]:
    """Yield each word that begins at one of the places, with the place."""
    before = np.where(starts > 0, _BYTES[signs[starts - 1]], 0)
    may = np.flatnonzero(before != _LETTER)
    for start, number, sign in zip(starts[may].tolist(), numbers[may].tolist(), before[may].tolist(), strict=True):
        if sign == _BEYOND and _last_sign(raw[max(0, start - _LONGEST_SIGN) : start]).isalnum():
            continue
        begun = start + widths[number]
        rest = _BYTES_REST.match(raw, begun)[0]  # type: ignore[index]  # it may be empty
        if not rest.isascii():
            letters = _WORD_REST.match(rest.decode("utf-8", "surrogatepass"))[0]  # type: ignore[index]  # as above
            rest = letters.encode("utf-8", "surrogatepass")
        yield start, raw[start:begun] + rest


def _last_sign(before: bytes) -> str:
    return before.decode("utf-8", "replace")[-1:]


def _starts(raw: bytes, beginnings: Sequence[bytes]) -> tuple[Integers, Integers]:
    """Return which beginning stands where (n, n), in one pass over the texts; none of them begins as another does."""
    if not beginnings:
        return np.zeros(0, np.int64), np.zeros(0, np.int64)
    literals, inside = _literals(tuple(beginnings))
    found: list[tuple[int, int, int]] = literals.find_matches_as_indexes(raw)
    numbers, starts, _ = np.fromiter(chain.from_iterable(found), np.int64, 3 * len(found)).reshape(-1, 3).T
    # A pass hands out no two that overlap: what may begin within a find is looked for there.
    within = [
        (other, at + step)
        for other, number, step in inside
        for at in starts[numbers == number].tolist()
        if raw.startswith(beginnings[other], at + step)
    ]
    if not within:
        return numbers, starts
    others, places = zip(*within, strict=True)
    return np.append(numbers, np.array(others, np.int64)), np.append(starts, np.array(places, np.int64))


@lru_cache(maxsize=4)
def _literals(beginnings: tuple[bytes, ...]) -> tuple[BytesAhoCorasick, list[tuple[int, int, int]]]:
    """Return what finds the beginnings, and which of them may begin inside which, so many bytes on.

    A question's candidates come in two calls.
    """
    inside = [
        (other, number, step)
        for number, each in enumerate(beginnings)
        for step in range(1, len(each))
        for other, begun in enumerate(beginnings)
        if begun.startswith(each[step:]) or each.startswith(begun, step)
    ]
    return BytesAhoCorasick(beginnings, matchkind=MatchKind.LeftmostLongest), inside


def _inside(term: Term) -> str:
    """Return what stands for a word inside longer ones, empty for what is too short to."""
    part = term.stem if len(term.stem) >= _INSIDE_MIN_LETTERS else term.text
    # A word begins as its stem does, so it is looked for where that begins.
    return part if len(part) >= _INSIDE_MIN_LETTERS and part.startswith(_beginning(term.stem)) else ""


def _places(text: bytes, part: bytes) -> Iterator[int]:
    """Yield where a part stands, no place twice."""
    find, width = text.find, len(part)
    place = find(part)
    while place >= 0:
        yield place
        place = find(part, place + width)


def _beginning(stem: str) -> str:
    return stem if len(stem) <= _LONGEST_WHOLE and stem[-1] not in "ie" else stem[: max(1, len(stem) - 1)]


def _distinct(beginnings: Iterable[bytes]) -> list[bytes]:
    """Leave out what begins as another does: its words are found with the other's."""
    distinct: list[bytes] = []
    for beginning in sorted(beginnings):
        if not distinct or not beginning.startswith(distinct[-1]):
            distinct.append(beginning)
    return distinct
