"""Rank newer rows above outdated ones: facts that are known to contradict, and turns that give another value.

Somebody who asks "how many interviews do I have?" wants the five of last week, not the three of the week before. The
older turn may fit the question better, since people tell a thing at length when they tell it first.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Final, NamedTuple

from memory_mcp.language.quantities import NUMBER_WORDS
from memory_mcp.store.text_index.index_letters import index_letters
from memory_mcp.temporal import month_names

if TYPE_CHECKING:
    from memory_mcp.store.search.ordering import Scored

# Of the best score; what lies lower is about something else.
_CLOSE: Final = 0.5
# Words on either side of a number that say what it is of, and the share of the question's information among them.
_AROUND: Final = 8
_LEAST: Final = 0.15
_LONGEST: Final = 1_500
_WORD: Final = re.compile(r"[^\W_]+(?:[.,:]\d+)*%?")
_DIGIT: Final = re.compile(r"\d")
_NUMBERS: Final = frozenset(word for words in NUMBER_WORDS.values() for word in words)


class _Value(NamedTuple):
    number: str
    unit: str


def newer_fact_first(found: list[Scored], later: Mapping[str, str]) -> list[Scored]:
    """Return the hits with each fact before those that it is known to contradict, which ``later`` names (old, new)."""
    order = list(found)
    for older in found if later else ():
        newer = next((one for one in order if one.row.uid == later.get(older.row.uid)), None)
        if newer is not None and (to := order.index(older)) < (place := order.index(newer)):
            order.insert(to, order.pop(place))
    return order


def newest_value_first(
    found: list[Scored], asked: dict[str, float], stem: Callable[[str], str], *, most: int
) -> list[Scored]:
    """Return the hits with each turn that gives a newer value of what is asked for before those that give older ones.

    Of the first ``most`` hits, that is. ``asked`` is what each stem of the question tells. A value is a number whose
    unit the question names, a share, or a day; two turns give one thing another value where the units are equal and
    the numbers differ.
    """
    if not found:
        return found
    floor, least = _CLOSE * found[0].score, _LEAST * sum(asked.values())
    near = [one for one in found[:most] if one.score >= floor and one.row.is_turn and one.row.role != "assistant"]
    values = {one.row.uid: set(_values(one.row.body[:_LONGEST], asked, least, stem)) for one in near}
    said = [one for one in near if values[one.row.uid]]
    if len(said) < 2:  # noqa: PLR2004 - a pair
        return found
    order = list(found)
    for newer in sorted(said, key=_told):
        place = order.index(newer)
        for at, older in enumerate(order[:place]):
            if older in said and _told(older) < _told(newer) and _differ(values[older.row.uid], values[newer.row.uid]):
                order.insert(at, order.pop(place))
                break
    return order


def _told(one: Scored) -> tuple[int, int]:
    return one.row.valid_from, one.row.position or 0


def _differ(older: set[_Value], newer: set[_Value]) -> bool:
    return any(a.unit == b.unit and a.number != b.number for a in older for b in newer)


def _values(text: str, asked: dict[str, float], least: float, stem: Callable[[str], str]) -> Iterator[_Value]:
    """Yield the numbers around which a text speaks of what is asked for, with their units."""
    bare = index_letters(text)
    words = _WORD.findall(bare)
    # Most turns have no number, and a search looks at a dozen.
    if not _DIGIT.search(bare) and _NUMBERS.isdisjoint(words):
        return
    months = month_names()
    for place, word in enumerate(words):
        if word not in _NUMBERS and (word.isalpha() or not _DIGIT.search(word)):
            continue
        beside = words[max(0, place - 1) : place] + words[place + 1 : place + 2]
        following = stem(words[place + 1]) if place + 1 < len(words) else ""
        unit = "%" if word.endswith("%") else "day" if not months.keys().isdisjoint(beside) else following
        if unit not in ("%", "day") and unit not in asked:
            continue
        around = {stem(near) for near in words[max(0, place - _AROUND) : place + _AROUND + 1]}
        if sum(asked[near] for near in around & asked.keys()) >= least:
            yield _Value(word.rstrip("%"), unit)
