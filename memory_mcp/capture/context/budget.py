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


def fit_to_budget(
    sections: Sequence[Section], *, room: int, characters: int, around: Sequence[str]
) -> tuple[list[str], list[Entry]]:
    """Return the lines that fit beside those ``around`` them, in the order of the sections, and their entries.

    ``room`` is in quarters of a token, ``characters`` bounds the text however light it is.
    """
    room -= sum(weight(text) + 1 for text in around) + _NOTICE
    characters -= sum(len(text) + 1 for text in around) + _NOTICE
    kept: list[set[int]] = [set() for _ in sections]
    given_up: set[str] = set()
    places = [
        (entry.urgency, number, place)
        for number, section in enumerate(sections)
        for place, entry in enumerate(section.entries)
    ]
    for _, number, place in sorted(places):
        section = sections[number]
        entry = section.entries[place]
        texts = [entry.text] if kept[number] or not section.heading else [section.heading, entry.text]
        heavy, long = sum(weight(text) + 1 for text in texts), sum(len(text) + 1 for text in texts)
        if heavy > room or long > characters or (entry.group and entry.group in given_up):
            given_up.add(entry.group)
            continue
        room -= heavy
        characters -= long
        kept[number].add(place)
    return _in_order(sections, kept)


def _in_order(sections: Sequence[Section], kept: Sequence[set[int]]) -> tuple[list[str], list[Entry]]:
    lines: list[str] = []
    told: list[Entry] = []
    left_out: list[str] = []
    for section, places in zip(sections, kept, strict=True):
        entries = [section.entries[place] for place in sorted(places)]
        lines += [section.heading] if section.heading and entries else []
        lines += [entry.text for entry in entries]
        told += entries
        if missing := len(section.entries) - len(entries):
            left_out.append(f"{missing} {section.noun}")
    if left_out and told:
        lines.append(f"Left out for length: {', '.join(left_out)}; {_HINT}")
    return lines, told
