"""Tell whether two claims are about one thing: apart from their contrast they share enough of what they say."""

from __future__ import annotations

from typing import Final

from memory_mcp.contradiction.rules.alignment import Contrast, Laid, Run
from memory_mcp.contradiction.rules.contrasts import is_verb

# How much of what they say is shared at least: of the claim of which more is, where the contrast is of amounts or of
# known rivals (two of them say more by themselves) and else; of the other claim; and in words. Where a third is enough
# of all, conversations have 6 false pairs in 5,254 sentences, where they have 4.
_LEAST_OF_ONE_WITH_AMOUNT: Final = 0.3  # 0.225: 2010 / 88, 0.375: 2001 / 85
_LEAST_OF_ONE: Final = 0.34  # 0.255: 2012 / 86, 0.425: 2010 / 86
_LEAST_OF_OTHER: Final = 0.15  # 0.112: 2010 / 86, 0.188: 2008 / 85
_LEAST_WORDS: Final = 1.0  # 0.75: 2010 / 86, 1.25: 1927 / 79
_LEAST_WORDS_OF_DENIAL: Final = 1.5  # 1.125: 2010 / 86, 1.875: 2009 / 86
_FEWEST_WORDS: Final = 2  # 1: 2009 / 86, 3: 2010 / 86
_NAME_WEIGHT: Final = 1.5  # 1.125: 2008 / 87, 1.875: 2011 / 86


def are_about_one_thing(laid: Laid, found: Contrast, *, is_one_entity: bool) -> bool:
    """Whether the claims share enough of what they say beside the contrast."""
    bonus = 1.0 if is_one_entity else 0.0
    shared_a, shared_b = _weight(laid.shared_a) + bonus, _weight(laid.shared_b) + bonus
    less, more = sorted(
        shared / whole if (whole := shared + _weight(tuple(token for token in only if token not in of))) else 0.0
        for shared, only, of in ((shared_a, laid.only_a, found.of_a), (shared_b, laid.only_b, found.of_b))
    )
    if less == more == 1.0 and max(len(laid.a.words), len(laid.b.words)) <= _FEWEST_WORDS:
        # Always rebase, never rebase.
        return True
    if more == 1.0 and _deny_one_verb(laid, found):
        return True
    is_of_amounts = found.kind == "value" and (found.are_rivals or not found.is_of_names)
    if more < (_LEAST_OF_ONE_WITH_AMOUNT if is_of_amounts else _LEAST_OF_ONE) or less < _LEAST_OF_OTHER:
        return False
    return max(shared_a, shared_b) >= (_LEAST_WORDS_OF_DENIAL if found.kind == "negation" else _LEAST_WORDS)


def _deny_one_verb(laid: Laid, found: Contrast) -> bool:
    """Whether both begin with the verb that one denies, and that is all it says: the user does not smoke."""
    return (
        found.kind == "negation"
        and laid.shared_a[:1] == laid.a.tokens[:1]
        and laid.shared_b[:1] == laid.b.tokens[:1]
        and is_verb(laid.a.tokens[0], laid.language)
    )


def _weight(tokens: Run) -> float:
    return sum(_NAME_WEIGHT if token.kind == "name" else 1.0 for token in tokens)
