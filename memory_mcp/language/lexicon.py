"""Words and cues of each language, read from its folder in ``data`` when the language is first met.

``words.txt`` holds words and ``cues.txt`` patterns of whole words, a line or | an alternative, both in ``[sections]``;
``narrowing.txt`` holds a class a line, ``opposites.txt`` a pair a line. All is in lower case without accents, but for
``esse``, which stands for the Italian and Portuguese "is" (written with an accent; without it the word is "and").
``data/all`` is read whatever the language: ``units.txt`` there has a dimension, a factor and the unit's names a line,
``frequencies.txt`` seconds and the adverbs that say "every so many".
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import cache
from itertools import chain
from typing import Final, NamedTuple

from memory_mcp.language.data_files import Language, sections_of, words

Classes = dict[str, frozenset[tuple[int, int]]]

_NEVER: Final = re.compile(r"(?!)")


class LanguageWords(NamedTuple):
    """Words of one language.

    ``small`` words and ``fillers`` carry none of a sentence's content. ``verbs`` are frequent enough to show where a
    subject ends; ``copulas`` right before a value say what something is. ``negators`` deny, ``without`` and
    ``lacking`` deny a part. ``events`` may happen again, ``once`` happens once; ``days`` are named from where one
    stands. Of what ``many`` words say there may be many. ``roles`` are what one person or thing is to another, of
    which there is one; each of ``parts`` is the words that say one of them.
    ``generic`` words say what of something is told, and that it is so: size, limit, takes; they make no other subject.
    ``conjunctions`` join clauses, each of which may tell its own.
    """

    small: frozenset[str]
    fillers: frozenset[str]
    verbs: frozenset[str]
    copulas: frozenset[str]
    negators: frozenset[str]
    without: frozenset[str]
    lacking: frozenset[str]
    past_auxiliaries: frozenset[str]
    events: frozenset[str]
    once: frozenset[str]
    days: frozenset[str]
    many: frozenset[str]
    relations: frozenset[str]
    roles: frozenset[str]
    generic: frozenset[str]
    conjunctions: frozenset[str]
    parts: tuple[frozenset[str], ...]


class Cues(NamedTuple):
    """Patterns of one language that give away what a sentence in lower case does.

    It ``addresses`` somebody, asks, plans, reports, tells of the past, adds one of several, covers all there is,
    excepts, gives ``reasons`` or ``conditions``. What is ``harmless`` looks like a denial and is
    none. ``told`` is what happened once, and ``participles`` may tell so. What ``ended`` stands beside its verb, what
    is ``gone`` before it; ``changed`` says that something is another than it was, ``instead`` leads to what it was.
    """

    addresses: re.Pattern[str]
    asks: re.Pattern[str]
    plans: re.Pattern[str]
    reports: re.Pattern[str]
    past: re.Pattern[str]
    adds: re.Pattern[str]
    covers: re.Pattern[str]
    excepts: re.Pattern[str]
    harmless: re.Pattern[str]
    reasons: re.Pattern[str]
    conditions: re.Pattern[str]
    participles: re.Pattern[str]
    told: re.Pattern[str]
    ended: re.Pattern[str]
    gone: re.Pattern[str]
    changed: re.Pattern[str]
    instead: re.Pattern[str]


def classes_of(lines: Iterable[str], forms: Callable[[str], Iterable[str]] = lambda name: (name,)) -> Classes:
    """Return for each name, in all its forms, which member of which lines it is; | joins names of one member."""
    found: dict[str, set[tuple[int, int]]] = {}
    for number, line in enumerate(lines):
        for member, names in enumerate(line.split()):
            for form in chain.from_iterable(map(forms, names.split("|"))):
                found.setdefault(form, set()).add((number, member))
    return {name: frozenset(places) for name, places in found.items()}


@cache
def words_of(language: Language) -> LanguageWords:
    """Return the words of a language."""
    sections = sections_of(language, "words")
    parts = tuple(words(line) for line in sections["parts"])
    # A section for which a language has no word is not in its file.
    found = {name: words(" ".join(sections.get(name, []))) for name in LanguageWords._fields if name != "parts"}
    return LanguageWords(parts=parts, **found)


@cache
def common(section: str) -> frozenset[str]:
    """Return the words of a section of what is read whatever the language."""
    return words(" ".join(sections_of("all", "words")[section]))


@cache
def cues_of(language: Language) -> Cues:
    """Return the patterns of a language, compiled when it is first asked for."""
    sections = sections_of(language, "cues")
    sections.setdefault("told", sections["participles"])
    return Cues(**{name: _pattern(sections.get(name, [])) for name in Cues._fields})


def _pattern(lines: list[str]) -> re.Pattern[str]:
    """Return one pattern of whole words in lower case, in no path; spaces within count, and it may end behind one."""
    return re.compile(rf"(?<![\w/])(?:{'|'.join(lines)})(?:(?!\w)|(?<!\w))") if lines else _NEVER
