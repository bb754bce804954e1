"""Each form of a text is one for the spellings it is there for, and no other."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from memory_mcp.language.folding import (
    content_hash,
    name_key,
    one_spaced,
    plain_in_place,
    small_in_place,
    storable,
    text_key,
    without_accents,
)

_DOTTED = "\N{LATIN CAPITAL LETTER I WITH DOT ABOVE}"
_LETTERS = st.sampled_from(list("aZ 0-_é\u212aÄÖÜÇŞĞŁŽПЖΣ\u03c3密\U0001f9d8\u200b\ud800" + _DOTTED))


@given(st.text(_LETTERS, max_size=40))
def test_a_text_in_small_letters_is_as_long_and_has_the_small_form_of_each(text: str) -> None:
    slow = text.replace(_DOTTED, "i").lower().encode("utf-8", "replace").decode("utf-8")

    assert small_in_place(text) == slow
    assert len(small_in_place(text)) == len(text)


@pytest.mark.parametrize("text", ["", "PLAIN", "ÄÖ", "\ud800"])
def test_what_is_small_already_stays(text: str) -> None:
    assert small_in_place(small_in_place(text)) == small_in_place(text)


@given(st.text(max_size=40))
@example("\N{LATIN SMALL LETTER SHARP S} \ufb01 \u2019 \u1e9e")
def test_a_plain_text_is_as_long(text: str) -> None:
    assert len(plain_in_place(text)) == len(text)


def test_a_plain_text_has_small_letters_without_accents_and_straight_quotes() -> None:
    assert plain_in_place("C\u2019EST D\u00c9J\u00c0") == "c'est deja"


def test_white_space_becomes_one_blank() -> None:
    assert one_spaced("  one\n\ttwo\u00a0three ") == "one two three"


def test_accents_go_and_capitals_stay() -> None:
    assert without_accents("\u00c9t\u00e9 \uff21\u00df") == "Ete A\u00df"


@pytest.mark.parametrize("other", ["use TABS", "Use  tabs.", "\uff35se tabs\uff01"])
def test_the_same_text_has_one_key(other: str) -> None:
    assert text_key(other) == text_key("Use tabs")
    assert content_hash(other) == content_hash("Use tabs")


def test_the_key_of_a_text_keeps_accents_and_that_of_a_name_does_not() -> None:
    assert text_key("Ren\u00e9") != text_key("Rene")
    assert name_key("Ren\u00e9") == name_key("RENE")


def test_what_sqlite_and_json_cannot_hold_goes() -> None:
    assert storable("\ufeffa\0b\ud800c\ud83d\ude00") == "a\ufffdb\ufffdc\U0001f600"
