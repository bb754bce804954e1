"""Tell where the words of a text stand that may be secrets."""

from __future__ import annotations

import re
from typing import Final, TypeAlias

_SCRIPTS: Final = "\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af"
_WORD: Final = re.compile(
    rf"[^\s{_SCRIPTS}\u3001\u3002\uff0c\uff1a\u300c\u300d\uff08\uff09\uff1f\uff01]+|[{_SCRIPTS}]+"
)
_AROUND: Final = "\"'`«»“”„()*[]{}<>:;,.!?-—="

Stretch: TypeAlias = tuple[int, int]
"""Where something begins in a text, and where it ends."""


def words_of(text: str) -> list[Stretch]:
    """Return where the words of a text stand, without the signs around them."""
    bare = [
        (word.end() - len(word[0].lstrip(_AROUND)), word.start() + len(word[0].rstrip(_AROUND)))
        for word in _WORD.finditer(text)
    ]
    return [(start, end) for start, end in bare if start < end]
