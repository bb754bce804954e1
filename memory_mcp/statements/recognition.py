"""Recognise what a sentence says about how to work: a standing wish, a decision, a change, an open end, a withdrawal.

A sentence is read by the rules of one language, the one whose cue words it has (``phrases``). A sentence that asks,
supposes or reports says nothing. Sentences that no rule knows are weighed by their words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from heapq import nlargest
from typing import Final, Literal, NamedTuple, TypeAlias, get_args

from memory_mcp.language.data_files import LANGUAGES, Language
from memory_mcp.language.folding import plain_in_place
from memory_mcp.statements.allowing import allows_again
from memory_mcp.statements.phrases import (
    filled_in,
    has_cue_word,
    has_section,
    language_of,
    language_of_plain,
    phrase_of,
)
from memory_mcp.statements.sentences import (
    ANSWER_BEGINS,
    ANSWER_ENDS,
    LEAST_TOLD,
    clauses_of,
    places_in_small_letters,
    said_in,
    sentences,
)
from memory_mcp.statements.weighing import says_anything, weigh

StatementRole: TypeAlias = Literal["standing", "decision", "change", "open"]
STATEMENT_ROLES: Final[tuple[StatementRole, ...]] = get_args(StatementRole)
Told: TypeAlias = Literal["standing", "decision", "change", "open", "withdrawn"]
TOLD: Final[tuple[Told, ...]] = get_args(Told)

_LEAST: Final = 0.5
"""The share from which on something may have been said."""

_HOW_TO_ANSWER: Final = 0.6
"""The share at least of a person's sentence that says how to answer, which is as a rule too short to be read well."""

_MOST_ASIDES: Final = 2

_SHORT: Final = 4
"""Words of a question that names a matter and asks nothing."""

_SHORT_WISH: Final = 8
"""Words of a wish up to which the network reads it as a request."""

_SAID_BY_ASSISTANTS: Final[tuple[StatementRole, ...]] = ("decision", "open")

_VALUES: Final = r"(?:{from} (?P<before>\S+(?: \S+){0,4}?) )?{to} (?P<after>\S+(?: [^\s,;:()]+){0,3})"
# Where two rules hold, the first of these says what the sentence is.
_ORDER: Final[tuple[Told, ...]] = ("standing", "withdrawn", "change", "decision", "open")

# What parts a wish from the task it is added to.
_ADDED: Final = re.compile(r";\s+|\s[-\u2013\u2014]{1,2}\s+|\u2014")

# What programmers write before what is left to do, in every language; "TODO list" and the like name a thing.
_MARKED: Final = re.compile(r"TODO(?:\([\w.-]+\))?[:,]?\s+(?!(?:lists?|items?|comments?|is|are|was)\b)\S+\s+\S")

_TODO: Final = re.compile(r"(?i)\bto-?do(?:\([\w.-]+\))?:")


class Recognised(NamedTuple):
    """One sentence as it was written and what it says; ``before`` and ``after`` are the values of a change, if read.

    ``share`` is how likely it says anything: 1 where a rule tells it; an aside has less.
    """

    told: Told
    text: str
    before: str = ""
    after: str = ""
    share: float = 1.0

    @property
    def is_aside(self) -> bool:
        """Whether it only may have been said, going by its words."""
        return self.share < 1


class _Rules(NamedTuple):
    """The compiled rules of a language: by what is told, for people and for assistants, and what tells nothing."""

    people: dict[Told, re.Pattern[str]]
    assistants: dict[Told, re.Pattern[str]]
    nothing: re.Pattern[str]
    values: re.Pattern[str]


def statements(text: str, *, by_assistant: bool = False, asides: bool = False) -> list[Recognised]:
    """Return what a turn says about how to work, sentence by sentence; an assistant has no wishes.

    ``asides``: also what may have been said, the likeliest of a turn.
    """
    said = said_in(text)
    if not asides and not has_cue_word(plain_in_place(said)):
        return []
    every = list(sentences(said))
    ruled = [ruled_in(sentence, by_assistant=by_assistant) for sentence in every]
    likely: list[Recognised] = []
    if asides:
        # Of a long answer only the beginning and the end are weighed.
        ends = len(every) - ANSWER_ENDS if by_assistant else 0
        weighed = (
            _weighed(sentence, by_assistant=by_assistant)
            for place, (sentence, one) in enumerate(zip(every, ruled, strict=True))
            if one is None and (place < ANSWER_BEGINS or place >= ends)
        )
        found = (one for one in weighed if one is not None)
        likely = nlargest(_MOST_ASIDES, found, key=lambda one: one.share)
    return list(dict.fromkeys([*(one for one in ruled if one is not None), *likely]))


def ruled_in(sentence: str, *, by_assistant: bool) -> Recognised | None:
    """Return what rules tell of a sentence, of one of several that were typed as one, or of what is added to a task."""
    if (said := _read(sentence, by_assistant=by_assistant)) is not None or by_assistant:
        return said
    return _in_small_letters(sentence) or _behind_a_task(sentence)


def as_read(said: Recognised) -> str:
    """Return the words by which the network reads best what a rule told.

    A short wish is read as one that is asked for: "never force push" has too few words for it, and begins as "never
    mind" does. It knows what is still to do, and not "todo:".
    """
    if said.told == "standing" and len(said.text.split()) <= _SHORT_WISH:
        return f"Please {said.text}"
    return _TODO.sub("Still to do:", said.text, count=1) if said.told == "open" else said.text


def withdrawing_in(sentence: str) -> str:
    """Return the clauses by which a sentence withdraws something, or the whole of it where no clause alone does.

    What is allowed again stands beside the words that allow it: "npm is not allowed, you may use pnpm again".
    """
    language = language_of(sentence)
    if language is None:
        return sentence
    rule = phrase_of(language, "withdrawn")
    said = [one for one in clauses_of(sentence) if rule.search(plain_in_place(one)) or allows_again(one, language)]
    return "; ".join(said) or sentence


