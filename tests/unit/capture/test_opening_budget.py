"""Lines competing for little room: none of it is kept free that a line could have."""

from __future__ import annotations

from memory_mcp.capture.context.budget import Entry, Section, Thread, fit_to_budget
from memory_mcp.capture.context.framing import weight


def test_what_is_kept_free_for_the_notice_is_used_where_it_is_shorter() -> None:
    entries = [Entry(f"- line {number} of what was said, and some more", float(number)) for number in range(40)]
    room = 1_000

    lines, told = fit_to_budget([Section("Said:", "line", entries)], room=room, characters=9_000, around=["head"])

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

    assert [one.entry.text for one in told] == ["- first", "- other"]


def in_thread(old: float, new: float) -> list[Section]:
    """Return an earlier and a later line of one matter, as urgent as is said, among lines that take the room."""
    entries = [Entry(f"- line {number} of what was said, and some more", float(number)) for number in range(40)]
    thread = [
        Entry("- old value of what was said, and some more", old, ("old", 1), thread=Thread("a", 1)),
        Entry("- new value", new, ("new", 1), thread=Thread("a", 2)),
    ]
    return [Section("Wishes:", "wishes", thread[1:]), Section("Said:", "lines", [*entries, *thread[:1]])]


def test_an_earlier_line_brings_the_later_one_into_its_own() -> None:
    lines, told = fit_to_budget(in_thread(0, 99), room=1_000, characters=9_000, around=[])

    assert "- old value of what was said, and some more; later: new value" in lines
    assert [(one.heading, one.entry.shows, one.is_later) for one in told if one.entry.shows] == [
        ("Said:", ("old", 1), False), ("Said:", ("new", 1), True),
    ]  # fmt: skip
    assert "Wishes:" not in lines


def test_a_later_line_stands_alone_where_there_is_no_room_for_the_earlier_one() -> None:
    lines, _ = fit_to_budget(in_thread(99, 0), room=1_000, characters=9_000, around=[])

    assert lines[:2] == ["Wishes:", "- new value"]
    assert not any("old value" in line for line in lines)


def test_one_that_is_left_out_is_named_as_one() -> None:
    entries = [Entry("- " + "x" * 400, float(number)) for number in range(2)]

    lines, _ = fit_to_budget([Section("Said:", "aside", entries)], room=500, characters=900, around=[])

    assert lines[-1].startswith("Left out for length: 1 aside;")
