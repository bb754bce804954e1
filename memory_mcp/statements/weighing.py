"""How likely a sentence says how to work, and what: a linear model on its words, for wishes that no cue phrase catches.

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
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Final

from memory_mcp.statements.sentences import plain

CLASSES: Final = ("none", "standing", "decision", "change", "open", "withdrawn")
"""What a sentence may say, in the order of the weights."""
BUCKETS: Final = 1 << 13
WEIGHTS: Final = Path(__file__).with_name("weights.bin")
HEAD: Final = struct.Struct(f"<{1 + len(CLASSES)}f")
"""What a file of weights begins with: the size of one step, and what each class has before any word is read."""

_TOKEN: Final = re.compile(r"[^\W\d_]+|\d+|[^\w\s]")
_WORDS_WEIGH: Final = 4.0
_BEGINNING: Final = 5
_LETTERS_A_STEP: Final = 20
_LONGEST_STEP: Final = 8


def signals(sentence: str, cue: str, *, by_assistant: bool) -> dict[int, float]:
    """Return what of a sentence has a weight: value by bucket; ``cue`` is what the rules say of it, if anything."""
    words = ["^", *("0" if token.isdigit() else token for token in _TOKEN.findall(plain(sentence))), "$"]
    named = {*words, *map(" ".join, pairwise(words))}
    named |= {f"#{word[:_BEGINNING]}" for word in words if len(word) > _BEGINNING}
    value = _WORDS_WEIGH / math.sqrt(len(named))
    found: dict[int, float] = {}
    for name in named:
        bucket = zlib.crc32(name.encode()) % BUCKETS
        found[bucket] = found.get(bucket, 0.0) + value
    length = len(sentence)
    flags = {
        f"cue={cue}": 1.0,
        f"assistant={by_assistant}": 1.0,
        "long": min(length, 200) / 100,
        "short": min(length, 60) / 60,
    }
    for name, value in flags.items():
        bucket = zlib.crc32(name.encode()) % BUCKETS
        found[bucket] = found.get(bucket, 0.0) + value
    return found


def weigh(sentence: str, cue: str = "", *, by_assistant: bool = False) -> dict[str, float]:
    """Return the share of each class for a sentence; they sum up to 1."""
    step, first, weights = _weights()
    sums = list(first)
    count = len(CLASSES)
    for bucket, value in signals(sentence, cue, by_assistant=by_assistant).items():
        at = bucket * count
        for place, weight in enumerate(weights[at : at + count]):
            sums[place] += value * step * weight
    most = max(sums)
    powers = [math.exp(one - most) for one in sums]
    total = sum(powers)
    return {name: power / total for name, power in zip(CLASSES, powers, strict=True)}


@cache
def _weights() -> tuple[float, tuple[float, ...], memoryview]:
    raw = WEIGHTS.read_bytes()
    step, *first = HEAD.unpack_from(raw)
    return step, tuple(first), memoryview(raw)[HEAD.size :].cast("b")
