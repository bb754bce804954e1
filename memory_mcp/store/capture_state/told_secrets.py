"""Mask what is said again of the secrets that were taken out of what was said before in a session.

Those that count for the whole session are kept from one hook to the next as keyed hashes, as private parts are. Of a
code that is short enough to be guessed nothing is kept: it is masked in what is read together with it, which is the
rest of a turn.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from functools import cached_property
from typing import Final

from memory_mcp.privacy import said_again
from memory_mcp.privacy.text.spans import compiled
from memory_mcp.privacy.values.candidates import trimmed
from memory_mcp.store.capture_state.private_marks import MARK_BYTES, Marks

_SHORTEST_KEPT: Final = 8
_MOST: Final = 64


class ToldSecrets:
    """The secrets of a session that is read in order; ``is_changed`` says that its marks have to be kept."""

    def __init__(self, marks: Marks | None = None) -> None:
        """Begin with what is remembered of a session; nothing where there is none."""
        self.marks = Marks() if marks is None else marks
        self.is_changed = False
        self._is_of_person = False
        self._session: set[str] = set()
        self._answer: set[str] = set()

    def turn(self, role: str) -> None:
        """Begin a turn: what a person says next ends what was masked in one answer only."""
        self._is_of_person = role == "user"
        if self._is_of_person:
            self._answer.clear()

    def hear(self, value: str) -> None:
        """Remember a secret that was taken out of the turn, where it can be told from other words."""
        value = trimmed(value)
        match said_again.reach(value, is_of_person=self._is_of_person):
            case "session" if value not in self._session and len(self._session) < _MOST:
                self._session.add(value)
                self._keep(value)
            case "answer" if len(self._answer) < _MOST:
                self._answer.add(value)
            case _:
                pass

    def masked(self, text: str) -> str:
        """Return a text with what was told before masked, where it stands as a word of its own."""
        stretches = [place for value in self._session | self._answer for place in said_again.places(text, value)]
        if self.marks.marks and self._lengths:
            stretches += self._kept(text)
        return said_again.without(text, stretches) if stretches else text

    def _kept(self, text: str) -> Iterator[tuple[int, int]]:
        """Yield where what an earlier process took out stands: its hashes tell no more than how long it is."""
        for word in compiled(rf"\S{{{min(self._lengths)},}}").finditer(text):
            for start in range(word.start(), word.end()):
                for end in [start + length for length in self._lengths if start + length <= word.end()]:
                    if said_again.is_apart(text, start, end) and self._mark(text[start:end]) in self.marks.marks:
                        yield start, end

    def _keep(self, value: str) -> None:
        new = {self._mark(value), self._mark(f"length {len(value)}")}
        if not new <= self.marks.marks and len(self.marks.marks) < 2 * _MOST:
            self.marks.marks |= new
            self.is_changed = True
            self.__dict__.pop("_lengths", None)

    @cached_property
    def _lengths(self) -> list[int]:
        lengths = range(_SHORTEST_KEPT, said_again.LONGEST + 1)
        return [length for length in lengths if self._mark(f"length {length}") in self.marks.marks]

    def _mark(self, text: str) -> bytes:
        whole = text.encode("utf-8", "replace")
        return hashlib.blake2b(whole, digest_size=MARK_BYTES, key=self.marks.key).digest()
