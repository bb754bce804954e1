"""Passwords told in a sentence or on the line below one, by a table of each language's words for them.

A value counts when no language has it as a word: letters with digits or signs, or words strung together with a number
behind them (``amber-canoe-violin-31``). A word for a password has to stand right before it, or be linked to it by the
language's own "is", a colon, an arrow or a quotation mark.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Final

from memory_mcp.privacy.drawn_values import is_drawn
from memory_mcp.privacy.names import ABOUT
from memory_mcp.privacy.secret_values import is_mixed, is_strung, looks_made_up
from memory_mcp.privacy.spans import Rule, Span, compiled

# A language's words for a password, as they begin; what may end them; and what links one to its value.
_LANGUAGES: Final = (
    ("password|passwd|passphrase|passcode", "s?", "is|was|now|be|to|with"),
    ("passwort|kennwort|zugangspasswort", "e?s?", "ist|war|lautet|jetzt|bleibt|auf"),
    ("wlan-schlüssel|wlan-key|netzwerkschlüssel", "", "ist|lautet|box|steht"),
    ("mot de passe|mdp|clé wifi|clé wi-fi|phrase secrète", "s?", "est|c'est|était|sera"),
    ("contraseña|contrasena|clave", "s?", "es|era|será|ahora"),
    ("senha|palavra-passe", "s?", "é|era|agora"),
    ("parola|password|chiave wifi", "[^\\W\\d_]{0,5}", "è|era|ora|este|e"),
    ("wachtwoord|ww", "en|", "is|was|wordt|nu"),
    ("hasło|hasla|haslo|hasła|hasłem", "", "to|jest|brzmi"),
    ("пароль|пароля|паролем|паролі|пін-код", "", "это|теперь|це|тепер"),
    ("şifre|sifre|parola", "[^\\W\\d_]{0,5}", "olarak|art\u0131k"),
    ("lösenord|losenord", "et|", "är|ar|blev"),
    ("passord|adgangskode|adgangskoden", "et|", "er|blev|ble"),
    ("salasana", "", "on|oli"),
    ("heslo|lozinka|šifra|geslo", "", "je|bude|bylo"),
    ("jelszó|jelszava", "[^\\W\\d_]{0,4}", "a|lett|az"),
    ("κωδικός|κωδικος|συνθηματικό", "", "είναι|ειναι|ήταν"),
    ("סיסמה|הסיסמה|סיסמא|הסיסמא", "", "היא|הוא"),
    ("كلمة المرور|كلمة السر|رمز المرور", "", "هي|هو"),
    ("पासवर्ड|कूटशब्द", "", "है|यह"),
    ("mật khẩu|mat khau", "", "là|la"),
    ("kata sandi|kata laluan|sandi", "(?:nya)?", "adalah|ialah|yaitu"),
    ("รหัสผ่าน", "", "คือ"),
)  # fmt: skip
_SIGHT: Final = 100
_MOST_BETWEEN: Final = 64
_VALUE: Final = r"(?=\S{0,63}\d)[^\s\"'`«»“”„\u2018\u2019<>()\uff08\uff09,;|\\]{6,64}"
_QUOTES: Final = r"[\"'`«»“”„\u2018\u2019*(]{0,3}"


@cache
def _told() -> dict[str, str]:
    """Return for each word what follows it up to a value: nothing, a sign, or words and a link."""
    patterns: dict[str, list[str]] = {}
    for words, ending, links in _LANGUAGES:
        for word in words.split("|"):
            patterns.setdefault(word, []).append(rf"(?:{ending})(?![^\W_])(?P<linked>{_between(links)})")
    return {word: rf"{re.escape(word)}(?:{'|'.join(_numbered(found))})" for word, found in patterns.items()}


def _between(links: str) -> str:
    words = rf"(?:[^\W\d_][\w'\u2019.@/-]{{0,24}}[ ]{{1,2}}){{0,6}}?(?:{links})[ ]{{1,2}}"
    sign = rf"(?![ ](?:{_NAMED_THINGS})\b)[^\n:=→,;.]{{0,{_MOST_BETWEEN}}}?(?::|=|->|=>|→|\uff1a)\s{{0,3}}"
    return rf"[ ]{{1,2}}(?:(?!(?:{_NAMED_THINGS})\b){words})?|{sign}"


_NAMED_THINGS: Final = "|".join(sorted(ABOUT - {"on", "at", "by"}))


def _numbered(patterns: list[str]) -> list[str]:
    """Return patterns whose groups have names of their own."""
    return [pattern.replace("?P<linked>", f"?P<linked{number}>") for number, pattern in enumerate(patterns)]


def anchors() -> Iterator[tuple[str, Rule]]:
    """Yield each language's words for a password, and words that announce codes below them, with what looks there."""
    for word in dict.fromkeys(word for words, _, _ in _LANGUAGES for word in words.split("|")):
        yield word, _told_behind(word)
    for word in ("password", "passphrase", "recovery code", "backup code", "credentials", "token", "secret key"):
        yield word, _below
    for word in ("recovery key", "setup key", "secret key", "app-specific password", "app password", "recovery code"):
        yield word, _in_blocks


