"""Weigh how likely a sentence says how to work, and what, by a linear model; it finds wishes without a cue phrase.

Softmax regression over hashed words, pairs of neighbours and beginnings of long words (Weinberger et al., Feature
Hashing for Large Scale Multitask Learning, 2009), with what the rules on cue phrases say and the length. The weights in
``weights.bin`` are learned from labelled sentences in seven languages by ``bench/training/statement_weights.py``. A
sentence takes some 50 microseconds, and no engine.
"""

from __future__ import annotations

import math
import re
import struct
import zlib
from collections.abc import Mapping
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Final

from memory_mcp.language.folding import plain_in_place

CLASSES: Final = ("none", "standing", "decision", "change", "open", "withdrawn")
"""What a sentence may say, in the order of the weights."""
BUCKETS: Final = 1 << 13
WEIGHTS: Final = Path(__file__).with_name("weights.bin")
HEAD: Final = struct.Struct(f"<{1 + len(CLASSES)}f")
"""What a file of weights begins with: the size of one step, and what each class has before any word is read.

Behind it stand eight bytes for each bucket: the steps of each class, counted from 128, and two bytes of nothing.
"""
ZERO: Final = 128
"""The byte of a weight that is nought."""

_TOKEN: Final = re.compile(r"[^\W\d_]+|\d+|[^\w\s]")
_WORDS_WEIGH: Final = 4.0
_BEGINNING: Final = 5
# So many bytes add up in two.
_MOST_NAMES: Final = 250
_EVERY_OTHER: Final = 0x00FF00FF00FF00FF


def signals(sentence: str, cue: str, *, by_assistant: bool) -> tuple[list[int], float, list[tuple[int, float]]]:
    """Return what of a sentence has a weight: buckets of its words and what each counts, then others with their values.

    ``cue`` is what the rules say of it, if anything.
    """
    words = ["^", *("0" if token.isdigit() else token for token in _TOKEN.findall(plain_in_place(sentence))), "$"]
    names = [
        *words,
        *map(" ".join, pairwise(words)),
        *(f"#{word[:_BEGINNING]}" for word in words if len(word) > _BEGINNING),
    ]
    named = list(dict.fromkeys(names))[:_MOST_NAMES]
    length = len(sentence)
    flags = {
        f"cue={cue}": 1.0,
        f"assistant={by_assistant}": 1.0,
        "long": min(length, 200) / 100,
        "short": min(length, 60) / 60,
    }
    return (
        [zlib.crc32(name.encode()) % BUCKETS for name in named],
        _WORDS_WEIGH / math.sqrt(len(named)),
        [(zlib.crc32(name.encode()) % BUCKETS, value) for name, value in flags.items()],
    )


def weigh(sentence: str, *, by_assistant: bool = False) -> dict[str, float]:
    """Return the share of each class for a sentence of which the rules say nothing; they sum up to 1."""
    step, first, weights = _weights()
    buckets, value, flags = signals(sentence, "", by_assistant=by_assistant)
    # Eight weights are added at once, each in two bytes.
    even = odd = 0
    for bucket in buckets:
        even += weights[bucket] & _EVERY_OTHER
        odd += weights[bucket] >> 8 & _EVERY_OTHER
    sums = []
    for place, start in enumerate(first):
        total = ((odd if place % 2 else even) >> 8 * (place - place % 2) & 0xFFFF) - ZERO * len(buckets)
        others = sum(worth * ((weights[bucket] >> 8 * place & 0xFF) - ZERO) for bucket, worth in flags)
        sums.append(start + step * (value * total + others))
    powers = [math.exp(one - max(sums)) for one in sums]
    return {name: power / sum(powers) for name, power in zip(CLASSES, powers, strict=True)}


def says_anything(shares: Mapping[str, float]) -> float:
    """Return how likely a sentence says anything about how to work, 0 to 1, by the share of each class."""
    return 1 - shares["none"]


@cache
def _weights() -> tuple[float, tuple[float, ...], tuple[int, ...]]:
    raw = WEIGHTS.read_bytes()
    step, *first = HEAD.unpack_from(raw)
    return step, tuple(first), struct.unpack_from(f"<{BUCKETS}Q", raw, HEAD.size)
