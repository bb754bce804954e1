"""The forms of a word have one stem."""

from __future__ import annotations

import pytest

from memory_mcp.language.data_files import Language
from memory_mcp.language.stemming import stem


@pytest.mark.parametrize(
    ("language", "forms", "expected"),
    [
        ("en", "use uses used using", "us"),
        ("en", "retry retries retried", "retri"),
        ("en", "plan plans planned planning", "plan"),
        ("en", "pass passes passed", "pass"),
        ("nl", "huren gehuurde", "hur"),
    ],
)
def test_the_forms_of_a_word_share_its_stem(language: Language, forms: str, expected: str) -> None:
    assert {stem(word, language) for word in forms.split()} == {expected}


@pytest.mark.parametrize("word", ["need", "sing", "bus", "this", "x2"])
def test_what_only_looks_like_an_english_ending_stays(word: str) -> None:
    assert stem(word, "en") == word
