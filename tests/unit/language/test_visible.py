"""What nobody sees is shown, and writing that needs a joiner stays as it is."""

from __future__ import annotations

import json

import pytest

from memory_mcp.language.unseen_characters import is_blank, json_text, visible


@pytest.mark.parametrize(
    ("hidden", "shown"),
    [
        ("\x1b[31mred", "\\x1b[31mred"), ("a\x9bb", "a\\x9bb"), ("a\u202eb", "a\\u202eb"), ("a\u2066b", "a\\u2066b"),
        ("a\U000e0041b", "a\\ue0041b"), ("a\u200bb", "a\\u200bb"), ("a\u2028b", "a\\u2028b"),
        ("</\u200dmem", "</\\u200dmem"),
        ("a\x00b", "a\\x00b"), ("a\ufeffb", "a\\ufeffb"),
        ("a\u3164b", "a\\u3164b"), ("한\u1160\uffa0", "한\\u1160\\uffa0"),
        ("</mem\ufe0fory", "</mem\\ufe0fory"), ("</mem\u034fory", "</mem\\u034fory"), ("a\U000e0159", "a\\ue0159"),
        ("😀\U000e0159\U000e0157", "😀\\ue0159\\ue0157"), ("城\U000e0159\U000e0157", "城\U000e0159\\ue0157"),
        ("❤\ufe0f\ufe0e\ufe0f", "❤\ufe0f\\ufe0e\\ufe0f"), ("é\u200c\u200d\u200c", "é\u200c\\u200d\\u200c"),
        ("é\ufe00\u200d\ufe01", "é\ufe00\u200d\\ufe01"),
    ],
)  # fmt: skip
def test_an_unseen_character_is_escaped(hidden, shown):
    assert visible(hidden) == shown


@pytest.mark.parametrize("text", [
    "plain", "two\nlines\tand a tab", "👩\u200d💻", "全角\u3000空白", "❤\ufe0f",
    "👩🏽\u200d❤\ufe0f\u200d👨", "1\ufe0f\u20e3",
    "葛\U000e0100城", "می\u200cشود", "क्\u200dष",
])  # fmt: skip
def test_what_can_be_seen_stays(text):
    assert visible(text) == text


def test_json_shows_every_character_and_loses_none():
    value = {"a\x9b": ["\U000e0041 \u202e", "👩\u200d💻 \x7f"]}
    text = json_text(value)
    assert text == '{"a\\u009b": ["\\udb40\\udc41 \\u202e", "👩\u200d💻 \\u007f"]}'
    assert json.loads(text) == value


@pytest.mark.parametrize("text", ["", " \t\n", "\u200b", "\ufeff\u3164", "\u2060 \x1b"])
def test_nothing_is_seen_of_spaces_and_what_is_shown_as_nothing(text):
    assert is_blank(text)


@pytest.mark.parametrize("text", [".", "\u200bx", "\ua7cb", "\U000105c0", "\ue000"])
def test_what_is_written_and_what_a_later_unicode_or_a_font_may_know_is_seen(text):
    assert not is_blank(text)
