"""Fit lines of several sections into little room: the most pressing go in first, and those left out are counted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple, TypeAlias

from memory_mcp.capture.context.framing import weight
from memory_mcp.language.plurals import counted

_Place: TypeAlias = tuple[int, int]
# "Left out for length: ..." itself, with a number for a few sections.
_NOTICE: Final = 260
_HINT: Final = "memory_search finds them."


LATER: Final = "; later: "
"""What stands in a line before what was said later of the same."""


class Thread(NamedTuple):
    """The one line that lines about one matter become, and when one of them was said."""

    name: str
    at: int


class Entry(NamedTuple):
    """One line, how pressing it is (lower goes first), and what it shows in which version.

    Lines of one ``group`` are one thing: once one of them finds no room, none after it does. Of lines of one ``thread``
    none is told without those that were said after it. ``lasting`` is what of a text that says how long ago something
    was stays as it is, empty where all does.
    """

    text: str
    urgency: float
    shows: tuple[str, int] | None = None
    group: str = ""
    thread: Thread | None = None
    lasting: str = ""


class Told(NamedTuple):
    """An entry that is told, and the heading of its line; ``is_later``: it stands in that of what was said before."""

    heading: str
    entry: Entry
    is_later: bool = False


class Section(NamedTuple):
    """Lines under a heading, which comes only with what it heads; ``noun`` names one that is left out."""

    heading: str
    noun: str
    entries: list[Entry]


def fit_to_budget(
    sections: Sequence[Section], *, room: int, characters: int, around: Sequence[str]
) -> tuple[list[str], list[Told]]:
    """Return the lines that fit beside those ``around`` them, in the order of the sections, and their entries, too.

    ``room`` is in quarters of a token, ``characters`` bounds the text however light it is.
    """
    fitting = _Fitting(
        sections,
        room - sum(weight(text) + 1 for text in around) - _NOTICE,
        characters - sum(len(text) + 1 for text in around) - _NOTICE,
    )
    waiting = fitting.fill(
        sorted(
            (entry.urgency, (number, place))
            for number, section in enumerate(sections)
            for place, entry in enumerate(section.entries)
        )
    )
    # What is left out is as a rule told in less than was kept free for it.
    spare = _NOTICE - len(fitting.notice) - 1
    fitting.room, fitting.characters = fitting.room + spare, fitting.characters + spare
    fitting.fill(waiting)
    return fitting.in_order()


class _Fitting:
    """Entries of sections that are kept, and the room that is left: quarters of a token, and characters."""

    def __init__(self, sections: Sequence[Section], room: int, characters: int) -> None:
        self.sections, self.room, self.characters = sections, room, characters
        self.kept: list[set[int]] = [set() for _ in sections]
        self.threads: dict[str, list[_Place]] = {}
        for number, section in enumerate(sections):
            for place, entry in enumerate(section.entries):
                if entry.thread:
                    self.threads.setdefault(entry.thread.name, []).append((number, place))

    def fill(self, places: Sequence[tuple[float, _Place]]) -> list[tuple[float, _Place]]:
        """Keep what there is room for, the most pressing first; return what there is none for."""
        given_up: set[str] = set()
        waiting = []
        for urgency, at in places:
            if at[1] in self.kept[at[0]]:
                continue
            entry = self._entry(at)
            if (entry.group and entry.group in given_up) or not self._take([at, *self._said_after(entry)]):
                given_up.add(entry.group)
                waiting.append((urgency, at))
        return waiting

    def _entry(self, at: _Place) -> Entry:
        return self.sections[at[0]].entries[at[1]]

    def _said_after(self, entry: Entry) -> list[_Place]:
        """Return where the entries of a thread stand that were said after one of it and are not kept yet."""
        others = [] if entry.thread is None else self.threads[entry.thread.name]
        return [at for at in others if at[1] not in self.kept[at[0]] and _said_at(self._entry(at)) > _said_at(entry)]

    def _take(self, places: Sequence[_Place]) -> bool:
        """Keep entries with the headings that nothing stands under yet; whether there was room."""
        headings = {self.sections[number].heading for number, _ in places if not self.kept[number]} - {""}
        entries = map(self._entry, places)
        texts = [*headings, *(f"{entry.text}{LATER if entry.thread else ''}" for entry in entries)]
        heavy, long = sum(weight(text) + 1 for text in texts), sum(len(text) + 1 for text in texts)
        if heavy > self.room or long > self.characters:
            return False
        self.room, self.characters = self.room - heavy, self.characters - long
        for number, place in places:
            self.kept[number].add(place)
        return True

    @property
    def notice(self) -> str:
        """The line on what is left out, empty where nothing is."""
        missing = [
            counted(len(section.entries) - len(places), section.noun)
            for section, places in zip(self.sections, self.kept, strict=True)
            if len(section.entries) > len(places)
        ]
        return f"Left out for length: {', '.join(missing)}; {_HINT}" if missing else ""

    def in_order(self) -> tuple[list[str], list[Told]]:
        """Return the lines of what is kept, and its entries in the order of the lines."""
        lines: list[str] = []
        told: list[Told] = []
        for number, section in enumerate(self.sections):
            by_line = [every for place in sorted(self.kept[number]) if (every := self._line(section.entries[place]))]
            lines += [section.heading] if section.heading and by_line else []
            for first, *later in by_line:
                lines.append(LATER.join([first.text, *(one.text.removeprefix("- ") for one in later)]))
                told += [Told(section.heading, first), *(Told(section.heading, one, is_later=True) for one in later)]
        if told and self.notice:
            lines.append(self.notice)
        return lines, told

    def _line(self, entry: Entry) -> list[Entry]:
        """Return the entries of a line; those of a whole thread where the most pressing of it stands, else none."""
        if entry.thread is None:
            return [entry]
        every = [self._entry(at) for at in self.threads[entry.thread.name] if at[1] in self.kept[at[0]]]
        return sorted(every, key=_said_at) if entry is min(every, key=lambda one: one.urgency) else []


def _said_at(entry: Entry) -> int:
    return entry.thread.at if entry.thread else 0
