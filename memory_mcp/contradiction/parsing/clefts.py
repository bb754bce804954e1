"""Sentences that put one part first to stress it, as they would be said plainly: it is Ana who runs it, Ana runs it."""

from __future__ import annotations

import re
from typing import Final

from memory_mcp.language.function_words import Language

_CLEFTS: Final[dict[Language, re.Pattern[str]]] = {
    "en": re.compile(r"(?:it is|it was|its) (?P<part>.+?),? (?:that|who|which) (?P<rest>.+)", re.IGNORECASE),
    "de": re.compile(r"es (?:ist|sind) (?P<part>.+?), (?:der|die|das|den|dem) (?P<rest>.+)", re.IGNORECASE),
    "es": re.compile(r"(?:es|son) (?P<part>.+?) (?:quien|quienes|el que|la que) (?P<rest>.+)", re.IGNORECASE),
    "fr": re.compile(r"(?:c'?est|est|ce sont) (?P<part>.+?) (?:qui|que) (?P<rest>.+)", re.IGNORECASE),
    "it": re.compile(r"esse (?P<part>.+?) che (?P<rest>.+)", re.IGNORECASE),
    "pt": re.compile(r"esse (?P<part>.+?) (?:quem|que) (?P<rest>.+)", re.IGNORECASE),
    "nl": re.compile(r"het (?:is|zijn) (?P<part>.+?) (?:die|dat) (?P<rest>.+)", re.IGNORECASE),
}
_PSEUDO: Final[dict[Language, re.Pattern[str]]] = {
    "en": re.compile(r"(?P<part>.+?) (?:is|are) (?:what|the ones? (?:who|that)|who) (?P<rest>.+)", re.IGNORECASE),
    "es": re.compile(r"quien (?P<rest>.+) es (?P<part>.+)", re.IGNORECASE),
    "pt": re.compile(r"quem (?P<rest>.+) esse (?P<part>.+)", re.IGNORECASE),
    "it": re.compile(r"chi (?P<rest>.+) esse (?P<part>.+)", re.IGNORECASE),
}
_MAY_BE_PSEUDO: Final = re.compile(r" (?:what|who|ones? (?:who|that)) |^(?:quien|quem|chi) ", re.IGNORECASE)
_PREPOSITION: Final = re.compile(r".*\b(?:in|on|at|to|with|from|by|for)[.!]?", re.IGNORECASE)


def uncleft(sentence: str, language: Language) -> tuple[str, bool]:
    """Return (the sentence without its stress, whether it had one)."""
    found = _CLEFTS[language].fullmatch(sentence)
    if found is None and language in _PSEUDO and _MAY_BE_PSEUDO.search(sentence):
        found = _PSEUDO[language].fullmatch(sentence)
    if found is None:
        return sentence, False
    part, rest = found["part"], found["rest"]
    if _PREPOSITION.fullmatch(rest):
        # It is Postgres that we store it in.
        return f"{rest.rstrip('.!')} {part}", True
    return f"{part} {rest}", True
