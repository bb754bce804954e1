"""Search: candidates from words and vectors, one ranking, snippets."""
