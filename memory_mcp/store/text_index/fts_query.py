"""Make a query of the word index from any text: words OR'ed, identifiers as phrases, unspaced scripts as pairs, emoji.

Whatever FTS5 would read as an operator is quoted, so no text is a syntax error. Words that every text has are left out,
unless nothing else is asked. A long text is cut to the words that tell most.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from typing import Final, NamedTuple

from memory_mcp.language.folding import storable
from memory_mcp.language.stopwords import stopwords_among
from memory_mcp.language.unspaced_scripts import sign_word, signs, spaced_only, unspaced_runs

LONGEST_QUERY: Final = 10_000
"""Characters of a query that are looked at."""
MOST_TERMS: Final = 32
"""Distinct words of a query that are looked for; beyond it the longest ones win, because they are the rarest."""
_MOST_PHRASES: Final = 8
_LONGEST_TERM: Final = 64

_WORD: Final = re.compile(r"[^\W_]+")
# Written with a capital and small letters, behind a word that ends no sentence.
_NAME: Final = re.compile(r"(?:(?<=[^\W_]\s)|(?<=,\s))[A-Z][^\W\d_A-Z]+\b")
_IDENTIFIER: Final = re.compile(r"\S*[^\W_][-_./:@#+\\]+[^\W_]\S*")
_EDGES: Final = "\"'`()[]{}<>,;:!?.\u2026\u00ab\u00bb\u201c\u201d\u2018\u2019"


class LexicalQuery(NamedTuple):
    """A query as the word index takes it.

    ``match`` is the FTS5 expression, empty when the text has no word. ``terms`` are the words in it, in lower
    case; ``identifiers`` are what should be found as it is written; ``runs`` those of unspaced scripts,
    and signs that are no letters (emoji). ``others`` is the part of the expression that is not the words.
    """

    match: str
    terms: tuple[str, ...] = ()
    identifiers: tuple[str, ...] = ()
    runs: tuple[str, ...] = ()
    others: tuple[str, ...] = ()

    def of_the_rarest(self, rows: Callable[[str], int], enough: int) -> str:
        """Return the expression without the words that most rows hold: the rarest ones, until ``enough`` hold them.

        ``rows`` says how many rows hold a word. Where all words are among the rarest, this is ``match`` itself.
        """
        kept: list[str] = []
        total = 0
        for held, word in sorted((rows(word), word) for word in self.terms):
            if total >= enough:
                break
            kept.append(phrase(word))
            total += held
        return self.match if len(kept) == len(self.terms) else " OR ".join([*kept, *self.others])


def lexical_query(text: str) -> LexicalQuery:
    """Build the match expression for any text: never a syntax error, at most MOST_TERMS words."""
    text = storable(text[:LONGEST_QUERY])
    words = content_words(text)
    names = _identifiers(text)
    runs = tuple(dict.fromkeys(unspaced_runs(text)))[:MOST_TERMS]
    found = tuple(signs(text))[:MOST_TERMS]
    others = [phrase(name) for name in names]
    pairs = list(dict.fromkeys(pair for run in runs for pair in _pairs(run)))[: 2 * MOST_TERMS]
    pairs += [phrase(sign_word(sign)) for sign in found]
    if pairs:
        others.append("bigrams : (" + " OR ".join(pairs) + ")")
    return LexicalQuery(" OR ".join([*map(phrase, words), *others]), words, names, (*runs, *found), tuple(others))


def content_words(text: str) -> tuple[str, ...]:
    """Return the distinct words of a text, in lower case, without stopwords (unless it has nothing else), in order.

    A word with a capital inside a sentence is a name, and none of them: ask Will.
    """
    words = list(dict.fromkeys(word[:_LONGEST_TERM] for word in words_of(text)))
    small = stopwords_among(words) - {name.lower() for name in _NAME.findall(text)}
    telling = [word for word in words if word not in small] or words
    if len(telling) > MOST_TERMS:
        longest = set(sorted(telling, key=lambda word: (-len(word), word))[:MOST_TERMS])
        telling = [word for word in telling if word in longest]
    return tuple(telling)


def words_of(text: str) -> list[str]:
    """Return the words of a text in order, in lower case, without the runs of unspaced scripts."""
    spaced = spaced_only(text).lower()
    # Not casefold: the index keeps what it would write differently (\u00df).
    if spaced.isascii():
        return _WORD.findall(spaced)
    # Vowel signs and accents belong to the word they stand in; Python's \\w leaves them out.
    return "".join(c if unicodedata.category(c)[0] in "LNM" else " " for c in spaced).split()


def phrase(text: str) -> str:
    """Quote a text so that FTS5 takes every character of it as it is.

    A query of FTS5 ends at NUL, which inside quotes is a syntax error; it becomes U+FFFD, as it does in what is stored.
    """
    return '"' + storable(text).replace('"', '""') + '"'


def _identifiers(text: str) -> tuple[str, ...]:
    """Return what is written with signs between words: paths, versions, names of services."""
    found = (chunk.strip(_EDGES) for chunk in text.split() if len(chunk) <= 4 * _LONGEST_TERM)
    return tuple(dict.fromkeys(chunk for chunk in found if _IDENTIFIER.fullmatch(chunk)))[:_MOST_PHRASES]


def _pairs(run: str) -> list[str]:
    """Return the pairs of a run as terms; of a single character, everything that starts with it."""
    if len(run) == 1:
        return [phrase(run) + "*"]
    return [phrase(run[i : i + 2]) for i in range(len(run) - 1)]
