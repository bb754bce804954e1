"""Lines competing for little room: none of it is kept free that a line could have."""

from __future__ import annotations

from memory_mcp.capture.context.budget import Entry, Section, fit_to_budget
from memory_mcp.capture.context.framing import weight


def test_what_is_kept_free_for_the_notice_is_used_where_it_is_shorter() -> None:
    entries = [Entry(f"- line {number} of what was said, and some more", float(number)) for number in range(40)]
    room = 1_000

    lines, told = fit_to_budget([Section("Said:", "lines", entries)], room=room, characters=9_000, around=["head"])

    taken = sum(weight(text) + 1 for text in ["head", *lines])
    assert room - weight(entries[0].text) <= taken <= room
    assert lines[-1] == f"Left out for length: {40 - len(told)} lines; memory_search finds them."


def test_no_line_of_a_group_is_told_after_one_that_finds_no_room() -> None:
    entries = [
        Entry("- first", 1, group="a"),
        Entry(f"- {'long ' * 200}", 2, group="a"),
        Entry("- third", 3, group="a"),
        Entry("- other", 4),
    ]

    _, told = fit_to_budget([Section("", "lines", entries)], room=700, characters=9_000, around=[])

    assert [entry.text for entry in told] == ["- first", "- other"]
