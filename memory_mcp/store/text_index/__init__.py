"""The word index: FTS queries, tokens, trigrams and near duplicates."""
