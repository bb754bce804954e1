"""Read what a query tells besides its words: whom it names, which side of a talk it means; and if a row asks."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Final, Literal

from memory_mcp.language.data_files import any_of_each, words_of_each
from memory_mcp.language.questions import ends_as_question
from memory_mcp.language.stopwords import STOPWORDS
from memory_mcp.store.text_index.index_letters import index_letters

_FILE: Final = "questions"
_WORD: Final = re.compile(r"[^\W_]+")
# Letters from which a name may have one letter wrong, and two.
_SHORTEST_NEAR: Final = 4
_LONG: Final = 6
# A longer question tells on the way what it is about.
_BRIEF: Final = 100
_MORE_SENTENCES: Final = re.compile(r"[.!:;?]\s+\S")


def only_asks(text: str) -> bool:
    """Return whether a text is one brief question, which holds no answer: by its mark, or by how it begins.

    What begins as a question and goes on behind a comma ("wo ist das Problem, nimm pnpm") tells something.
    """
    said = text.strip()
    if len(said) > _BRIEF or _MORE_SENTENCES.search(said):
        return False
    return ends_as_question(said) or ("," not in said and _asking().match(said.lower()) is not None)


def named_speakers(query: str, speakers: Iterable[str]) -> frozenset[str]:
    """Return those of ``speakers`` whom the query names by any word of their name.

    A name that is also a word every text has ("Will") counts only with a capital inside the sentence. Where nobody is
    named so, a word with a capital may be misspelt: it names whoever's name is nearest, if it is near enough.
    """
    words = _WORD.findall(query)
    said = {index_letters(word) for word in words if word.lower() not in STOPWORDS}
    said |= {
        index_letters(word) for word in words[1:] if word.lower() in STOPWORDS and word.istitle() and len(word) > 1
    }
    names = {speaker: _WORD.findall(index_letters(speaker)) for speaker in speakers}
    named = frozenset(speaker for speaker, parts in names.items() if said.intersection(parts))
    return named or _nearly_named([index_letters(word) for word in words[1:] if word.istitle()], names)


def _nearly_named(words: list[str], names: Mapping[str, list[str]]) -> frozenset[str]:
    """Return the speakers with a name as near as any to one of the words, in the same first letter."""
    # regex and rapidfuzz cost a start 20 ms, and few questions misspell a name.
    from rapidfuzz.distance import OSA  # noqa: PLC0415

    near = [
        (OSA.distance(word, part), speaker)
        for speaker, parts in names.items()
        for part in parts
        for word in words
        if min(len(word), len(part)) >= _SHORTEST_NEAR
        and word[0] == part[0]
        and OSA.distance(word, part) <= (1 if min(len(word), len(part)) < _LONG else 2)
    ]
    least = min((distance for distance, _ in near), default=0)
    return frozenset(speaker for distance, speaker in near if distance == least)


def meant_side(query: str) -> Literal["user", "assistant"] | None:
    """Return whose words a query is after: its own author's ("my flight"), the assistant's ("what did you suggest").

    None where it says neither, or both ("what did you tell me"), or wants a summary, or what "we" did.
    """
    if wants_summary(query):
        return None
    said = set(_WORD.findall(_requests().sub(" ", query.lower())))
    of_user, of_assistant = (not said.isdisjoint(_words_of(side)) for side in ("user", "assistant"))
    if of_user == of_assistant:
        return None
    return "user" if of_user else "assistant"


def wants_summary(query: str) -> bool:
    """Return whether a query asks for a summary, or for what "we" did."""
    return _of_both().search(query.lower()) is not None


def _words_of(side: str) -> frozenset[str]:
    """Return the words that say of whom one is; "mine" and "us" do not: they are a place to dig and a country, too."""
    return words_of_each(_FILE, side)


@cache
def _requests() -> re.Pattern[str]:
    """Return how the assistant is asked to do something, which is not about what it said."""
    return re.compile(rf"\b(?:{any_of_each(_FILE, 'requests')})\b")


@cache
def _of_both() -> re.Pattern[str]:
    """Return what asks for a summary or for what "we" did; the last word may have another ending."""
    return re.compile(rf"\b(?:{any_of_each(_FILE, 'both')})")


@cache
def _asking() -> re.Pattern[str]:
    """Return what a question begins with.

    What begins many sentences asks only right before a verb; what asks for one of several, a word or two before.
    """
    asks, which, verbs = (any_of_each(_FILE, section) for section in ("asks", "which", "verbs"))
    return re.compile(rf"(?:{asks})\s+(?:{verbs})\b|(?:{which})(?:\s+\w+){{1,3}}\s+(?:{verbs})\b")
