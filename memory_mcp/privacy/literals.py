"""Many literals looked for at once, in a time that depends on the text and hardly on their number."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple


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


_BESIDE: Final = 2