def _in_small_letters(sentence: str) -> Recognised | None:
    """Return what the first of several sentences says of which none but perhaps the first begins with a capital.

    A short question right before it names the matter: "release? let's go with tuesdays".
    """
    several = places_in_small_letters(sentence)
    asked: int | None = None
    for begin, end in several if len(several) > 1 else ():
        one = sentence[begin:end]
        found = _read(one)
        if found is not None:
            return found._replace(text=sentence[begin if asked is None else asked : end])
        asked = begin if one.endswith("?") and len(one.split()) <= _SHORT else None
    return None


def _behind_a_task(sentence: str) -> Recognised | None:
    """Return the standing wish that a person adds to something else: "fix the bug; always write tests first"."""
    begin = 0
    for gap in _ADDED.finditer(sentence) if not sentence.endswith("?") else ():
        before, begin = sentence[begin : gap.start()], gap.end()
        found = _read(sentence[begin:])
        if found is not None:
            is_told = found.told == "standing" and not _says_nothing(sentence, before)
            return found._replace(text=sentence) if is_told else None
    return None


def _says_nothing(sentence: str, before: str) -> bool:
    """Whether a sentence as a whole asks, supposes or reports, or ``before`` ends as what somebody else says begins."""
    language = language_of(sentence)
    if language is None:
        return False
    said = plain_in_place(before).strip(" ,:\"'`*")
    return any(
        pattern.search(words) is not None
        for pattern, words in (
            (_rules_of(language).nothing, plain_in_place(sentence)),
            (phrase_of(language, "reporting"), said),
        )
    )


def _read(sentence: str, *, by_assistant: bool = False) -> Recognised | None:
    said = plain_in_place(sentence)
    language = language_of_plain(said)
    if language is None or sentence.endswith("?"):
        return None
    if _MARKED.match(sentence):
        return Recognised("open", sentence)
    rules = _rules_of(language)
    told = _told(sentence, said, language, by_assistant=by_assistant)
    if told is None or rules.nothing.search(said):
        return None
    values = rules.values.search(said) if told == "change" else None
    if values is None:
        return Recognised(told, sentence)
    before, after = (_cut(sentence, language, values, name) for name in ("before", "after"))
    return Recognised(told, sentence, before, after)


def _told(sentence: str, said: str, language: Language, *, by_assistant: bool) -> Told | None:
    """Return what the first rule that holds tells of a sentence; ``said`` is its plain form."""
    for told, rule in _by(_rules_of(language), by_assistant=by_assistant):
        if rule.search(said) or (told == "withdrawn" and not by_assistant and allows_again(sentence, language)):
            return told
    return None


def _weighed(sentence: str, *, by_assistant: bool) -> Recognised | None:
    """Return what a sentence may say by its words; what may be a withdrawal withdraws nothing."""
    if len(sentence) < LEAST_TOLD or sentence.endswith("?"):
        return None
    shares = with_how_to_answer(sentence, weigh(sentence, by_assistant=by_assistant), by_assistant=by_assistant)
    share = says_anything(shares)
    return (
        Recognised(told_of(shares, by_assistant=by_assistant), sentence, share=round(share, 3))
        if share >= _LEAST
        else None
    )


def with_how_to_answer(sentence: str, shares: Mapping[str, float], *, by_assistant: bool) -> dict[str, float]:
    """Return the share of each class for a sentence: one in which a person says how to answer is likely a wish.

    "Answer briefly" holds for every answer to come, and has too few words for the weights and the network.
    """
    if by_assistant or says_anything(shares) >= _HOW_TO_ANSWER or sentence.endswith("?"):
        return dict(shares)
    said = plain_in_place(sentence)
    if not _answers().search(said) or not any(phrase_of(one, "answering").search(said) for one in LANGUAGES):
        return dict(shares)
    less = (1 - _HOW_TO_ANSWER) / max(shares["none"], 1 - _HOW_TO_ANSWER)
    others = {name: share * less for name, share in shares.items()}
    return others | {"standing": others["standing"] + 1 - sum(others.values())}


@cache
def _answers() -> re.Pattern[str]:
    """Return the verbs of all languages that ask for an answer, which few sentences have."""
    return re.compile("|".join(phrase_of(language, "answers").pattern for language in LANGUAGES))


def told_of(shares: Mapping[str, float], *, by_assistant: bool) -> StatementRole:
    """Return what a sentence says if it says anything, by the share of each class."""
    return max(_SAID_BY_ASSISTANTS if by_assistant else STATEMENT_ROLES, key=shares.__getitem__)


def _by(rules: _Rules, *, by_assistant: bool) -> Iterator[tuple[Told, re.Pattern[str]]]:
    patterns = rules.assistants if by_assistant else rules.people
    return ((told, patterns[told]) for told in _ORDER if told in patterns)


def _cut(sentence: str, language: Language, found: re.Match[str], name: str) -> str:
    start, end = found.span(name)
    if start < 0:
        return ""
    # A verb may stand behind the value: umgestiegen, overgestapt.
    moved = phrase_of(language, "moved").search(found[name])
    return sentence[start : start + moved.start() if moved else end].strip(" .,;:!\"'`*")


@cache
def _rules_of(language: Language) -> _Rules:
    by_assistant: list[Told] = [told for told in _ORDER if has_section(language, f"assistant_{told}")]
    return _Rules(
        people={told: phrase_of(language, told) for told in _ORDER},
        assistants={told: phrase_of(language, f"assistant_{told}") for told in by_assistant},
        nothing=phrase_of(language, "nothing"),
        values=filled_in(language, _VALUES),
    )
