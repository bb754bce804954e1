"""The word index's own tokenizer, for texts the index is not asked about: both sides stem alike.

A row's words are counted for a few terms only, so just the words that could be one of them are stemmed; the rest of
the text is passed over by one regular expression (a fifth of the time of tokenizing it all).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Final, cast

import apsw

# A stem and the words it comes from share their beginning but for its last letter (happi, happy; stabl, stability).
_LONGEST_WHOLE: Final = 3
_WORD_REST: Final = r"[^\W_]*"


@lru_cache(maxsize=1)
def _tokenizer() -> apsw.FTS5Tokenizer:
    # As the schema declares item_fts. Any connection has it; one of its own keeps tokenizing apart from the file.
    return apsw.Connection(":memory:").fts5_tokenizer("porter", ["unicode61", "remove_diacritics", "2"])


def tokenize(text: str) -> list[str]:
    """Return the stems of a text in order, as the word index has them."""
    found = _tokenizer()(
        text.encode("utf-8", "replace"),
        apsw.FTS5_TOKENIZE_DOCUMENT,
        None,
        include_offsets=False,
        include_colocated=False,
    )
    return cast("list[str]", found)


def finder(stems: Iterable[str]) -> Callable[[str], list[str] | None]:
    """Return a function from a text in ``plain`` form to the stems of those of its words that may be one of these.

    It gives None for a text in which none of the stems is even part of a word.
    """
    beginnings = sorted({_beginning(stem) for stem in stems})
    if not beginnings:
        return lambda _text: None
    # Nothing before the alternatives: only so does ``re`` skip to the letters they begin with.
    pattern = re.compile(f"(?:{'|'.join(map(re.escape, beginnings))}){_WORD_REST}")

    def find(text: str) -> list[str] | None:
        found = None
        for match in pattern.finditer(text):
            found = [] if found is None else found
            start = match.start()
            if not start or not text[start - 1].isalnum():
                found.append(_stem(match.group()))
        return found

    return find


@lru_cache(maxsize=8_192)
def _stem(word: str) -> str:
    return next(iter(tokenize(word)), word)


def _beginning(stem: str) -> str:
    return stem if len(stem) <= _LONGEST_WHOLE and stem[-1] not in "ie" else stem[: max(1, len(stem) - 1)]
