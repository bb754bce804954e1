"""Tell whether a sentence can end all that a statement says; one that names a rest ends nothing.

"The layout is done; still open are the changelog and the search box" does not end "write the changelog and the search
box". "The certificate is renewed" does not end "renew the certificate and order a new router", nor "you may commit
without asking" the wish "always run the tests and never commit without asking". An answer that only says a part of a
statement again does not end it either.
"""

from __future__ import annotations

import re
from typing import Final

from memory_mcp.language.data_files import Language
from memory_mcp.language.detection import most_likely, votes
from memory_mcp.language.folding import plain_in_place
from memory_mcp.language.traits import COMPOUNDING
from memory_mcp.statements.allowing import denies
from memory_mcp.statements.claims import content_of
from memory_mcp.statements.phrases import phrase_of
from memory_mcp.statements.sentences import clauses_of, in_small_letters

_WORD: Final = re.compile(r"[^\W_]+")
_LEAST_CONTENT: Final = 2
"""Words of content from which on one of several things that are asked for is a thing of its own."""

_LEAST_INSIDE: Final = 4
"""Letters of a word that counts inside a longer one."""


def may_settle(sentence: str, open_end: str) -> bool:
    """Whether a sentence that may speak of an open end can say that all of it is done."""
    done = finished_in(sentence)
    if not done or (done != sentence and not _is_of_one_matter(done, open_end)):
        return False
    return not is_of_a_part(done, open_end)


def is_of_a_part(sentence: str, statement: str) -> bool:
    """Whether a sentence speaks of some of the several things that a statement asks for, and not of all."""
    # An accent may be all that tells a verb from an "and": "è".
    joining = phrase_of(most_likely(votes(statement)), "joining")
    language = _language_of(sentence, statement)
    parts = [content_of(part, language) for listed in statement.lower().split(";") for part in joining.split(listed)]
    several = [part for part in parts if len(part) >= _LEAST_CONTENT]
    said = content_of(sentence, language)
    spoken_of = [_touch(part, said, language) for part in several]
    return any(spoken_of) and not all(spoken_of)


def parts_left(sentence: str, statement: str) -> list[str]:
    """Return of several parts of a statement those that a sentence does not speak of; none if it speaks of none."""
    language = _language_of(sentence, statement)
    parts = [(part, content) for part in _parts(statement) if (content := content_of(part, language))]
    said = content_of(sentence, language)
    left = [part for part, content in parts if not _touch(content, said, language)]
    return left if len(left) < len(parts) else []


def says_it_again(sentence: str, statement: str) -> bool:
    """Whether all words of a sentence stand in a statement in one row, with no "not" in front of them there."""
    said = _WORD.findall(plain_in_place(sentence))
    held = list(_WORD.finditer(plain_in_place(statement)))
    words = [word[0] for word in held]
    language = most_likely(votes(statement))
    return any(
        words[place : place + len(said)] == said
        and not denies(clauses_of(statement[: held[place].start()])[-1], language)
        for place in range(len(words) - len(said) + 1)
        if said
    )


def finished_in(sentence: str) -> str:
    """Return a sentence without the clauses that say what is still to be done, and those behind them.

    What comes behind such a clause lists what is left: "still open: the tests, the docs".
    """
    unfinished = phrase_of(most_likely(votes(sentence)), "unfinished")
    clauses = clauses_of(sentence)
    left = next((place for place, clause in enumerate(clauses) if unfinished.search(plain_in_place(clause))), None)
    return sentence if left is None else "; ".join(clauses[:left])


def _parts(statement: str) -> list[str]:
    """Return the sentences of a statement, each with the question it answers and with those that refer back to it.

    Who begins with a capital writes sentences, and is not read as if they were in small letters.
    """
    if statement[:1].isupper():
        return [statement]
    refers_back = phrase_of(most_likely(votes(statement)), "refers_back")
    parts: list[str] = []
    for sentence in in_small_letters(statement):
        if parts and (parts[-1].endswith("?") or sentence.endswith("?") or refers_back.match(plain_in_place(sentence))):
            parts[-1] = f"{parts[-1]} {sentence}"
        else:
            parts.append(sentence)
    return parts


def _language_of(sentence: str, statement: str) -> Language:
    """Return the language of two texts together, of which one alone may be too short to tell: "Export fertig"."""
    return most_likely(votes(f"{sentence} {statement}"))


def _is_of_one_matter(sentence: str, statement: str) -> bool:
    language = _language_of(sentence, statement)
    return _touch(content_of(sentence, language), content_of(statement, language), language)


def _touch(some: frozenset[str], others: frozenset[str], language: Language) -> bool:
    """Whether texts share a word of content, or one has a word of the other as a part of a longer one.

    A longer word may begin with it (deploy, deployment); where words are made of others, it may stand anywhere in one
    (Kellersensor).
    """
    is_made_of_others = language in COMPOUNDING
    return any(
        one == other
        or (len(short) >= _LEAST_INSIDE and (short in long if is_made_of_others else long.startswith(short)))
        for one in some
        for other in others
        for short, long in [sorted((one, other), key=len)]
    )
