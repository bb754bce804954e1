"""Passwords told beside the account they belong to: ``root and ...``, ``jo@mail.org / ...``, two with two."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from memory_mcp.privacy.rules.strong_words import is_strong
from memory_mcp.privacy.text.spans import Rule, Span, compiled, line_around
from memory_mcp.privacy.values.candidates import CJK, MADE_UP, NO_PART, group_of, trimmed
from memory_mcp.privacy.values.secret_values import is_mixed, looks_made_up, speaks_of_the_trade
from memory_mcp.privacy.values.word_lists import word_list

_USERS: Final = ("root", "admin", "administrator", "guest", "рут", "админ")
_WITH: Final = r"with|and(?: then)?|mit|und|con|y|e|avec|et|met|en|com|и|\u0441|z|i|ve|ile|som|och|og"
_LINK: Final = rf"(?:[ \t](?P<word>{_WITH})[ \t]|[ \t]?(?P<sign>[/|:,\uff1a、(]|[\u2013\u2014-]>?|→|은|는|は|=>)[ \t]?)"
_VALUE: Final = rf"(?P<quote>[\"'`„“«]?)(?P<value>[^{NO_PART}]{{6,40}})"
_AFTER_A_NAME: Final = rf"(?:@[\w-]{{1,40}}(?:\.[\w-]{{2,24}}){{1,3}}|[\w]{{4,14}})[\"'`”»]?{_LINK}{_VALUE}"


def anchors() -> Iterator[tuple[str, Rule]]:
    """Yield names of accounts and words for them, and what looks there."""
    for name in _USERS:
        for following in (" ", ":", "/", '"', "'", "`", "은", "는", "は"):
            yield name + following, _of_a_name
    yield "@", _of_a_name
    for word in word_list("accounts"):
        yield word, _of_two


def _of_a_name(text: str, position: int) -> Iterator[Span]:
    """Yield what stands beside the name of an account that everybody knows, or an address of mail."""
    if position and (text[position] == "@") is not (text[position - 1].isalnum() or text[position - 1] in "._+-"):
        return
    match = compiled(_AFTER_A_NAME).match(text, position)
    if match is None:
        return
    value = trimmed(match["value"])
    if text[match.end() : match.end() + 1] not in _OF_CODE and _is_made_up(
        value, is_after_a_word=match["word"] is not None
    ):
        yield Span(match.start("value"), match.start("value") + len(value), "password")


_OF_CODE: Final = frozenset("([<")


_PAIR: Final = (
    rf"(?<![\w.@+/\\-])(?P<user>[A-Za-z0-9_.@+\u00c0-\u04ff-]{{2,48}}+|[{CJK}]{{1,10}}?)[\"'`”»]?{_LINK}{_VALUE}"
)
_SIGN: Final = r"[\d!#$%&*+=?@_]"
_WORDS: Final = rf"(?<![^{NO_PART}])[^{NO_PART}\d!#$%&*+=?@_]{{0,30}}+{_SIGN}[^{NO_PART}]{{0,38}}"
_SIGHT: Final = 160
_MOST_PAIRS: Final = 12
_OF_ACCOUNTS: Final = r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+|[a-z]+[._][a-z0-9]+|[a-z]{2,}\d{1,3}|[a-z]{2,}_[a-z]+"


def _of_two(text: str, position: int) -> Iterator[Span]:
    """Yield the passwords of two accounts or more that a line tells in the same way, near a word for accounts."""
    begin, end = line_around(text, position, _SIGHT, _SIGHT)
    # Most lines hold nothing that a person made up, and many no sign of it, which takes less time to see.
    if compiled(_SIGN).search(text, begin, end) is None or not _holds_a_made_up(
        text[max(0, begin - 1) : end], min(begin, 1)
    ):
        return
    pairs = list(_pairs(text, begin, end))
    for pair in pairs:
        if pair.is_account and pair.is_parted and not speaks_of_the_trade(pair.value):
            yield pair.span
    # Of a chain, a: b: c, the middle one is an account, but for what stands between two of a list as well.
    users = {pair.user for pair in pairs if pair.link not in _LISTING}
    for link in dict.fromkeys(pair.link for pair in pairs):
        alike = [
            pair
            for pair in pairs
            if pair.link == link and pair.start not in users and not (link in ",、" and pair.value.isalpha())
        ]
        if len(alike) > 1 and any(pair.is_sure for pair in alike):
            yield from (pair.span for pair in alike)


class _Pair(NamedTuple):
    """What may be an account and its password: where the account begins, what links them, the password and its place.

    ``is_account`` says whether the account has the form of one. ``is_parted``: a stroke with a space on either side
    parts it from a password that looks made up.
    """

    user: int
    link: str
    value: str
    start: int
    is_account: bool
    is_parted: bool

    @property
    def is_sure(self) -> bool:
        """Whether it is a pair of that kind by itself."""
        return self.is_account or self.is_parted or _is_made_up(self.value, is_after_a_word=True)

    @property
    def span(self) -> Span:
        """Where the password is."""
        return Span(self.start, self.start + len(self.value), "password")


def _pairs(text: str, begin: int, end: int) -> Iterator[_Pair]:
    """Yield the pairs of a stretch whose second is of a kind that passwords are; it may be the first of the next."""
    match = compiled(_PAIR).search(text, begin, end)
    for _ in range(_MOST_PAIRS):
        if match is None:
            return
        value, start = trimmed(match["value"]), match.start("value")
        is_taken = _is_taken(value) and text[start + len(value) : start + len(value) + 1] not in _OF_CODE
        if is_taken:
            link = match["word"] or match["sign"]
            is_parted = link == "/" and text[start - 1] == " " and looks_made_up(value, is_named=True)
            # The particles of Korean and Japanese are one.
            link = "은" if link in "은는は" else link
            yield _Pair(match.start("user"), link, value, start, _is_account(match["user"]), is_parted)
        match = compiled(_PAIR).search(text, start if is_taken else match.end("user"), end)


# The lines beside several words for accounts overlap, so that each is asked of the same words again.
@lru_cache(maxsize=4096)
def _is_taken(value: str) -> bool:
    """Say whether a value is of a kind that passwords are, and no word of other things."""
    return group_of(value) in MADE_UP and compiled(_OTHER_WORDS).fullmatch(value) is None


@lru_cache(maxsize=2048)
def _is_account(user: str) -> bool:
    return compiled(_OF_ACCOUNTS).fullmatch(user) is not None


@lru_cache(maxsize=512)
def _holds_a_made_up(stretch: str, begin: int) -> bool:
    """Say whether a stretch has a word, from a place on, that is of a kind that passwords are."""
    return any(_is_made(word[0]) for word in compiled(_WORDS).finditer(stretch, begin))


@lru_cache(maxsize=4096)
def _is_made(word: str) -> bool:
    """Say whether a word is of a kind that passwords are."""
    return group_of(trimmed(word)) in MADE_UP


# What stands between two of a list as well as between an account and its password.
_LISTING: Final = frozenset((",", "、", "and", "und", "y", "e", "et", "en", "и", "i", "ve", "och", "og"))
# A program and its version, a name of a program's, and a word that ends a sentence.
_OTHER_WORDS: Final = r"[A-Za-z]+\d+(?:\.\d+)+|_*[a-z]+_[a-z_]*|[a-z_]+(?:\.[a-z_]+)+|[A-Z][a-z]+[!?]+"


@lru_cache(maxsize=2048)
def _is_made_up(value: str, *, is_after_a_word: bool) -> bool:
    """Say whether a value can be nothing but a password, behind the name of an account."""
    group = group_of(value)
    if group not in MADE_UP or "/" in value:
        return False
    if group == "d":
        return compiled(_JOINED).fullmatch(value) is not None and not speaks_of_the_trade(value)
    is_made = is_mixed(value) or looks_made_up(value, is_named=is_after_a_word) or is_strong(value)
    return is_made and compiled(_VERSIONED).fullmatch(value) is None


# Words without a digit that a password's sign joins, or a hyphen and a capital; names of people have only those.
_JOINED: Final = (
    r"[^\W\d_]{3,}[!#$%^&*+=?@][^\W\d_]{3,}[!?]?"
    r"|(?!(?:[A-Z][a-z]+[-_.]?)+\Z)(?=.*[a-z][-_.]?[A-Z])[^\W\d_]{3,}(?:[-_][^\W\d_]{2,}){1,3}!?"
)
_VERSIONED: Final = r"[A-Za-z]+[-_]?\d{1,2}(?:\.\d+)*|[A-Z]{2,}[-_]?\d+"
