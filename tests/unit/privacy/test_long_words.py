"""Long words are found wherever they stand."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from memory_mcp.privacy.text.spans import long_words


@given(st.lists(st.tuples(st.sampled_from(["x", "aB3_-./+=", "é", " ", "密", '"']), st.integers(1, 30)), max_size=12))
def test_long_words_are_those_that_a_pattern_finds(runs: list[tuple[str, int]]) -> None:
    text = "".join(sign * count for sign, count in runs)

    assert long_words(text) == [match.span() for match in re.finditer(r"[A-Za-z0-9_.+/=~$!:%-]{18,}", text)]
