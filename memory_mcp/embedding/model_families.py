"""Model families, from the model cards: the prefix before a text, and how tokens are pooled into one vector."""

from __future__ import annotations

import re
from typing import Final, Literal, NamedTuple

Pooling = Literal["mean", "cls", "last"]


class Family(NamedTuple):
    """The prefixes of a question and of a stored text, the pooling, and which side compares texts of one kind."""

    query_prefix: str = ""
    passage_prefix: str = ""
    pooling: Pooling = "mean"
    is_symmetric_by_query: bool = False


_SEARCHING: Final = "Represent this sentence for searching relevant passages: "
_INSTRUCTION: Final = "Instruct: Given a web search query, retrieve relevant passages that answer the query\nQuery: "

# The first pattern found in a model's name decides.
_FAMILIES: Final[tuple[tuple[str, Family], ...]] = (
    (r"e5-.*instruct", Family(_INSTRUCTION)),
    (r"\be5-|-e5-", Family("query: ", "passage: ", is_symmetric_by_query=True)),
    (r"bge-m3", Family(pooling="cls")),
    (
        r"bge-.*-zh",
        Family(
            "\u4e3a\u8fd9\u4e2a\u53e5\u5b50\u751f\u6210\u8868\u793a\u4ee5\u7528\u4e8e"
            "\u68c0\u7d22\u76f8\u5173\u6587\u7ae0\uff1a",
            pooling="cls",
        ),
    ),
    (r"bge-", Family(_SEARCHING, pooling="cls")),
    (r"mxbai-embed", Family(_SEARCHING, pooling="cls")),
    (r"arctic-embed-.*v2", Family("query: ", pooling="cls")),
    (r"arctic-embed", Family(_SEARCHING, pooling="cls")),
    (r"nomic-embed-text", Family("search_query: ", "search_document: ")),
    (r"embeddinggemma", Family("task: search result | query: ", "title: none | text: ")),
    (r"qwen3-embedding", Family(_INSTRUCTION, pooling="last")),
    (r"gte-.*v1\.5|gte-multilingual|granite-embedding", Family(pooling="cls")),
)


def family_of(model: str) -> Family:
    """Return the family of a model by its name; an unknown model has no prefixes and pools by the mean."""
    name = model.lower()
    for pattern, family in _FAMILIES:
        if re.search(pattern, name):
            return family
    return Family()
