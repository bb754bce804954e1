"""Call the word index's own tokenizer on texts outside the index, so that both sides stem alike."""

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


def inner_words(text: str, most: int) -> str:
    """Return what stands between the first word of a text and its last, the first ``most`` words of it.

    Every text that holds this one holds these as whole words; the first and the last may go on in it. Empty where no
    word is between.
    """
    written = text.encode("utf-8", "replace")
    found = _tokenizer()(
        written, apsw.FTS5_TOKENIZE_DOCUMENT, None, include_offsets=True, include_colocated=False
    )  # fmt: skip
    inner = cast("list[tuple[int, int, str]]", found)[1:-1][:most]
    return written[inner[0][0] : inner[-1][1]].decode("utf-8", "replace") if inner else ""


@lru_cache(maxsize=8_192)
def stem(word: str) -> str:
    """Return the stem of one word; what the index makes no word of stays as it is."""
    return next(iter(tokenize(word)), word)
