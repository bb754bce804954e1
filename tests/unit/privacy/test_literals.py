"""Short texts, in which each literal is looked for by itself, give what one pass over all of them gives."""

from __future__ import annotations

import itertools
import random

import pytest

from memory_mcp.privacy import finding


@pytest.fixture(autouse=True)
def _new_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(finding, "_short_texts", itertools.count())
    finding._automaton.cache_clear()


def test_both_ways_find_the_same_in_the_same_order(monkeypatch: pytest.MonkeyPatch) -> None:
    chance, literals = random.Random(1), finding._anchors().literals
    monkeypatch.setattr(finding, "_FEW", 300)
    most = 0
    for _ in range(300):
        pieces = [chance.choice(literals) if chance.random() < 0.6 else chance.choice("ab /=:\n") for _ in range(30)]
        text = "".join(pieces)[: finding._SHORT]
        found = finding.matches(text)
        assert found == finding._automaton(is_for_long=False).find_matches_as_indexes(text, overlapping=True)
        most = max(most, len(found))
    assert most > 30


def test_what_masks_a_few_short_texts_makes_no_automaton() -> None:
    for _ in range(finding._FEW):
        assert finding.matches("the password is hunter2")
    assert not finding._automaton.cache_info().currsize


@pytest.mark.parametrize("texts", [["password " * finding._SHORT], ["password"] * (finding._FEW + 1)])
def test_what_masks_a_long_text_or_many_does(texts: list[str]) -> None:
    for text in texts:
        assert finding.matches(text)
    assert finding._automaton.cache_info().currsize == 1
