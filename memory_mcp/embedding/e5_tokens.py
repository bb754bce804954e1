"""The tokenizer of multilingual-e5-small: the most probable pieces of a text, by Viterbi's algorithm.

The method is that of unigram language models (Kudo 2018, "Subword Regularization"). The package ``tokenizers`` has it
too and takes 270 MB and 1.4 s for this vocabulary of 250,002 pieces; an index of their hashes takes 5 MB and 0.15 s.
No piece has a space mark inside, so every word is cut on its own, and frequent words are remembered.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from memory_mcp.embedding.e5_weights import Vocabulary

_SPACE_MARK: Final = "\u2581"
_SPACES: Final = re.compile("  +")
# A text begins with a mark, so a word is a mark and what follows it.
_WORD: Final = re.compile(f"{_SPACE_MARK}[^{_SPACE_MARK}]*")
_REMEMBERED_WORDS: Final = 16_384
# What sentencepiece takes off the least score for a character that is in no piece.
_UNKNOWN_PENALTY: Final = 10.0

_HASH_BITS: Final = 60
_HASH_MASK: Final = (1 << _HASH_BITS) - 1
_BUCKET_BITS: Final = 18
_MULTIPLIER: Final = 6_364_136_223_846_793_005  # Knuth's, of MMIX


class Pieces:
    """An index of the vocabulary's pieces by a polynomial hash of their characters.

    A hash has 60 bits and no two pieces share one; that some other text has one of them happens once in 10^12.
    """

    def __init__(self, vocabulary: Vocabulary) -> None:
        starts = vocabulary.starts
        lengths = np.diff(starts)
        # From the first power on: the product of a character and 1 would leave the bits that choose a bucket empty.
        self._powers = [pow(_MULTIPLIER, power, 1 << 64) for power in range(1, int(lengths.max()) + 1)]
        hashes = np.zeros(len(lengths), np.uint64)
        # Sums and products are modulo 2^64, as those of unsigned numbers are.
        for position, power in enumerate(self._powers):
            longer = np.flatnonzero(lengths > position)
            characters = vocabulary.characters[starts[longer] + position].astype(np.uint64)
            hashes[longer] += (characters + np.uint64(1)) * np.uint64(power)
        hashes &= np.uint64(_HASH_MASK)
        order = np.argsort(hashes)
        ordered = hashes[order]
        limits = np.arange((1 << _BUCKET_BITS) + 1, dtype=np.uint64) << np.uint64(_HASH_BITS - _BUCKET_BITS)
        self._buckets = np.searchsorted(ordered, limits).astype(np.int32).data
        self._hashes = ordered.data
        self._numbers = order.astype(np.int32).data

    def at(self, text: str, start: int) -> list[tuple[int, int]]:
        """Return the pieces that begin at ``start``: each one's end in the text and its number, the shortest first."""
        found: list[tuple[int, int]] = []
        hashes, buckets = self._hashes, self._buckets
        hashed = 0
        following = text[start : start + len(self._powers)]
        for end, (character, power) in enumerate(zip(following, self._powers, strict=False), start + 1):
            hashed = (hashed + (ord(character) + 1) * power) & _HASH_MASK
            bucket = hashed >> (_HASH_BITS - _BUCKET_BITS)
            places = range(buckets[bucket], buckets[bucket + 1])
            found += [(end, self._numbers[place]) for place in places if hashes[place] == hashed]
        return found


class Tokenizer:
    """Cut texts into the numbers of the model's pieces. Any thread may call every method."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        """Index a vocabulary, which takes about 0.15 s."""
        self._pieces = Pieces(vocabulary)
        self._scores = np.ascontiguousarray(vocabulary.scores).data
        self._starts = np.ascontiguousarray(vocabulary.starts, np.int32).data
        self._unknown = vocabulary.unknown
        self._unknown_score = float(vocabulary.scores.min()) - _UNKNOWN_PENALTY
        self._frame = vocabulary.first, vocabulary.last
        self._replacements = vocabulary.replacements
        self._cut = lru_cache(_REMEMBERED_WORDS)(self._cut_word)

    def ids(self, text: str) -> list[int]:
        """Return the numbers of a text's pieces between the marks of its start and end."""
        text = _SPACES.sub(" ", text.translate(self._replacements)).replace(" ", _SPACE_MARK)
        words = _WORD.findall(text if text.startswith(_SPACE_MARK) else _SPACE_MARK + text)
        first, last = self._frame
        return [first, *chain.from_iterable(map(self._cut, words)), last]

    def pieces(self, word: str) -> Iterator[tuple[int, int]]:
        """Yield the number of each piece of a word without spaces, and its length; the first has a space mark, too."""
        for piece in self._cut(_SPACE_MARK + word.translate(self._replacements).replace(" ", _SPACE_MARK)):
            yield piece, 1 if piece == self._unknown else self._starts[piece + 1] - self._starts[piece]

    def _cut_word(self, word: str) -> tuple[int, ...]:
        """Return the pieces of the greatest sum of scores; a character that no piece has is an unknown one."""
        # For each position the best way to reach it: its score, where its last piece begins, that piece's number.
        ways = [(0.0, 0, self._unknown)] + [(-math.inf, 0, self._unknown)] * len(word)
        for start in range(len(word)):
            reached = ways[start][0]
            for end, number in self._pieces.at(word, start):
                score = reached + self._scores[number]
                if score > ways[end][0] and number != self._unknown:
                    ways[end] = score, start, number
            if reached + self._unknown_score > ways[start + 1][0]:
                ways[start + 1] = reached + self._unknown_score, start, self._unknown
        numbers: list[int] = []
        end = len(word)
        while end:
            _, end, number = ways[end]
            numbers.append(number)
        return tuple(reversed(numbers))
