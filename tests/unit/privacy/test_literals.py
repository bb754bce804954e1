"""Short texts, in which each literal is looked for by itself, give what one pass over all of them gives."""

from __future__ import annotations

import random

from memory_mcp.privacy import finding


def matches_of_short(text: str) -> list[tuple[int, int, int]]:
    finding._automaton.cache_clear()
    return finding.matches(text)


def test_both_ways_find_the_same_in_the_same_order() -> None:
    chance, literals = random.Random(1), finding._anchors().literals
    most = 0
    for _ in range(300):
        pieces = [chance.choice(literals) if chance.random() < 0.6 else chance.choice("ab /=:\n") for _ in range(30)]
        text = "".join(pieces)[: finding._SHORT]
        found = matches_of_short(text)
        assert found == finding._automaton(is_for_long=False).find_matches_as_indexes(text, overlapping=True)
        most = max(most, len(found))
    assert most > 30


def test_what_masks_a_few_short_texts_makes_no_automaton() -> None:
    assert matches_of_short("the password is hunter2")
    assert not finding._automaton.cache_info().currsize
    assert finding.matches("password " * finding._SHORT)
    assert finding._automaton.cache_info().currsize == 1
