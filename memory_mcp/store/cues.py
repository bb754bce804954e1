"""What a query tells beside its words: whom it names, whether it speaks to the assistant; and whether a row asks."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from memory_mcp.store.occurrences import plain
from memory_mcp.store.stopwords import STOPWORDS

_WORD: Final = re.compile(r"[^\W_]+")
_QUESTION_MARKS: Final = ("?", "\uff1f", "\u061f", "\u037e", "\u055e")
_CLOSING: Final = " \t\r\n\"')]}\u00bb\u201d\u2019"
_ADDRESSING_WORDS: Final = "you your yours yourself assistant du dein deine dir dich usted tú tu ti vous votre toi você"
_ADDRESSING: Final = frozenset(_ADDRESSING_WORDS.split())


def ends_as_question(text: str) -> bool:
    """Return whether the last sign of a text is a question mark, of whatever script."""
    return text.rstrip(_CLOSING).endswith(_QUESTION_MARKS)


def named_speakers(query: str, speakers: Iterable[str]) -> frozenset[str]:
    """Return those of ``speakers`` whom the query names by any word of their name.

    A name that is also a word every text has ("Will") counts only with a capital inside the sentence.
    """
    words = _WORD.findall(query)
    said = {plain(word) for word in words if word.lower() not in STOPWORDS}
    said |= {plain(word) for word in words[1:] if word.lower() in STOPWORDS and word.istitle() and len(word) > 1}
    return frozenset(speaker for speaker in speakers if said.intersection(_WORD.findall(plain(speaker))))


def addresses_the_assistant(query: str) -> bool:
    """Return whether the query speaks to the assistant ("what did you suggest"), so that its own turns may answer."""
    return any(word.lower() in _ADDRESSING for word in _WORD.findall(query))