def _told_behind(word: str) -> Rule:
    def told(text: str, position: int) -> Iterator[Span]:
        end = min(len(text), position + len(word) + _SIGHT)
        if compiled(r"\d").search(text, position + len(word), end) is None:
            return
        before = text[position - 1 : position] if position else ""
        if before in _IN_CODE or (before.isalnum() and len(word) <= _SHORT):
            return
        match = compiled(f"(?i){_told()[word]}{_QUOTES}(?P<value>{_VALUE})").match(text, position, end)
        if match is None:
            return
        value = match["value"].rstrip(".:?)]}…।\uff0c。")
        if is_told(value, is_linked=match.start("value") > position + len(word) + 1):
            yield Span(match.start("value"), match.start("value") + len(value), "password")

    return told


_SHORT: Final = 5
_IN_CODE: Final = frozenset(("_", "$", "\\", ".", "{", "<", "+", "/", "-"))


def is_told(value: str, *, is_linked: bool) -> bool:
    """Say whether a value that stands behind a word for a password is one."""
    if not any(map(str.isdigit, value)) or not any(map(str.isalpha, value)):
        return False
    return is_strung(value) or is_mixed(value) or looks_made_up(value, is_named=is_linked)


_BELOW: Final = (
    r"[^\n]{0,120}:[ \t]*\r?\n(?:[ \t]*\r?\n)?(?P<lines>(?:[ \t>*`•-]{0,6}[^\s`]{6,80}`?[ \t]*(?:\n|\Z)){1,12})"
)


def _below(text: str, position: int) -> Iterator[Span]:
    """Yield what stands alone on the lines below one that announces it."""
    match = compiled(_BELOW).match(text, position)
    if match is None:
        return
    for line in compiled(r"(?m)^[ \t>*`•-]*(?P<value>[^\s`]+)").finditer(
        text, match.start("lines"), match.end("lines")
    ):
        value = line["value"]
        if (
            "/" in value[:2]
            or value.endswith((":", "{", ","))
            or ("=" in value[1:-1] and value.partition("=")[0].isidentifier())
        ):
            return
        is_code = compiled(r"(?=.{0,20}[0-9])[0-9a-z]{4,6}(?:-[0-9a-z]{4,6}){1,3}").fullmatch(value) is not None
        if is_code or is_drawn(value) or is_told(value, is_linked=False):
            yield Span(line.start("value"), line.end("value"), "password")


_BLOCKS: Final = (
    r"[^\n]{0,40}?[ :=\"'`\n](?P<value>[A-Z0-9]{4,6}(?:-[A-Z0-9]{4,6}){4,7}"
    r"|[a-z2-7]{4}(?: [a-z2-7]{4}){3,9}|[a-z]{4}(?:-[a-z]{4}){3})"
    r"(?![\w-]| [a-z]{5})"
)


def _in_blocks(text: str, position: int) -> Iterator[Span]:
    """Yield a key that is printed in blocks of letters, for people to type."""
    if match := compiled(_BLOCKS).match(text, position, position + 160):
        yield Span(match.start("value"), match.end("value"), "secret")
