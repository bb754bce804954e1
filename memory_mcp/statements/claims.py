"""Turn a statement into a plain claim, in the words that texts are compared by: "we use Redis for the queue".

A wish, a choice and a change say the same thing in other forms. They contradict one another only once each is put as
what holds from then on.
"""

from __future__ import annotations

import re
from typing import Final

from memory_mcp.language.data_files import Language
from memory_mcp.language.folding import plain_in_place
from memory_mcp.language.lexicon import cues_of, words_of
from memory_mcp.language.stemming import stem
from memory_mcp.statements.phrases import language_of, literal_of, phrase_of

WORD: Final = re.compile(r"[\w.+#/@-]*\w")
"""A word as it is written, also one with signs: next.js, ops/deploy."""


def claim_of(text: str, before: str = "", after: str = "") -> str:
    """Return what holds from a statement on; ``before`` and ``after`` are the values of a change, where they are."""
    said = text.strip()
    language = language_of(said) or "en"
    if after and (moved := phrase_of(language, "moved").search(plain_in_place(said))):
        about = f"{said[: moved.start()]} {said[moved.end() :]}".partition(after)[0]
        about = phrase_of(language, "who").sub(" ", about.partition(before)[0] if before else about)
        return f"{about.strip()} {literal_of(language, 'is')} {after}"
    if (cue := phrase_of(language, "choosing").search(plain_in_place(said))) is not None:
        return _chosen(_without_reason(said[cue.end() :], language), language)
    return " ".join(_without(phrase_of(language, "adverbs"), _without_reason(said, language)).split()).lstrip(" ,")


def _without(pattern: re.Pattern[str], said: str) -> str:
    """Return a text without what a pattern finds in its plain form, which is as long."""
    for found in reversed(list(pattern.finditer(plain_in_place(said)))):
        said = said[: found.start()] + said[found.end() :]
    return said


def _chosen(said: str, language: Language) -> str:
    """Return what a choice of one thing for another claims: of what it is for, that it is the only one."""
    chosen, is_for, part = _split(said.strip(" .,;:!"), phrase_of(language, "for"))
    return f"{part} {literal_of(language, 'is')} {chosen}" if is_for else f"{literal_of(language, 'use')} {chosen}"


def _split(said: str, at: re.Pattern[str]) -> tuple[str, bool, str]:
    found = at.search(plain_in_place(said))
    return (said, False, "") if found is None else (said[: found.start()].strip(), True, said[found.end() :].strip())


def _without_reason(said: str, language: Language) -> str:
    reason = cues_of(language).reasons.search(plain_in_place(said))
    return said if reason is None or reason.start() < len(said) // 3 else said[: reason.start()].rstrip(" ,;:-")


def content_of(text: str, language: Language | None = None) -> frozenset[str]:
    """Return the stems of a statement's words that carry content, without the cue words of rules."""
    language = language or language_of(text) or "en"
    known = words_of(language)
    idle = known.small | known.fillers | known.negators
    said = phrase_of(language, "cues").sub(" ", plain_in_place(text))
    return frozenset(stem(word, language) for word in WORD.findall(said) if word not in idle and len(word) > 1)
