"""Split a turn into sentences as they were written, without code, quotations, tables and what programs print."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Final, NamedTuple

from memory_mcp.language.data_files import any_word_of_each, words_of_each
from memory_mcp.language.fenced_code import without_fenced

LONGEST: Final = 500
"""Characters of a sentence that is looked at; a longer one is a text of its own."""
LEAST_TOLD: Final = 12
"""Characters below which a sentence tells nothing."""
ANSWER_BEGINS: Final = 4
ANSWER_ENDS: Final = 8
"""Sentences of an assistant's answer that are looked at, where it begins and where it ends."""
# The same of what a person says.
_BEGINS: Final = 12
_SHORTEST: Final = 6
# What is pasted into a turn is as a rule not said by who pastes it: only its first and last words are looked at.
_PASTE_FROM: Final = 6_000
_AROUND_A_PASTE: Final = 1_500

_BULLET: Final = re.compile(r"^(?:[-*+\u2022]|\d{1,2}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?")
_COUNTED: Final = re.compile(r"\d{1,2}[.)]")
_CLAUSE_END: Final = re.compile(r"(?:[.,;:!?)\u2026]+|\s[-\u2013\u2014])\s+")
_NOT_SAID: Final = (">", "|", "<", "    ", "\t", "$ ", "//", "/*", "{", "}", "@@", "diff ", "+++", "---")

# What programs print: the frames of a stack, the error above or below them, and lines of a log, which begin with a time
# or with a level set off as nobody sets off a word.
_PRINTED: Final = re.compile(
    r"""\s*(?:File\ ".+",\ line\ \d+ | at\ .*:\d+(?::\d+)?\)?$ | Traceback\ \(most\ recent | Caused\ by:\ [\w.$]+[:.]
    | Uncaught\ .*Error:\ | [\w.$]+(?:Error|Exception):\ | \[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d
    | (?:TRACE|DEBUG|INFO|NOTICE|WARN(?:ING)?|ERROR|FATAL|CRITICAL)(?::?\s{2,}|:?\ ?\[|:[\w.]+:)
    | \[(?:TRACE|DEBUG|INFO|NOTICE|WARN(?:ING)?|ERROR|FATAL|CRITICAL)\]
    | panic:\ | goroutine\ \d+\ \[ | npm\ ERR! | exit\ (?:status|code)\ \d+$)""",
    re.VERBOSE,
)


class SaidSentence(NamedTuple):
    """A sentence, whether an assistant said it, and what was said right before it, empty where nothing was."""

    text: str
    by_assistant: bool
    before: str = ""


def said_in(text: str) -> str:
    """Return what of a turn is looked at: without code, and of a long text the first and last lines."""
    if len(text) > _PASTE_FROM:
        text = f"{text[:_AROUND_A_PASTE].rpartition(chr(10))[0]}\n{text[-_AROUND_A_PASTE:].partition(chr(10))[2]}"
    return without_fenced(text)


@cache
def _end() -> re.Pattern[str]:
    """Return what ends a sentence; a day of the month has a full stop of its own in German: am 2. Juni.

    A number behind a pause goes on with it: "680 a month.. hang on.. 685 it says".
    """
    months = any_word_of_each("statements", "months")
    return re.compile(
        rf"(?<=[.!?\u2026])[\"')\]*_]*\s+(?=[^\sa-z])(?!(?<=\d\.\s)(?:{months}))(?!(?<=(?:\.\.|.\u2026)\s)\d)"
    )


def sentences(text: str) -> Iterator[str]:
    """Yield the sentences of what is looked at, each of at most 500 characters; a list's entry is one at least."""
    for raw in text.splitlines():
        if raw.startswith(_NOT_SAID) or _PRINTED.match(raw):
            continue
        line = _BULLET.sub("", raw.strip())
        for begin, end in _places(line):
            said = line[begin:end].strip()
            if _SHORTEST <= len(said) <= LONGEST:
                yield said


def _places(line: str) -> list[tuple[int, int]]:
    """Return where the sentences of a line begin and end; a value alone belongs to the one with a value before it."""
    gaps = [gap.span() for gap in _end().finditer(line)]
    places: list[tuple[int, int]] = []
    for begin, end in zip([0, *(end for _, end in gaps)], [*(begin for begin, _ in gaps), len(line)], strict=True):
        is_value = end - begin < LEAST_TOLD and _has_a_digit(line[begin:end])
        # What follows is counted, not put right, where the number has a point alone.
        is_number = _COUNTED.fullmatch(line[begin:end].strip()) is not None
        if places and is_value and not is_number and _has_a_digit(line[slice(*places[-1])]):
            places[-1] = (places[-1][0], end)
        else:
            places.append((begin, end))
    return places


def _has_a_digit(text: str) -> bool:
    return any(map(str.isdigit, text))


def clauses_of(text: str) -> list[str]:
    """Return the clauses of a text, without the signs and the space between them.

    A sign that ends or parts ends one where space follows, so that 10:30 and "v1.2" stay whole; so does a dash.
    """
    return _CLAUSE_END.split(text)


def in_small_letters(sentence: str) -> list[str]:
    """Return the sentences that somebody typed in small letters as one."""
    return [sentence[begin:end] for begin, end in places_in_small_letters(sentence)]


def places_in_small_letters(sentence: str) -> list[tuple[int, int]]:
    """Return where such sentences begin and end."""
    gaps = [gap.span() for gap in _end_of_small().finditer(sentence)]
    return list(zip([0, *(end for _, end in gaps)], [*(begin for begin, _ in gaps), len(sentence)], strict=True))


@cache
def _end_of_small() -> re.Pattern[str]:
    """Return what ends a sentence before a small letter: a sign that asks or calls, or a point behind three letters.

    The point of an abbreviation ends none.
    """
    known = "".join(rf"(?<!\b(?i:{one})\.)" for one in sorted(words_of_each("statements", "abbreviations")))
    signs = "|".join(rf"(?<=\w[!?]{{{count}}})" for count in (1, 2, 3))
    return re.compile(rf"(?:{signs}|(?<=\w{{3}}\.){known})\s+(?=[^\W\d_A-Z])")


def told_by(turn: str, before: str = "", *, by_assistant: bool) -> list[SaidSentence]:
    """Return the sentences of a turn that may tell anything: no question, of a long one the first and the last.

    ``before`` is the turn before it.
    """
    every = all_of(turn, before, by_assistant=by_assistant)
    begins = ANSWER_BEGINS if by_assistant else _BEGINS
    ends = len(every) - ANSWER_ENDS
    return [
        one
        for place, one in enumerate(every)
        if (place < begins or place >= ends) and len(one.text) >= LEAST_TOLD and not one.text.endswith("?")
    ]


def all_of(turn: str, before: str = "", *, by_assistant: bool) -> list[SaidSentence]:
    """Return every sentence of a turn; ``before`` is the turn before it."""
    every = list(sentences(said_in(turn)))
    last = next(iter(list(sentences(said_in(before)))[-1:]), "")
    return [SaidSentence(text, by_assistant, earlier) for text, earlier in zip(every, [last, *every], strict=False)]
