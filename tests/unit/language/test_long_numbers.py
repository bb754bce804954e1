"""JSON in which a number has more digits than Python reads."""

from __future__ import annotations

import json

import pytest

from memory_mcp.language.long_numbers import decode_json, read_json

DIGITS = "9" * 5_000


def test_such_a_number_is_the_text_of_its_digits_and_the_rest_is_as_it_was() -> None:
    assert read_json(f'{{"a": -{DIGITS}, "b": 7, "c": 1.5}}') == {"a": f"-{DIGITS}", "b": 7, "c": 1.5}
    assert read_json(f"[{DIGITS}]".encode()) == [DIGITS]
    assert decode_json(f"x [{DIGITS}] y", 2) == ([DIGITS], 2 + len(DIGITS) + 2)


@pytest.mark.parametrize("text", ["", "{", f"[{DIGITS}", f"[{DIGITS}] x", b"\xff\xfe\x00", b'"\xff"'])
def test_what_is_no_json_is_refused_as_before(text: str | bytes) -> None:
    with pytest.raises(ValueError, match=r"."):
        read_json(text)


def test_what_is_too_deep_is_refused_as_before() -> None:
    with pytest.raises(RecursionError):
        read_json(f"[{DIGITS}, {'[' * 100_000}")


def test_what_was_read_can_be_written_as_json() -> None:
    assert json.loads(json.dumps(read_json(f"[{DIGITS}]"))) == [DIGITS]
