"""Handle private parts that span several turns, and what an answer repeats of a private part or a secret of a prompt.

A private part may be opened in one prompt and closed in the next. Of a private part only keyed hashes are kept: of each
run of 16 characters, of each word of 4 characters or more with a digit in it, and of the whole where it is shorter.
What a model or a tool says later in the session is compared with them. What looks like a secret in a prompt, by the
words around it, is a bare word where an answer repeats it, which no rule knows: it is remembered in the same way.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from memory_mcp.language.digests import blake2b
from memory_mcp.privacy.private_parts import closed_first, without_private
from memory_mcp.store.capture_state.private_marks import MARK_BYTES, Marks

RUN: Final = 16
"""Characters in a row that count as an echo."""

_SHORTEST: Final = 4
_SHORTEST_SECRET: Final = 8
_MOST_WORDS: Final = 4
_MOST_MARKS: Final = 50_000
_WORD: Final = re.compile(r"[^\s\"'`<>()\[\]{},;:!?]+")
_SPACE: Final = re.compile(r"\s+")
# A word in a path, and a file's name without its ending.
_PART: Final = re.compile(r"[^/\\.]+")
_MASK: Final = "[redacted: private]"


class PrivateEcho:
    """What is known of a session's private parts; ``is_changed`` says that it has to be kept."""

    def __init__(self, marks: Marks) -> None:
        self.marks = marks
        self.is_changed = False
        # Begun once for each kind: a copy takes half the time, and a long text has millions of runs.
        self._begun = {kind: self._hash(kind) for kind in ("run", "word", "whole", "closed")}

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

    def heard_secrets(self, values: Iterable[str]) -> None:
        """Remember what looked like a secret in a prompt as a private part is, unless it may well be a plain word."""
        for value in values:
            if len(value) >= _SHORTEST_SECRET and (len(value) >= RUN or not _is_plain(value)):
                self._remember(value)

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
        """Yield where a text repeats private parts, in places of the text."""
        small = _small(text)
        found = [*self._runs(small), *self._words(small)]
        origins = _origins(text) if found else []
        for begin, end in found:
            yield origins[begin], origins[end - 1] + 1

    def _runs(self, small: str) -> Iterator[tuple[int, int]]:
        marks, begun = self.marks.marks, self._begun["run"]
        letters = small.encode() if small.isascii() else None
        for start in range(len(small) - RUN + 1):
            hashed = begun.copy()
            if letters is None:
                hashed.update(small[start : start + RUN].encode("utf-8", "replace"))
            else:
                hashed.update(letters[start : start + RUN])
            if hashed.digest() in marks:
                yield start, start + RUN

    def _words(self, small: str) -> Iterator[tuple[int, int]]:
        words = [(word.start(), word.end()) for word in _WORD.finditer(small)]
        for at, (start, stop) in enumerate(words):
            core = small[start:stop].rstrip(".")
            # Of a word without a digit no mark is kept.
            parts = {(0, len(core)), *(part.span() for part in _PART.finditer(core))} if _has_digit(core) else ()
            for begin, end in parts:
                if end - begin >= _SHORTEST and self._mark("word", core[begin:end]) in self.marks.marks:
                    yield start + begin, start + end
            # A part shorter than a run is told whole.
            for _, last in words[at : at + _MOST_WORDS]:
                whole = small[start:last].rstrip(".")
                if len(whole) < RUN and self._mark("whole", whole) in self.marks.marks:
                    yield start, last
                if last - start >= RUN:
                    break

    def _remember(self, part: str) -> None:
        folded = _small(part.strip())
        for start in range(len(folded) - RUN + 1):
            self._add(self._mark("run", folded[start : start + RUN]))
        if _SHORTEST <= len(folded) < RUN:
            self._add(self._mark("whole", folded.strip(" .\"'`")))
        for word in _WORD.findall(part):
            core = word.rstrip(".").casefold()
            if len(core) >= _SHORTEST and _has_digit(core):
                self._add(self._mark("word", core))

    def _add(self, mark: bytes) -> None:
        if mark not in self.marks.marks and len(self.marks.marks) < _MOST_MARKS:
            self.marks.marks.add(mark)
            self.is_changed = True

    def _mark(self, kind: str, text: str) -> bytes:
        hashed = self._begun[kind].copy()
        hashed.update(text.encode("utf-8", "replace"))
        return hashed.digest()

    def _hash(self, kind: str) -> blake2b:
        return blake2b(f"{kind}\0".encode(), digest_size=MARK_BYTES, key=self.marks.key)


def _is_plain(word: str) -> bool:
    """Whether a word is of letters alone, with no capital inside, as any other word of a text."""
    return word.isalpha() and word[1:] in (word[1:].lower(), word[1:].upper())


def _has_digit(word: str) -> bool:
    return any(map(str.isdigit, word))


def _small(text: str) -> str:
    """Return a text in small letters with single spaces."""
    return _SPACE.sub(" ", text).casefold()


def _origins(text: str) -> list[int]:
    """Return where each character of the small form of a text stood in it."""
    origins: list[int] = []
    position = 0
    for gap in _SPACE.finditer(text):
        origins += _letters(text, position, gap.start())
        origins.append(gap.start())
        position = gap.end()
    return origins + _letters(text, position, len(text))


def _letters(text: str, begin: int, end: int) -> list[int]:
    return [at for at in range(begin, end) for _ in text[at].casefold()]
