"""The forms of a text in which two spellings of one thing are equal, from the one that changes least.

``whole_characters`` what UTF-8 cannot hold goes.
``storable``        what SQLite and JSON cannot hold goes.
``one_spaced``      one blank stands where any white space stood.
``small_in_place``  small letters, each where its letter stood.
``plain_in_place``  and without accents, with straight quotes.
``without_accents`` accents and other marks go, capitals stay; the length may change.
``text_key``        equal for the same text: small letters, single blanks, no punctuation at the end; accents stay.
``name_key``        equal for the same name: and accents go.

``content_hash`` of rows is made from ``text_key``, the ids of entities from ``name_key``: neither may change.
"""

from __future__ import annotations

import unicodedata
from typing import Final

from memory_mcp.language.digests import blake2b

_TRAILING_PUNCTUATION: Final = ".,;:!?\u2026\u3002\uff01\uff1f\uff0c\uff1b "
_TWO_SMALL: Final = "\N{LATIN CAPITAL LETTER I WITH DOT ABOVE}"
# Its small form depends on what stands around it.
_FINAL: Final = "\N{GREEK CAPITAL LETTER SIGMA}"
_ASCII: Final = bytes(range(128))
# From so many capitals beyond ASCII on, it takes less time to ask each letter of the text for its small form.
_MANY: Final = 6


def whole_characters(text: str) -> str:
    """Return the text as UTF-8 can hold it: halves of a surrogate pair are joined, one that stands alone is U+FFFD."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text


def storable(text: str) -> str:
    """Return the text as SQLite and JSON can hold it: NUL and lone surrogates become U+FFFD, a leading BOM goes."""
    return whole_characters(text.replace("\0", "\ufffd").removeprefix("\ufeff"))


def one_spaced(text: str) -> str:
    """Return the text with single blanks for its white space, and none around it."""
    return " ".join(text.split())


def small_in_place(text: str) -> str:
    """Return a text in small letters; the positions stay those of the text, and a surrogate stands for no character."""
    if text.isascii():
        return text.lower()
    encoded = text.encode("utf-8", "replace")
    capitals = {letter: letter.lower() for letter in beyond_ascii(encoded) if letter.lower() != letter}
    if len(capitals) > _MANY or _FINAL in capitals:
        # No letter but this one has two as its small form.
        return encoded.decode("utf-8").replace(_TWO_SMALL, "i").lower()
    small = encoded.lower().decode("utf-8")
    for capital, letter in capitals.items():
        small = small.replace(capital, "i" if capital == _TWO_SMALL else letter)
    return small


def beyond_ascii(encoded: bytes) -> set[str]:
    """Return the characters beyond ASCII of a text in UTF-8, in less time than it takes to look for two of them."""
    return set(encoded.translate(None, _ASCII).decode("utf-8"))


def plain_in_place(text: str) -> str:
    """Return a text in lower case, without accents and with straight quotes, of the same length."""
    if text.isascii():
        return text.lower()
    return text.translate(_PLAIN)


class _Plain(dict[int, str]):
    """What each character stands for, looked up when it is first met."""

    def __missing__(self, code: int) -> str:
        letter = chr(code)
        lower = (unicodedata.normalize("NFKD", letter)[:1] or letter).lower()
        self[code] = lower if len(lower) == 1 else letter
        return self[code]


_PLAIN: Final = _Plain({0x2018: "'", 0x2019: "'"})


def without_accents(text: str) -> str:
    """Return the text without accents and other marks; what is another form of a letter (wide, bold) is that letter."""
    if text.isascii():
        return text
    return "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))


def text_key(text: str) -> str:
    """Fold for "the same text": Unicode NFKC, case, white space, trailing punctuation. Accents stay."""
    return one_spaced(unicodedata.normalize("NFKC", text).casefold()).rstrip(_TRAILING_PUNCTUATION)


def name_key(name: str) -> str:
    """Fold for "the same name": as ``text_key``, and accents go too."""
    return unicodedata.normalize("NFC", without_accents(text_key(name)))


def content_hash(text: str) -> bytes:
    """Return 16 bytes that are equal where folded texts are equal."""
    return blake2b(text_key(text).encode(), digest_size=16).digest()
