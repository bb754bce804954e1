"""A secret that a text repeats: what a rule found in one place is masked in all others too."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from memory_mcp.privacy.text.spans import Span, compiled

_KINDS: Final = frozenset(("password", "secret"))
# With a digit inside or a sign: what else is a password in one place may be a name in the next (``force_zip64``).
_DISTINCT: Final = r"(?=\S*(?:[0-9]\S*[^\W\d_]|[!#$%^&*?@~]))[^\s\[\]()\"'=,.]{8,128}"
_MOST: Final = 32
# A text longer than what people tell each other is a file, whose names a wrong guess would take everywhere.
_LONGEST: Final = 4000


def again(text: str, spans: list[Span]) -> Iterator[Span]:
    """Yield where what is known to be a password or a secret stands again, as a word of its own."""
    told = {text[span.start : span.end]: span.kind for span in spans if span.kind in _KINDS}
    distinct = [value for value in told if compiled(_DISTINCT).fullmatch(value)] if len(text) <= _LONGEST else []
    for value in distinct[:_MOST]:
        start = text.find(value)
        while start >= 0:
            end = start + len(value)
            if not (_is_of_a_word(text[start - 1 : start]) or _is_of_a_word(text[end : end + 1])):
                yield Span(start, end, told[value])
            start = text.find(value, end)


def _is_of_a_word(sign: str) -> bool:
    return sign.isalnum() or sign == "_"
