"""Phrases told as secrets in a sentence, and the two passwords of "I changed it from ... to ..."."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from memory_mcp.privacy.text.spans import Rule, Span, compiled
from memory_mcp.privacy.values.phrases import is_phrase
from memory_mcp.privacy.values.secret_values import looks_made_up

_PHRASES: Final = (
    "passphrase", "phrase secr", "phrase de passe", "frase de paso", "frase secreta", "frase segreta", "frase-passe",
    "frase de acceso", "frase-senha", "parola d'ordine", "wachtzin", "wachtwoordzin", "кодовая фраза",
    "парольная фраза",
)  # fmt: skip


def anchors() -> Iterator[tuple[str, Rule]]:
    """Yield the words at which a sentence may tell a phrase or a change, in small letters, and what looks there."""
    for words, rule in (
        (("passphrase", "pass phrase"), told_words), (_PHRASES, told_phrase), (("changed it from ",), told_change),
    ):  # fmt: skip
        for word in words:
            yield word, rule


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
