"""Texts cut to a width show that they go on, and fit."""

from __future__ import annotations

import pytest

from memory_mcp.language.shortening import cut, one_line


def test_a_text_that_fits_stays_as_it_is():
    assert cut("two  words", 10) == "two  words"


@pytest.mark.parametrize("width", [2, 5, 9])
def test_a_longer_text_fits_and_says_that_it_goes_on(width: int):
    shown = cut("one two three", width)

    assert len(shown) <= width
    assert shown.endswith("\N{HORIZONTAL ELLIPSIS}")
    assert not shown[:-1].endswith(" ")


def test_lines_become_one():
    assert one_line("  one\n\n two\tthree ", 40) == "one two three"


def test_words_behind_much_white_space_are_shown():
    assert one_line(" " * 900 + "word", 5) == "word"
