"""Which words of a text are a secret, as the bundled network reads them among the others.

Rules know a secret by its shape, or by a word for it nearby. Most that people tell in a sentence have neither ("line up
2856 and pull hard"), so these are read: what the network says of a word's pieces is weighed, and a word is taken from a
sum on that hardly any word of an ordinary text reaches. It was learned from texts of many writers with their secrets
marked (``bench/training/secret_reader.py``).
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator, Sequence
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np

from memory_mcp.embedding.bundled import BundledEmbedder
from memory_mcp.embedding.e5_onnx import Network, Tokens
from memory_mcp.embedding.e5_weights import WIDTH
from memory_mcp.privacy.text.words import Stretch, words_of
from memory_mcp.privacy.values.ports import is_port
from memory_mcp.reading.learned import Learned
from memory_mcp.reading.network import Reader

if TYPE_CHECKING:
    from memory_mcp.embedding.protocol import Vectors

LEARNED: Final = Path(__file__).with_name("secrets.bin")
PARTS: Final = {"head.w": WIDTH, "head.b": 1}
MOST_TOKENS: Final = 56
READ_FROM: Final = 1.0
MORE_FOR_LETTERS: Final = 1.0
"""What a word of letters alone needs more: it may be a name, and what is masked does not come back.

Six corpora, as it was chosen: harmless texts touched 35 to 32 of 1,498, secrets found 1,462 to 1,455 of 1,604.
"""
MARK: Final = "[redacted: secret]"
_UNBROKEN: Final = re.compile(r"\S+")
_MARK: Final = re.compile(r"\[redacted: [^\]]*\]")


class SecretReader(Reader):
    """Reads texts. Any thread may call it."""

    def __init__(self, embedder: BundledEmbedder, tokens: Tokens, shared: Network) -> None:
        """Read on the threads of an embedder. Raises UnsupportedError where what was learned cannot be read."""
        learned = Learned(LEARNED, PARTS)
        super().__init__(embedder, tokens, shared, learned.given)
        self._head, self._bias = learned.floats("head.w"), float(learned.floats("head.b")[0])

    def words(
        self, text: str, *, is_awaited: bool = False, places: Sequence[Stretch] | None = None
    ) -> list[tuple[Stretch, float]]:
        """Return where each word of a text stands, and how much speaks for it to be a secret.

        Only those at some ``places``, in order, where these are given; each place is read alone.
        """
        whole = [(0, len(text))] if places is None else places
        parts = [part for place in whole for part in parts_of(self._tokens, text, place)]
        if not parts:
            return []
        sums: list[Vectors] = [np.zeros(0, np.float32)] * len(parts)

        def read(place: int) -> None:
            states = self._states(parts[place][0])
            sums[place] = states @ self._head + self._bias

        self._embedder.run_all(range(len(parts)), read, is_awaited=is_awaited)
        return weighed_words(
            text, [stretch for _, stretches in parts for stretch in stretches], np.concatenate(sums).tolist()
        )

    def masked(
        self, text: str, *, is_awaited: bool = False, places: Sequence[Stretch] | None = None
    ) -> tuple[str, int]:
        """Return a text with a mark for what is read as a secret, and how many marks that are.

        It is read whole, or at ``places`` as ``words`` does.
        """
        taken = taken_of(text, self.words(text, is_awaited=is_awaited, places=places), READ_FROM)
        pieces, position = [], 0
        for start, end in taken:
            pieces += [text[position:start], MARK]
            position = end
        return "".join([*pieces, text[position:]]), len(taken)


def parts_of(tokens: Tokens, text: str, place: Stretch | None = None) -> Iterator[tuple[list[int], list[Stretch]]]:
    """Yield stretches of a text as the network takes them in: the numbers of their pieces, and where each stands.

    Of a ``place`` alone where one is given.
    """
    first, *_, last = tokens.ids("")
    ids, places = [first], [(0, 0)]
    for word in _UNBROKEN.finditer(text, *place or (0, len(text))):
        for piece, stretch in tokens.placed(word[0], word.start()):
            if len(ids) == MOST_TOKENS - 1:
                yield [*ids, last], [*places, (0, 0)]
                ids, places = [first], [(0, 0)]
            ids.append(piece)
            places.append(stretch)
    yield [*ids, last], [*places, (0, 0)]


def weighed_words(text: str, places: list[Stretch], sums: list[float]) -> list[tuple[Stretch, float]]:
    """Return the words of a text without the signs around them, each with the mean of its pieces' sums."""
    pieces = deque(one for one in zip(places, sums, strict=True) if one[0][0] < one[0][1])
    found = []
    for start, end in words_of(text):
        while pieces and pieces[0][0][1] <= start:
            pieces.popleft()
        mine = [value for (begin, _), value in takewhile(lambda one: one[0][0] < end, pieces)]  # noqa: B023 - used up here
        if mine:
            found.append(((start, end), sum(mine) / len(mine)))
    return found


def taken_of(text: str, words: list[tuple[Stretch, float]], least: float) -> list[Stretch]:
    """Return the stretches of words whose sum is at least so much; what is a mark already is none.

    A word of letters alone needs more.
    """
    marks = [mark.span() for mark in _MARK.finditer(text)]
    taken: list[Stretch] = []
    for (start, end), value in words:
        needed = least + MORE_FOR_LETTERS * text[start:end].isalpha()
        if value < needed or any(begin < end and start < stop for begin, stop in marks) or is_port(text, start, end):
            continue
        if taken and not text[taken[-1][1] : start].strip():
            taken[-1] = (taken[-1][0], end)
        else:
            taken.append((start, end))
    return taken
