"""Find what a text speaks of: names, numbers and the beginnings of its words; everyday words are marked."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from typing import Final

from memory_mcp.language.beginnings import beginning
from memory_mcp.language.data_files import LANGUAGES, Language, sections_of
from memory_mcp.language.folding import plain_in_place
from memory_mcp.language.lexicon import words_of
from memory_mcp.language.quotation_marks import CLOSING, OPENING
from memory_mcp.statements.sentences import clauses_of

EVERYDAY: Final = "~"
"""What stands before a word of everyday talk."""

_WORD: Final = re.compile(r"[^\W\d_]+|\d+(?:[:.,]\d+)*")
_NUMBER: Final = re.compile(r"\d+(?:[:.,]\d+)*")
_QUOTED: Final = re.compile(rf"[{OPENING}][^{OPENING}{CLOSING}]{{6,}}[{CLOSING}]")
_LEAST_LETTERS: Final = 4


def matters_of(text: str, spoken: Language, *, is_later: bool = False) -> dict[str, str]:
    """Return what a text speaks of, in its order: beginnings of words, names and numbers, and the words they stand for.

    A word of everyday talk in the language ``spoken`` is marked. What the text quotes was said by somebody else. Of a
    later text the short words count that are written small too.
    """
    known, idle, found = _everyday(), _idle(), dict[str, str]()
    for word in _WORD.findall(_QUOTED.sub(" ", text)):
        folded = plain_in_place(word)
        if word[0].isdigit():
            if len(word) > 1:
                found.setdefault(word, word)
            continue
        is_short = len(folded) < _LEAST_LETTERS
        if folded in idle or len(folded) < 2 or (is_short and not is_later and word.islower()):  # noqa: PLR2004 - a letter is no name
            continue
        name = beginning(folded)
        if spoken not in known.get(name, ()):
            found.setdefault(name, folded)
        elif not is_short:
            found.setdefault(f"{EVERYDAY}{name}", folded)
    return found


def unmarked(matters: dict[str, str]) -> dict[str, str]:
    """Return what a text speaks of with no word marked."""
    return {name.removeprefix(EVERYDAY): word for name, word in matters.items()}


def is_everyday(text: str) -> bool:
    """Whether a text has words of everyday talk alone, which say nothing of any matter: "thanks, that was all"."""
    return all(name.startswith(EVERYDAY) for name in matters_of(text, spoken_in(text), is_later=True))


def by_clause(text: str, matters: dict[str, str]) -> tuple[frozenset[str], ...]:
    """Return what each clause of a text speaks of, of those that speak of anything; one of nothing where none does.

    What a statement is about is as a rule in the first.
    """
    names = {name.removeprefix(EVERYDAY): name for name in matters}
    found = (
        frozenset(names[name] for word in _WORD.findall(clause) if (name := _name_of(word)) in names)
        for clause in clauses_of(_QUOTED.sub(" ", text))
    )
    return tuple(filter(None, found)) or (frozenset(),)


def values_of(text: str) -> dict[str, frozenset[str]]:
    """Return the numbers in a text by their form: a time is compared with times, a port with ports."""
    found: dict[str, set[str]] = {}
    for number in _NUMBER.findall(text):
        found.setdefault(re.sub(r"\d", "0", number.replace(".", ":")), set()).add(number)
    return {form: frozenset(values) for form, values in found.items()}


def spoken_in(text: str) -> Language:
    """Return the language a text is written in, by its everyday words: of several the first of ``LANGUAGES``.

    A common word of one language names a matter in another: resto.
    """
    known = _everyday()
    empty: tuple[Language, ...] = ()
    hits = Counter(one for word in _WORD.findall(text) for one in known.get(beginning(plain_in_place(word)), empty))
    return max(LANGUAGES, key=hits.__getitem__)


def _name_of(word: str) -> str:
    return word if word[0].isdigit() else beginning(plain_in_place(word))


@cache
def _idle() -> frozenset[str]:
    known = [words_of(language) for language in LANGUAGES]
    return frozenset().union(*(one.small | one.fillers | one.negators for one in known))


@cache
def _everyday() -> dict[str, tuple[Language, ...]]:
    """Return for each beginning of an everyday word, whatever it is about, its languages."""
    found: dict[str, tuple[Language, ...]] = {}
    for language in LANGUAGES:
        words = " ".join(sections_of(language, "statements")["common"]).split()
        for name in {beginning(plain_in_place(word)) for word in words} | words_of(language).small:
            found[name] = (*found.get(name, ()), language)
    return found
