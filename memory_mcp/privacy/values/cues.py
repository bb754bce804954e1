"""The words that a sentence uses when it tells a secret, of some thirty languages, by what they say."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from pathlib import Path
from typing import Final, NamedTuple

from memory_mcp.privacy.text.spans import compiled
from memory_mcp.privacy.values.names import ABOUT

_DATA: Final = Path(__file__).parents[1] / "data" / "cues.txt"
# What a candidate is looked at near to.
TELLING: Final = ("password", "code", "token", "place", "unlock", "login", "protect")


class _Cues(NamedTuple):
    """The classes of words; of beginnings, by their first two letters; and patterns of what stands anywhere."""

    whole: dict[str, frozenset[str]]
    begins: dict[str, tuple[tuple[str, frozenset[str]], ...]]
    anywhere: dict[str, str]
    # All of these patterns as one, and those in ASCII, for words that are.
    any_of_them: str
    any_in_ascii: str


@cache
def _cues() -> _Cues:
    whole: dict[str, set[str]] = {}
    begins: dict[str, set[str]] = {}
    anywhere: dict[str, list[str]] = {}
    for line in _DATA.read_text(encoding="utf-8").splitlines()[1:]:
        name, *stems = line.split()
        for stem in stems:
            if stem[0] == "*":
                anywhere.setdefault(name, []).append(stem[1:])
            elif stem[0] == "=":
                whole.setdefault(stem[1:], set()).add(name)
            else:
                begins.setdefault(stem, set()).add(name)
    by_two: dict[str, tuple[tuple[str, frozenset[str]], ...]] = {}
    for stem, names in begins.items():
        by_two[stem[:2]] = (*by_two.get(stem[:2], ()), (stem, frozenset(names)))
    stems = [stem for parts in anywhere.values() for stem in parts]
    return _Cues(
        {word: frozenset(names) for word, names in whole.items()},
        by_two,
        {name: "|".join(map(re.escape, parts)) for name, parts in anywhere.items()},
        "|".join(map(re.escape, stems)),
        "|".join(map(re.escape, filter(str.isascii, stems))),
    )


_ABOUT: Final = ABOUT - {"on", "at", "by", "text", "changed", "reset", "created", "updated"}


@lru_cache(maxsize=16_384)
def classes(word: str) -> frozenset[str]:
    """Return what a word, in small letters, says in a sentence that tells a secret."""
    whole, begins, anywhere, any_of_them, any_in_ascii = _cues()
    found = {"about"} if word in _ABOUT else set()
    for part in (word,) if word.isalpha() else {word, *re.split(r"['\u2019-]", word)}:
        found |= whole.get(part, frozenset())
        found.update(*(names for stem, names in begins.get(part[:2], ()) if part.startswith(stem)))
    if compiled(any_in_ascii if word.isascii() else any_of_them).search(word):
        found.update(name for name, pattern in anywhere.items() if compiled(pattern).search(word))
    return frozenset(found)


# Where a beginning of a word has to stand: the word begins there, and ends with it.
BEGINS: Final = 1
ENDS: Final = 2
# It is a word for a password or a network: what is told near it may have no digit.
NAMES: Final = 4
_VERBS: Final = ("pass", "passes")
_NETWORKS: Final = ("wifi", "wi-fi", "wlan", "вайфай", "와이파이", "无线")


@cache
def telling_literals() -> dict[str, int]:
    """Return the beginnings of words that speak of secrets, in small letters, and where each has to stand."""
    found: dict[str, int] = {}
    for line in _DATA.read_text(encoding="utf-8").splitlines()[1:]:
        name, *stems = line.split()
        if name in TELLING:
            for stem in stems:
                literal = stem.lstrip("*=")
                where = found.get(literal, BEGINS | ENDS) & {"*": 0, "=": BEGINS | ENDS}.get(stem[0], BEGINS)
                is_name = (name == "password" and literal not in _VERBS) or literal in _NETWORKS
                found[literal] = where | (NAMES if is_name else 0)
    return found


def is_a_word(folded: str, start: int, end: int, where: int) -> bool:
    """Say whether a literal of a text in small letters stands where it has to, and in no mark of ours."""
    if start and where & BEGINS and "a" <= folded[start - 1] <= "z":
        return False
    if where & ENDS and "a" <= folded[end : end + 1] <= "z":
        return False
    return not folded.startswith("[redacted: ", max(0, start - 11))
