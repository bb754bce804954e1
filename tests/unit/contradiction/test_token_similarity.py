"""What makes two tokens alike, and what it costs to find out."""

from __future__ import annotations

from memory_mcp.contradiction.parsing.token_similarity import buckets_of
from memory_mcp.contradiction.parsing.tokens import Token


def test_a_word_that_a_text_repeats_is_compared_once():
    tokens = [Token("port", "Port", "word", place, "port") for place in range(60)]
    assert buckets_of(tokens, "en") == {"port": [tokens[-1]]}
