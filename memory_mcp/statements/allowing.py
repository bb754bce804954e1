"""Tell what a sentence allows: a clause that allows something, and denies nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from memory_mcp.language.data_files import Language
from memory_mcp.language.folding import plain_in_place
from memory_mcp.language.lexicon import words_of
from memory_mcp.statements.claims import WORD
from memory_mcp.statements.phrases import language_of, phrase_of
from memory_mcp.statements.sentences import clauses_of

_DENIES: Final = "n't"


def allowed_in(sentence: str) -> str:
    """Return the clause of a sentence that allows something: "you can push to main now"; empty where none does."""
    language = language_of(sentence)
    if language is None or sentence.endswith("?"):
        return ""
    return next(_granting(sentence, phrase_of(language, "may"), language), "")


def allows_again(sentence: str, language: Language) -> bool:
    """Whether a clause of a sentence allows again what was not; "you may never use npm again" does not."""
    return any(_granting(sentence, phrase_of(language, "again"), language))


def _granting(sentence: str, pattern: re.Pattern[str], language: Language) -> Iterator[str]:
    """Yield the clauses of a sentence in which a pattern is found and nothing is denied."""
    for clause in clauses_of(sentence):
        if pattern.search(plain_in_place(clause)) and not denies(clause, language):
            yield clause


def denies(said: str, language: Language) -> bool:
    """Whether a text denies something."""
    found = plain_in_place(said)
    return _DENIES in found or not words_of(language).negators.isdisjoint(WORD.findall(found))
