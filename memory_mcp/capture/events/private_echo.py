"""Handle private parts that span several turns, and what an answer repeats of a private part.

A private part may be opened in one prompt and closed in the next. Of a private part only keyed hashes are kept: of each
run of 16 characters, of each word of 4 characters or more with a digit in it, and of the whole where it is shorter.
What a model or a tool says later in the session is compared with them.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from typing import Final

from memory_mcp.privacy.private_parts import closed_first, without_private
from memory_mcp.store.capture_state.private_marks import MARK_BYTES, Marks

RUN: Final = 16
"""Characters in a row that count as an echo."""

_SHORTEST: Final = 4
_MOST_WORDS: Final = 4
_MOST_MARKS: Final = 50_000
_WORD: Final = re.compile(r"[^\s\"'`<>()\[\]{},;:!?]+")
# A word in a path, and a file's name without its ending.
_PART: Final = re.compile(r"[^/\\.]+")
_MASK: Final = "[redacted: private]"


class PrivateEcho:
    """What is known of a session's private parts; ``is_changed`` says that it has to be kept."""

    def __init__(self, marks: Marks) -> None:
        self.marks = marks
        self.is_changed = False

    def heard(self, text: str) -> str:
        """Return a prompt without what the one before left open, and remember its private parts.

        A part that a prompt leaves open reaches into the next one if that closes it; else it ended in its paragraph.
        """
        closed = closed_first(text)
        if closed is not None and (self.marks.is_open or self._mark("closed", closed[0]) in self.marks.marks):
            self._remember(closed[0])
            self._add(self._mark("closed", closed[0]))
            text = closed[1]
        heard = without_private(text)
        for part in heard.parts:
            self._remember(part)
        if heard.is_open != self.marks.is_open:
            self.marks.is_open = heard.is_open
            self.is_changed = True
        return text

    def masked(self, text: str) -> str:
        """Return what a model or a tool said with its echo of private parts masked."""
        if not self.marks.marks:
            return text
        spans = sorted(self._echoes(text))
        pieces: list[str] = []
        position = 0
        for start, end in spans:
            if end <= position:
                continue
            if start > position or not pieces:
                pieces += [text[position:start], _MASK]
            position = end
        return "".join([*pieces, text[position:]])

    def _echoes(self, text: str) -> Iterator[tuple[int, int]]:
        folded, origins = _small_with_origins(text)
        for start in range(len(folded) - RUN + 1):
            if self._mark("run", folded[start : start + RUN]) in self.marks.marks:
                yield origins[start], origins[start + RUN - 1] + 1
        words = list(_WORD.finditer(text))
        for at, word in enumerate(words):
            core = word.group().rstrip(".")
            for begin, end in {(0, len(core)), *(part.span() for part in _PART.finditer(core))}:
                if end - begin >= _SHORTEST and self._mark("word", core[begin:end].casefold()) in self.marks.marks:
                    yield word.start() + begin, word.start() + end
            # A part shorter than a run is told whole.
            for last in words[at : at + _MOST_WORDS]:
                whole = " ".join(text[word.start() : last.end()].casefold().split())
                if self._mark("whole", whole.rstrip(".")) in self.marks.marks:
                    yield word.start(), last.end()

    def _remember(self, part: str) -> None:
        folded, _ = _small_with_origins(part.strip())
        for start in range(len(folded) - RUN + 1):
            self._add(self._mark("run", folded[start : start + RUN]))
        if _SHORTEST <= len(folded) < RUN:
            self._add(self._mark("whole", folded.strip(" .\"'`")))
        for word in _WORD.findall(part):
            core = word.rstrip(".").casefold()
            if len(core) >= _SHORTEST and any(map(str.isdigit, core)):
                self._add(self._mark("word", core))

    def _add(self, mark: bytes) -> None:
        if mark not in self.marks.marks and len(self.marks.marks) < _MOST_MARKS:
            self.marks.marks.add(mark)
            self.is_changed = True

    def _mark(self, kind: str, text: str) -> bytes:
        whole = f"{kind}\0{text}".encode("utf-8", "replace")
        return hashlib.blake2b(whole, digest_size=MARK_BYTES, key=self.marks.key).digest()


def _small_with_origins(text: str) -> tuple[str, list[int]]:
    """Return a text in small letters with single spaces, and where each of its characters stood."""
    letters: list[str] = []
    origins: list[int] = []
    for at, letter in enumerate(text):
        small = " " if letter.isspace() else letter.casefold()
        if small == " " and letters and letters[-1] == " ":
            continue
        letters += small
        origins += [at] * len(small)
    return "".join(letters), origins
