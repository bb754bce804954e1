"""Lines competing for little room: the most pressing of every section go in first, and what is left out is counted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from memory_mcp.capture.context.framing import weight

# "Left out for length: ..." itself, with a number for a few sections.
_NOTICE: Final = 260
_HINT: Final = "memory_search finds them."


class Entry(NamedTuple):
    """One line, how pressing it is (lower goes first), and what it shows in which version.

    Lines of one ``group`` are one thing: once one of them finds no room, none after it does.
    """

    text: str
    urgency: float
    shows: tuple[str, int] | None = None
    group: str = ""


class Section(NamedTuple):
    """Lines under a heading, which comes only with what it heads; ``noun`` names them where they are left out."""

    heading: str
    noun: str
    entries: list[Entry]


class _Room:
    """What is left: quarters of a token, and characters."""

    def __init__(self, weight: int, characters: int) -> None:
        self.weight, self.characters = weight, characters

    def take(self, texts: Sequence[str]) -> bool:
        """Make room for lines; whether there was enough."""
        heavy, long = sum(weight(text) + 1 for text in texts), sum(len(text) + 1 for text in texts)
        if heavy > self.weight or long > self.characters:
            return False
        self.weight -= heavy
        self.characters -= long
        return True


def fit_to_budget(
    sections: Sequence[Section], *, room: int, characters: int, around: Sequence[str]
) -> tuple[list[str], list[Entry]]:
    """Return the lines that fit beside those ``around`` them, in the order of the sections, and their entries.

    ``room`` is in quarters of a token, ``characters`` bounds the text however light it is.
    """
    left = _Room(
        room - sum(weight(text) + 1 for text in around) - _NOTICE,
        characters - sum(len(text) + 1 for text in around) - _NOTICE,
    )
    kept: list[set[int]] = [set() for _ in sections]
    places = sorted(
        (entry.urgency, number, place)
        for number, section in enumerate(sections)
        for place, entry in enumerate(section.entries)
    )
    waiting = _fill(sections, kept, places, left)
    # What is left out is as a rule told in less than was kept free for it.
    spare = _NOTICE - len(_notice(sections, kept)) - 1
    _fill(sections, kept, waiting, _Room(left.weight + spare, left.characters + spare))
    return _in_order(sections, kept)


def _fill(
    sections: Sequence[Section], kept: Sequence[set[int]], places: Sequence[tuple[float, int, int]], left: _Room
) -> list[tuple[float, int, int]]:
    """Keep what there is room for, the most pressing first; return what there is none for."""
    given_up: set[str] = set()
    waiting = []
    for one in places:
        _, number, place = one
        section, entry = sections[number], sections[number].entries[place]
        texts = [entry.text] if kept[number] or not section.heading else [section.heading, entry.text]
        if (entry.group and entry.group in given_up) or not left.take(texts):
            given_up.add(entry.group)
            waiting.append(one)
        else:
            kept[number].add(place)
    return waiting


def _notice(sections: Sequence[Section], kept: Sequence[set[int]]) -> str:
    """Return the line on what is left out, empty where nothing is."""
    missing = [
        f"{len(section.entries) - len(places)} {section.noun}"
        for section, places in zip(sections, kept, strict=True)
        if len(section.entries) > len(places)
    ]
    return f"Left out for length: {', '.join(missing)}; {_HINT}" if missing else ""


def _in_order(sections: Sequence[Section], kept: Sequence[set[int]]) -> tuple[list[str], list[Entry]]:
    lines: list[str] = []
    told: list[Entry] = []
    for section, places in zip(sections, kept, strict=True):
        entries = [section.entries[place] for place in sorted(places)]
        lines += [section.heading] if section.heading and entries else []
        lines += [entry.text for entry in entries]
        told += entries
    notice = _notice(sections, kept)
    if notice and told:
        lines.append(notice)
    return lines, told
