"""Instants, periods and the ways people write a time."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_mcp.errors import InvalidInputError
from memory_mcp.temporal import (
    BEGINNING,
    FOREVER,
    ManualClock,
    Period,
    SystemClock,
    describe_gap,
    format_instant,
    parse_time,
    utc_day,
)

LAST = 253_402_300_799_999_999
# Wednesday, 2026-03-04T10:00:00.000123Z
NOW = 1_772_618_400_000_123
DAY = 86_400_000_000

INSTANTS = st.integers(BEGINNING, LAST)
# Days on a small wall; the last one stands for FOREVER.
WALL = 12


@st.composite
def periods(draw) -> Period:
    start = draw(st.integers(0, WALL - 1))
    end = draw(st.integers(start + 1, WALL))
    return Period(start, FOREVER if end == WALL else end)


def painted(*pieces: Period) -> set[int]:
    return {day for piece in pieces for day in range(WALL) if piece.start <= day < piece.end}


def read(text: str, *, end_of_day: bool = False) -> str | None:
    return format_instant(parse_time(text, now=NOW, field="since", end_of_day=end_of_day))


def midnight(day: str) -> str:
    return f"{day}T00:00:00.000000Z"


@given(INSTANTS)
def test_what_is_written_reads_back_as_the_same_instant(instant):
    written = format_instant(instant)

    assert written is not None
    assert parse_time(written, now=NOW, field="since") == instant


@given(INSTANTS)
def test_writing_agrees_with_the_standard_library(instant):
    seconds, microseconds = divmod(instant, 1_000_000)
    moment = datetime.fromtimestamp(0, UTC).replace(microsecond=microseconds)
    day_zero = datetime(1970, 1, 1, tzinfo=UTC)

    assert format_instant(instant) is not None
    assert datetime.fromisoformat(format_instant(instant)).microsecond == moment.microsecond
    elapsed = datetime.fromisoformat(format_instant(instant)).replace(microsecond=0) - day_zero
    assert elapsed.days * 86_400 + elapsed.seconds == seconds


@given(st.datetimes(timezones=st.timezones()).filter(lambda moment: 2 < moment.year < 9998))
def test_any_zone_offset_is_understood(moment):
    written = moment.isoformat(timespec="microseconds")
    whole_minutes = moment.utcoffset().total_seconds() % 60 == 0

    if whole_minutes:
        elapsed = moment - datetime(1970, 1, 1, tzinfo=UTC)
        expected = (elapsed.days * 86_400 + elapsed.seconds) * 1_000_000 + elapsed.microseconds
        assert parse_time(written, now=NOW, field="since") == expected
    else:
        with pytest.raises(InvalidInputError):
            parse_time(written, now=NOW, field="since")


def test_the_open_end_is_written_as_nothing():
    assert format_instant(FOREVER) is None
    assert format_instant(None) is None


@pytest.mark.parametrize("instant", [BEGINNING - 1, LAST + 1, FOREVER - 1])
def test_an_instant_without_a_date_cannot_be_written(instant):
    with pytest.raises(InvalidInputError):
        format_instant(instant)


@given(periods(), periods())
def test_periods_share_what_their_days_share(one, other):
    assert one.overlaps(other) == bool(painted(one) & painted(other))


@given(periods(), periods())
def test_taking_a_period_away_leaves_the_other_days_in_order(one, other):
    left = one.minus(other)

    assert painted(*left) == painted(one) - painted(other)
    assert list(left) == sorted(left, key=lambda piece: piece.start)
    assert all(earlier.end < later.start for earlier, later in pairwise(left))


@given(periods(), st.integers(0, WALL - 1))
def test_a_period_contains_its_days_and_not_its_end(period, day):
    assert period.contains(day) == (day in painted(period))


@pytest.mark.parametrize(("start", "end"), [(5, 5), (6, 5), (BEGINNING - 1, 0), (0, LAST + 1), (FOREVER, FOREVER)])
def test_an_empty_or_unwritable_period_is_refused(start, end):
    with pytest.raises(InvalidInputError):
        Period(start, end)


def test_a_period_is_open_unless_it_is_told_to_end():
    assert Period(0) == Period(0, FOREVER)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2026-03-01T09:30:00Z", "2026-03-01T09:30:00.000000Z"),
        ("2026-03-01t09:30:00z", "2026-03-01T09:30:00.000000Z"),
        ("2026-03-01T09:30:00+02:00", "2026-03-01T07:30:00.000000Z"),
        ("2026-03-01T09:30:00-0530", "2026-03-01T15:00:00.000000Z"),
        ("2026-03-01T09:30:00\N{MINUS SIGN}01", "2026-03-01T10:30:00.000000Z"),
        ("2026-03-01 09:30", "2026-03-01T09:30:00.000000Z"),
        ("2026-03-01 09:30:15.25", "2026-03-01T09:30:15.250000Z"),
        ("2026-03-01T09:30:15,123456789Z", "2026-03-01T09:30:15.123456Z"),
        ("20260301T093015Z", "2026-03-01T09:30:15.000000Z"),
        ("2026/03/01 (Sun) 02:21", "2026-03-01T02:21:00.000000Z"),
        ("1:56 pm on 8 May, 2023", "2023-05-08T13:56:00.000000Z"),
        ("8 May 2023, 12:05 a.m.", "2023-05-08T00:05:00.000000Z"),
        ("May 8, 2023 at 12 pm", "2023-05-08T12:00:00.000000Z"),
        ("Mon, 08 May 2023 13:56:00 +0200", "2023-05-08T11:56:00.000000Z"),
        ("yesterday at 5pm", "2026-03-03T17:00:00.000000Z"),
        ("gestern um 17:00", "2026-03-03T17:00:00.000000Z"),
        ("now", "2026-03-04T10:00:00.000123Z"),
        ("3 days ago", "2026-03-01T10:00:00.000123Z"),
        ("three days ago", "2026-03-01T10:00:00.000123Z"),
        ("an hour ago", "2026-03-04T09:00:00.000123Z"),
        ("in 2 weeks", "2026-03-18T10:00:00.000123Z"),
        ("2 weeks from now", "2026-03-18T10:00:00.000123Z"),
        ("last week", "2026-02-25T10:00:00.000123Z"),
        ("past 3 days", "2026-03-01T10:00:00.000123Z"),
        ("last month", "2026-02-04T10:00:00.000123Z"),
        ("last year", "2025-03-04T10:00:00.000123Z"),
        ("next year", "2027-03-04T10:00:00.000123Z"),
        ("vor einer Woche", "2026-02-25T10:00:00.000123Z"),
        ("nächste Woche", "2026-03-11T10:00:00.000123Z"),
        ("hace dos días", "2026-03-02T10:00:00.000123Z"),
        ("la semana pasada", "2026-02-25T10:00:00.000123Z"),
        ("il y a 3 jours", "2026-03-01T10:00:00.000123Z"),
        ("l\N{RIGHT SINGLE QUOTATION MARK}année dernière", "2025-03-04T10:00:00.000123Z"),
    ],
)
def test_an_instant_is_read_as_it_stands(text, expected):
    assert read(text) == expected
    assert read(text, end_of_day=True) == expected


@pytest.mark.parametrize(
    ("text", "first", "after"),
    [
        ("2026-03-01", "2026-03-01", "2026-03-02"),
        ("  2026-3-1 ", "2026-03-01", "2026-03-02"),
        ("20260301", "2026-03-01", "2026-03-02"),
        ("1.3.2026", "2026-03-01", "2026-03-02"),
        ("2024-02-29", "2024-02-29", "2024-03-01"),
        ("2026-03", "2026-03-01", "2026-04-01"),
        ("2026-12", "2026-12-01", "2027-01-01"),
        ("2026", "2026-01-01", "2027-01-01"),
        ("May 2023", "2023-05-01", "2023-06-01"),
        ("8 May 2023", "2023-05-08", "2023-05-09"),
        ("8th of May, 2023", "2023-05-08", "2023-05-09"),
        ("May 8, 2023", "2023-05-08", "2023-05-09"),
        ("Monday, 8 May 2023", "2023-05-08", "2023-05-09"),
        ("8. Mai 2023", "2023-05-08", "2023-05-09"),
        ("8 de mayo de 2023", "2023-05-08", "2023-05-09"),
        ("1er août 2023", "2023-08-01", "2023-08-02"),
        ("today", "2026-03-04", "2026-03-05"),
        ("yesterday", "2026-03-03", "2026-03-04"),
        ("tomorrow", "2026-03-05", "2026-03-06"),
        ("the day before yesterday", "2026-03-02", "2026-03-03"),
        ("Gestern", "2026-03-03", "2026-03-04"),
        ("ayer", "2026-03-03", "2026-03-04"),
        ("mañana", "2026-03-05", "2026-03-06"),
        ("hier", "2026-03-03", "2026-03-04"),
        ("aujourd'hui", "2026-03-04", "2026-03-05"),
        ("last monday", "2026-03-02", "2026-03-03"),
        ("last wednesday", "2026-02-25", "2026-02-26"),
        ("wednesday", "2026-03-04", "2026-03-05"),
        ("thursday", "2026-02-26", "2026-02-27"),
        ("next wednesday", "2026-03-11", "2026-03-12"),
        ("letzten Montag", "2026-03-02", "2026-03-03"),
        ("el lunes pasado", "2026-03-02", "2026-03-03"),
        ("lundi dernier", "2026-03-02", "2026-03-03"),
    ],
)
def test_a_day_month_or_year_begins_at_midnight_and_ends_with_the_next(text, first, after):
    assert read(text) == midnight(first)
    assert read(text, end_of_day=True) == midnight(after)


@pytest.mark.parametrize("text", ["9999-12-31", "9999-12", "9999", "31 December 9999"])
def test_what_ends_with_the_calendar_ends_never(text):
    assert parse_time(text, now=NOW, field="until", end_of_day=True) == FOREVER


def test_a_month_before_a_long_month_ends_where_the_shorter_one_does():
    last_of_march = parse_time("2026-03-31T12:00", now=NOW, field="since")

    last_of_may = parse_time("2026-05-31T12:00", now=NOW, field="since")

    assert format_instant(parse_time("last month", now=last_of_march, field="since")) == "2026-02-28T12:00:00.000000Z"
    assert format_instant(parse_time("last month", now=last_of_may, field="since")) == "2026-04-30T12:00:00.000000Z"


@pytest.mark.parametrize(
    "text",
    [
        "", " ", "soon", "14:30", "8 May", "May", "2023-02-29", "2023-02-30", "2023-13-01", "2023-00-10", "2023-04-31",
        "0000-01-01", "10000-01-01", "2026-03-01T24:00", "2026-03-01T09:60", "2026-03-01T09:30:60Z",
        "2026-03 14:00", "2026-03-01T09:30:00+99:00", "2026-03-01T09:30:00+02:60", "0001-01-01T00:00+02:00",
        "9999-12-31T23:00-02:00",
        "13 pm on 8 May 2023", "0 am on 8 May 2023", "99999999999 days ago", "999999999999 months ago",
        "in 9999999999999 days", "9000 years ago", "05/08/2023", "3 days", "days ago", "last", "ago", "in",
        "monday ago", "in monday", "last summer", "8 May 2023 2024", "8 9 May 2023", "٣ days ago",
        "2026\N{EN DASH}03\N{EN DASH}01",
        "1772618400", "-1 days ago", "2026-03-01T09:30:00 EST", "\0", "\ud800", "x" * 10_000, "1" * 10_000,
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_an_error_that_names_the_field_and_shows_how(text):
    with pytest.raises(InvalidInputError) as caught:
        parse_time(text, now=NOW, field="since")

    assert caught.value.field == "since"
    assert caught.value.message.startswith("since: ")
    assert len(caught.value.message) < 300
    assert "yesterday" in caught.value.hint


@given(st.text(max_size=40) | st.from_regex(r"\A[0-9a-z:+\-/. ]{0,40}\Z"))
def test_any_text_is_either_a_time_or_an_error(text):
    try:
        instant = parse_time(text, now=NOW, field="since", end_of_day=True)
    except InvalidInputError:
        return
    assert BEGINNING <= instant <= LAST or instant == FOREVER


@pytest.mark.parametrize(
    ("microseconds", "expected"),
    [
        (0, "less than a second"),
        (999_999, "less than a second"),
        (1_000_000, "1 second"),
        (-59_000_000, "59 seconds"),
        (60_000_000, "1 minute"),
        (3 * 3_600_000_000, "3 hours"),
        (DAY - 1, "23 hours"),
        (3 * DAY, "3 days"),
        (30 * DAY, "1 month"),
        (364 * DAY, "12 months"),
        (800 * DAY, "2 years"),
    ],
)
def test_a_gap_is_told_by_its_largest_whole_unit(microseconds, expected):
    assert describe_gap(microseconds) == expected


def test_the_day_of_an_instant_is_that_of_utc():
    assert utc_day(NOW) == "2026-03-04"
    assert utc_day(NOW // DAY * DAY - 1) == "2026-03-03"


def test_a_manual_clock_stands_still_and_moves_both_ways():
    clock = ManualClock(NOW)

    assert clock.now() == clock.now() == NOW
    assert clock.advance(days=1, seconds=-1) == NOW + DAY - 1_000_000
    clock.set(0)
    assert clock.now() == 0


def test_the_system_clock_counts_microseconds_of_utc():
    told = datetime.fromisoformat(format_instant(SystemClock().now()))

    assert abs(told - datetime.now(UTC)) < timedelta(days=1)
