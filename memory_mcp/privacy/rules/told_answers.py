"""Answers to questions of security, and keys of a second factor typed in groups of four."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from memory_mcp.privacy.text.spans import Rule, Span, compiled

# What such a question is called or asks for, in small letters.
_QUESTIONS: Final = (
    "security question", "secret question", "maiden name", "first pet", "sicherheitsfrage", "mädchenname",
    "pregunta de seguridad", "pregunta secreta", "question secrète", "question de sécurité", "domanda di sicurezza",
    "domanda segreta", "beveiligingsvraag", "geheime vraag", "meisjesnaam", "pergunta de segurança", "pergunta secreta",
    "секретный вопрос", "контрольный вопрос", "девичья фамилия", "pytanie bezpieczeństwa", "pytanie pomocnicze",
    "panieńskie", "güvenlik sorusu", "gizli soru", "k\u0131zl\u0131k soyad\u0131",
)  # fmt: skip
_TO_IT: Final = r"[^.!?\n\d]{0,30}? "
_ANSWER: Final = (
    rf"(?:[Ii] (?:answered|put|wrote|said|entered)|[Aa]nswer{_TO_IT}(?:is|was)|Antwort{_TO_IT}(?:ist|war|lautet)"
    rf"|hab(?:e)? ich|[Rr]espuesta{_TO_IT}(?:es|era)|[Rr]espond[ií]|[Pp]use|[Rr]éponse{_TO_IT}(?:est|était|c'est)"
    rf"|[Jj]'ai (?:répondu|mis|écrit)|[Rr]isposta{_TO_IT}(?:è|era)|[Hh]o (?:risposto|messo|scritto)"
    rf"|[Aa]ntwoord{_TO_IT}(?:is|was)|[Rr]esposta{_TO_IT}(?:é|era)|[\u043e\u041e]твет(?:ил[\u0430и]?)?"
    r"|[Oo]dpowied(?:ź|ziałem|ziałam)(?: to)?|[Cc]evab(?:\u0131|\u0131m)?)"
)
_WORD: Final = r"[^\W\d_a-zß-ÿа-яё][\w'\u2019-]{2,30}"
_NAME: Final = r"[^\W\d_a-zß-ÿа-яё][\w'\u2019-]{2,30}(?: [^\W\d_a-zß-ÿа-яё][\w'\u2019-]{2,30}){0,2}"
_ANSWERED: Final = (
    rf"[^\n]{{0,90}}?(?<!\w){_ANSWER}[ :\u2014\u2013-]{{1,3}}"
    rf"(?:[\"\u201c\u201e«](?P<quoted>[^\"\u201c\u201d\u201e«»\n]{{3,40}})[\"\u201d\u201c»]|(?P<value>{_NAME})(?![\w:(]))"
)
# As a list of accounts has it: what was asked, a colon, and a name that ends the line.
_LISTED: Final = rf"[^\n:?]{{0,60}}:[ \t]{{0,3}}(?P<value>{_WORD})[ \t]*(?:\r?\n|\Z)"
# What announces a key that is typed because no picture could be read.
_KEYS: Final = (
    "2fa", "mfa", "totp", "authenticator", "two-factor", "this key", "manual key", "the key", "setup key", "scan",
    "schlüssel", "zwei-faktor", "clé ", "clave", "chiave", "sleutel", "chave", "ключ", "klucz", "anahtar", "密钥",
    "キー", "키",
)  # fmt: skip
_FOURS: Final = (
    r"[^\n]{0,80}?(?<![^\s:\"'`(\uff1a])"
    r"(?P<secret>[a-z2-7]{4}(?P<by>[ -])[a-z2-7]{4}(?:(?P=by)[a-z2-7]{4}){2,14})(?![\w-])"
)
_FOUR: Final = 4


def anchors() -> Iterator[tuple[str, Rule]]:
    """Yield what questions of security are called and what announces a key, with what looks there."""
    for words, looks in ((_QUESTIONS, _answered), (_KEYS, _in_fours)):
        for word in words:
            yield word, looks


def _answered(text: str, position: int) -> Iterator[Span]:
    """Yield the name, or what is in quotes, that somebody says was the answer."""
    if match := compiled(_ANSWERED).match(text, position):
        start, end = match.span("quoted" if match["quoted"] else "value")
        yield Span(start, end, "password")
    elif match := compiled(_LISTED).match(text, position):
        yield Span(*match.span("value"), "password")


def _in_fours(text: str, position: int) -> Iterator[Span]:
    """Yield letters and digits of base32 in groups of four, of which at least half mix the two as no words do."""
    match = compiled(_FOURS).match(text, position)
    if match is None:
        return
    groups = compiled(r"\w{4}").findall(match["secret"])
    mixed = [one for one in groups if not one.isalpha() and not one.isdigit()]
    # What has no letter behind f may be bytes.
    if 2 * len(mixed) >= len(groups) >= _FOUR and compiled("[g-z]").search("".join(mixed)):
        yield Span(*match.span("secret"), "secret")
