"""Find what a note says is over or has changed: no longer used, was shut down, moved to, now, instead of.

The words that say so are a closed class: adverbs of change, verbs of ending, moving and changing, "instead of".
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final, Literal, NamedTuple

from memory_mcp.contradiction.parsing.sentences import FUTURE, tokens_of, words_in
from memory_mcp.contradiction.parsing.tokens import Token
from memory_mcp.language.data_files import Language
from memory_mcp.language.lexicon import cues_of, words_of
from memory_mcp.language.traits import CAPITAL_NOUNS

TurnKind = Literal["ended", "gone", "changed", "instead"]

_TWO: Final = 2


class Turn(NamedTuple):
    """A clause that says something is over or has changed: the words that say so, the tokens before and behind them.

    ``is_planned``: it is yet to come; ``words``: all its words.
    """

    kind: TurnKind
    said: str
    before: tuple[Token, ...]
    behind: tuple[Token, ...]
    is_planned: bool
    words: tuple[str, ...]


def turns_of(flat: str, language: Language) -> tuple[Turn, ...]:
    """Return the turns of a flattened text, a clause after the other; a clause may have several, one of each kind."""
    cues = cues_of(language)
    patterns: dict[TurnKind, re.Pattern[str]] = {
        "gone": cues.gone, "ended": cues.ended, "instead": cues.instead, "changed": cues.changed
    }  # fmt: skip
    lower = flat.lower()
    if not any(pattern.search(lower) for pattern in patterns.values()):
        return ()
    found: list[Turn] = []
    for clause in _between_clauses(language).split(flat):
        for kind, pattern in patterns.items():
            match = pattern.search(clause.lower())
            if match is None or _is_other(clause, match.start(), language):
                continue
            tokens, words = tokens_of(clause, language)
            start = len(words_in(clause[: match.start()], language))
            end = start + len(words_in(match[0], language))
            # What stands between the words that say so is what is over: ne cherche plus, gave the key back.
            own = match[0].split()
            inner = {*own[1:-1]} if kind == "ended" and len(own) > _TWO else set()
            before = tuple(token for token in tokens if token.place < start and token.kind != "small")
            behind = tuple(
                token
                for token in tokens
                if token.kind != "small" and (token.place >= end or (token.place > start and token.word in inner))
            )
            plan = cues.plans.search(clause.lower())
            # It will be so instead, it will no longer be so: that is settled.
            is_planned = FUTURE in clause or (plan is not None and (kind == "changed" or plan[0] != "will"))
            found.append(Turn(kind, match[0], before, behind, is_planned, words))
    return tuple(found)


@cache
def _between_clauses(language: Language) -> re.Pattern[str]:
    """Return what parts the clauses of a text: a sign, or a word that joins them."""
    joining = "|".join(sorted(words_of(language).conjunctions))
    return re.compile(rf"[,;:.!?]\s+|[.!?]$|\s+(?:{joining})\s+")


def _is_other(clause: str, start: int, language: Language) -> bool:
    """Whether what looks like a turn is a name (Quito), or stands behind a condition: uploads that were cancelled."""
    if start and language not in CAPITAL_NOUNS and clause[start].isupper():
        return True
    condition = cues_of(language).conditions.search(clause.lower())
    return condition is not None and condition.start() < start
