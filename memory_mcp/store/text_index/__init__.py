"""The word index: FTS queries, tokens, trigrams and near duplicates."""

__all__ = [
    "deferred_indexing",
    "fts_query",
    "index_letters",
    "near_duplicates",
    "prompt_matches",
    "rare_terms",
    "rebuild",
    "trigrams",
    "verbatim",
]
