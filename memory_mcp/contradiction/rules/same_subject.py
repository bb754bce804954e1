"""Whether two claims are about one thing: beside the contrast between them they share enough of what they say."""

from __future__ import annotations

from typing import Final, NamedTuple

from memory_mcp.contradiction.rules.alignment import Contrast, Laid, Run
from memory_mcp.contradiction.rules.contrasts import is_verb


class _Least(NamedTuple):
    """How much of two claims is shared at least: of the shorter and the longer, in words; of the longer beside all."""

    of_one: float
    of_other: float
    words: float
    of_other_of_whole: float


# Two amounts say more by themselves than opposites or two names do. A quarter less and more of each, of 1936 / 82:
# of_one 1938 / 82 and 1936 / 82, of_other 1936 / 82 and 1934 / 82, words 1936 / 82 and 1927 / 80, of the whole no pair;
_OF_OPPOSITES: Final = _Least(0.34, 0.15, 1.0, 0.25)
# words 1936 / 82 and 1935 / 82, of the shares no pair;
_OF_DENIAL: Final = _Least(0.34, 0.15, 1.5, 2.0)
# of_one 1936 / 84 and 1927 / 81, words 1936 / 82 and 1918 / 81, of the other shares no pair.
_OF_AMOUNTS: Final = _Least(0.3, 0.1, 1.0, 0.2)
_FEWEST_WORDS: Final = 2  # 1: 1934 / 82, 3: 1935 / 82
_NAME_WEIGHT: Final = 1.5  # 1.125: 1933 / 83, 1.875: 1936 / 82


def are_about_one_thing(laid: Laid, found: Contrast, *, is_one_entity: bool) -> bool:
    """Whether the claims share enough of what they say beside the contrast."""
    bonus = 1.0 if is_one_entity else 0.0
    shared_a, shared_b = _weight(laid.shared_a) + bonus, _weight(laid.shared_b) + bonus
    covered = sorted(
        shared / whole if (whole := shared + _weight(tuple(token for token in only if token not in of))) else 0.0
        for shared, only, of in ((shared_a, laid.only_a, found.of_a), (shared_b, laid.only_b, found.of_b))
    )
    least = _least(found)
    if covered == [1.0, 1.0] and max(len(laid.a.words), len(laid.b.words)) <= _FEWEST_WORDS:
        # Always rebase, never rebase.
        return True
    if covered[1] == 1.0 and (covered[0] >= least.of_other_of_whole or _deny_one_verb(laid, found)):
        return True
    if covered[1] < least.of_one or covered[0] < least.of_other:
        return False
    return max(shared_a, shared_b) >= least.words


def _deny_one_verb(laid: Laid, found: Contrast) -> bool:
    """Whether both begin with the verb that one denies, and that is all it says: the user does not smoke."""
    return (
        found.kind == "negation"
        and laid.shared_a[:1] == laid.a.tokens[:1]
        and laid.shared_b[:1] == laid.b.tokens[:1]
        and is_verb(laid.a.tokens[0], laid.language)
    )


def _least(found: Contrast) -> _Least:
    match found.kind:
        case "negation":
            return _OF_DENIAL
        case "antonym":
            return _OF_OPPOSITES
        case _:
            return _OF_OPPOSITES if found.is_of_names and not found.are_rivals else _OF_AMOUNTS


def _weight(tokens: Run) -> float:
    return sum(_NAME_WEIGHT if token.kind == "name" else 1.0 for token in tokens)
