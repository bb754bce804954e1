"""Accounts with their passwords in a sentence or a list ("creds: admin / ..."), and phrases told as secrets."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from memory_mcp.privacy.text.spans import Rule, Span, compiled
from memory_mcp.privacy.values.phrases import is_phrase
from memory_mcp.privacy.values.secret_values import is_mixed, is_strung, looks_made_up, may_be_made_up
from memory_mcp.privacy.values.word_lists import word_list

_UNBROKEN: Final = (
    r"[^\s\\\"'`«»“”„\u2018\u2019<>()（）「」『』【】，。、：；！,;|\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]{4,64}"
)


def anchors() -> Iterator[tuple[str, Rule]]:
    """Yield the words at which a sentence may tell an account or a phrase, in small letters, and what looks there."""
    for words, rule in (
        (word_list("accounts"), told_account), (("passphrase", "pass phrase"), told_words),
        (_PHRASES, told_phrase), (("changed it from ",), told_change),
        ((" / ",), told_pair),
    ):  # fmt: skip
        for word in words:
            yield word, rule


def _trimmed(token: str) -> str | None:
    """Return a token without the sentence's own signs behind it; None where too little is left."""
    core = token.rstrip(".:;?)]}…")
    if len(core) < _LEAST or core.startswith("**") or compiled(_NAMED).fullmatch(core):
        return None
    return core


_LEAST: Final = 4
# What is given a value, where a password may end with the same sign; a program and its version.
_NAMED: Final = r"(?![A-Za-z]{4,}[0-9]{2,}=\Z)(?:[A-Za-z_]\w*=\S*|[\w-]+\*\*|.*=|[A-Za-z]+\d+(?:\.\d+)+)"


_PAIR: Final = (
    r"(?<![\w.@+\"'/\\-])(?P<user>[\w.@+-]{2,48}+)[\"'`]?"
    r"(?::(?=\S)|[ \t]{0,2}[/|，、][ \t]{0,2}|[ \t](?:and|und|y|e|et|en|i|и|ve|with|mit|con)[ \t])"
    rf"(?:(?:password|pass|pw|passwort)[ \t:]{{1,3}})?[\"'`]?(?P<value>{_UNBROKEN})"
)


def told_account(text: str, position: int) -> Iterator[Span]:
    """Yield the password told with an account's name at a word for an account at this place."""
    stop = text.find("\n", position, position + _ACCOUNT_SIGHT)
    stop = stop if stop >= 0 else position + _ACCOUNT_SIGHT
    if not may_be_made_up(text[position:stop]):
        return
    match = compiled(_PAIR).search(text, position, stop)
    for _ in range(_MOST_PAIRS):
        if match is None:
            return
        value = _trimmed(match["value"])
        if value is not None and (looks_made_up(value, is_named=False) or is_mixed(value)):
            yield Span(match.start("value"), match.start("value") + len(value), "password")
            return
        match = compiled(_PAIR).search(text, match.end("user"), stop)


_LISTED: Final = (
    r"[^\W_][\w .()-]{1,40}[:>][ \t]+|[ \t>*-]*|.*\b(?:admin|root|guest|user|login|administrator)"
    r"(?:[ \t](?:is|ist|es|est|è))?[ \t]*"
)
_USER: Final = r"(?P<front>.*?)[`\"']?[\w.@+-]{2,40}[`\"']?"
_BEHIND: Final = (
    r" / [`\"']?(?P<value>(?=\S{0,40}\d)(?=\S{0,40}[A-Za-z])[^\s`\"',;/|]{8,64})[`\"']?(?=[ \t]*(?:[,;(]|\r?\n|\Z))"
)


def told_pair(text: str, position: int) -> Iterator[Span]:
    """Yield the password behind a user's name and a stroke, in a line that is a list's: ``Router: admin / ...``."""
    match = compiled(_BEHIND).match(text, position)
    if match is None:
        return
    line = text[max(0, position - 90) : position].rpartition("\n")[2]
    begins = compiled(_USER).fullmatch(line)
    value = match["value"]
    if begins is None or compiled(_LISTED, re.IGNORECASE).fullmatch(begins["front"]) is None:
        return
    if is_mixed(value) or looks_made_up(value, is_named=False) or is_strung(value):
        yield Span(match.start("value"), match.end("value"), "password")


_ACCOUNT_SIGHT: Final = 120
_MOST_PAIRS: Final = 4


_WORDS: Final = (
    r"(?i)pass ?phrase(?:[ \t]+(?:for|of|to)(?:[ \t]+[\w.'-]+){1,4}?)?"
    r"(?:[ \t]+(?:is|was)[ \t]+(?:[a-z]+ words?:[ \t]*)?|[ \t]*[:=][ \t]*)"
    r"(?:[\"“](?P<quoted>[a-z]+(?: [a-z]+){3,9})[\"”]|[\"'“]?(?P<value>[a-z]+(?:[ -][A-Za-z]+){3,7}?)"
    r"(?=[\"'”]|[.,;]|\s[—\u2013-]\s|\s(?:so|and|but|which|because|if|since|please)\b|\n|\Z))"
)


def told_words(text: str, position: int) -> Iterator[Span]:
    """Yield a phrase told as a passphrase: in quotes, or words without grammar."""
    match = compiled(_WORDS).match(text, position)
    if match is None:
        return
    if match["quoted"]:
        yield Span(match.start("quoted"), match.end("quoted"), "password")
        return
    # One small word ("over", "of") may be part of it.
    words = [word for word in match["value"].lower().split() if word not in {"over", "under", "of", "in", "on"}]
    if is_phrase(" ".join(words)):
        yield Span(match.start("value"), match.end("value"), "password")


_PHRASES: Final = (
    "passphrase", "phrase secr", "phrase de passe", "frase de paso", "frase secreta", "frase segreta", "frase-passe",
    "frase de acceso", "frase-senha", "parola d'ordine", "wachtzin", "wachtwoordzin", "кодовая фраза",
    "парольная фраза",
)  # fmt: skip
_PHRASE: Final = (
    r"(?i)[^.!?\n\"«„“]{5,60}?(?:\b(?:is|ist|lautet|heißt|war|est|es|era|è|é)|[:=—\u2013-])[ \t]+"
    r"(?:[\"“„«][ \t]?(?P<quoted>[^\"“”„«»\n]{8,100}?)[ \t]?[\"“”»]"
    r"|(?P<value>(?:[^\W\d_]+ ){2,9}[0-9]{1,6})(?=[.,;)\n]|\Z))"
)
_LEAST_OF_A_PHRASE: Final = 3


def told_phrase(text: str, position: int) -> Iterator[Span]:
    """Yield a phrase told as a passphrase in other languages too: in quotes, or words that end in a number."""
    match = compiled(_PHRASE).match(text, position)
    name = match and ("quoted" if match["quoted"] else "value")
    if match and name and len(match[name].split()) >= _LEAST_OF_A_PHRASE:
        yield Span(match.start(name), match.end(name), "password")


_CHANGE: Final = r"(?i)changed it from (?P<old>(?P<stem>[A-Z][a-z]{3,24})\S{1,16}) to (?P<new>(?P=stem)\S{1,16})"


def told_change(text: str, position: int) -> Iterator[Span]:
    """Yield the two passwords of "I changed it from ... to ...", which begin alike."""
    match = compiled(_CHANGE).match(text, position)
    if match is not None and all(looks_made_up(match[name], is_named=True) for name in ("old", "new")):
        for name in ("old", "new"):
            yield Span(match.start(name), match.end(name), "password")
