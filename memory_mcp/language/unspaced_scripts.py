"""Return apart what the index needs of a text besides words: pairs of letters in scripts without spaces, and signs."""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from typing import Final

# Scripts written without spaces between words: Thai, Lao, Myanmar, Khmer, kana, Han (with extensions), Hangul.
_UNSPACED: Final = (
    "[\u0e00-\u0eff\u1000-\u109f\u1100-\u11ff\u1780-\u17ff\u3005-\u3007\u3040-\u30ff\u3130-\u318f\u3400-\u4dbf"
    "\u4e00-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\uff66-\uff9f\U0001b000-\U0001b16f\U00020000-\U0003ffff]+"
)


def indexed_apart(text: str) -> str:
    """Return what a text has beside words, as words of the index: pairs of unspaced scripts, and its signs."""
    return "" if text.isascii() else " ".join([bigrams(text), *map(sign_word, signs(text))]).strip()


def signs(text: str) -> list[str]:
    """Return the distinct signs in the text that are no letters: emoji, arrows, currencies; those of ASCII apart."""
    if text.isascii():
        return []
    return sorted(c for c in set(text) if not c.isascii() and unicodedata.category(c)[0] == "S")


def sign_word(sign: str) -> str:
    """Return a sign as a word of the index, which would pass over the sign itself."""
    # Decimal: hexadecimal digits could end like an English word, and would be stemmed.
    return f"sign{ord(sign)}"


def bigrams(text: str) -> str:
    """Return the overlapping character pairs of every run of an unspaced script, separated by spaces.

    The last character of a run stands alone too, so that one character finds by prefix wherever it stands.
    """
    if text.isascii():
        return ""
    pairs: list[str] = []
    for run in _runs().findall(unicodedata.normalize("NFKC", text)):
        pairs.extend(run[i : i + 2] for i in range(len(run)))
    return " ".join(pairs)


def unspaced_runs(text: str) -> list[str]:
    """Return the runs of unspaced scripts in the text, in order."""
    return [] if text.isascii() else _runs().findall(unicodedata.normalize("NFKC", text))


def spaced_only(text: str) -> str:
    """Return the text with the runs of unspaced scripts blanked out: what is left for the word index."""
    return text if text.isascii() else _runs().sub(" ", unicodedata.normalize("NFKC", text))


@cache
def _runs() -> re.Pattern[str]:
    """Compile when a text needs it: ten milliseconds that most processes do not have to spend."""
    return re.compile(_UNSPACED)
