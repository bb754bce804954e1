"""Small letters stand where the letters of the text do, and long words are found wherever they stand."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_mcp.privacy.text.letters import folded, long_words

_DOTTED = "\N{LATIN CAPITAL LETTER I WITH DOT ABOVE}"
_LETTERS = st.sampled_from(list("aZ 0-_é\u212aÄÖÜÇŞĞŁŽПЖΣ\u03c3密\U0001f9d8\u200b\ud800" + _DOTTED))


@given(st.text(_LETTERS, max_size=40))
def test_a_text_in_small_letters_is_as_long_and_has_the_small_form_of_each(text: str) -> None:
    slow = text.replace(_DOTTED, "i").lower().encode("utf-8", "replace").decode("utf-8")

    assert folded(text) == slow
    assert len(folded(text)) == len(text)


@given(st.lists(st.tuples(st.sampled_from(["x", "aB3_-./+=", "é", " ", "密", '"']), st.integers(1, 30)), max_size=12))
def test_long_words_are_those_that_a_pattern_finds(runs: list[tuple[str, int]]) -> None:
    text = "".join(sign * count for sign, count in runs)

    assert long_words(text) == [match.span() for match in re.finditer(r"[A-Za-z0-9_.+/=~$!:%-]{18,}", text)]


@pytest.mark.parametrize("text", ["", "PLAIN", "ÄÖ", "\ud800"])
def test_what_is_small_already_stays(text: str) -> None:
    assert folded(folded(text)) == folded(text)
