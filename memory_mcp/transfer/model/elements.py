"""Read the values of a JSON file one at a time, so that a file of any size takes the memory of its largest element."""

from __future__ import annotations

import re
from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from typing import Any, Final, TextIO, TypeAlias

from memory_mcp.language.long_numbers import decode_json
from memory_mcp.transfer.model.input import Input
from memory_mcp.transfer.model.json_values import MOST_OF_A_FILE, Broken

Place: TypeAlias = tuple[str | int, ...]
"""Where a value is: names of members and numbers of elements, counted from 1."""

_CHUNK: Final = 1_000_000
_BETWEEN: Final = re.compile(r"[\s,:]*")
# What may stand between the edge and what is read of a number by now.
_GOES_ON: Final = re.compile(r"[.eE+-]*\Z")


def elements(
    source: Input, opened: AbstractSet[Place], most: int = MOST_OF_A_FILE
) -> Iterator[tuple[Place, Any]]:  # fmt: skip
    """Yield (place, value) for each value of a file, and (place, None) where a list or an object is opened.

    ``opened`` are the places of those that are not read whole; there 0 stands for the number of any element. Where the
    file is damaged, or a value has more than ``most`` characters, Broken is the last one.
    """
    with source.open() as file:
        text = _Text(file, most)
        try:
            yield from _within(text, opened, ())
        except _BreaksOffError as exc:
            yield exc.place, Broken()


def where(place: Place) -> str:
    """Return how a report names a place."""
    if len(place) == 1 and isinstance(place[0], int):
        return f"element {place[0]}"
    return "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in place).lstrip(".")


class _BreaksOffError(Exception):
    def __init__(self, place: Place) -> None:
        super().__init__()
        self.place = place


class _Text:
    """The text of a file from where it is read, with as much of what follows as the next value takes."""

    def __init__(self, file: TextIO, most: int) -> None:
        self._file, self._most = file, most
        self._text, self._at, self._wanted = "", 0, _CHUNK

    def sign(self) -> str:
        """Return the next character of a value, or what closes a list or an object; at the end an empty string."""
        while True:
            between = _BETWEEN.match(self._text, self._at)
            self._at = between.end() if between else self._at
            if self._at < len(self._text) or not self._more():
                return self._text[self._at : self._at + 1]

    def step(self) -> None:
        """Go past a sign."""
        self._at += 1

    def value(self, place: Place) -> Any:
        """Return the next value whole; raises _BreaksOffError with its place."""
        while True:
            self.sign()
            try:
                value, end = decode_json(self._text, self._at)
            except (ValueError, RecursionError):
                # Not whole yet, or never.
                if not self._more():
                    raise _BreaksOffError(place) from None
                continue
            # A number may go on behind the edge.
            if not self._text[end - 1].isdigit() or not _GOES_ON.match(self._text, end) or not self._more():
                self._at, self._wanted = end, _CHUNK
                return value

    def _more(self) -> bool:
        """Read on: as much again each time, so that a long value is looked at a few times only."""
        rest = self._text[self._at :]
        more = self._file.read(min(self._wanted, self._most - len(rest))) if len(rest) < self._most else ""
        if more:
            self._text, self._at, self._wanted = rest + more, 0, 2 * self._wanted
        return bool(more)


def _within(text: _Text, opened: AbstractSet[Place], place: Place) -> Iterator[tuple[Place, Any]]:
    opening = text.sign()
    if opening not in ("[", "{") or tuple(0 if isinstance(step, int) else step for step in place) not in opened:
        yield place, text.value(place)
        return
    yield place, None
    text.step()
    number = 0
    while text.sign() not in ("]", "}"):
        number += 1
        step = number if opening == "[" else str(text.value((*place, number)))
        yield from _within(text, opened, (*place, step))
    text.step()
