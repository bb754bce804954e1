"""What a sentence may say, by its words, where no rule on cue phrases tells it."""

from __future__ import annotations

import pytest

from memory_mcp.statements.recognition import StatementRole, statements
from memory_mcp.statements.weighing import CLASSES, weigh


@pytest.mark.parametrize(
    ("told", "text"),
    [
        ("standing", "I read most of your diffs on the train, so it would help if they stayed small"),
        ("standing", "bei Fehlern will ich erst einen roten Test sehen und danach die Korrektur"),
        ("standing", "cuando acabes algo dime solo qué archivos tocaste, con eso me vale"),
        ("change", "De las garantías se ocupa Nuria desde hoy"),
    ],
)
def test_a_freely_worded_wish_or_change_is_an_aside(told: StatementRole, text: str) -> None:
    [found] = statements(text, asides=True)
    assert (found.told, found.is_aside) == (told, True)
    assert statements(text) == []


@pytest.mark.parametrize("text", ["ok run it again please", "nice, thanks", "does the printer retry?"])
def test_chatter_is_no_aside(text: str) -> None:
    assert statements(text, asides=True) == []


def test_what_a_rule_tells_is_no_aside() -> None:
    [found] = statements("Always use pnpm in this repository.", asides=True)
    assert not found.is_aside


def test_the_shares_of_a_sentence_sum_up_to_one() -> None:
    shares = weigh("leave those off from here on")
    assert tuple(shares) == CLASSES
    assert sum(shares.values()) == pytest.approx(1)


def test_a_turn_has_its_two_likeliest_asides() -> None:
    text = "\n".join(
        f"I would really like you to keep the {what} small and readable for the others" for what in ("a", "b", "c")
    )
    assert len(statements(text, asides=True)) == 2
