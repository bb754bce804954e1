"""Many literals looked for at once, in a time that depends on the text and hardly on their number."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from itertools import accumulate
from string import ascii_letters, digits
from typing import Final, NamedTuple

_BESIDE: Final = 2


class Marked(NamedTuple):
    """Literals that share a letter: under the two letters in front of it, else under the two behind it, else bare."""

    mark: str
    by_front: dict[str, list[str]]
    by_back: dict[str, list[str]]
    others: list[str]


def by_mark(needles: Iterable[str]) -> list[Marked]:
    """Group literals by the rarest kind of letter each has; those of small letters alone have none.

    Looking for one letter costs next to nothing, and most texts lack most marks, or have other letters around them.
    """
    grouped: dict[str, Marked] = {}
    for needle in needles:
        marks = [at for at, letter in enumerate(needle) if not letter.islower() and letter != " "]
        best = min(marks, key=lambda at: (needle[at].isalnum(), at < _BESIDE), default=None)
        mark = "" if best is None else needle[best]
        front = "" if best is None or best < _BESIDE else needle[best - _BESIDE : best]
        back = "" if best is None else needle[best + 1 : best + 1 + _BESIDE]
        group = grouped.setdefault(mark, Marked(mark, {}, {}, []))
        # A text cut at a mark keeps what stood beside it only if that has no mark in it.
        if front and mark not in front:
            group.by_front.setdefault(front, []).append(needle)
        elif len(back) == _BESIDE and mark not in back:
            group.by_back.setdefault(back, []).append(needle)
        else:
            group.others.append(needle)
    return list(grouped.values())


def standing_in(text: str, groups: Iterable[Marked]) -> list[str]:
    """Return the literals, grouped as ``by_mark`` does, that stand in a text."""
    likely: list[str] = []
    for mark, by_front, by_back, others in groups:
        if mark in text:
            likely += others
            pieces = text.split(mark) if mark else []
            if by_front:
                for front in {piece[-_BESIDE:] for piece in pieces}.intersection(by_front):
                    likely += by_front[front]
            if by_back:
                for back in {piece[:_BESIDE] for piece in pieces}.intersection(by_back):
                    likely += by_back[back]
    return [needle for needle in likely if needle in text]


LEAST_LONG: Final = 18
_IN_A_TOKEN: Final = frozenset((ascii_letters + digits + "_-.+/=~$!:%").encode())
_SHAPE: Final = bytes(ord("x") if code in _IN_A_TOKEN else ord(" ") for code in range(256))
_LONG: Final = b"x" * LEAST_LONG


class LongWords(NamedTuple):
    """The words of a text that are long enough for a token: one a line, and where each begins there and here."""

    lines: str
    begins: list[int]
    origins: list[int]

    def positions(self, needle: str) -> Iterable[int]:
        """Yield where a literal stands in the text."""
        found = self.lines.find(needle)
        while found >= 0:
            word = bisect_right(self.begins, found) - 1
            yield self.origins[word] + found - self.begins[word]
            found = self.lines.find(needle, found + 1)

    def spans(self) -> Iterable[tuple[int, int]]:
        """Yield from where to where each word reaches in the text."""
        for origin, begin, following in zip(
            self.origins, self.begins, [*self.begins[1:], len(self.lines) + 1], strict=True
        ):
            yield origin, origin + following - begin - 1


def long_words(text: str) -> LongWords:
    """Return the runs of ``LEAST_LONG`` or more characters of which tokens are made.

    Their class is looked at instead of the characters: a run is then a literal, found as fast as the memory is read.
    """
    shape = text.encode("latin-1", "replace").translate(_SHAPE) + b" "
    origins, words = [], []
    start = shape.find(_LONG)
    while start >= 0:
        end = shape.index(b" ", start)
        origins.append(start)
        words.append(text[start:end])
        start = shape.find(_LONG, end)
    begins = [0, *accumulate(len(word) + 1 for word in words)][: len(words)]
    return LongWords("\n".join(words), begins, origins)
