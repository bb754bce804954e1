"""What the days around a record say of it."""

from __future__ import annotations

import numpy as np
import pytest

from memory_mcp.store.search.recorded_around import HALF_LIFE, around


def test_it_is_the_mean_of_what_lies_around_the_nearer_the_more() -> None:
    days, all_of_them = np.array([0, 0, int(HALF_LIFE)]), np.ones(3, bool)
    found = around(np.array([1.0, 0.0, 4.0]), days, all_of_them)
    assert found[0] == found[1] == pytest.approx((1.0 + 0.0 + 4.0 / 2) / 2.5)
    assert found[2] == pytest.approx((4.0 + 0.5 * 1.0) / 2.0)


def test_what_is_no_record_neither_has_it_nor_counts() -> None:
    found = around(np.array([1.0, 9.0]), np.array([5, 5]), np.array([True, False]))
    assert found.tolist() == [1.0, 0.0]
    assert around(np.ones(2), np.array([5, 5]), np.zeros(2, bool)).tolist() == [0.0, 0.0]


def test_days_far_apart_leave_each_its_own() -> None:
    found = around(np.array([1.0, 3.0]), np.array([-40_000, 40_000]), np.ones(2, bool))
    assert found.tolist() == pytest.approx([1.0, 3.0])
