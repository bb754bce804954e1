"""Passwords in sentences ("the password is ...", "use ... as the password", "creds: admin:...") of 13 languages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from memory_mcp.privacy.names import ABOUT
from memory_mcp.privacy.secret_values import looks_made_up
from memory_mcp.privacy.spans import Span, compiled, run_end

# Words that announce a password, as they stand in a text folded to small ASCII letters (? for any other letter).
PASSWORD_WORDS: Final = (
    "pass", "pw", "kennwort", "contrase", "clave", "senha", "wachtwoord", "parola", "haslo", "has?", "ifre", "mdp",
    "pin", "code", "phrase",
)  # fmt: skip
_OTHER_PASSWORDS: Final = (
    "парол", "Парол", "ПАРОЛ", "密码", "密碼", "口令", "パスワード", "暗証番号", "合言葉",
    "비밀번호", "암호", "패스워드", "비번",
)  # fmt: skip
_OTHER_SCRIPTS: Final = "[\u0400-\u04ff\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]"

# Accounts, of which a name and a password are told together.
ACCOUNT_WORDS: Final = ("cred", "login", "log in", "zugang", "identifiant", "inlog", "account")
_OTHER_ACCOUNTS: Final = ("доступ", "Доступ", "логин", "Логин")

# What may stand between the word and the password.
_LINKS: Final = (
    "is|was|are|be|will be|should be|must be|has been|is now|set to|changed to|reset to|equals|remains|"
    "ist|war|lautet|heißt|wurde|auf|es|era|est|è|é|e'|fue|foi|sera|será|jest|to|это|теперь|olarak|de|now|just|still|"
    "nun|jetzt|neu|ahora|maintenant|ora|agora|nu"
)
_FILLED: Final = (
    "set|changed|reset|updated|the|a|an|new|temporary|temp|old|current|default|my|our|your|geändert|gesetzt"
)
_OF: Final = (
    "for|of|to|on|at|in|from|für|vom|von|zum|zur|des|der|para|del|de la|de|do|da|du|pour|per|di|voor|van|от|для|к|на|"
    "dla|od|için"
)
_STEP: Final = rf"(?:[ \t]{{1,2}}(?:(?:{_LINKS}|{_FILLED})(?=[ \t:])))"
_PHRASE: Final = rf"(?:[ \t](?:{_OF})[ \t][^\s:,;]{{1,32}}(?:[ \t](?!(?:{_LINKS})\b)[^\s:,;]{{1,32}}){{0,3}}?)"
_START: Final = r"(?:[^\W\d_]{0,6})(?:[ ](?:d'ordine|chiave))?(?:[ \t]{0,2}\([^()\n]{1,40}\))?"
_FINISH: Final = (
    r"(?P<mark>[ \t]{0,3}(?::|=|->|=>|→|\u2014|\u2013|-(?=[ \t])|\uff1a|,(?=[ \t]))?)[ \t]{0,3}"
    r"(?P<quote>[\"'`«„“\u2018(]{0,2})(?P<value>[^\s\"'`«»“”„<>|]{4,64})"
)
_AFTER: Final = (
    rf"{_START}(?P<links>{_STEP}{{0,5}}){_FINISH}",
    rf"{_START}{_STEP}{{0,3}}{_PHRASE}(?P<links>{_STEP}{{1,5}}){_FINISH}",
    rf"{_START}{_STEP}{{0,3}}{_PHRASE}(?P<links>)(?=[ \t]{{0,3}}[:=→\u2014\u2013\uff1a-]){_FINISH}",
)
_IN_CJK: Final = (
    r"(?:[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]{0,4})[ \t]{0,2}[:\uff1a=]?[ \t]{0,2}[「『“\"'`]{0,2}"
    r"(?P<value>[!#-&(-;=?-_a-{}~]{4,64})"
)
_PAIR: Final = (
    rf"(?:[^\W\d_]{{0,20}})(?:[ \t](?:{_OF})[ \t][^\s:,;]{{1,32}}){{0,1}}"
    rf"(?P<link>(?:[ \t]{{1,2}}(?:(?:{_LINKS}|with|mit|con|avec|as|als|user|username|the"
    rf"|default)(?=[ \t:]))){{0,3}}[ \t]{{0,2}}[:=-]?)"
    r"[ \t]{1,3}[\"'`]?(?P<user>[\w.@+-]{2,48})[\"'`]?(?:[ \t]{0,2}[:/|,][ \t]{0,2}|[ \t]"
    r"(?:and|und|y|e|et|en|и|i|ve|with|mit|con)[ \t])"
    r"(?:(?:password|pass|pw|passwort)[ \t:]{1,3})?[\"'`]?(?P<value>[^\s\"'`«»“”<>|]{4,64})"
)
_BEFORE: Final = (
    r"(?:\A|[\s(\"'`«“„])(?P<value>[^\s\"'`«»“”„<>|(]{4,64})[\"'`»“”]{0,2}[ \t]{1,2}"
    r"(?:as|als|comme|como|come|jako|в качестве|как|is|ist|est|es|è|é|это|\u2014|\u2013|\u2014 это|was|war)"
    r"(?:[ \t]{1,2}(?!no\b|not\b)[^\W\d_]{1,14}){0,2}[ \t]{1,2}\Z"
)
_BEFORE_CJK: Final = r"(?P<value>[!#-&(-;=?-_a-{}~]{4,64})[ 」』”]{0,2}(?:を|를|을|作为|作為|当作|當作|は|が|是)[ ]?\Z"
# A password in a sentence has a digit or a sign; few sentences about passwords have.
_HINT: Final = r"[0-9#$%^&*@+=]|[!?][^\s]|\b(?:letmein|swordfish|opensesame|qwert[yz]|azerty|changeit)\b"
_SIGHT: Final = 100


def spoken_password(text: str, position: int) -> Span | None:
    """Return the password a sentence tells at, or before, a word for it that is folded to one of PASSWORD_WORDS."""
    found = compiled(r"[^\W\d_]{0,24}").match(text[max(0, position - 24) : position][::-1])
    begin = position - (found.end() if found else 0)
    found = compiled(r"[^\W\d_]{0,24}").match(text, position)
    end = found.end() if found else position
    word = text[begin:end].lower()
    if not _is_password_word(text, begin, word) or text[end : end + 1] in _CODE:
        return None
    if compiled(_HINT).search(text, max(0, begin - _SIGHT), end + _SIGHT) is None:
        return None
    if word == "passe":
        begin -= 7 * text[:begin].endswith("mot de ")
    told = _told_after(text, end)
    if told is not None and word == "pass" and text[told.start : told.end].isdigit():
        return None
    return told or _told_before(text, begin, end, _BEFORE)


def _is_password_word(text: str, begin: int, word: str) -> bool:
    if word == "code":
        return text[max(0, begin - 12) : begin].lower().endswith(_CODES)
    if word == "phrase":
        return text[max(0, begin - 7) : begin].lower() == "secret "
    return word in _WORDS or word.endswith(_COMPOUNDS)


_WORDS: Final = frozenset(
    [
        "pass",
        "passe",
        "pw",
        "pwd",
        "clave",
        "senha",
        "parola",
        "mdp",
        "pin",
        "şifre",
        "sifre",
        "şifresi",
        "sifresi",
        "şifreniz",
        "şifrem",
        "hasło",
        "hasła",
        "hasłem",
        "haśle",
        "haslo",
        "hasla",
        "haslem",
        "pincode",
        "zugangscode",
        "zugangscodes",
        "passkey",
        "passphrases",
        "passcodes",
        "passwords",
        "passwörter",
    ]
)
_COMPOUNDS: Final = (
    "password", "passwort", "passwd", "passcode", "passphrase", "kennwort", "contraseña", "contrasena", "wachtwoord",
)  # fmt: skip
_CODES: Final = (
    "pin ",
    "pin-",
    "unlock ",
    "access ",
    "door ",
    "gate ",
    "entry ",
    "alarm ",
    "security ",
    "recovery ",
    "backup ",
)
_CODE: Final = frozenset("=_[{/\\<>.$;") - {""}


def _told_after(text: str, position: int) -> Span | None:
    for pattern in _AFTER:
        match = compiled(pattern, re.IGNORECASE).match(text, position)
        if match is not None and (found := _told(text, match)) is not None:
            return found
    return None


def _told(text: str, match: re.Match[str]) -> Span | None:
    is_named = bool(match["links"].strip() or match["mark"].strip(" \t,"))
    start, value = match.start("value"), match["value"]
    if not is_named and text[match.end("quote") - 1] not in "\"'`«„“\u2018( \t":
        return None
    pair = compiled(r"[\w.@+-]{2,32}[:/](?P<value>\S{4,})").fullmatch(value)
    if pair is not None and looks_made_up(pair["value"], is_named=is_named):
        start, value = start + pair.start("value"), pair["value"]
    if not looks_made_up(value, is_named=is_named or bool(match["quote"])):
        return None
    return Span(start, _end(text, start, match.end("value")), "password")


def _told_before(text: str, begin: int, end: int, pattern: str) -> Span | None:
    match = compiled(pattern, re.IGNORECASE).search(text, max(0, begin - _SIGHT), begin)
    if match is None or not looks_made_up(match["value"], is_named=True):
        return None
    # "as the password hash" gives nothing away.
    following = compiled(r"[^\W\d_]*[ \t]{1,2}([a-z]+)").match(text, end)
    if following is not None and following[1] in ABOUT:
        return None
    start = match.start("value")
    return Span(start, _end(text, start, match.end("value")), "password")


def _end(text: str, start: int, end: int) -> int:
    """Return where the password ends, without the sentence's own signs behind it."""
    if end - start >= _LONGEST:
        return run_end(text, end)
    while end > start + _LEAST and text[end - 1] in ".,;:?)]}":
        end -= 1
    return end


