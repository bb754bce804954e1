"""Tell which words of two notes mean one thing: forms of one word, a word and its compounds, a size in two units."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache, lru_cache
from typing import Final, NamedTuple

from memory_mcp.contradiction.parsing.tokens import VALUE_KINDS, Token
from memory_mcp.language.data_files import Language, lines_of_each, sections_of, words_of_each
from memory_mcp.language.traits import COMPOUNDING

# A word of so many letters that holds another is a compound of it: Teilruckerstattung, priverepo.
_SHORTEST_PART: Final = 4  # 3: 2013 / 88, 5: 2002 / 86
_LEAST_ADDED: Final = 4  # 3: 2010 / 88, 5: 2010 / 86
_SAME_BEGINNING: Final = 5  # 4: 2010 / 87, 6: 2005 / 86
_SAME_SHARE: Final = 0.6  # 0.45: 2016 / 87, 0.75: 1997 / 84

_CLOCK: Final = re.compile(r"#(\d{1,2})[:.](\d\d)")
_FILE: Final = "parsing"
LEAST_NEGATED: Final = 4  # 3: 2011 / 86, 5: 2009 / 86
Buckets = dict[str, list[Token]]


def buckets_of(tokens: Iterable[Token], language: Language) -> Buckets:
    """Return the tokens by what two that are alike have in common: how they begin, in German and Dutch how they end.

    A token that is repeated stands there once, as all that looks at it is what it says.
    """
    found: Buckets = {}
    for token in {(token.key, token.word, token.text, token.kind): token for token in tokens}.values():
        if token.key.startswith("bytes:") or (token.kind == "number" and ":" in token.text):
            names = {"bytes"} if token.kind == "measure" else {":"}
        elif token.kind in VALUE_KINDS:
            names = set()
        else:
            names = {token.word[:_SHORTEST_PART]}
            if language in COMPOUNDING:
                names.add(f"$ {token.word[-_SHORTEST_PART:]}")
        for name in names:
            found.setdefault(name, []).append(token)
    return found


def alike_in_both(
    a: Buckets, b: Buckets, shared: frozenset[str], apart: frozenset[str]
) -> tuple[frozenset[str], frozenset[str]]:
    """Return the keys of each note's tokens that are alike to one of the other's; ``shared`` are those of both.

    Words that are ``apart`` are alike to none: son, daughter where they have one stem.
    """
    here, there = set(shared), set(shared)
    for bucket in a.keys() & b.keys():
        for one in a[bucket]:
            for other in b[bucket]:
                if one.key in here and other.key in there:
                    continue
                if (one.word not in apart or other.word not in apart) and are_alike(one, other):
                    here.add(one.key)
                    there.add(other.key)
    return frozenset(here), frozenset(there)


class _Opposed(NamedTuple):
    """What turns a word into its opposite (unsigned, onversleuteld), and what stands for each other where words begin.

    ``ends`` stand for each other where words end.
    """

    prefixes: frozenset[str]
    beginnings: tuple[tuple[str, str], ...]
    ends: tuple[tuple[str, str], ...]


@cache
def _opposed() -> _Opposed:
    beginnings = (*lines_of_each(_FILE, "beginnings"), *sections_of("all", _FILE)["beginnings"])
    return _Opposed(
        words_of_each(_FILE, "negating"), _both_ways(beginnings), _both_ways(lines_of_each(_FILE, "endings_apart"))
    )


def _both_ways(lines: Iterable[str]) -> tuple[tuple[str, str], ...]:
    pairs = [line.split() for line in lines]
    return tuple(dict.fromkeys(way for one, other in pairs for way in ((one, other), (other, one))))


@lru_cache(maxsize=16_384)
def turned(key: str) -> list[str]:
    """Return the words a word is the opposite of by how it begins or ends: unsigned, signed; overgrown, undergrown."""
    prefixes, beginnings, ends = _opposed()
    found = [
        key.removeprefix(prefix)
        for prefix in prefixes
        if key.startswith(prefix) and len(key) - len(prefix) >= LEAST_NEGATED
    ]
    for here, there in beginnings:
        if key.startswith(here) and len(key) - len(here) >= LEAST_NEGATED:
            found.append(there + key.removeprefix(here))
    for here, there in ends:
        if key.endswith(here) and len(key) - len(here) >= LEAST_NEGATED:
            found.append(key.removesuffix(here) + there)
    return found


def are_negated_forms(a: str, b: str) -> bool:
    """Whether one word is the other turned into its opposite: signed, unsigned; zustandslos, zustandsbehaftet."""
    return b in turned(a) or a in turned(b)


def are_alike(a: Token, b: Token) -> bool:
    """Whether two tokens speak of one thing: the same word or a form of it, a part of a compound, the same value."""
    if a.key == b.key:
        return True
    if a.kind in VALUE_KINDS or b.kind in VALUE_KINDS:
        return _is_same_size(a.key, b.key) or _is_same_hour(a.key, b.key)
    if are_negated_forms(a.word, b.word) or are_negated_forms(a.key, b.key):
        return False
    return _is_form(a.word, b.word)


def _is_form(a: str, b: str) -> bool:
    """Whether two words are forms of one or one is a compound of the other: they begin alike, or one ends the other."""
    short, long = (a, b) if len(a) <= len(b) else (b, a)
    if not short.isalpha() or not long.isalpha():
        return False
    if len(short) >= _SHORTEST_PART and len(long) >= len(short) + _LEAST_ADDED and begins_or_ends(long, short):
        return True
    shared = next((i for i, (x, y) in enumerate(zip(short, long, strict=False)) if x != y), len(short))
    return shared >= max(_SAME_BEGINNING, _SAME_SHARE * len(long))


def begins_or_ends(long: str, short: str) -> bool:
    """Whether a word begins or ends with another."""
    return long.startswith(short) or long.endswith(short)


def _is_same_size(a: str, b: str) -> bool:
    """Whether two sizes in bytes are one, counted in thousands or in 1,024s."""
    if not (a.startswith("bytes:") and b.startswith("bytes:")):
        return False
    one, other = float(a[6:]), float(b[6:])
    return any(abs(one - other * 1.024**power) < 1e-6 * one for power in (-3, -2, -1, 1, 2, 3))


def _is_same_hour(a: str, b: str) -> bool:
    """Whether two times of day are one, said without saying whether before or after noon."""
    one, other = _CLOCK.fullmatch(a), _CLOCK.fullmatch(b)
    if one is None or other is None or one[2] != other[2]:
        return False
    return (int(one[1]) - int(other[1])) % 12 == 0
