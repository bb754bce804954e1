"""The account of an import: two of them as one."""

from __future__ import annotations

from collections import Counter
from dataclasses import fields
from typing import Any

import pytest

from memory_mcp.transfer.model.report import MOST_PROBLEMS, Report

COUNTED = [one.name for one in fields(Report) if one.name not in {"format", "dry_run"}]


def some_of(name: str, amount: int) -> Any:
    """Return a value for a field, of the type that it has."""
    empty = getattr(Report(), name)
    return amount if isinstance(empty, int) else type(empty)(["masked"] * amount)


@pytest.mark.parametrize("name", COUNTED)
def test_two_accounts_add_up_in_each_field(name):
    first, second = (Report(**{name: some_of(name, amount)}) for amount in (2, 3))

    assert first.plus(second) == Report(**{name: some_of(name, 5)})


def test_an_account_of_two_has_the_format_of_the_first():
    assert Report(format="native", dry_run=True).plus(Report(format="turns")) == Report(format="native", dry_run=True)


def test_an_account_of_two_names_the_first_problems_and_counts_all():
    first, second = Report(), Report()
    for number in range(MOST_PROBLEMS - 1):
        first.note(f"line {number}", "no text")
    for number in range(2):
        second.note(f"page {number}", "no text")

    both = first.plus(second)

    assert both.problems == [*first.problems, "page 0: no text"]
    assert both.problem_count == MOST_PROBLEMS + 1


def test_two_accounts_stay_as_they_are_when_they_are_added():
    first, second = Report(skipped=Counter(old=1)), Report(skipped=Counter(old=1), problems=["new"])

    first.plus(second).skip("old", "line 1")

    assert (first, second) == (Report(skipped=Counter(old=1)), Report(skipped=Counter(old=1), problems=["new"]))