_LEAST: Final = 4
_LONGEST: Final = 64


def spoken_account(text: str, position: int) -> Span | None:
    """Return the password told with an account's name at a word of ACCOUNT_WORDS."""
    match = compiled(_PAIR, re.IGNORECASE).match(text, position + 1)
    if match is None or not looks_made_up(match["value"], is_named=bool(match["link"].strip())):
        return None
    return Span(match.start("value"), _end(text, match.start("value"), match.end("value")), "password")


def in_other_scripts(text: str) -> Iterator[Span]:
    """Yield the passwords that sentences in Cyrillic, Chinese, Japanese and Korean letters tell."""
    if text.isascii() or compiled(_OTHER_SCRIPTS).search(text) is None:
        return
    for word in _OTHER_PASSWORDS:
        is_cyrillic = word[0].lower() == "п"
        position = text.find(word)
        while position >= 0:
            span = _in_script(text, position, position + len(word), is_cyrillic=is_cyrillic)
            if span is not None:
                yield span
            position = text.find(word, position + 1)
    for word in _OTHER_ACCOUNTS:
        position = text.find(word)
        while position >= 0:
            if span := spoken_account(text, position + len(word) - 1):
                yield span
            position = text.find(word, position + 1)


def _in_script(text: str, begin: int, end: int, *, is_cyrillic: bool) -> Span | None:
    if is_cyrillic:
        return _told_after(text, end) or _told_before(text, begin, end, _BEFORE)
    match = compiled(_IN_CJK).match(text, end)
    if match is not None and looks_made_up(match["value"], is_named=True):
        return Span(match.start("value"), _end(text, match.start("value"), match.end("value")), "password")
    return _told_before(text, begin, end, _BEFORE_CJK)
