"""Long texts become passages that lose nothing, and broken text becomes text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_mcp.embedding import passages

SEPARATORS = st.sampled_from([" ", ". ", "! ", "\n", "\n\n", "。", ", ", "", "   "])
NUMBERED = st.lists(SEPARATORS, max_size=400).map(
    lambda separators: "".join(f"<{number:04}>{separator}" for number, separator in enumerate(separators))
)


def by_characters(text: str) -> int:
    return 2 + (len(text) + 2) // 3


@given(NUMBERED, st.integers(30, 80), st.integers(4, 10))
def test_every_character_is_in_a_passage_that_fits_and_starts_inside_the_one_before(text, window, overlap):
    found = passages.split(text, by_characters, window=window, overlap=overlap)

    covered = start = 0
    for passage in found:
        start = text.index(passage, start)
        assert start <= covered
        covered = start + len(passage)
        assert by_characters(passage) <= window
    assert covered == len(text)


def test_a_text_that_fits_is_its_own_only_passage():
    assert passages.split("one. two.", by_characters, window=30, overlap=4) == ["one. two."]


def test_a_cut_is_made_where_a_sentence_ends_and_repeats_the_sentence_before_it():
    sentences = [f"This is sentence number {number}. " for number in range(6)]

    found = passages.split("".join(sentences), by_characters, window=34, overlap=12)

    assert found == ["".join(sentences[:3]), "".join(sentences[2:5]), "".join(sentences[4:])]


def test_white_space_without_end_is_split_in_linear_time():
    assert "".join(passages.split(" " * 200_000, by_characters, window=512, overlap=0)) == " " * 200_000


@pytest.mark.parametrize(
    ("text", "expected"),
    [("a\0b", "a b"), ("\ud800", "\ufffd"), ("\ud83d\ude00", "\U0001f600"), ("\ufeff\xe9", "\ufeff\xe9")],
)
def test_what_breaks_tokenizers_is_replaced_and_the_rest_is_left_alone(text, expected):
    assert passages.clean(text) == expected


def test_a_very_long_question_is_asked_by_eight_passages_from_its_beginning_to_its_end():
    chosen = passages.of_question([str(number) for number in range(100)])

    assert (len(chosen), chosen[0], chosen[-1]) == (8, "0", "99")
