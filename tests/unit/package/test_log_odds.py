from __future__ import annotations

import pytest

from memory_mcp.log_odds import chance_of, log_odds_of


def test_even_odds_are_a_chance_of_one_half():
    assert chance_of(0.0) == 0.5


@pytest.mark.parametrize("chance", [0.001, 0.25, 0.5, 0.9])
def test_a_chance_comes_back_from_its_odds(chance):
    assert chance == pytest.approx(chance_of(log_odds_of(chance)))
