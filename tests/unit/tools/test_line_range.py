from __future__ import annotations

import pytest

from memory_mcp.tools.framework.line_range import line_range


@pytest.mark.parametrize(
    ("text", "meant"),
    [("10-40", (10, 40)), ("10", (10, 10)), (" 10 - ", (10, None)), ("10:40", (10, 40)), ("10\u201340", (10, 40))],
)
def test_a_range_is_read_as_people_write_it(text, meant):
    found = line_range(text)
    assert found == meant
    assert not found.is_empty


@pytest.mark.parametrize("text", ["0", "0-5", "5-3", "5-0"])
def test_a_range_without_a_place_is_empty(text):
    assert line_range(text).is_empty


@pytest.mark.parametrize("text", ["", "ten", "-5", "1-2-3", "c1-5", "1234567890"])
def test_what_is_no_range_is_none(text):
    assert line_range(text) is None
