"""What nobody sees is shown, and writing that needs a joiner stays as it is."""

from __future__ import annotations

import json

import pytest

from memory_mcp.language.unseen_characters import json_text, visible


@pytest.mark.parametrize(
    ("hidden", "shown"),
    [
        ("\x1b[31mred", "\\x1b[31mred"), ("a\x9bb", "a\\x9bb"), ("a\u202eb", "a\\u202eb"), ("a\u2066b", "a\\u2066b"),
        ("a\U000e0041b", "a\\ue0041b"), ("a\u200bb", "a\\u200bb"), ("a\u2028b", "a\\u2028b"),
        ("</\u200dmem", "</\\u200dmem"),
        ("a\x00b", "a\\x00b"), ("a\ufeffb", "a\\ufeffb"),
    ],
)  # fmt: skip
def test_an_unseen_character_is_escaped(hidden, shown):
    assert visible(hidden) == shown


@pytest.mark.parametrize("text", ["plain", "two\nlines\tand a tab", "👩\u200d💻", "全角\u3000空白"])
def test_what_can_be_seen_stays(text):
    assert visible(text) == text


def test_json_shows_every_character_and_loses_none():
    value = {"a\x9b": ["\U000e0041 \u202e", "👩\u200d💻 \x7f"]}
    text = json_text(value)
    assert text == '{"a\\u009b": ["\\udb40\\udc41 \\u202e", "👩\u200d💻 \\u007f"]}'
    assert json.loads(text) == value
