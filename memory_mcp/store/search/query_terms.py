"""What to count for a query in a row's text, and the form of text it is counted in, as the word index would.

Ranking wants the same counts for rows the index did not return (a hit's neighbours, what the vectors found), so they
are counted from the text, with the index's own tokenizer handed in: both sides stem alike.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal

import numpy as np

from memory_mcp.store.text_index.fts_query import LexicalQuery

Tokenize = Callable[[str], Sequence[str]]
"""The word index's tokenizer: text in, stems in order out."""

_MARKS: Final = re.compile("[\u0300-\u036f]+")
_LAST_ASCII: Final = 0x7F
# Bytes of a run that is worth remembering: a few letters.
_SHORT_RUN: Final = 12
_SIGMA: Final = "\u03a3"


@dataclass(frozen=True, slots=True)
class Term:
    """One thing to count: a ``word`` by its ``stem``, or a pair of an unspaced script or an identifier as written."""

    kind: Literal["word", "pair", "identifier"]
    text: str
    stem: str


def query_terms(query: LexicalQuery, tokenize: Tokenize) -> tuple[Term, ...]:
    """Return what to count for a query, in its order, without repetition."""
    found: dict[tuple[str, str], Term] = {}
    for word in query.terms:
        for stem in tokenize(word):
            found.setdefault(("word", stem), Term("word", plain(word), stem))
    for run in query.runs:
        for start in range(max(1, len(run) - 1)):
            pair = plain(run[start : start + 2])
            found.setdefault(("pair", pair), Term("pair", pair, pair))
    for identifier in query.identifiers:
        written = plain(identifier)
        found.setdefault(("identifier", written), Term("identifier", written, written))
    return tuple(found.values())


def plain(text: str) -> str:
    """Return ``text`` without case and diacritics, as the index compares words."""
    return text.lower() if text.isascii() else plain_bytes(text).decode("utf-8", "surrogatepass")


def plain_bytes(text: str) -> bytes:
    """Return what ``plain`` returns, as UTF-8."""
    # Only a sigma has a small form that depends on the letters around it.
    raw = (text.lower() if _SIGMA in text else text).encode("utf-8", "surrogatepass").lower()
    if text.isascii():
        return raw
    beyond = np.frombuffer(b"\0" + raw + b"\0", np.uint8) > _LAST_ASCII
    edges = np.flatnonzero(beyond[1:] != beyond[:-1]).tolist()
    parts: list[bytes] = []
    end = 0
    # ASCII does not change beside other letters once marks are gone: a dash or an umlaut is a matter of its own.
    for start, stop in zip(edges[::2], edges[1::2], strict=True):
        parts += raw[end:start], _plain_run(raw[start:stop])
        end = stop
    return b"".join([*parts, raw[end:]])


def _plain_run(run: bytes) -> bytes:
    return _remembered(run) if len(run) <= _SHORT_RUN else _without_marks(run)


def _without_marks(run: bytes) -> bytes:
    letters = unicodedata.normalize("NFKD", run.decode("utf-8", "surrogatepass").lower())
    # Only the marks the index's tokenizer removes too.
    return unicodedata.normalize("NFC", _MARKS.sub("", letters)).encode("utf-8", "surrogatepass")


_remembered: Final = lru_cache(maxsize=4_096)(_without_marks)
