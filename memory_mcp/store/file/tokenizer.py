"""The word index's own tokenizer, for texts the index is not asked about: both sides stem alike."""

from __future__ import annotations

from functools import lru_cache
from typing import cast

import apsw


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


@lru_cache(maxsize=8_192)
def stem(word: str) -> str:
    """Return the stem of one word; what the index makes no word of stays as it is."""
    return next(iter(tokenize(word)), word)
