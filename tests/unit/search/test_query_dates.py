"""The days a query names, in seven languages, and how well a row's day agrees with them."""

from __future__ import annotations

from datetime import date

import pytest

from memory_mcp.store.search.query_dates import NamedDays, date_agreement, instant_of, named_days, recent

NOW = instant_of(date(2026, 11, 22))


def days(query: str) -> list[str]:
    """Return the days a query names, a year as ---- where it names none."""
    found = []
    for named in named_days(query, NOW):
        first, last = named.first.isoformat(), named.last.isoformat()
        if named.is_of_any_year:
            first, last = f"----{first[4:]}", f"----{last[4:]}"
        found.append(first if first == last else f"{first}/{last}")
    return found


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("What happened on 13 October, 2023?", ["2023-10-13"]),
        ("on October 13th", ["-----10-13"]),
        ("am 3. M\u00e4rz 2024", ["2024-03-03"]),
        ("el 5 de mayo de 2023", ["2023-05-05"]),
        ("le 3 f\u00e9vrier", ["-----02-03"]),
        ("deployed 2024-03-01", ["2024-03-01"]),
        ("am 02.01.2024", ["2024-01-02"]),
        ("on 3/15/2024", ["2024-03-15"]),
        ("el 15/3/2024", ["2024-03-15"]),
        ("what did I say yesterday", ["2026-11-21"]),
        ("vor drei Tagen", ["2026-11-19"]),
        ("ieri", ["2026-11-21"]),
        ("last friday", ["2026-11-20"]),
        ("the day before yesterday", ["2026-11-20"]),
    ],
)
def test_a_named_day_is_read(query: str, expected: list[str]) -> None:
    assert days(query) == expected


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("in May", ["-----05-01/-----05-31"]),
        ("June 2022", ["2022-06-01/2022-06-30"]),
        ("in 2024-02", ["2024-02-01/2024-02-29"]),
        ("mid-January", ["-----01-10/-----01-21"]),
        ("Ende Juli 2025", ["2025-07-20/2025-07-31"]),
        ("last week", ["2026-11-09/2026-11-15"]),
        ("il y a deux semaines", ["2026-11-02/2026-11-08"]),
        ("in spring 2024", ["2024-03-01/2024-06-02"]),
        ("im Sommer", ["-----06-01/-----09-02"]),
    ],
)
def test_a_longer_stretch_is_read(query: str, expected: list[str]) -> None:
    assert days(query) == expected


@pytest.mark.parametrize(
    "query",
    [
        "may I march there?", "the year 2022", "0-13-99", "version 3.12 of 4/5", "spring boot", "Friday meeting",
        "31/31/2024", "February 30", "what is set up today", "next week", "in 99999 years",
    ],
)  # fmt: skip
def test_what_is_no_day_of_the_past_is_left(query: str) -> None:
    assert days(query) == []


def test_a_day_agrees_with_itself_and_less_with_the_days_after() -> None:
    asked = named_days("on October 13th", NOW)
    agreements = [date_agreement(asked, date(2023, 10, day)) for day in (12, 13, 14, 20, 28)]
    assert agreements[0] == agreements[-1] == 0.0
    assert agreements[1] == 1.0
    assert 0.5 > agreements[2] > agreements[3] > 0.0


def test_a_month_agrees_by_half_with_its_days() -> None:
    assert date_agreement(named_days("June 2023", NOW), date(2023, 6, 27)) == 0.5
    assert date_agreement(named_days("June 2022", NOW), date(2023, 6, 27)) == 0.0


def test_the_days_after_the_end_of_a_year_belong_to_it() -> None:
    assert 0.0 < date_agreement(named_days("on December 31", NOW), date(2024, 1, 2)) < 1.0


def test_a_day_of_no_year_is_looked_for_in_the_last_years_newest_first() -> None:
    assert [found.first.year for found in recent(named_days("in December", NOW)[0], NOW)] == [2025, 2024, 2023]
    assert [found.first.year for found in recent(named_days("in May", NOW)[0], NOW)] == [2026, 2025, 2024, 2023]


def test_a_leap_day_of_no_year_is_a_day_of_every_year() -> None:
    assert recent(named_days("on February 29", NOW)[0], NOW)[0] == NamedDays(date(2026, 2, 28), date(2026, 2, 28))
